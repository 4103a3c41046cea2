#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

// The tuned numbers of splitting. Lengths "in diameters" are those of the member at hand unless another is named. A
// change of a value above the heading "speed only" changes hashes of scenes with merging
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one constant is named at the constant.
namespace scree::splitting {

// Audits (METHOD.md 10.14). Audits whose intervals only doubled split 3.8e-3 members a grain and second over an hour of
// rest, with these numbers 9e-4. Test: SlowRest.OfAnHourSplitsLittleAndSinksNot.

/// Way of a member while it was open, in diameters, up to which it was in its place before: its interval doubles. With
/// none that doubles, a bed that a plate presses at 2 mm/s is opened more often and bears 0.79 of its load in full at
/// the end, not 0.83. Test: Rest.WhatComesDownSlowerThanAFrontIsFelt.
constexpr double kStayed = 0.05;
/// Way in diameters up to which a member was at rest: hundreds of such audits leave it where it is.
constexpr double kRested = 1e-4;
constexpr std::uint32_t kDoublingsAtRest = 3;  ///< doublings of the interval by an audit that moved it up to kRested
/// Share of its interval after a merge in which an audit beside a member leaves it closed. Without it an hour of rest
/// splits 2.2e-3 members a grain and second.
constexpr double kFresh = 0.5;
/// Members that audits open in a step at most, on average: their cost must not grow with the bed. The 14000 or so near
/// the surface of a bed of 100000 are all looked at within 700 steps. Test: Rest.ABedTwiceAsLargeIsAuditedNoMore.
constexpr double kMostAudited = 20.0;
/// Radius of the patch that an audit opens, in diameters: grains in a patch find other places only together. No
/// measurement known.
constexpr double kPatch = 3.0;
/// Depth below a surface down to which members are audited, in diameters: piles relax in their uppermost 10 to 20
/// diameters (Deboeuf et al. 2003).
constexpr double kAuditedDepth = 6.0;

// Fronts and impacts (METHOD.md 10.6)

/// Layers that an impact opens at most. No measurement known.
/// Test: ContactSplit.AnImpactOpensALayerMoreForEachStepOfItsSpeed.
constexpr int kDeepestImpact = 4;

// Swept overlaps (METHOD.md 10.7)

/// Speed up to which a body stands still for the members that it touches, over the split speed: a wall that creeps into
/// a merged bed must find grains that give way. No measurement known.
constexpr double kStill = 1e-4;
/// Reach of a hit into a bed, in sizes of the body that hits it. Less stops the body too soon: the crater of a ball of
/// 5 d at 2.4 m/s is 30 % too flat with 0, 6 % with 1, 1 % with 2. Test: SlowDroppedBall.MakesTheCraterOfAFullRun.
constexpr double kStirs = 2.0;

// Loads of members (METHOD.md 10.8)

/// Share of the force out of balance that is left alone (`balance`) which a sweep leaves.
constexpr double kRelaxed = 0.5;
/// Sweeps in a step. 4, 8, 32 and 200 found the same members in a drum, a silo and on a conveyor.
constexpr int kSweeps = 4;
/// Speed of a drift that splits a member off, over the front speed.
constexpr double kDrift = 2.0;
constexpr double kLeastDrift = 0.02;  ///< share of that speed below which a drift is forgotten
/// Change of what the contacts of a member bear, over its weight, that is left besides the part `bearing` of what they
/// bore. The overlaps of members stay as they were, and those that are wrong for their forces jump when they are
/// opened: with 0.3 and five weights 31 % of the members of a drum jumped in a converged solve, with 0.2 and one weight
/// 7 %, with 0.1 4 %. Each opening lets a bed give way that is wedged between walls: pressed by a plate it bears 0.83,
/// 0.79 and 0.78 of its load in full with 0.2, 0.1 and 0.05. Test: Rest.WhatComesDownInANarrowBoxIsFelt.
constexpr double kBearingWeights = 1.0;
/// Force of nothing [N], and torque [N m]: without gravity and kept forces nothing is out of balance by a share.
constexpr double kNoForce = 1e-12;

// Support (METHOD.md 10.10) and floating aggregates (METHOD.md 10.16)

/// Length of the strip before the end of a belt where members are split off, in diameters of the largest: their load
/// falls with them. No measurement known.
constexpr double kBeltEnd = 2.5;
/// Way of a floating aggregate between two looks at bodies at rest, in radii: members may sink in as far. No
/// measurement known.
constexpr double kUnseen = 5e-4;

// Round-off and bounds, not tuned

/// Error of a place that was rounded to single precision and computed with, as a part of its coordinates and a
/// millimetre.
constexpr double kPlaceRoundOff = 8.0 * double{std::numeric_limits<float>::epsilon()};
constexpr double kFar = 1e6;              ///< half extents of the box for all beyond the end of a belt [m]
constexpr double kMostAuditSteps = 1e18;  ///< longest interval of audits: fits a step number

// Speed only; no result depends on it

constexpr std::size_t kFetchAhead = 8;        ///< contacts between a request for memory and its use
constexpr std::size_t kContactsAPiece = 512;  ///< contacts that one thread looks at together
constexpr std::size_t kMembersAPiece = 256;   ///< members that one thread weighs or judges together
constexpr std::size_t kStale = 64;  ///< entries beyond twice the members from which the queue of audits is tidied up

}  // namespace scree::splitting
