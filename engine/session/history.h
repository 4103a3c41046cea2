#pragma once

#include <optional>
#include <span>

#include "engine/session/checkpoint_ring.h"
#include "engine/session/recording.h"
#include "engine/snapshot/timeline.h"

namespace scree {

/// History of the run: states to go back to, every command since its beginning, and marks with which a replay is
/// compared. It steps nothing: the session reports its steps and commands.
class History {
 public:
  /// Begins a new run with this world. Saving `first` took `seconds`.
  void begin(const World& world, std::shared_ptr<const std::vector<std::byte>> first, double seconds);
  /// Begins with a recorded run; the world must then be at its beginning.
  void begin(const Recording& recording);
  void setBudget(std::size_t bytes, std::uint64_t step) { ring_.setBudget(bytes, step); }
  void setLoop(bool loop) { loop_ = loop; }
  bool loop() const { return loop_; }

  /// Number of times the rest of the run was dropped.
  std::uint64_t forks() const { return forks_; }
  std::uint64_t firstStep() const { return ring_.states().front().step; }
  std::uint64_t lastStep() const { return lastStep_; }
  /// True if the known run goes beyond the present step of this world.
  bool isPast(const World& world) const { return world.step < lastStep_; }

  /// Logs a command that took effect at the end of the run. It replaces an earlier one of the same step that it
  /// overrides.
  void log(const World& world, const WorldCommand& command);
  /// Commands given when the run was at this step.
  std::span<const LoggedCommand> commandsAt(std::uint64_t step) const;
  /// Drops the run after the world's present step, the commands given at that step included. Where a replay had
  /// diverged before, a new run begins here.
  void fork(const World& world);

  /// Records a step that took `seconds`: saves the state when one is due, so that saving costs little beside stepping.
  /// Within the known run it compares the state with the recorded mark.
  void stepped(const World& world, double seconds);

  /// State from which `step` is reached by stepping: before `step` where possible, so that the measurements of the step
  /// exist when it is shown.
  const SavedState& stateFor(std::uint64_t step) const;
  void forget(const SavedState& state) { ring_.drop(state.step); }

  Timeline timeline(const World& world) const;
  /// Recording of the whole run; states are shared.
  Recording recording(const World& world) const;

 private:
  void save(const World& world);
  void check(const World& world);
  void publishCommands();

  CheckpointRing ring_;
  std::vector<LoggedCommand> commands_;
  std::vector<StepMark> marks_;
  std::uint64_t lastStep_ = 0;
  double lastTime_ = 0.0;
  bool loop_ = false;
  bool recorded_ = false;
  std::optional<TimeMark> diverged_;
  std::uint64_t forks_ = 0;
  std::uint64_t forkStep_ = 0;
  std::shared_ptr<const std::vector<TimeMark>> shownCommands_;

  double saveSeconds_ = 0.0;    ///< time to save a state, smoothed [s]
  double sinceSave_ = 0.0;      ///< stepping time since the last state saved or passed [s]
  double savingInAll_ = 0.0;    ///< total time of saving [s]
  double steppingInAll_ = 0.0;  ///< total time of stepping [s]
};

}  // namespace scree
