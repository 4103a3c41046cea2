#pragma once

#include <optional>
#include <span>

#include "engine/session/checkpoint_ring.h"
#include "engine/session/recording.h"
#include "engine/snapshot/timeline.h"

namespace scree {

/// The run so far: states to go back to, every command since its beginning, and marks that a replay is held against.
/// Knows no clock and steps nothing: the session tells it what it does.
class History {
 public:
  /// A new run that begins with this world. Saving `first` took `seconds`.
  void begin(const World& world, std::shared_ptr<const std::vector<std::byte>> first, double seconds);
  /// A run that was recorded; the world is then at its beginning.
  void begin(const Recording& recording);
  void setBudget(std::size_t bytes, std::uint64_t step) { ring_.setBudget(bytes, step); }
  void setLoop(bool loop) { loop_ = loop; }
  bool loop() const { return loop_; }

  /// Number of times that the rest of the run was dropped.
  std::uint64_t forks() const { return forks_; }
  std::uint64_t firstStep() const { return ring_.states().front().step; }
  std::uint64_t lastStep() const { return lastStep_; }
  /// Whether more of the run is known than this world has lived through.
  bool isPast(const World& world) const { return world.step < lastStep_; }

  /// A command took effect at the end of the run.
  void log(const World& world, const WorldCommand& command);
  /// The commands given when the run was at this step.
  std::span<const LoggedCommand> commandsAt(std::uint64_t step) const;
  /// Drops what comes after the world's present, the commands given there included.
  void fork(const World& world);

  /// The world took a step in `seconds`: saves its state when one is due, so that saving costs little beside stepping.
  /// Within the known run it compares with what was recorded.
  void stepped(const World& world, double seconds);

  /// The state from which `step` is reached: before it, so that what its step measures is known when it is shown.
  const SavedState& stateFor(std::uint64_t step) const;
  void forget(const SavedState& state) { ring_.drop(state.step); }

  Timeline timeline(const World& world) const;
  /// All of it, states shared.
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

  double saveSeconds_ = 0.0;    ///< what saving a state costs, smoothed
  double sinceSave_ = 0.0;      ///< s of stepping since the last state saved or passed
  double savingInAll_ = 0.0;    ///< s
  double steppingInAll_ = 0.0;  ///< s
};

}  // namespace scree
