#pragma once

#include <string>

#include "engine/base/types.h"

namespace scree {

/// A place for a message: "[0.1235, -2, 3.5]" with four digits, and more far from the origin, so that a tenth of a
/// millimetre is told apart everywhere [m].
std::string placeText(const Vec3& place);

}  // namespace scree
