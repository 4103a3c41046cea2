#pragma once

#include "engine/world/world.h"

namespace scree {

/// Largest heights of free fall at the start of a scene [m]; 0 where nothing falls.
struct StartFalls {
  double particle = 0.0;  ///< of a particle that is large, or falls far, onto the particles below it
  double body = 0.0;      ///< of a body that forces move and no joint holds, onto the particles below it
};

/// Finds what lies right below each particle and body along gravity, from the places at the start. What lies above the
/// walls of a body alone is left out: where these are inclined, it may touch them already. All 0 without gravity.
StartFalls fallsAtStart(const World& world);

/// Whether a body's weight comes down on what is below: forces move it, and no joint carries it but one along which it
/// slides freely.
bool isLoose(const World& world, std::uint32_t body);

}  // namespace scree
