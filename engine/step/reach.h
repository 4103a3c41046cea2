#pragma once

#include <span>

#include "engine/collision/grid.h"
#include "engine/world/world.h"

// What may come to touch within a step: contacts are searched once a step, also those of its later substeps.
namespace scree {

/// Gaps up to this part of the radii's sum count as touching: a stack put at exact distances must not fall apart by
/// round-off.
constexpr double kTouchGap = 1e-9;
/// Surfaces are followed through the substeps out to this part of the radius. What comes from farther away is found a
/// step later, too deep, and thrown back faster than it came.
constexpr double kFollowMargin = 4.0;

/// Distance that a particle can cover in a step, no more than its radius, or the grid's cells would grow [m].
double reachOf(const World& world, std::size_t slot);
/// Largest speed of any moving surface [m/s].
double fastestSurface(const World& world);
/// Gap at which a contact of a particle with a surface is worth having in the list [m].
double surfaceMargin(const World& world, std::size_t slot, double surfaceSpeed);
/// Whether their distance is within that at which they touch and what both may reach beyond it (empty: nothing).
bool isWithinReach(const World& world, std::span<const double> reach, const ParticlePair& pair);

/// Whether two particles touch or may come to touch within the step, as they move now and under gravity.
bool mayTouch(const World& world, const ParticlePair& pair);
/// The same for two whose centres are `apart` [m], with velocities va and vb [m/s].
bool mayTouch(const Parameters& parameters, const Vec3& apart, const Vec3& va, const Vec3& vb, double radii);

}  // namespace scree
