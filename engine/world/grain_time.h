#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/base/base_constants.h"
#include "engine/world/world.h"

namespace scree {

/// Number of steps, at least one, of `times` √(d/g): the time in which a grain falls by half its diameter is √(d/g). d
/// is the mean diameter at the contacts of the last step; without contacts the number is one. So that a time of the
/// reduction is the same for any time step.
inline std::uint32_t stepsOfGrainTimes(const World& world, double times) {
  const double gravity = world.parameters.gravity.norm();
  const double time = std::sqrt(world.history.diameter / (gravity > 0.0 ? gravity : kStandardGravity));
  return static_cast<std::uint32_t>(std::max(1.0, std::ceil(times * time / world.parameters.timeStep)));
}

}  // namespace scree
