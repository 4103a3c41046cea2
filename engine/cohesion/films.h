#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/world/world.h"

// Liquid on the surfaces of grains, from which bridges take theirs (METHOD.md 3.9). It stays part of the mass of the
// grain that it came from while it is in a bridge.
namespace scree {

/// Volume of all liquid that a grain does not hold inside, that in its bridges included [m³].
double filmVolume(const World& world, std::uint32_t slot);

/// Volumes of the films of all grains by slot, without what is in bridges [m³].
std::vector<double> freeFilms(const World& world);

/// Share of the film of a grain of radius `own` that a bridge to one of radius `other` takes: the part of its surface
/// that the other covers, as seen from its middle, ½(1 − √(1 − r_o²/(r + r_o)²)) (Shi and McCarthy, Powder Technology
/// 184 (2008) 64). Half to a wall.
double sharedFilm(double own, double other);
constexpr double kSharedWithWall = 0.5;

/// Volume rounded down to one of 16 in an octave, so that films that change a little need no new curves; 0 where a
/// bridge at the effective radius would be smaller than cohesion::kLeastBridge.
double roundedBridge(double volume, double effectiveRadius);

/// Takes away the bridges of particles that leave the world, while they are still there (`slots` ascend): the energy of
/// what is pulled together no more leaves with them, in the budget. Bridges with bodies count as if the two touched.
void takeBridgesOf(World& world, std::span<const std::size_t> slots);

}  // namespace scree
