#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "engine/world/world.h"

namespace scree {

/// The place of the user's hand among joints.
inline constexpr std::uint32_t kHand = std::numeric_limits<std::uint32_t>::max();

/// The hand that pulls a dynamic body as a joint of it with the world: a ball joint as soft and as damped as the pull's
/// spring. Its rows are solved with those of the other joints, so that no spring is too stiff for the step. Nothing
/// when no dynamic body is pulled.
std::optional<Joint> handOn(const World& world);

}  // namespace scree
