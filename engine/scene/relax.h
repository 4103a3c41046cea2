#pragma once

#include "engine/scene/start.h"

namespace scree {

/// One overlap at the start: of two particles, or of a particle and a shape of a body.
struct StartOverlap {
  std::uint32_t particle = 0;
  std::uint32_t other = kNoParticle;  ///< kNoParticle: a shape
  std::uint32_t body = 0;             ///< that has the shape
  std::uint32_t shape = 0;
  double depth = 0.0;  ///< m
  double share = 0.0;  ///< of the diameter, of the smaller one
};

/// Overlaps of more than `share` of the smaller diameter, pairs first, each in ascending order.
std::vector<StartOverlap> overlapsBeyond(double share, const std::vector<Particle>& particles, const World& world);

/// What relaxing did.
struct Relaxation {
  std::size_t moved = 0;     ///< particles
  double farthest = 0.0;     ///< that one of them was moved [m]
  double deepestLeft = 0.0;  ///< share of a diameter by which the deepest overlap is still beyond its overlap at rest
};

/// Pushes particles apart, before time begins, until no overlap of those that are pushed is deeper than it would be at
/// rest: a quasi-static path down the elastic energy beyond that, by the pairs' own laws, without friction. The overlap
/// at rest follows from the weight above a contact; with zero gravity, and where it is less, 1e-4 of a diameter is
/// left. Only particles of `deep`, and those that they come to push, move. Where there is no room, as in a box that is
/// filled beyond what it holds, overlaps stay in elastic balance. Bodies stay where they are.
Relaxation relaxOverlaps(const std::vector<StartOverlap>& deep, const World& world, std::vector<Particle>& particles);

/// Overlap that the weight above gives a contact at rest, for each of `overlaps` [m].
std::vector<double> overlapsAtRest(const std::vector<StartOverlap>& overlaps, const std::vector<Particle>& particles,
                                   const World& world);

}  // namespace scree
