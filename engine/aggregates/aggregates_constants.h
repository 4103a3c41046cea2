#pragma once

#include <cstdint>

// The tuned numbers of aggregates. A change changes hashes of scenes with merging
// (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions).
namespace scree::aggregates {

/// Time over which accelerations of carriers that forces move are averaged [s] (METHOD.md 10.8): single knocks shake
/// their riders but do not free them. No measurement known of the value.
constexpr double kLoadTime = 0.05;
/// Such times after which the load of a new aggregate is known: to e^-5, a hundredth.
constexpr double kLoadTimesToBegin = 5.0;
/// Level of a member that nothing connects with its carrier: more than any chain of contacts is long. No measurement
/// known.
constexpr std::uint32_t kNoLevel = 100000;

}  // namespace scree::aggregates
