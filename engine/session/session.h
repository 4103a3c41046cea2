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

/// State of the stepping thread, readable at any time from any thread.
struct SessionStatus {
  std::atomic<bool> stepping{false};
  std::atomic<std::uint64_t> step{0};           ///< number of the step being computed
  std::atomic<std::int64_t> stepStartNanos{0};  ///< start of the step on the steady clock [ns]
  std::atomic<std::uint64_t> failures{0};  ///< number of exceptions so far; the message of a snapshot names the last
};

/// Live run of a world: takes commands, gives snapshots, and is paced against the clock. One thread calls advance();
/// any thread may use commands(), snapshots(), captures(), acknowledgeCapture(), status(), post(), request() and
/// interrupt(). Has no thread of its own.
class Session {
  // Wide: commands, pace, history, seeking and twin change one world in one order.
 public:
  explicit Session(World world, bool playing = true);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  CommandQueue& commands() { return commands_; }
  SnapshotMailbox& snapshots() { return snapshots_; }
  /// States for the film of CaptureFrames; one state shows all frames since the last acknowledged one.
  SnapshotMailbox& captures() { return captures_; }
  /// Reports that the film has its first `frames` frames (Snapshot::filmFrames): the simulation may go on to the next.
  void acknowledgeCapture(std::uint64_t frames);
  const SessionStatus& status() const { return status_; }

  /// Posts a command and returns its sequence number (see Snapshot::lastCommand). A command that discards the present
  /// world also interrupts the step under way.
  std::uint64_t post(Command command);
  /// Asks for lists in the next snapshots, until the next request. A paused world is published again.
  void request(const SnapshotRequest& request);
  /// Stops the step under way and all later ones at their next sweep: for closing.
  void interrupt();

  /// Applies waiting commands and takes one step if one is due. Returns the time to wait on commands() before the next
  /// call is of use [s] (0: call again now). Throws nothing: an error in a step (no memory, a damaged state) pauses the
  /// session, is told in the next snapshot's message, and takes the run back to the state before that step, by stepping
  /// from the saved state before it. All commands still work, those that save the run included.
  double advance() noexcept;

  /// World at present; only for the thread that calls advance().
  const World& world() const { return world_; }
  const StepData& stepData() const { return *data_; }

 private:
  double advanceOrThrow();
  /// Handles an exception of advanceOrThrow() with this text; returns the time to wait [s].
  double recover(const char* what) noexcept;
  /// Goes to the newest complete state of the run from one in the middle of a step. With `stepOn` it steps to it from
  /// the saved state before, which takes a while (seek_) and may fail as well; without it the run goes on from the
  /// saved state.
  void goBack(bool stepOn);
  /// Reports a command that has changed the world to the history and to the twin.
  void book(const WorldCommand& command);
  /// Marks the world as in the middle of a change, until usable_ is set again.
  void beginChange();
  void applyCommands();
  /// Applies a command that changes the world.
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
  /// Ends a pull that a run forked from its past still has, unless `command` is itself a pull.
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
  SnapshotRequest published_;       ///< request that the newest snapshot fulfils
  std::atomic<int> interrupts_{0};  ///< number of reasons to stop a step: worlds about to be discarded, closing

  std::vector<QueuedCommand> taken_;   ///< commands from the queue that are not in waiting_ yet
  std::deque<QueuedCommand> waiting_;  ///< commands taken from the queue and not yet applied

  World world_;
  std::shared_ptr<const std::vector<std::byte>> loaded_;  ///< state to restart from
  History history_;
  /// Step of the run to which the session is stepping.
  struct Seek {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    bool isRecovery = false;  ///< the step after it has failed
  };
  std::optional<Seek> seek_;
  std::optional<std::uint64_t> dueApplied_;  ///< step whose logged commands are in force
  std::unique_ptr<StepData> data_;
  RunObserver observer_;
  std::unique_ptr<StepThreads> threads_;
  bool usable_ = true;               ///< false while the world is in the middle of a step or of being replaced
  std::uint64_t lastWholeStep_ = 0;  ///< step before the change, while usable_ is false
  bool steppingTwin_ = false;        ///< an exception is the twin's
  bool playing_ = true;
  int stepsWanted_ = 0;
  Pacing pacing_;
  std::optional<TwinChoice> twinChoice_;  ///< twin asked for; the twin itself is made anew with each new world
  std::unique_ptr<LiveTwin> twin_;
  std::uint64_t twinsBegun_ = 0;
  double stepCost_ = 0.0;               ///< time of the newest step [s]
  std::atomic<int> twinInterrupts_{0};  ///< commands that came while a slow step of the twin may be under way

  SnapshotPool pool_;
  CaptureClock capture_;
  std::atomic<std::uint64_t> acknowledged_{0};  ///< frames that the film has
  std::uint64_t worldVersion_ = 0;
  std::uint64_t lastCommand_ = 0;
  std::string message_;
  bool changed_ = true;         ///< the newest snapshot is out of date
  double lastPublished_ = 0.0;  ///< time of the last snapshot on the steady clock [s]
};

}  // namespace scree
