#pragma once

#include "engine/base/base_constants.h"

namespace scree {

/// The gravity that hands reckon weights with [m/s²]: the world's, or the earth's where it has none.
inline double gravityOfHands(double gravity) { return gravity > 0.0 ? gravity : kStandardGravity; }

}  // namespace scree
