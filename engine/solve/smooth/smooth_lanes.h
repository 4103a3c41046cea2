#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// Grains and contacts of smooth DEM as its vector code reads them (METHOD.md 18).
namespace scree {

/// Contacts side by side in a batch, and grains that are moved together.
inline constexpr std::size_t kSmoothWidth = 8;

using SmoothLane = std::array<double, kSmoothWidth>;
using SmoothIndex = std::array<std::uint32_t, kSmoothWidth>;

/// Grain in the substeps: rows of four numbers.
struct alignas(64) SmoothGrain {
  std::array<double, 3> position{};  ///< m
  double radius = 0.0;               ///< m
  std::array<double, 3> velocity{};  ///< m/s
  double inverseMass = 0.0;          ///< 1/kg
  std::array<double, 3> spin{};      ///< rad/s
  double inverseInertia = 0.0;       ///< 1/(kg m²)
  std::array<double, 4> orientation{0.0, 0.0, 0.0, 1.0};
};

/// Sum of the forces and torques on a grain.
struct alignas(64) SmoothRow {
  std::array<double, 4> force{};   ///< N; the fourth is nothing
  std::array<double, 4> torque{};  ///< N m
};

/// Numbers of a grain and of a row: batches count places in these.
inline constexpr auto kGrainNumbers = static_cast<std::uint32_t>(sizeof(SmoothGrain) / sizeof(double));
inline constexpr auto kRowNumbers = static_cast<std::uint32_t>(sizeof(SmoothRow) / sizeof(double));

/// Pair law as the lanes use it.
struct SmoothLawNumbers {
  bool isHertz = false;
  bool rolls = false;
  bool twists = false;
  double slopeFactor = 1.0;    ///< exponent of the law: dF/dδ = factor k δ^(n - 1)
  double share = 1.0;          ///< k_t/(dF/dδ)
  double shareRoot = 1.0;      ///< square root of it
  double friction = 0.0;       ///< μ
  double rolling = 0.0;        ///< μ_r, times r* where rollingRadius is 1
  double rollingRadius = 1.0;  ///< power of r* in the limit of rolling: 1, or 0 for a length
  double twisting = 0.0;       ///< α μ

  // Where contacts are given a stiffness as they come to touch, for the duration of their collisions; over m*:
  bool isStretched = false;
  double giving = 0.0;        ///< k √u = giving m* [s^-2.5]
  double dashpot = 0.0;       ///< d [1/s]
  double straightRoot = 0.0;  ///< k times the root of the overlap from which springs go on straight
};

/// Contacts side by side. Empty lanes are those of a grain with a grain far away.
struct alignas(64) SmoothBatch {
  SmoothIndex a{};         ///< grains: their places times kGrainNumbers
  SmoothIndex b{};         ///< for contacts with surfaces: a again
  SmoothIndex rowA{};      ///< rows of the piece that take the forces, times kRowNumbers
  SmoothIndex rowB{};      ///< for contacts with surfaces: unused
  SmoothLane stiffness{};  ///< k [N/m] or [N/m^1.5]
  SmoothLane damping{};    ///< 2 ζ √m* [√kg]
  SmoothLane radius{};     ///< r* [m]
  SmoothLane shareA{};     ///< r_a/(r_a + r_b)
  std::array<SmoothLane, 3> tangential{};
  std::array<SmoothLane, 3> rolling{};
  SmoothLane twisting{};
  SmoothLane rest{};  ///< overlap at which the normal spring is at rest [m]
};

/// Stiffness that contacts of a batch were given, where the duration of collisions is set and their law is Hertz's.
struct alignas(64) SmoothGiven {
  SmoothLane mass{};       ///< m* [kg]
  SmoothLane stiffness{};  ///< see ContactHistory [N/m^1.5]; 0: it does not touch
};

/// Second side of the contacts of a batch with surfaces, set before the forces are found, and these.
struct alignas(64) SmoothSurfaces {
  std::array<SmoothLane, 3> normal{};
  SmoothLane overlap{};  ///< m; negative: apart
  std::array<SmoothLane, 3> velocity{};
  std::array<SmoothLane, 3> spin{};
  SmoothLane push{};                  ///< part of the force along the normal [N]
  std::array<SmoothLane, 3> slide{};  ///< other part of the force
  std::array<SmoothLane, 3> torque{};
};

/// State of the contacts of a batch in a substep.
struct alignas(64) SmoothFound {
  std::array<SmoothLane, 3> normal{};
  SmoothLane overlap{};  ///< m; not positive: apart
  SmoothLane push{};     ///< part of the force along the normal [N]
};

/// Batches of one law in a piece.
struct SmoothGroup {
  std::uint32_t first = 0;  ///< batches [first, last)
  std::uint32_t last = 0;
  std::uint32_t law = 0;
  std::uint32_t firstSurfaces = UINT32_MAX;  ///< place of the SmoothSurfaces of the first batch; none for pairs

  bool hasSurfaces() const { return firstSurfaces != UINT32_MAX; }
};

}  // namespace scree
