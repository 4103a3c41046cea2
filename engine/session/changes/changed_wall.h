#pragma once

#include <cstdint>
#include <string>

#include "engine/world/world.h"

// Walls that change between steps, with grains where the new wall is (METHOD.md 13.5).
namespace scree {

/// Splits off all members at once, without a step.
void releaseForChange(World& world);

/// Potential energy of the grains [J], zero at the origin. Members must be placed.
double potentialOfGrains(const World& world);

/// Puts another shape in the place of one of a body, in a world without members. Grains over which a new mesh has gone,
/// or that overlap with the new shape by more than kDeepInWall diameters, are moved out of it, and others out of their
/// way; velocities stay. Contacts of the last step with the shape are forgotten. Returns the number of grains that were
/// moved and of those that found no room, for users; empty where none was moved.
std::string putShape(World& world, std::uint32_t body, std::uint32_t shape, const ShapeInstance& next);

}  // namespace scree
