#pragma once

#include <vector>

#include "engine/base/work_watch.h"
#include "engine/world/world.h"

namespace scree {

/// Overlap at the start of two particles, or of a particle and a shape of a body.
struct StartOverlap {
  std::uint32_t particle = 0;
  std::uint32_t other = kNoParticle;  ///< second particle; kNoParticle for a shape
  std::uint32_t body = 0;             ///< body of the shape
  std::uint32_t shape = 0;
  double depth = 0.0;  ///< depth of the overlap [m]
  double share = 0.0;  ///< depth over the diameter of the smaller particle
};

/// Lists overlaps of more than `share` of the smaller diameter: pairs first, then by shape and particle.
std::vector<StartOverlap> overlapsBeyond(double share, const std::vector<Particle>& particles, const World& world);

/// Result of relaxing a start.
struct Relaxation {
  std::size_t moved = 0;     ///< number of particles that moved
  bool isBalanced = false;   ///< the overlaps left are in balance: there is no room for more
  double farthest = 0.0;     ///< longest way of a particle [m]
  double deepestLeft = 0.0;  ///< deepest overlap less its overlap at rest, over the diameter
};

/// Load that each particle passes on [N]: its weight and the load of the particles on it, from above along the
/// contacts, each with a share by the steepness of the contact. 0 with zero gravity. Bodies that rest on particles are
/// left out.
std::vector<double> loadsOf(const std::vector<Particle>& particles, const World& world);

/// Overlap at rest of each of `overlaps` under the loads of its particles [m].
std::vector<double> overlapsAtRest(const std::vector<StartOverlap>& overlaps, const std::vector<double>& loads,
                                   const std::vector<Particle>& particles, const World& world);

/// Largest stiffness dF/dδ over the mass of the lighter particle among `overlaps`, at their depths [1/s²].
double stiffestOf(const std::vector<StartOverlap>& overlaps, const std::vector<Particle>& particles,
                  const World& world);

/// Pushes particles apart, before time begins, until no overlap of a pushed particle is deeper than it would be at rest
/// under `loads`: a quasi-static path down the excess elastic energy, by the pairs' own laws, without friction. The
/// overlap at rest counts as at least 1e-4 of a diameter, also with zero gravity. Only the particles of `deep`, and
/// particles that they come to push, move. Where there is no room, as in a box filled beyond its volume, overlaps stay
/// in elastic balance. Bodies stay in place.
Relaxation relaxOverlaps(const std::vector<StartOverlap>& deep, const std::vector<double>& loads, const World& world,
                         std::vector<Particle>& particles, WorkWatch* watch = nullptr);

/// Writes the forces of the present overlaps into the history, in balance as they are, so that the first step starts
/// from them: from zero a few sweeps do not find the forces of a box under pressure.
void rememberForces(World& world);

}  // namespace scree
