#pragma once

#include <string>
#include <vector>

#include "engine/world/warnings.h"
#include "engine/world/world.h"

namespace scree {

/// Largest way of a body's surface in a time step, or of particles where `body` is kAboutParticles.
struct LargestMotion {
  std::uint32_t body = kAboutParticles;
  double speed = 0.0;  ///< m/s
  double ways = 0.0;   ///< way in radii of the smallest particle
};

/// Largest motions of all bodies that move, from drives and motors over their whole time, including the outermost
/// points of bodies that turn. `smallest` is the smallest diameter of a particle [m].
std::vector<LargestMotion> largestMotions(const World& world, double smallest);

/// Appends notes or warnings on bodies and particles that move so far in a time step that they could pass through
/// particles: the run divides the step, or warns. `fastest` is the expected speed of the fastest particle [m/s].
void adviseMotion(const World& world, double smallest, double fastest, std::vector<std::string>& notes,
                  std::vector<std::string>& warnings);

}  // namespace scree
