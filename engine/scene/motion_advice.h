#pragma once

#include <string>
#include <vector>

#include "engine/world/warnings.h"
#include "engine/world/world.h"

namespace scree {

/// How far a body's surface comes in a time step at most, and the particles.
struct LargestMotion {
  std::uint32_t body = kAboutParticles;
  double speed = 0.0;  ///< m/s
  double ways = 0.0;   ///< in radii of the smallest particle
};

/// Of each body that something moves, from the drives and motors over all their time, tips of what turns and courses
/// included. `smallest` is the smallest diameter of a particle [m].
std::vector<LargestMotion> largestMotions(const World& world, double smallest);

/// Says what moves so far in a time step that particles could be passed through, and what the run does about it: it
/// divides the step, or warns. `fastest` is the speed of the fastest particle that is expected [m/s].
void adviseMotion(const World& world, double smallest, double fastest, std::vector<std::string>& notes,
                  std::vector<std::string>& warnings);

}  // namespace scree
