#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "engine/analysis/method_comparison.h"
#include "engine/base/parallel.h"
#include "engine/session/commands.h"
#include "engine/session/event_log.h"
#include "engine/session/fill_snapshot.h"
#include "engine/session/pacing.h"
#include "engine/session/snapshot.h"
#include "engine/session/snapshot_pool.h"
#include "engine/step/step.h"

namespace scree {

/// What the stepping thread is doing, readable at any time from any thread.
struct SessionStatus {
  std::atomic<bool> stepping{false};
  std::atomic<std::uint64_t> step{0};           ///< the step being computed
  std::atomic<std::int64_t> stepStartNanos{0};  ///< steady clock
};

/// A world that is run live: commands in, snapshots out, paced against the clock. One thread calls advance(); any
/// thread may use commands(), snapshots(), status(), post(), wish() and interrupt(). Has no thread of its own.
class Session {
 public:
  explicit Session(World world, bool playing = true);

  CommandQueue& commands() { return commands_; }
  SnapshotMailbox& snapshots() { return snapshots_; }
  const SessionStatus& status() const { return status_; }

  /// Posts a command and returns its sequence number (see Snapshot::lastCommand). One that throws the present world
  /// away also interrupts the step under way.
  std::uint64_t post(Command command);
  /// What the next snapshots are to have besides the rest, until other wishes come. A paused world is published again.
  void wish(const Wishes& wishes);
  /// Makes the step under way and all later ones stop at their next sweep: for closing.
  void interrupt();

  /// Applies waiting commands and takes one step if one is due. Returns the seconds to wait on commands() before the
  /// next call is of use (0: call again now).
  double advance();

  /// For the thread that calls advance().
  const World& world() const { return world_; }
  const StepData& stepData() const { return data_; }

 private:
  void applyCommands();
  void apply(const SetParameter& command);
  void apply(const SetChoice& command);
  void apply(const SetPreset& command);
  void apply(const SetReductionPreset& command);
  void apply(const AddSensor& command);
  void apply(const ChangeSensor& command);
  void apply(const RemoveSensor& command);
  void apply(const SplitAll& command);
  std::string refusalOf(const SplitSensor& sensor) const;
  void apply(const SetDriveSpeed& command);
  void apply(const Play&);
  void apply(const Pause&);
  void apply(const StepOnce& command);
  void apply(const Restart&);
  void apply(const SetTargetRate& command);
  void apply(const CompareMethods& command);
  void apply(const ReplaceWorld& command);
  void adopt(World world);
  void forgiveInterrupt();
  void takeStep();
  void publish();
  void useThreads();

  CommandQueue commands_;
  SnapshotMailbox snapshots_;
  SessionStatus status_;
  SharedWishes wishes_;
  Wishes published_;                ///< those that the newest snapshot fulfils
  std::atomic<int> interrupts_{0};  ///< reasons to stop a step: worlds about to be thrown away, closing

  World world_;
  std::vector<std::byte> loaded_;  ///< the state to restart from
  StepData data_;
  EventLog events_;
  std::unique_ptr<ThreadPool> threads_;
  bool usable_ = true;  ///< false after an interrupted step
  bool playing_ = true;
  int stepsWanted_ = 0;
  Pacing pacing_;
  StageTimes smoothTimes_;
  double smoothContactSweeps_ = 0.0;
  std::shared_ptr<const MethodComparison> comparison_;

  SnapshotPool pool_;
  SharedShapes shapes_;
  std::uint64_t worldVersion_ = 0;
  std::uint64_t lastCommand_ = 0;
  std::string message_;
  bool changed_ = true;         ///< something to publish
  double lastPublished_ = 0.0;  ///< s, steady clock
};

}  // namespace scree
