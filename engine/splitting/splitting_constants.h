#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>

// The tuned numbers of splitting. Lengths "in diameters" are those of the member at hand unless another is named. A
// change of a value above the heading "speed only" changes hashes of scenes with merging
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one constant is named at the constant.
namespace scree::splitting {

// Audits (METHOD.md 10.14). Audits whose intervals only doubled split 3.8e-3 members a grain and second over an hour of
// rest, with the three numbers below 6e-4. Test: SlowRest.OfAnHourSplitsLittleAndSinksNot.

/// Way of a member while it was open, in diameters, up to which it was in its place before. No measurement known of the
/// value.
constexpr double kStayed = 0.05;
/// Way in diameters up to which a member was at rest: hundreds of such audits leave it where it is.
constexpr double kRested = 1e-4;
/// Doublings of the interval by an audit that moved a member up to kStayed.
constexpr std::uint32_t kDoublingsInPlace = 1;
constexpr std::uint32_t kDoublingsAtRest = 3;  ///< doublings by an audit that moved it up to kRested
constexpr std::uint32_t kMostDoublings = 40;   ///< doublings that count: keeps the interval finite
/// Share of its interval after a merge in which an audit beside a member leaves it closed. No measurement known of the
/// value.
constexpr double kFresh = 0.5;
/// Members that audits open in a step at most, on average: their cost must not grow with the bed. The 14000 or so near
/// the surface of a bed of 100000 are all looked at within 700 steps. Test: Rest.ABedTwiceAsLargeIsAuditedNoMore.
constexpr double kMostAudited = 20.0;
/// Share of the probed places above a buried member that are taken; no measurement known.
constexpr double kBuried = 0.7;
/// Distance of a member from a probed place that it takes [diameters]; no measurement known.
constexpr double kNearProbe = 0.8;

// Fronts and impacts (METHOD.md 10.6)

constexpr std::uint64_t kFrontLasts = 20;  ///< steps after a front in which an aggregate flows; no measurement known
/// Layers that an impact opens at most. No measurement known.
/// Test: ContactSplit.AnImpactOpensALayerMoreForEachStepOfItsSpeed.
constexpr int kDeepestImpact = 4;

// Swept overlaps (METHOD.md 10.7)

/// Speed up to which a body stands still for the members that it touches [m/s]: a wall that creeps into a merged bed
/// must find grains that give way. No measurement known.
constexpr double kStillSpeed = 1e-6;
/// Reach of a hit into a bed, in sizes of the body that hits it. Less stops the body too soon: the crater of a ball of
/// 5 d at 2.4 m/s is 30 % too flat with 0, 6 % with 1, 1 % with 2. Test: SlowDroppedBall.MakesTheCraterOfAFullRun.
constexpr double kStirs = 2.0;
constexpr double kLeastGravity = 1e-9;  ///< gravity that a body is stopped by at least [m/s²]: keeps the reach finite

// Pressed members (METHOD.md 10.9)

/// Force out of balance over the forces of the merge. A layer under a growing load lags behind it by half this part on
/// average, so that a bed is too stiff by some such parts; with 0.5 it was twice as stiff.
constexpr double kUnbalanced = 0.1;
/// Force out of balance over the weight of a member that is left to flows, where forces fluctuate. No measurement
/// known.
constexpr double kUnbalancedWeights = 2.0;
/// Force of nothing [N]: without gravity and kept forces nothing is out of balance by a share.
constexpr double kNoForce = 1e-12;

// Loads on aggregates (METHOD.md 10.8)

/// Change of a load without gravity that opens an aggregate [m/s²]: about the speed of a front in 0.1 s. No measurement
/// known.
constexpr double kWeightless = 0.1;
/// Angle turned in which a flow takes each member to another place once on average, at most [rad]. In each ring of a
/// drum that is half full that is half a turn. More than twice as much, because members that come to rest within a
/// diameter are not counted and a flow comes in avalanches. A merged bed rode up to 60° before the rule.
/// Tests: SlowMergedDrum.FlowsFromTheStartAsItDoesInFull, SlowMergedDrum.FlowsInASmallDrumToo.
constexpr double kLongestRide = 2.3 * std::numbers::pi;
/// Angle turned between two questions whether enough flows [rad]. A smaller angle opened beds that flowed a moment
/// later in an avalanche.
constexpr double kAskedAfter = 0.2;
constexpr double kSurelyDue = 10.0;  ///< expected members in flow from which none is no chance; no measurement known

// Support (METHOD.md 10.10) and floating aggregates (METHOD.md 10.16)

/// Contacts with friction that keep a member on a carrier that turns: it rolls about a single one. Merging asks for one
/// or two more (merging::kContactsToRide). Test: LooseRiders.AreSplitOffTwoStepsAfterTheirNeighbours.
constexpr std::size_t kContactsToStay = 2;
/// Length of the strip before the end of a belt where members are split off, in diameters of the largest: their load
/// falls with them. No measurement known.
constexpr double kBeltEnd = 2.5;
/// Half extents of the box that stands for all beyond the end of a belt [m]. A belt in a world that is wider is cut.
constexpr double kFar = 1e3;
constexpr int kBreakUp = 2;  ///< smallest number of floating particles over the number at which they are split up again
/// Way of a floating aggregate between two looks at bodies at rest, in radii: members may sink in as far. No
/// measurement known.
constexpr double kUnseen = 5e-4;

// Trial solve (METHOD.md 10.13)

constexpr double kTiny = 1e-12;  ///< force or torque in the denominator of a share [N, N m]: 0/0 is no excess

// Round-off

/// Error of a place that was rounded to single precision and computed with: a length [m] and a part of its coordinates.
/// Single precision rounds by 6e-8.
constexpr double kPlaceRoundOff = 1e-9;
constexpr double kPlaceRoundOffShare = 1e-6;

// Speed only; no result depends on it

constexpr std::size_t kFetchAhead = 8;        ///< contacts between a request for memory and its use
constexpr std::size_t kContactsAPiece = 512;  ///< contacts that one thread looks at together
constexpr std::size_t kStale = 64;  ///< entries beyond twice the members from which the queue of audits is tidied up

}  // namespace scree::splitting
