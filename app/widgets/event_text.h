#pragma once

#include <optional>
#include <string>

#include "engine/snapshot/snapshot.h"

// Merges and splits in words. All that is said comes from the event; names of bodies come from the snapshot.
namespace scree {

/// A measured value and its limit, as shown: in `unit`, already scaled to it.
struct ValueOverLimit {
  double measured = 0.0;
  double limit = 0.0;
  std::string unit;
};

/// What is told of an event or a state.
struct Story {
  std::string sentence;
  std::optional<ValueOverLimit> value;
  std::optional<ParticleId> partner;  ///< the other grain that took part
};

Story storyOf(const LoggedEvent& event, const EventHistory& history, const Snapshot& snapshot);
/// Why a free grain did not merge in the last step.
Story storyOf(const WhyFree& why, const Snapshot& snapshot);
/// "aggregate 2 (drum)"
std::string aggregateText(const Snapshot& snapshot, std::uint32_t id);
/// For lists: "3.215 s  split: front  31 mm/s"
std::string lineOf(const LoggedEvent& event);

}  // namespace scree
