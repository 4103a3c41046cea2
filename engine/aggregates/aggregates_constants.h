#pragma once

#include <cstdint>

// The tuned numbers of aggregates. A change changes hashes of scenes with merging
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions).
namespace scree::aggregates {

/// Time over which accelerations of carriers that forces move are averaged and in which a drift fades, in √(d/g)
/// (METHOD.md 10.8): single knocks shake riders but do not free them, and what pushes to and fro does not add up.
constexpr double kLoadTime = 1.5;
/// Such times after which the load of a new aggregate is known: to e^-5, a hundredth.
constexpr double kLoadTimesToBegin = 5.0;
/// Distance of a member that covers a place from there, in diameters. No measurement known.
constexpr double kNearAbove = 0.8;

/// Level of a member that nothing connects with its carrier.
constexpr std::uint32_t kNoLevel = UINT32_MAX;

}  // namespace scree::aggregates
