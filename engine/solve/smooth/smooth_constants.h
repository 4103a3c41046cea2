#pragma once

#include <cstddef>
#include <cstdint>

// Constants of smooth DEM.
namespace scree::smooth {

/// Part of its diameter by which a hit at √(g d) may press the smallest grain: longer collisions are refused as a
/// mistake in the units.
inline constexpr double kDeepestHit = 0.1;
/// Largest number of substeps in a step: more are refused as a mistake in the units or the stiffness.
inline constexpr double kMostSubsteps = 20000.0;
/// Lightest body that forces may move, over the lightest grain: substeps are those of the grains.
inline constexpr double kLightestBody = 0.01;
/// Grains of a piece: forces are summed by pieces, so another number changes the last bits.
inline constexpr std::uint32_t kGrainsAPiece = 256;
/// Share of the contacts' skin at which a part of a step ends: one more substep follows.
inline constexpr double kSkinUsed = 0.8;
/// Time in which overlaps that the law does not give come to be those that it gives [s]: short against what a bed takes
/// to be looked at, long enough that the highest one here known rises by centimetres a second.
inline constexpr double kRestTime = 1.0;
/// Overlaps at rest that are only round-off: over the overlap, and over the radius.
inline constexpr double kRestRoundOff = 1e-7;
inline constexpr double kRestOfRadius = 1e-13;

// Speed only; no result depends on it

/// Substeps for which contacts are packed, at the present speeds, and the least reach over the skin.
inline constexpr double kSubstepsPacked = 32.0;
inline constexpr double kLeastReach = 0.1;
/// Contacts that a thread writes to the history at once.
inline constexpr std::size_t kLanesAPiece = 2048;
/// Largest number of cells along an axis by which grains are ordered: 21 bits.
inline constexpr double kMostCells = 0x1FFFFF;
/// Place of a grain for empty lanes, far from all others [m]; its square is still a number.
inline constexpr double kFar = 1e30;

}  // namespace scree::smooth
