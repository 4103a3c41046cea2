#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/session/capture_clock.h"
#include "engine/session/commands.h"
#include "engine/session/history.h"
#include "engine/session/live_twin.h"
#include "engine/session/member_asker.h"
#include "engine/session/pacing.h"
#include "engine/session/precision_meter.h"
#include "engine/session/run_observer.h"
#include "engine/session/solver_asker.h"
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
  std::atomic<int> compared{-1};                ///< methods compared so far; -1: no comparison is under way
  std::atomic<std::uint64_t> failures{0};  ///< number of exceptions so far; the message of a snapshot names the last
};

/// Live run of a world: takes commands, gives snapshots, and is paced against the clock. One thread calls advance();
/// any thread may use commands(), snapshots(), captures(), acknowledgeCapture(), status(), post(), request() and
/// interrupt(). Has no thread of its own but those of AskMembers, AskSolver and MeasurePrecision.
class Session {
 public:
  explicit Session(World world, bool playing = true);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  CommandQueue& commands() { return queue_.commands; }
  SnapshotMailbox& snapshots() { return publishing_.snapshots; }
  /// States for the film of CaptureFrames; one state shows all frames since the last acknowledged one.
  SnapshotMailbox& captures() { return film_.captures; }
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
  /// the saved state before, which takes a while (seeking_.target) and may fail as well; without it the run goes on
  /// from the saved state.
  void goBack(bool stepOn);
  /// Reports a command that has changed the world to the history and to the twin.
  void book(const WorldCommand& command);
  /// Marks the world as in the middle of a change, until whole_.isUsable is set again.
  void beginChange();
  void applyCommands();
  /// Applies a command that changes the world.
  void apply(const WorldCommand& command);
  void apply(const Play&);
  void apply(const Pause&);
  void apply(const SetEnd& command);
  void apply(const StepOnce& command);
  void apply(const Restart&);
  void apply(const SetTargetRate& command);
  void apply(const CompareMethods& command);
  void apply(const StopComparing&) {}  // post() has done it
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
  void apply(const AskMembers& command);
  void apply(const AskSolver& command);
  void apply(const MeasurePrecision& command);
  void apply(const StopPrecision&);
  void apply(const SetMeasures& command);
  void adopt(World world);
  void place(World world);
  void seek(std::uint64_t step);
  void seekOn();
  void restore(std::uint64_t step);
  /// Ends a pull that a run forked from its past still has, unless `command` is itself a pull.
  void endPull(const std::optional<WorldCommand>& command);
  /// Shows the new mesh of a command in the snapshots.
  void shareIfMesh(const WorldCommand& command);
  void applyDue();
  void applyLogged();
  void applyCommandsAtHead();
  void endReplay();
  void consumeInterrupt();
  void useThreads();
  void takeStep();
  /// Pauses a run that plays if the step from `before` [s] has brought it to its end.
  void pauseAtEnd(double before);
  void beginTwin();
  bool takeStepWithTwin();
  bool stepBoth();
  bool stepTwin();
  void showTwin(Snapshot& snapshot);
  void ask();
  void forgetAnswers();
  void publish(const SnapshotRequest& request);

  /// Commands on their way to the world.
  struct Queue {
    CommandQueue commands;
    std::vector<QueuedCommand> taken;   ///< commands out of `commands` that are not in `waiting` yet
    std::deque<QueuedCommand> waiting;  ///< commands not yet applied
  };
  /// Snapshots, and the answers that they carry.
  struct Publishing {
    explicit Publishing(const std::function<void()>& wake) : members(wake), solver(wake), precision(wake) {}

    SnapshotMailbox snapshots;
    SnapshotPool pool;
    SharedRequest request;
    SnapshotRequest fulfilled;  ///< request that the newest snapshot fulfils
    bool isDue = true;          ///< the newest snapshot is out of date
    double last = 0.0;          ///< time of the newest snapshot on the steady clock [s]
    std::uint64_t worldVersion = 0;
    std::uint64_t lastCommand = 0;
    std::string message;
    std::atomic<int> comparisonStops{0};         ///< reasons to give up the comparison of methods under way
    std::atomic<std::uint64_t> comparedFrom{0};  ///< comparisons asked for before this command are given up
    MemberAsker members;
    SolverAsker solver;
    PrecisionMeter precision;
  };
  /// Film on the clock of the simulation.
  struct Film {
    SnapshotMailbox captures;
    CaptureClock clock;
    std::atomic<std::uint64_t> acknowledged{0};  ///< frames that the film has
  };
  /// Pace of the run.
  struct PlayState {
    bool isOn = true;
    int stepsWanted = 0;
    std::optional<double> end;  ///< time at which playing pauses [s]
    Pacing pacing;
  };
  /// Way to another step of the run.
  struct Seeking {
    struct Target {
      std::uint64_t to = 0;
      std::uint64_t from = 0;
      bool isRecovery = false;  ///< the step after it has failed
    };
    std::optional<Target> target;
    std::optional<std::uint64_t> dueApplied;  ///< step whose logged commands are in force
  };
  /// Whether the world is whole.
  struct Wholeness {
    bool isUsable = true;        ///< false while the world is in the middle of a step or of being replaced
    std::uint64_t lastStep = 0;  ///< step before the change, while isUsable is false
  };
  /// Run beside this one.
  struct TwinSeat {
    std::optional<TwinChoice> choice;  ///< twin asked for; the twin itself is made anew with each new world
    std::unique_ptr<LiveTwin> run;
    std::uint64_t begun = 0;         ///< number of twins so far
    bool isStepping = false;         ///< an exception is the twin's
    double ownCost = 0.0;            ///< time of the newest step of this run [s]
    std::atomic<int> interrupts{0};  ///< commands that came while a slow step of the twin may be under way
  };

  Queue queue_;
  Publishing publishing_{[this] { queue_.commands.wake(); }};
  SessionStatus status_;
  std::atomic<int> interrupts_{0};  ///< number of reasons to stop a step: worlds about to be discarded, closing
  World world_;
  std::shared_ptr<const std::vector<std::byte>> loaded_;  ///< state to restart from
  History history_;
  Seeking seeking_;
  std::unique_ptr<StepData> data_;
  RunObserver observer_;
  std::unique_ptr<StepThreads> threads_;
  Wholeness whole_;
  PlayState play_;
  TwinSeat twin_;
  Film film_;
};

}  // namespace scree
