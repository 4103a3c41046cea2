#pragma once

#include "engine/base/work_watch.h"
#include "engine/scene/links.h"

namespace scree {

/// Particles at the start of a scene, each with the item of the file that made it.
struct StartParticles {
  std::vector<Particle> particles;
  std::vector<std::uint32_t> item;   ///< index of each particle's item in `marks`
  std::vector<Mark> marks;           ///< places in the file of the items of 'particles'
  bool isPressed = false;            ///< relaxing found no room for all: overlaps stay, in balance
  std::vector<double> radiusScales;  ///< radius scale of each item that is a file; 0 for other items
};

/// Makes the particles of spheres, fills, stacks and particle files. Reports a fill that does not fit, unreadable files
/// and impossible sizes.
StartParticles placeParticles(const SceneDescription& description, MaterialLinks& links, ErrorList& errors,
                              WorkWatch* watch = nullptr);

/// Size distribution of the engine for a description. Reports at `where` when it is missing, double or unusable.
std::optional<SizeDistribution> buildSizes(const SizesDescription& sizes, const Where& where, ErrorList& errors);

/// Random stream of its own for each user of the scene's seed.
Random streamOf(std::uint64_t seed, std::uint64_t user);

/// Makes the periodic box of a world and puts the particles at the start into it. Reports ends that are no ends, and
/// sides shorter than four of the largest diameters, at the start or of emitters: two particles then could meet at two
/// sides at once (METHOD.md 9.9).
void setPeriodicBox(const SceneDescription& description, StartParticles& start, World& world, ErrorList& errors);

/// Relaxes overlaps of particles with each other and with shapes that are deeper than a hundredth of a diameter and
/// than twice the overlap by the weight above (relax.h), and notes their number; those deeper than a fifth are one
/// error, which gives the factor to scale the radii, as are overlaps that have no room and that are too stiff to be
/// held. Reports crowds of overlapping particles, and particles outside the bounds.
void checkStart(StartParticles& start, const World& world, ErrorList& errors, WorkWatch* watch = nullptr);

/// Reports a time step in which the smallest particle would fall by more than its diameter from rest, without substeps
/// by more than a quarter of it, and start velocities that cross 25 diameters in a step: contacts would be found far
/// too late or not at all. Steps that are merely inaccurate are left to adviseStep().
void checkTimeStep(const SceneDescription& description, const StartParticles& start, const World& world,
                   ErrorList& errors);

}  // namespace scree
