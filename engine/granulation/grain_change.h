#pragma once

#include <cstdint>

#include "engine/world/world.h"

// Changes of single grains that the sums of aggregates and the budget follow.
namespace scree {

/// Gives a grain, free or a member, another mass [kg] and radius [m]. A free one keeps its momentum and its angular
/// momentum about its centre, as what it takes up is at rest and what it loses goes with it. The budget books the
/// energy that comes or goes with the matter and what the change takes.
void changeGrain(World& world, std::uint32_t slot, double mass, double radius);

/// Kinetic energy of a free grain [J].
double kineticOf(const World& world, std::uint32_t slot);

/// Whether a member's aggregate floats: its motion follows from its mass, so that its members keep theirs.
bool isAfloat(const World& world, std::uint32_t slot);

/// Entry of a grain that is smaller than its matter, or null.
Swelling* swellingOf(World& world, ParticleId id);

/// Diameter that the matter of a grain has, which is larger than its own while it swells [m].
double matterDiameter(const World& world, std::uint32_t slot);

/// Radius of a sphere of a volume [m³], m.
double radiusOfVolume(double volume);

/// Mass of fines that came off grains at a place: it goes to the first zone there, or lies loose.
void giveFines(World& world, const Vec3& place, double mass);

}  // namespace scree
