#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// Point of a run with a text.
struct TimeMark {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  std::string text;
};

/// Run that a session holds, for display.
struct Timeline {
  TimeMark first;  ///< beginning of the run
  TimeMark last;   ///< last step that was ever made
  /// Commands that changed the world, by step; never null.
  std::shared_ptr<const std::vector<TimeMark>> commands = std::make_shared<const std::vector<TimeMark>>();
  bool past = false;                    ///< the shown world is before the end of the run
  std::optional<std::uint64_t> seekTo;  ///< step to which the session is going
  std::uint64_t seekFrom = 0;           ///< step at which the session started to go
  std::optional<TimeMark> diverged;     ///< first step at which a replay differed from the recording
  bool recorded = false;                ///< the run is a recording and was not changed since
  bool loop = false;
  std::uint64_t forks = 0;     ///< number of times the rest of the run was dropped
  std::uint64_t forkStep = 0;  ///< step at which it was dropped last

  std::size_t states = 0;  ///< number of saved states
  std::size_t bytes = 0;   ///< memory of the saved states
  std::size_t budget = 0;  ///< memory allowed for saved states [bytes]
  double saveShare = 0.0;  ///< share of time: saving states over steps
};

/// Simulated time after `step` [s], and the step at a time, within the run. Exact, since the time step changes by
/// commands only.
double timeOf(const Timeline& timeline, std::uint64_t step);
std::uint64_t stepAt(const Timeline& timeline, double time);

}  // namespace scree
