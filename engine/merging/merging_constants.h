#pragma once

#include <cstddef>
#include <cstdint>

// The tuned numbers of merging. A change of a value above the heading "speed only" changes hashes of scenes with
// merging (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions); a test of one constant is named at the constant.
namespace scree::merging {

// Merge criterion (METHOD.md 10.3)

/// Speed of a contact beside which grains may merge, over split_speed. With 1, grains at the edge of a flow merged and
/// split in turns: a quarter of the members that split off in a drum had stayed for three steps or less.
/// Test: Reduction.WhatMovesPastAGrainKeepsItFromMergingBeforeItWouldSplitItOff (0.4 and 0.84 fail).
constexpr double kSpeedBeside = 2.0 / 3.0;
/// Steps from one look for merges to the next, where the merge window is longer: it then begins and ends with a look.
/// Test: Reduction.WhoMayMergeIsAskedInEverySecondStepWhereTheWindowHasRoom.
constexpr std::uint32_t kSparseLook = 2;

// Quarantine (METHOD.md 10.14)

/// Share of the quarantine after which it may end: a particle that moves by less than this share of the limits by then
/// stays within them, if it gains speed evenly. Most lie still after 5 of 20 steps.
/// Test: Reduction.TheQuarantineEndsEarlyForWhatIsAtRest.
constexpr double kEarliestEnd = 0.25;

// Who joins (METHOD.md 10.4)

/// Contacts with friction that a grain needs to merge with a carrier that turns: gravity soon pulls from another side.
/// One less for a grain that a member covers.
/// Test: Reduction.AGrainInAGrooveRidesOnWhatTurnsWhenAMemberCoversIt.
constexpr std::size_t kContactsToRide = 3;

// Speed only; no result depends on it

constexpr std::size_t kContactsAPiece = 1024;  ///< contacts that one thread judges together

}  // namespace scree::merging
