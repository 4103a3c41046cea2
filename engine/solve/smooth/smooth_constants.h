#pragma once

// Constants of smooth DEM.
namespace scree::smooth {

/// Share of sqrt(m/k) that a substep may take, for linear springs. The paper's 0.17 is stable; restitution is then off
/// by up to a tenth, with this by a hundredth (Smooth.RestitutionIsThatOfTheLaw).
inline constexpr double kShareOfPeriod = 0.05;
/// Share of the Rayleigh time of the smallest grain that a substep may take, for Hertz springs.
inline constexpr double kShareOfRayleigh = 0.1;
/// Largest number of substeps in a step: more are refused as a mistake in the units or the stiffness.
inline constexpr double kMostSubsteps = 20000.0;
/// Contacts, and grains, that a thread takes at once.
inline constexpr std::size_t kAPiece = 512;

}  // namespace scree::smooth
