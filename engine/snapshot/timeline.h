#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// A point of a run, with what happened there.
struct TimeMark {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  std::string text;
};

/// The run that a session holds, as eyes see it.
struct Timeline {
  TimeMark first;  ///< where it begins
  TimeMark last;   ///< as far as it was ever stepped
  /// The commands that changed something, by step; never null.
  std::shared_ptr<const std::vector<TimeMark>> commands = std::make_shared<const std::vector<TimeMark>>();
  bool past = false;                    ///< the world shown is before the end
  std::optional<std::uint64_t> seekTo;  ///< step on the way to which the session is
  std::uint64_t seekFrom = 0;           ///< where it started from
  std::optional<TimeMark> diverged;     ///< first step after which a replay differed from what was recorded
  bool recorded = false;                ///< it came from a recording and was not changed since
  bool loop = false;
  std::uint64_t forks = 0;     ///< number of times that the rest of the run was dropped
  std::uint64_t forkStep = 0;  ///< where it was dropped last

  std::size_t states = 0;  ///< checkpoints held
  std::size_t bytes = 0;   ///< of all of them
  std::size_t budget = 0;  ///< bytes
  double saveShare = 0.0;  ///< time for saving states over time for steps
};

/// Simulated time after `step` [s] and the step at a time, within the run. Exact, since the time step changes by
/// commands only.
double timeOf(const Timeline& timeline, std::uint64_t step);
std::uint64_t stepAt(const Timeline& timeline, double time);

}  // namespace scree
