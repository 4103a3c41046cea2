#pragma once

#include <cstddef>

// The tuned numbers of settings. Defaults and ranges of what a scene may set are in parameters.cpp, with their sources;
// presets in presets.cpp. A change changes hashes of scenes
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions).
namespace scree::settings {

// Speeds that follow from the grains, over √(g d) (METHOD.md 3.7)

constexpr double kImpactNumber = 0.14;      ///< impact speed: 0.05 m/s for pellets of 13 mm at 9.81 m/s² (R)
constexpr double kWarmStartNumber = 0.224;  ///< warm start speed: 0.08 m/s, measured for the same pellets
/// Parting speed of limited rows (METHOD.md 5.8): a small part of √(g d), so that overlaps that were never stored give
/// no energy back. No measurement known.
constexpr double kPartingNumber = 0.02;

// Over-relaxation (METHOD.md 5.2)

/// Over-relaxation of the own presets.
constexpr double kOverRelaxation = 1.3;
/// Excess of the factor of friction and rolling rows over that of normal rows, as a ratio: with 8 sweeps 1.3 and 1.5
/// leave 0.61, 0.84 and 0.87 of the error in the slow three quarters of drum, conveyor and pile. With 1.3 and 1.3 a
/// tilted and a shaken box err 1.2 and 1.3 times as much; 1.4 and 1.7 shook a bed (study of convergence).
constexpr double kTangentialExcess = 5.0 / 3.0;

// Parts of a step (METHOD.md 8.4)

/// Way in a step, in radii, against a particle that would be met, from which a step is divided. No measurement known.
constexpr double kFarthestWay = 2.0;
constexpr double kWayOfPart = 1.0;  ///< way in a part [radii]: contacts between particles are found as far ahead
/// Way of a fast particle in a part against what it would meet [radii]: only few particles are as fast, and contacts
/// are found as far ahead for them. Divided at 2 radii the laboratory's balling drum took three parts in each step for
/// the particles that are fed and that leave (METHOD.md 17.7).
constexpr double kFarthestHit = 4.0;
constexpr double kWayOfSubstep = 0.5;  ///< way in a substep [radii]; no measurement known
constexpr int kMostParts = 128;        ///< parts of a step: enough at 50 radii a step where hits throw twice as fast

// Collisions of a set duration (METHOD.md 18; Ray, Kempe and Fröhlich 2015, by series and by a fit of theirs)

constexpr double kElasticDuration = 3.218;     ///< τ_0: an undamped collision in units of t*
constexpr double kSlopeOfRestitution = 3.576;  ///< α: -de/dλ at λ = 0
constexpr double kDecayOfCollisions = 0.744;   ///< C
constexpr double kShortening = 0.716;          ///< A: T = t* τ_0/√(1 - A λ - B λ²)
constexpr double kShorteningSquare = 0.830;    ///< B
/// Least restitution that the formulas are asked for: 0.05 gives 0.036 and a duration 10 % too long, less gives grains
/// that stick.
constexpr double kLeastStretched = 0.05;
/// Overlap over u t* from which springs go on straight. An undamped collision goes 1.093 deep, others less.
constexpr double kStraightFrom = 1.25;

// Substeps and sweeps

constexpr int kMostSubstepsUnderLoad = 512;  ///< substeps of a step under loads (METHOD.md 8.1); no measurement known
constexpr std::size_t kWorthResting = 1000;  ///< contacts from which `rest_tolerance` acts: fewer cost nothing

// Substeps of smooth DEM (METHOD.md 16)

/// Share of sqrt(m/k) that a substep may take, for linear springs. The paper's 0.17 is stable; restitution is then off
/// by up to a tenth, with this by a hundredth (Smooth.RestitutionIsThatOfTheLaw).
constexpr double kShareOfPeriod = 0.05;
/// Share of the Rayleigh time of the smallest grain that a substep may take, for Hertz springs.
constexpr double kShareOfRayleigh = 0.1;
/// Gap up to which smooth DEM has all pairs in the list, over the smallest radius: half of it goes by in a part of a
/// step (METHOD.md 18). Without it an undamped column of 25 gains energy in steps of 5 ms.
constexpr double kSmoothSkin = 0.2;

}  // namespace scree::settings
