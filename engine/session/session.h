#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "engine/session/capture_clock.h"
#include "engine/session/commands.h"
#include "engine/session/history.h"
#include "engine/session/live_twin.h"
#include "engine/session/pacing.h"
#include "engine/session/run_observer.h"
#include "engine/session/world_commands.h"
#include "engine/snapshot/snapshot.h"
#include "engine/snapshot/snapshot_pool.h"

namespace scree {

class StepThreads;
struct StepData;

/// What the stepping thread is doing, readable at any time from any thread.
struct SessionStatus {
  std::atomic<bool> stepping{false};
  std::atomic<std::uint64_t> step{0};           ///< the step being computed
  std::atomic<std::int64_t> stepStartNanos{0};  ///< steady clock
  std::atomic<std::uint64_t> failures{0};       ///< things thrown so far, of which the snapshots' message tells
};

/// A world that is run live: commands in, snapshots out, paced against the clock. One thread calls advance(); any
/// thread may use commands(), snapshots(), captures(), acknowledgeCapture(), status(), post(), wish() and interrupt().
/// Has no thread of its own.
class Session {
  // Wide: commands, pace, history, seeking and twin change one world in one order.
 public:
  explicit Session(World world, bool playing = true);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  CommandQueue& commands() { return commands_; }
  SnapshotMailbox& snapshots() { return snapshots_; }
  /// States for the film that CaptureFrames asked for; one shows all frames since the last acknowledged one.
  SnapshotMailbox& captures() { return captures_; }
  /// The film has got its first `frames` frames (Snapshot::filmFrames): the simulation may go on to the next.
  void acknowledgeCapture(std::uint64_t frames);
  const SessionStatus& status() const { return status_; }

  /// Posts a command and returns its sequence number (see Snapshot::lastCommand). One that throws the present world
  /// away also interrupts the step under way.
  std::uint64_t post(Command command);
  /// Asks for lists in the next snapshots, until another request comes. A paused world is published again.
  void request(const SnapshotRequest& request);
  /// Makes the step under way and all later ones stop at their next sweep: for closing.
  void interrupt();

  /// Applies waiting commands and takes one step if one is due. Returns the seconds to wait on commands() before the
  /// next call is of use (0: call again now). Throws nothing: what goes wrong in a step (no memory, a damaged state)
  /// pauses the session, the next snapshot's message tells it, and the run goes back to the state before that step, by
  /// stepping on from the saved one before it. All commands work on, those that save the run among them.
  double advance() noexcept;

  /// For the thread that calls advance().
  const World& world() const { return world_; }
  const StepData& stepData() const { return *data_; }

 private:
  double advanceOrThrow();
  /// After advanceOrThrow() has thrown something with this text.
  double recover(const char* what) noexcept;
  /// Goes to the newest complete state of the run from one in the middle of a step. Stepping on to it from the saved
  /// state before takes a while (seek_) and may fail as well: without it the saved state has to do.
  void goBack(bool stepOn);
  /// A command has changed the world: into the history, and to the twin.
  void book(const WorldCommand& command);
  /// From now on the world is in the middle of something, until usable_ is set again.
  void leaveWorld();
  void applyCommands();
  /// Of the commands that change the world.
  void apply(const WorldCommand& command);
  void apply(const Play&);
  void apply(const Pause&);
  void apply(const StepOnce& command);
  void apply(const Restart&);
  void apply(const SetTargetRate& command);
  void apply(const CompareMethods& command);
  void apply(const CaptureFrames& command);
  void apply(const ReplaceWorld& command);
  void apply(const ExtendWorld& command);
  void apply(const SeekTo& command);
  void apply(const StepBack& command);
  void apply(const ResumeHere& command);
  void apply(const SetHistoryBudget& command);
  void apply(const SetLoop& command);
  void apply(const TakeRecording& command);
  void apply(const ReplayRecording& command);
  void apply(const StartTwin& command);
  void apply(const StopTwin&);
  void adopt(World world);
  void place(World world);
  void seek(std::uint64_t step);
  void seekOn();
  void restore(std::uint64_t step);
  /// Ends a pull that a run forked from its past still has.
  void endPull(const std::optional<WorldCommand>& command);
  void applyDue();
  void applyLogged();
  void applyCommandsAtHead();
  void endReplay();
  void consumeInterrupt();
  void useThreads();
  void takeStep();
  void beginTwin();
  bool takeStepWithTwin();
  bool stepBoth();
  bool stepTwin();
  void showTwin(Snapshot& snapshot);
  void publish(const SnapshotRequest& request);

  CommandQueue commands_;
  SnapshotMailbox snapshots_;
  SnapshotMailbox captures_;
  SessionStatus status_;
  SharedRequest request_;
  SnapshotRequest published_;       ///< those that the newest snapshot fulfils
  std::atomic<int> interrupts_{0};  ///< reasons to stop a step: worlds about to be thrown away, closing

  std::vector<QueuedCommand> taken_;   ///< from the queue, on their way to those waiting
  std::deque<QueuedCommand> waiting_;  ///< taken from the queue, not yet applied

  World world_;
  std::shared_ptr<const std::vector<std::byte>> loaded_;  ///< the state to restart from
  History history_;
  /// A step of the run that is being gone to.
  struct Seek {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    bool isRecovery = false;  ///< something was thrown in the step after it
  };
  std::optional<Seek> seek_;
  std::optional<std::uint64_t> dueApplied_;  ///< the step whose logged commands are in force
  std::unique_ptr<StepData> data_;
  RunObserver observer_;
  std::unique_ptr<StepThreads> threads_;
  bool usable_ = true;          ///< false while the world is in the middle of a step or of being replaced
  std::uint64_t goodStep_ = 0;  ///< while it is: the step that it was at before
  bool steppingTwin_ = false;   ///< what is thrown is the twin's
  bool playing_ = true;
  int stepsWanted_ = 0;
  Pacing pacing_;
  std::optional<TwinChoice> twinChoice_;  ///< the one asked for; the twin itself is made anew with the world
  std::unique_ptr<LiveTwin> twin_;
  std::uint64_t twinsBegun_ = 0;
  double stepCost_ = 0.0;               ///< s, of the newest step
  std::atomic<int> twinInterrupts_{0};  ///< commands that came while a slow step of the twin may be under way

  SnapshotPool pool_;
  CaptureClock capture_;
  std::atomic<std::uint64_t> acknowledged_{0};  ///< frames that the film has got
  std::uint64_t worldVersion_ = 0;
  std::uint64_t lastCommand_ = 0;
  std::string message_;
  bool changed_ = true;         ///< something to publish
  double lastPublished_ = 0.0;  ///< s, steady clock
};

}  // namespace scree
