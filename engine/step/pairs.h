#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// The fastest and the smallest of the free particles.
struct Fastest {
  double speed = 0.0;     ///< m/s
  double smallest = 0.0;  ///< radius [m]; infinite without particles
};

/// Finds touching pairs of particles (method.md 4, stage 1).
Fastest findPairs(const World& world, StepData& data);

}  // namespace scree
