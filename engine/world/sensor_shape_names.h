#pragma once

#include <array>
#include <string_view>
#include <variant>

#include "engine/world/split_sensors.h"

namespace scree {

/// Names of the alternatives of SensorShape, in their order.
constexpr std::array<std::string_view, std::variant_size_v<SensorShape>> kSensorShapeNames = {"box", "sphere",
                                                                                              "cylinder", "half-space"};

}  // namespace scree
