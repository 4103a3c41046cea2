#pragma once

#include <cstddef>
#include <cstdint>

// The tuned numbers of contacts. A change of a value above the heading "speed only" changes hashes of scenes
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one constant is named at the constant. The
// touch tolerance is in engine/base/base_constants.h.
namespace scree::contacts {

// Looking ahead in a step (METHOD.md 9.3 to 9.5)

/// Share of the relative motion that contacts within the step may add or turn aside. No measurement known.
constexpr double kTurn = 0.3;
/// Share of the step that is left on average when another particle hits one: hits are even over the step.
constexpr double kTurned = 0.5;
/// Way of two particles against each other in a step, over r_a + r_b, from which their hit counts: half of it is the
/// way after the hit. Hits that were not foreseen left overlaps of up to 0.9 diameters.
/// Test of the rule: Energy.OfADenseElasticGasDoesNotGrow.
constexpr double kLeastHit = 0.05;
/// Gap in radii up to which surfaces are followed through the substeps. A sphere from farther away is found a step
/// later, too deep, and is thrown back faster than it came. No measurement known.
constexpr double kFollowMargin = 4.0;
/// Way in radii up to which a particle looks for members (METHOD.md 9.7): what it hits from farther away is split off a
/// step late and has stopped it as a wall. With 2, grains that fell 0.4 m on a merged bed did so.
/// Test: FastMotion.AMemberIsNotPassedEither.
constexpr double kMostWay = 50.0;
/// Smallest cosine between the normal of a mesh contact and that of the feature it goes on with, 60° (METHOD.md 9.6):
/// in a substep a sphere may come past several triangles. No measurement known.
constexpr double kSameSurface = 0.5;

// Laws

/// Regularisation γ of a start from the model where the scene has 0 [s/kg] (R, METHOD.md 7.3).
constexpr double kPublishedRegularisation = 1e-6;
/// Ratio of a step's substeps to the preset's from which a step has far more (METHOD.md 6.3, 7.4): more than the few
/// that a bed a little stiffer than the preset carries asks for, as that of the shipped drum.
constexpr int kFarMore = 2;

// Speed of a front beside members (METHOD.md 10.6)

/// Time since its merge, in √(d/g), up to which a member lies where a flow comes to rest: what still slides past soon
/// stops. With the split speed for all members the plug of a drum reached a diameter too far.
/// Test: Reduction.MembersThatHaveSettledOpenAtTheMergeLimits.
constexpr double kSettling = 14.0;
/// Steps after a split in which the particle jerks, as the forces of its merge are out of date, and the factor of the
/// limit in the first of them. 3 halved the surges of a drum; with 8 it does not surge, but too much of it stays
/// merged. Test: Reduction.WhoWasAMemberItselfAStepAgoOpensOthersOnlyWhereItIsFast.
constexpr double kJerk = 3.0;

// Round-off

constexpr double kVelocityRoundOff = 1e-6;  ///< error of a difference of rounded velocities, over the largest speed
constexpr double kSpeedSlack = 1e-3;        ///< part by which the quick test of a hit is wider than the exact one

// Speed only; no result depends on it

// Candidates that are kept between steps (METHOD.md 9.2)
/// Steps that a search looks ahead, and ways of a step that a particle may be from its place then: a search serves for
/// twice as many steps. A larger value leaves more pairs to look at in each step.
constexpr double kAhead = 2.0;
/// Largest number of particles that are searched for one by one: for more a search of all costs less.
constexpr std::size_t kMostMended = 192;
constexpr std::size_t kPerMended = 24;  ///< the same in large scenes: one of so many particles

// Pieces of work, and memory asked for ahead
/// Particles, or contacts to be matched, that one thread takes together.
constexpr std::size_t kParticlesAPiece = 1024;
constexpr std::size_t kPairsAPiece = 4096;   ///< pairs
constexpr std::size_t kMembersAPiece = 256;  ///< free particles that look for members
constexpr std::uint32_t kSlotsAtOnce = 32;   ///< slots looked at together: among members hardly one is free
constexpr std::size_t kPairsAtOnce = 128;    ///< pairs tested together: their numbers fit the nearest cache
constexpr std::size_t kSlipsAtOnce = 64;     ///< contacts whose motions are found together; a bit of a word each
constexpr std::size_t kFetchAhead = 12;      ///< contacts between a request for memory and its use

}  // namespace scree::contacts
