#pragma once

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "engine/settings/parameters.h"
#include "engine/settings/presets.h"
#include "engine/snapshot/twin_choice.h"
#include "engine/world/world.h"

// Everything a user or a script changes is one of these, applied between steps.
namespace scree {

struct Recording;

struct SetParameter {
  ParameterKey key;
  double value;
};
struct SetChoice {
  ChoiceKey key;
  int value;
};
struct SetPreset {
  Preset preset;
};
struct SetReductionPreset {
  ReductionPreset preset;
};
/// Split sensors are told by their place in the list; the list keeps the order in which they came.
struct AddSensor {
  SplitSensor sensor;
  std::uint32_t place = UINT32_MAX;  ///< in the list, before the one that has it; beyond the end: at the end
};
/// Replaces sensor `index`: moves, resizes, renames or disables it.
struct ChangeSensor {
  std::uint32_t index;
  SplitSensor sensor;
};
struct RemoveSensor {
  std::uint32_t index;
};
/// Splits off everything that is merged; with merging on it merges again as it comes to rest.
struct SplitAll {};
/// Sets the speed value of one drive of one body [m/s or rad/s].
struct SetDriveSpeed {
  std::uint32_t body;
  std::uint32_t drive;
  double value;
};
/// Sets what the motor of a joint wants [m, rad, m/s, rad/s, N or N m]; by hand it holds in place of the motor's
/// course, else the course does.
struct SetMotor {
  std::uint32_t joint;
  double value;
  bool byHand;
};
/// Begins to pull a particle's centre, or a point of a dynamic body, towards a place, and lets go of another one.
/// Aggregates let a particle go in the next step.
struct StartPull {
  ParticleId particle = 0;
  Vec3 target = Vec3::Zero();  ///< m
  double stiffness = 1.0;      ///< N/m
  std::optional<Grip> grip;    ///< of a body, which is pulled in place of the particle
};
/// Moves the place that it is pulled to.
struct MovePull {
  Vec3 target;  ///< m
};
struct EndPull {};
struct Play {};
struct Pause {};
/// Takes `count` steps and stays paused.
struct StepOnce {
  int count = 1;
};
/// Back to the state that was loaded, with the parameters as they are now.
struct Restart {};
/// Simulated seconds per second to aim at; 0 = as fast as possible.
struct SetTargetRate {
  double rate;
};
/// Measures how each method solves the next step, on copies: compareMethods(). Stepping pauses meanwhile.
struct CompareMethods {
  int sweeps = 150;
};
/// Makes a film on the clock of the simulation: from now on the state is offered every `interval` simulated seconds
/// (Session::captures), and no step is taken until it was acknowledged. 0 ends it. Changes no result.
struct CaptureFrames {
  double interval = 0.0;
};
/// Replaces the world by a newly loaded one; the session keeps its play state.
struct ReplaceWorld {
  std::shared_ptr<const World> world;
};
/// Adds to the present world the bodies that a newly loaded one has beyond its own, behind the others, or takes out the
/// last ones that this one lacks. All else stays as it is and the run begins here; Restart then goes to the start of
/// that scene. Where the two have less in common than that, it replaces the world and says so.
struct ExtendWorld {
  std::shared_ptr<const World> world;
};
/// Goes to a step of the run so far, at once or by stepping again, and stays paused there. A newer one takes its place;
/// Pause stops where it has got to. Changes and Play given meanwhile wait until it is there.
struct SeekTo {
  std::uint64_t step;
};
/// The same, `count` steps before the present one or the one on the way.
struct StepBack {
  int count = 1;
};
/// Drops what comes after the step shown: the run goes on from there. Any change of the world does the same.
struct ResumeHere {};
/// Memory for states to go back to [bytes].
struct SetHistoryBudget {
  std::size_t bytes;
};
/// Whether a replay that reaches the end of the run starts over, or pauses there.
struct SetLoop {
  bool loop;
};
/// Hands out the run so far. The states in it are shared, not copied.
struct TakeRecording {
  std::shared_ptr<std::promise<std::shared_ptr<const Recording>>> to;
};
/// Replaces world and run by recorded ones, at their beginning; the session keeps its play state.
struct ReplayRecording {
  std::shared_ptr<const Recording> recording;
};

/// Steps a copy of the present world beside it that differs in one thing only. Another one takes its place.
struct StartTwin {
  TwinChoice choice;
};
struct StopTwin {};

using Command =
    std::variant<SetParameter, SetChoice, SetPreset, SetReductionPreset, AddSensor, ChangeSensor, RemoveSensor,
                 SplitAll, SetDriveSpeed, SetMotor, Play, Pause, StepOnce, Restart, SetTargetRate, CompareMethods,
                 CaptureFrames, ReplaceWorld, ExtendWorld, SeekTo, StepBack, ResumeHere, SetHistoryBudget, SetLoop,
                 TakeRecording, ReplayRecording, StartTwin, StopTwin, StartPull, MovePull, EndPull>;

/// A command with the sequence number its sender got.
struct QueuedCommand {
  std::uint64_t sequence = 0;
  Command command;
};

/// Commands on their way from any thread to the one that steps.
class CommandQueue {
 public:
  /// Returns the sequence number by which a snapshot tells that the command took effect.
  std::uint64_t post(Command command);
  std::vector<QueuedCommand> take();
  bool empty() const;
  /// Sleeps until something is posted, `wake` is called or the time is over.
  void wait(double seconds);
  void wake();

 private:
  mutable std::mutex mutex_;
  std::condition_variable posted_;
  std::vector<QueuedCommand> waiting_;
  std::uint64_t lastSequence_ = 0;
  bool woken_ = false;
};

}  // namespace scree
