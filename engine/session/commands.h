#pragma once

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>

#include "engine/analysis/solving/precision.h"
#include "engine/matter/granulation_table.h"
#include "engine/measures/measure_list.h"
#include "engine/settings/parameters.h"
#include "engine/settings/presets.h"
#include "engine/snapshot/twin_choice.h"
#include "engine/world/pair_laws.h"
#include "engine/world/world.h"

// Commands of users and scripts, applied between steps.
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
/// Adds a split sensor. Commands name a sensor by its index in the list of the world.
struct AddSensor {
  SplitSensor sensor;
  std::uint32_t place = UINT32_MAX;  ///< index of the new sensor in the list; beyond the end: at the end
};
/// Replaces sensor `index`: moves, resizes, renames or disables it.
struct ChangeSensor {
  std::uint32_t index;
  SplitSensor sensor;
};
struct RemoveSensor {
  std::uint32_t index;
};
/// Splits off all members; with merging on they merge again as they come to rest.
struct SplitAll {};
/// Sets the speed of one drive of one body [m/s or rad/s].
struct SetDriveSpeed {
  std::uint32_t body;
  std::uint32_t drive;
  double value;
};
/// Sets the target of the motor of a joint [m, rad, m/s, rad/s, N or N m]. With `byHand` the value replaces the motor's
/// course; without it the course holds.
struct SetMotor {
  std::uint32_t joint;
  double value;
  bool byHand;
};
/// Sets one value of the contact law of two materials. Where contacts inside aggregates could no longer bear their
/// loads under the new law, all members are split off, and merge again as they come to rest.
struct SetPairLaw {
  MaterialIndex a;
  MaterialIndex b;
  PairLawKey key;
  double value;
};
/// Sets Young's modulus of a material [Pa], from which the stiffness of its pairs with a Hertz law follows. Splits
/// members off as SetPairLaw does.
struct SetYoungsModulus {
  MaterialIndex material;
  double value;
};
/// Makes the mesh of a shape anew from other numbers of the same machine part, such as wider gaps of an outlet: see
/// changeMesh().
struct SetMadeMesh {
  std::uint32_t body;
  std::uint32_t shape;
  std::shared_ptr<const MadeMesh> made;  ///< never null; shared, since commands are small
};
inline SetMadeMesh setMadeMesh(std::uint32_t body, std::uint32_t shape, MadeMesh made) {
  return {body, shape, std::make_shared<const MadeMesh>(std::move(made))};
}
/// Sets one value of the laws of granulation: a switch, a choice or a number (setValue()). It holds from the next step
/// on, in every scene.
struct SetGranulationLaw {
  GranulationKey key;
  double value;
};
/// Sets the rate at which a box of fines, or a spray, is fed [kg/s].
struct SetFeed {
  bool isSpray;
  std::uint32_t zone;  ///< index in the list of fines or of sprays
  double rate;
};
/// Begins to pull a particle's centre, or a point of a dynamic body, towards a place, and ends an earlier pull. A
/// pulled member is split off in the next step.
struct StartPull {
  ParticleId particle = 0;
  Vec3 target = Vec3::Zero();  ///< place to pull to [m]
  double stiffness = 1.0;      ///< stiffness of the pull [N/m]
  std::optional<Grip> grip;    ///< point of a body, which is pulled in place of the particle
};
/// Moves the place of the present pull.
struct MovePull {
  Vec3 target;  ///< new place [m]
};
struct EndPull {};
struct Play {};
struct Pause {};
/// Sets the time at which the run pauses when it is played there, at the step nearest to it [s]; empty: it has none.
/// Playing goes on beyond it; a run that is taken back and played again pauses there again. Another world has no end.
struct SetEnd {
  std::optional<double> time;
};
/// Takes `count` steps, then stays paused.
struct StepOnce {
  int count = 1;
};
/// Returns to the state that was loaded, with the parameters, split sensors, drive speeds, motors, contact laws, laws
/// and feeds of granulation, and meshes made from numbers as they are now.
struct Restart {};
/// Sets the wanted simulated seconds per second of wall time; 0 = as fast as possible.
struct SetTargetRate {
  double rate;
};
/// Measures the convergence of each method on the next step, on copies: compareMethods(). Stepping pauses meanwhile.
struct CompareMethods {
  int sweeps = 150;
};
/// Gives up the comparison of methods that is asked for or under way.
struct StopComparing {};
/// Makes a film on the clock of the simulation: from now on the state is offered every `interval` simulated seconds
/// (Session::captures), and no step is taken until the film has acknowledged it. 0 ends the film. Changes no result.
struct CaptureFrames {
  double interval = 0.0;
};
/// Replaces the world by a newly loaded one; the session keeps its play state.
struct ReplaceWorld {
  std::shared_ptr<const World> world;
};
/// Adds to the present world the bodies that a newly loaded one has beyond its own, behind the others, or removes the
/// last ones that the loaded one lacks. The rest of the world stays, and the run begins here; Restart then returns to
/// the start of the loaded scene. Where the other bodies, joints or materials differ, the command replaces the world
/// and its message says so.
struct ExtendWorld {
  std::shared_ptr<const World> world;
};
/// Goes to a step of the run so far, at once or by stepping again, and stays paused there. A later SeekTo replaces it;
/// Pause stops on the way. Changes of the world and Play given meanwhile wait until the step is reached.
struct SeekTo {
  std::uint64_t step;
};
/// Goes `count` steps back as SeekTo does, from the present step or from the one on the way.
struct StepBack {
  int count = 1;
};
/// Drops the part of the run after the step shown: the run goes on from there. Any change of the world does the same.
struct ResumeHere {};
/// Sets the memory for saved states to go back to [bytes].
struct SetHistoryBudget {
  std::size_t bytes;
};
/// Sets whether a replay that reaches the end of the run starts over or pauses there.
struct SetLoop {
  bool loop;
};
/// Hands out the run so far through `to`. The states in it are shared, not copied.
struct TakeRecording {
  std::shared_ptr<std::promise<std::shared_ptr<const Recording>>> to;
};
/// Replaces world and run by recorded ones, at their beginning; the session keeps its play state.
struct ReplayRecording {
  std::shared_ptr<const Recording> recording;
};

