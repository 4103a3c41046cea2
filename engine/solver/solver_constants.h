#pragma once

#include <cstddef>

// The tuned numbers of the solver. A change of a value above the heading "speed only" changes hashes of scenes
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one constant is named at the constant. Values
// of type float are used in single precision.
namespace scree::solver {

// Limited rows: rows made softer than their law (METHOD.md 5.8, engine/solver/stiffness_limit.h)

/// Overlap over the smaller diameter that the limit may add under a load; where it would be more, the next steps take
/// more substeps (METHOD.md 8.2). Laws of granular material are off by more; a hundredth and above can be seen.
constexpr double kSoftenedOverlap = 0.002;
/// Overlap over the smaller diameter from which a contact that still closes, with less than half of its law's force, is
/// not stopped by the solve. Sound scenes reach 0.15 for a step where something is hit within it; the guard stops a run
/// at 0.25. With the rules for heavy grains 12 instead of 29 of 1600 cases of the stress matrix failed.
constexpr double kPressed = 0.2;
/// Square of the ratio by which the next step then has more substeps: twice as many, again and again until it stops.
constexpr double kMoreForLag = 4.0;
/// Compliance over the limit up to which a row counts as limited in steps with more substeps than the preset: these are
/// chosen so that the stiffest rows lie just at the limit. With 1 a plate of 100 kg fell at 0.59 m/s on four grains and
/// rose at 0.73 m/s. 1.5 and 2.5 give the same rebounds of falling plates; with 2 the triaxial scene lost a grain,
/// which contacts found too late cause and any change of the solver shifts.
constexpr double kNearLimit = 1.5;

// Bounds of numbers

/// Smallest overlap that a Hertz row is made for: its compliance has no bound as the overlap vanishes. The force is nil
/// below. Test of the first: Spook.VanishingOverlapStaysFinite.
constexpr double kSmallestOverlap = 1e-12;       ///< in the reference methods [m]
constexpr float kSmallestOverlapShare = 1e-10F;  ///< in the batched form, over r_a + r_b
constexpr double kAnySpeed = 1e30;               ///< parting speed of a row that is not limited [m/s]
constexpr double kNeverPushes = -1e30;           ///< target of a normal row that must not push [m/s]
constexpr float kTiny = 1e-30F;                  ///< smallest divisor in single precision
constexpr float kTogether = 10.0F * kTiny;       ///< distance up to which two centres are in one place [m]
constexpr float kSmallestInverse = 1e-15F;       ///< smallest 1/D_t that is squared: its square is no zero

// Speed only; no result depends on it

/// Looks at its own slabs before a thread takes another's, which are in another cache: some 30 µs, a few times as long
/// as a pass over a slab. Two threads on a small bed were a fifth faster.
constexpr std::size_t kPatience = 4000;
constexpr std::size_t kSpins = 8000;    ///< looks before a thread offers its processor to others
constexpr double kOwnCache = 1.0e6;     ///< cache of a processor [bytes]: 1 or 2 MB, part of which the bodies take
constexpr std::size_t kFetchAhead = 8;  ///< bodies between a request for memory and its use

}  // namespace scree::solver
