#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/session/commands.h"
#include "engine/session/snapshot.h"
#include "engine/step/step.h"

namespace scree {

/// What the stepping thread is doing, readable at any time from any thread.
struct SessionStatus {
  std::atomic<bool> stepping{false};
  std::atomic<std::uint64_t> step{0};           ///< the step being computed
  std::atomic<std::int64_t> stepStartNanos{0};  ///< steady clock
};

/// A world that is run live: commands in, snapshots out, paced against the clock. One thread calls advance(); any
/// thread may use commands(), snapshots(), status() and interrupt(). Has no thread of its own.
class Session {
 public:
  explicit Session(World world, bool playing = true);

  CommandQueue& commands() { return commands_; }
  SnapshotMailbox& snapshots() { return snapshots_; }
  const SessionStatus& status() const { return status_; }

  /// Posts a command; one that throws the present world away also interrupts the step under way.
  std::uint64_t post(Command command);
  /// Makes the step under way stop at its next sweep. The world is then unusable until Restart or ReplaceWorld.
  void interrupt() { interrupt_.store(true); }

  /// Applies waiting commands and takes one step if one is due. Returns the seconds to wait before the next call is of
  /// use (0: call again now).
  double advance();

  const World& world() const { return world_; }
  const StepData& stepData() const { return data_; }
};

}  // namespace scree
