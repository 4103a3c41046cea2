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
  bool isBalanced = false;   ///< what is left is in balance: there is no room for more
  double farthest = 0.0;     ///< that one of them was moved [m]
  double deepestLeft = 0.0;  ///< share of a diameter by which the deepest overlap is still beyond its overlap at rest
};

/// Load that each particle passes on [N]: its weight and what stands on it, from above along the contacts, each with a
/// share by how steep it is. 0 with zero gravity. Bodies that stand on particles are left out.
std::vector<double> loadsOf(const std::vector<Particle>& particles, const World& world);

/// Overlap that the load gives a contact at rest, for each of `overlaps` [m].
std::vector<double> overlapsAtRest(const std::vector<StartOverlap>& overlaps, const std::vector<double>& loads,
                                   const std::vector<Particle>& particles, const World& world);

/// Pushes particles apart, before time begins, until no overlap of those that are pushed is deeper than it would be at
/// rest under `loads`: a quasi-static path down the elastic energy beyond that, by the pairs' own laws, without
/// friction. With zero gravity, and where it is more, 1e-4 of a diameter is left. Only particles of `deep`, and those
/// that they come to push, move. Where there is no room, as in a box that is filled beyond what it holds, overlaps stay
/// in elastic balance. Bodies stay where they are.
Relaxation relaxOverlaps(const std::vector<StartOverlap>& deep, const std::vector<double>& loads, const World& world,
                         std::vector<Particle>& particles);

/// Makes the first step's solve begin from the forces of the overlaps that the world's particles have, in balance as
/// they are: without them it would begin from none, and a few sweeps do not find those of a box under pressure.
void rememberForces(World& world);

}  // namespace scree
