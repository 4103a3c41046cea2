#pragma once

#include "engine/scene/links.h"

namespace scree {

/// Particles as a scene starts, each with the item of the file that made it.
struct StartParticles {
  std::vector<Particle> particles;
  std::vector<std::uint32_t> item;   ///< index into `marks`
  std::vector<Mark> marks;           ///< of the items of 'particles'
  bool isPressed = false;            ///< relaxing found no room for all: overlaps stay, in balance
  std::vector<double> radiusScales;  ///< of each item, that of a file; 0: it is none
};

/// Makes the particles of spheres, fills and stacks. Reports a fill that does not fit and impossible sizes.
StartParticles placeParticles(const SceneDescription& description, MaterialLinks& links, ErrorList& errors);

/// Engine's distribution of a description. Reports at `where` when it is missing, double or unusable.
std::optional<SizeDistribution> buildSizes(const SizesDescription& sizes, const Where& where, ErrorList& errors);

/// A random stream of its own for each user of the scene's seed.
Random streamOf(std::uint64_t seed, std::uint64_t user);

/// Relaxes overlaps of particles with each other and with shapes that are deeper than a hundredth of a diameter and
/// than what the weight above explains (relax.h), and notes how many there were; those deeper than a fifth are one
/// error, which says by which factor to scale the radii. Reports particles outside the bounds.
void checkStart(StartParticles& start, const World& world, ErrorList& errors);

/// Reports a time step in which the smallest particle would fall by more than its diameter from rest, without substeps
/// by more than a quarter of it, and start velocities that cross ten diameters in a step: contacts would be found far
/// too late or not at all. What is merely inaccurate is left to adviseStep.
void checkTimeStep(const SceneDescription& description, const StartParticles& start, const World& world,
                   ErrorList& errors);

}  // namespace scree
