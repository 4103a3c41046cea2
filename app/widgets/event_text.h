#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/snapshot/snapshot.h"

// Texts about merges and splits. All facts come from the event, names of bodies and sensors from the snapshot.
namespace scree {

/// Measured value and its limit as they are shown, in `unit`.
struct ValueOverLimit {
  double measured = 0.0;
  double limit = 0.0;
  std::string unit;
};

/// Text about an event of a grain or about its state.
struct Story {
  std::string sentence;
  std::optional<ValueOverLimit> value;  ///< value that decided, where it was measured
  std::optional<ParticleId> partner;    ///< other grain of the contact that decided
};

/// Says why a grain merged or was split off.
Story storyOf(const LoggedEvent& event, const EventHistory& history, const Snapshot& snapshot);
/// Says why a free grain did not merge in the last step.
Story storyOf(const WhyFree& why, const Snapshot& snapshot);
/// Name of an aggregate with its carrier: "aggregate 2 (drum)".
std::string aggregateText(const Snapshot& snapshot, std::uint32_t id);
/// Lines about an event for lists, from long to short: "3.215 s  motion: passing  31 mm/s", then without the value,
/// then without the idea.
std::vector<std::string> linesOf(const LoggedEvent& event);
/// Cause of a split with its sub-cause: "motion: passing".
std::string causeName(SplitCause cause);
/// Lines about the splits of each idea that has some, each after a line break: "\nmotion 12: passing 10, impact 2".
std::string linesOfSplits(const ReductionCounts& counts);
/// Help on the splits of an idea: the meaning of the idea, then a line with count and words for each sub-cause.
std::string splitsHelp(const ReductionCounts& counts, SplitIdea idea);

}  // namespace scree
