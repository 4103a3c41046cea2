#pragma once

#include "engine/world/world.h"

namespace scree {

/// Largest heights of free fall at the start of a scene [m]; 0 where nothing falls.
struct StartFalls {
  double particle = 0.0;  ///< fall of a particle that is large, or falls far, onto the particles below it
  double body = 0.0;      ///< fall of a body that forces move and no joint holds, onto the particles below it
};

/// Finds the free fall of each particle and body onto the particles right below it along gravity, from the places at
/// the start. Falls onto bodies alone are left out: a particle may touch an inclined wall already. All 0 without
/// gravity.
StartFalls fallsAtStart(const World& world);

/// True if the weight of a body rests on the particles below it: forces move the body, and every joint on it is a
/// prismatic one without a motor.
bool isLoose(const World& world, std::uint32_t body);

}  // namespace scree