/// Steps a copy of the present world beside it that differs in one setting only. A later StartTwin replaces the copy.
struct StartTwin {
  TwinChoice choice;
};
struct StopTwin {};
/// Switches on or off that the members of the run are asked again and again whether they would move, on copies in the
/// background (Snapshot::asked). Changes no result. Another world is asked in its turn.
struct AskMembers {
  bool on = true;
};
/// Switches on or off that the error of the solver is measured again and again, on copies in the background
/// (Snapshot::solverError). Changes no result. Another world is measured in its turn.
struct AskSolver {
  bool on = true;
};
/// Measures once, on copies in the background, how far each preset, the present settings and further ways to solve are
/// off, and their processor time (Snapshot::precision). Ends an earlier measurement. Changes no result.
struct MeasurePrecision {
  double time = 0.1;                     ///< simulated time of each copy [s]
  std::vector<PrecisionCase> more = {};  ///< further ways to solve: what a preset sets; all else is the run's
};
/// Ends the measurement under way; what it has measured stays.
struct StopPrecision {};
/// Replaces the measures that the run is followed with (Snapshot::run.measures). Changes no result. Measures stay when
/// another world comes.
struct SetMeasures {
  std::shared_ptr<const MeasureList> measures;
};

using Command =
    std::variant<SetParameter, SetChoice, SetPreset, SetReductionPreset, AddSensor, ChangeSensor, RemoveSensor,
                 SplitAll, SetDriveSpeed, SetMotor, Play, Pause, SetEnd, StepOnce, Restart, SetTargetRate,
                 CompareMethods, StopComparing, CaptureFrames, ReplaceWorld, ExtendWorld, SeekTo, StepBack, ResumeHere,
                 SetHistoryBudget, SetLoop, TakeRecording, ReplayRecording, StartTwin, StopTwin, StartPull, MovePull,
                 EndPull, AskMembers, AskSolver, MeasurePrecision, StopPrecision, SetPairLaw, SetYoungsModulus,
                 SetMeasures, SetMadeMesh, SetGranulationLaw, SetFeed>;

/// Command with the sequence number that its sender got.
struct QueuedCommand {
  std::uint64_t sequence = 0;
  Command command;
};

/// Queue of commands from any thread to the stepping thread.
class CommandQueue {
 public:
  /// Adds a command; returns its sequence number. The command has taken effect when Snapshot::lastCommand has reached
  /// it.
  std::uint64_t post(Command command);
  std::vector<QueuedCommand> take();
  bool empty() const;
  /// Sleeps until a command is posted, `wake()` is called or the time is over [s].
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
