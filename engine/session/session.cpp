#include "engine/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "engine/base/clock.h"
#include "engine/session/changes/change_mesh.h"
#include "engine/session/changes/extend_world.h"
#include "engine/state/state.h"
#include "engine/step/measure_members.h"
#include "engine/step/step.h"
#include "engine/step/step_threads.h"
#include "engine/step/watch.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kPublishInterval = 0.016;  // s: a snapshot that is not taken yet is not replaced sooner
constexpr double kIdleWait = 0.25;          // s
constexpr double kShortestCapture = 1e-9;   // s between frames of a film
constexpr int kMostComparedSweeps = 100000;

bool replacesWorld(const Command& command) {
  return std::holds_alternative<Restart>(command) || std::holds_alternative<ReplaceWorld>(command) ||
         std::holds_alternative<ReplayRecording>(command);
}

bool endsSeek(const QueuedCommand& queued) {
  return replacesWorld(queued.command) || std::holds_alternative<Pause>(queued.command);
}

/// Makes the meshes of a world that starts over as those of the present one were made. Grains of the start are moved
/// out of them.
void takeMeshes(const World& now, World& fresh) {
  for (std::uint32_t b = 0; b < fresh.bodies.size(); ++b) {
    for (std::uint32_t s = 0; s < fresh.bodies[b].shapes.size(); ++s) {
      const MadeMesh* wanted = madeMeshOf(now, b, s);
      const MadeMesh* loaded = madeMeshOf(fresh, b, s);
      if (wanted != nullptr && loaded != nullptr && *wanted != *loaded) {
        changeMesh(fresh, b, s, *wanted);
      }
    }
  }
}

/// Gives a world that starts over the laws and feeds of granulation of the present one.
void takeGranulation(const World& now, World& fresh) {
  fresh.granulation.laws = now.granulation.laws;
  const auto take = [](const std::vector<MatterZone>& from, std::vector<MatterZone>& to) {
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
      to[i].rate = from[i].rate;
    }
  };
  take(now.granulation.fines, fresh.granulation.fines);
  take(now.granulation.sprays, fresh.granulation.sprays);
}

/// True for commands meant for the step being gone to, not for the steps on the way.
bool waitsForSeek(const Command& command) {
  return std::visit([](const auto& one) { return kChangesWorld<std::decay_t<decltype(one)>>; }, command) ||
         std::holds_alternative<Play>(command) || std::holds_alternative<ResumeHere>(command) ||
         std::holds_alternative<CompareMethods>(command) || std::holds_alternative<ExtendWorld>(command);
}

}  // namespace

Session::Session(World world, bool playing)
    : data_(std::make_unique<StepData>()), threads_(std::make_unique<StepThreads>()) {
  play_.isOn = playing;
  adopt(std::move(world));
  publish(publishing_.request.get());
}

Session::~Session() = default;

std::uint64_t Session::post(Command command) {
  if (replacesWorld(command)) {
    // Counts before the command is visible, so that the count never falls below the commands waiting.
    ++interrupts_;
    ++publishing_.comparisonStops;
  }
  const bool stopsComparing = std::holds_alternative<StopComparing>(command);
  const std::uint64_t sequence = queue_.commands.post(std::move(command));
  if (stopsComparing) {
    publishing_.comparedFrom = sequence;
    ++publishing_.comparisonStops;
  }
  ++twin_.interrupts;  // after the command is in the queue: the step given up for it finds it
  return sequence;
}

void Session::request(const SnapshotRequest& request) {
  if (publishing_.request.set(request)) {
    queue_.commands.wake();
  }
}

void Session::interrupt() {
  ++interrupts_;
  ++publishing_.comparisonStops;
  ++twin_.interrupts;
  queue_.commands.wake();
}

void Session::acknowledgeCapture(std::uint64_t frames) {
  film_.acknowledged = frames;
  queue_.commands.wake();
}

void Session::adopt(World world) {
  const double start = steadySeconds();
  auto state = std::make_shared<const std::vector<std::byte>>(saveState(world));
  const double seconds = steadySeconds() - start;
  place(std::move(world));
  loaded_ = std::move(state);
  history_.begin(world_, loaded_, seconds);
  whole_.isUsable = true;
  beginTwin();
}

void Session::beginChange() {
  whole_.lastStep = whole_.isUsable ? world_.step : whole_.lastStep;
  whole_.isUsable = false;
}

void Session::place(World world) {
  beginChange();
  forgetAnswers();
  publishing_.precision.forget();
  world_ = std::move(world);
  film_.clock.jumpTo(world_.time);
  *data_ = StepData{};
  measureMembers(world_, data_->report);
  seeking_.target.reset();
  seeking_.dueApplied.reset();
  observer_.begin(world_);
  ++publishing_.worldVersion;
  play_.pacing.restart(steadySeconds(), world_.time);
}

void Session::apply(const Play&) {
  play_.isOn = true;
  play_.stepsWanted = 0;
  play_.pacing.restart(steadySeconds(), world_.time);
}

void Session::apply(const Pause&) {
  play_.isOn = false;
  play_.stepsWanted = 0;
  seeking_.target.reset();
}

void Session::apply(const SetEnd& command) {
  if (command.time && !std::isfinite(*command.time)) {
    publishing_.message = "the end of a run must be a finite time";
    return;
  }
  play_.end = command.time;
}

void Session::apply(const StepOnce& command) {
  play_.isOn = false;
  const int count = std::max(command.count, 0);
  if (seeking_.target) {
    seek(seeking_.target->to + static_cast<std::uint64_t>(count));
  } else {
    play_.stepsWanted += std::min(count, std::numeric_limits<int>::max() - play_.stepsWanted);
  }
}

void Session::apply(const Restart&) {
  consumeInterrupt();
  World fresh = restoreState(*loaded_);
  fresh.parameters = world_.parameters;
  fresh.sensors = world_.sensors;
  for (std::size_t b = 0; b < fresh.bodies.size(); ++b) {
    for (std::size_t d = 0; d < fresh.bodies[b].drives.size(); ++d) {
      fresh.bodies[b].drives[d].speed.value = world_.bodies[b].drives[d].speed.value;
    }
  }
  for (std::size_t j = 0; j < fresh.joints.size(); ++j) {
    fresh.joints[j].motor = world_.joints[j].motor;
  }
  fresh.materials = world_.materials;
  takeGranulation(world_, fresh);
  takeMeshes(world_, fresh);
  const auto loaded = loaded_;
  adopt(std::move(fresh));
  loaded_ = loaded;
  play_.stepsWanted = 0;
}

void Session::apply(const SetTargetRate& command) {
  if (!std::isfinite(command.rate) || command.rate < 0.0) {
    publishing_.message = "the rate to aim at must be a finite number, 0 for as fast as possible";
    return;
  }
  play_.pacing.setTargetRate(command.rate);
  play_.pacing.restart(steadySeconds(), world_.time);
}

void Session::apply(const CompareMethods& command) {
  if (command.sweeps < 1 || command.sweeps > kMostComparedSweeps) {
    publishing_.message = fmt::format("methods are compared over 1 to {} sweeps", kMostComparedSweeps);
    return;
  }
  publishing_.comparisonStops = 0;
  // Both are checked after the reset: what comes later counts anew.
  if (interrupts_ > 0 || publishing_.comparedFrom > publishing_.lastCommand) {
    return;
  }
  status_.compared = 0;
  MethodComparison comparison{.step = world_.step + 1,
                              .time = world_.time,
                              .sweeps = command.sweeps,
                              .curves = compareMethods(world_, command.sweeps, threads_->get(),
                                                       &publishing_.comparisonStops, &status_.compared)};
  status_.compared = -1;
  // An interrupted comparison is dropped: its world is about to be discarded, or nobody waits for it.
  if (static_cast<int>(comparison.curves.size()) == comparedMethods()) {
    observer_.setComparison(std::move(comparison));
  }
}

void Session::apply(const CaptureFrames& command) {
  if (command.interval == 0.0) {
    film_.clock.stop();
  } else if (!std::isfinite(command.interval) || command.interval < kShortestCapture) {
    publishing_.message = fmt::format("the frames of a film must be at least {} s apart", kShortestCapture);
  } else {
    film_.clock.start(command.interval, world_.time);
    film_.acknowledged = 0;
  }
}

void Session::apply(const SetMeasures& command) {
  if (command.measures != nullptr) {
    observer_.setMeasures(world_, command.measures);
  }
}

void Session::apply(const ReplaceWorld& command) {
  consumeInterrupt();
  if (command.world == nullptr) {
    publishing_.message = "there is no world to replace this one with";
    return;
  }
  twin_.choice.reset();
  adopt(*command.world);
  play_.stepsWanted = 0;
  play_.end.reset();
}

void Session::apply(const ExtendWorld& command) {
  if (command.world == nullptr) {
    publishing_.message = "there is no world to take bodies from";
    return;
  }
  World changed = world_;
  const Materials loaded = restoreState(*loaded_).materials;
  const bool fewer = command.world->bodies.size() < world_.bodies.size();
  const ExtensionResult result =
      fewer ? withdrawBodies(changed, *data_, *command.world) : extendWorld(changed, *command.world);
  publishing_.message = result.message;
  if (!result.done) {
    twin_.choice.reset();
    adopt(*command.world);
    play_.stepsWanted = 0;
    return;
  }
  keepChangedLaws(loaded, world_.materials, changed.materials);
  changed.guard = Guard{};  // with other bodies the limits of the guard differ
  adopt(std::move(changed));
  loaded_ = std::make_shared<const std::vector<std::byte>>(saveState(*command.world));
}

void Session::consumeInterrupt() {
  // A command that came through commands() instead of post() has not interrupted a step.
  if (interrupts_.load() > 0) {
    --interrupts_;
  }
}

void Session::applyCommands() {
  twin_.interrupts = 0;
  if (queue_.taken.empty()) {
    queue_.taken = queue_.commands.take();
  }
  // Moves commands one by one: where there is no memory for all, none is lost.
  for (; !queue_.taken.empty(); queue_.taken.erase(queue_.taken.begin())) {
    queue_.waiting.push_back(std::move(queue_.taken.front()));
  }
  if (seeking_.target && std::ranges::any_of(queue_.waiting, endsSeek)) {
    seeking_.target.reset();
  }
  while (!queue_.waiting.empty() && !(seeking_.target && waitsForSeek(queue_.waiting.front().command))) {
    if (!whole_.isUsable && interrupts_ == 0) {
      goBack(true);  // the command that interrupted the step was refused: back to the last whole state
      continue;
    }
    const QueuedCommand queued = std::move(queue_.waiting.front());
    queue_.waiting.pop_front();
    publishing_.message.clear();
    publishing_.lastCommand = queued.sequence;  // a command counts as answered even where it throws
    publishing_.isDue = true;
    std::visit([this](const auto& command) { apply(command); }, queued.command);
  }
}

void Session::useThreads() {
  data_->context.threads = threads_->forStep(world_.parameters.threads, data_->list.contacts.size());
}

void Session::takeStep() {
  using namespace std::chrono;
  applyDue();
  status_.step = world_.step + 1;
  status_.stepStartNanos = duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  status_.stepping = true;
  data_->context.interrupt = &interrupts_;
  data_->context.traceResiduals = true;
  const bool isKnown = history_.isPast(world_);  // a repeated step was reported the first time
  const std::size_t findings = world_.guard.findings.size();
  const double start = stepClock(threads_->size());
  beginChange();
  const bool done = step(world_, *data_);
  status_.stepping = false;
  if (!done) {
    return;
  }
  twin_.ownCost = stepClock(threads_->size()) - start;
  if (!isKnown && guardStops(world_, findings)) {
    play_.isOn = false;
    play_.stepsWanted = 0;
    publishing_.message = "The guard paused the run " + world_.guard.findings.back().text();
  }
  history_.stepped(world_, steadySeconds() - static_cast<double>(status_.stepStartNanos) * 1e-9);
  if (observer_.needsPlaces()) {
    placeMembers(world_);
  }
  observer_.stepped(world_, *data_, history_.forks(), publishing_.request.get(), seeking_.target.has_value());
  if (!seeking_.target) {
    play_.pacing.stepped(steadySeconds(), world_.parameters.timeStep);
  }
  whole_.isUsable = true;
  publishing_.isDue = true;
}

void Session::pauseAtEnd(double before) {
  if (!play_.isOn || !play_.end) {
    return;
  }
  const double nearest = *play_.end - 0.5 * world_.parameters.timeStep;
  if (before < nearest && world_.time >= nearest) {
    play_.isOn = false;
    publishing_.message = fmt::format("The run ends here, at {:g} s: playing goes on beyond it", *play_.end);
    publishing_.isDue = true;
  }
}

void Session::publish(const SnapshotRequest& request) {
  std::shared_ptr<Snapshot> snapshot = publishing_.pool.take();
  placeMembers(world_);
  publishing_.fulfilled = request;
  const bool isResting = !play_.isOn && play_.stepsWanted == 0 && !seeking_.target;
  const BedEffort effort = film_.clock.isRunning() ? BedEffort::whole
                           : isResting             ? BedEffort::atRest
                                                   : BedEffort::beside;
  observer_.fill(world_, *data_, publishing_.fulfilled, effort, *snapshot);
  snapshot->solver.threads = threads_->size();
  snapshot->run.worldVersion = publishing_.worldVersion;
  snapshot->run.lastCommand = publishing_.lastCommand;
  snapshot->run.wallTime = steadySeconds();
  snapshot->run.playing = play_.isOn;
  snapshot->run.targetRate = play_.pacing.targetRate();
  snapshot->run.actualRate = play_.isOn ? play_.pacing.actualRate() : 0.0;
  snapshot->run.message = publishing_.message;
  snapshot->run.timeline = history_.timeline(world_);
  if (seeking_.target) {
    snapshot->run.timeline.seekTo = seeking_.target->to;
    snapshot->run.timeline.seekFrom = seeking_.target->from;
  }
  snapshot->run.filmFrames = film_.clock.due(world_.time);
  snapshot->asked = publishing_.members.reading();
  snapshot->solverError = publishing_.solver.reading();
  snapshot->precision = publishing_.precision.reading();
  showTwin(*snapshot);
  publishing_.snapshots.publish(snapshot);
  if (film_.clock.hasNews(world_.time)) {
    // Published after the snapshot, so that a reader of the capture also finds its state in snapshots().
    film_.clock.offered(snapshot->run.filmFrames);
    film_.captures.publish(std::move(snapshot));
  }
  publishing_.last = steadySeconds();
  publishing_.isDue = isResting && observer_.isBehind();
}

double Session::advance() noexcept {
  try {
    return advanceOrThrow();
  } catch (const std::bad_alloc&) {
    return recover("there is not enough memory; use fewer grains, or close other programs");
  } catch (const std::length_error&) {
    return recover("a list would be longer than memory allows");
  } catch (const std::exception& error) {
    return recover(error.what());
  } catch (...) {
    return recover("something unknown went wrong");
  }
}

double Session::recover(const char* what) noexcept {
  ++status_.failures;
  status_.stepping = false;
  status_.compared = -1;
  play_.isOn = false;
  play_.stepsWanted = 0;
  publishing_.isDue = true;
  const bool ofTwin = std::exchange(twin_.isStepping, false);
  if (ofTwin) {
    twin_.choice.reset();
    twin_.run.reset();
  }
  try {
    publishing_.message =
        whole_.isUsable
            ? fmt::format("{}: {}", ofTwin ? "The twin has been ended" : "Paused", what)
            : fmt::format("Step {} cannot be taken: {}. The run is kept up to the step before and can be saved.",
                          whole_.lastStep + 1, what);
    if (!whole_.isUsable) {
      goBack(!(seeking_.target && seeking_.target->isRecovery));
    }
    publish(SnapshotRequest{});  // the requested lists may be what there is no memory for
  } catch (...) {
    return kIdleWait;  // the next call tries again
  }
  return seeking_.target ? 0.0 : kIdleWait;
}

double Session::advanceOrThrow() {
  const std::uint64_t commandBefore = publishing_.lastCommand;
  applyCommands();
  if (!whole_.isUsable) {
    if (interrupts_ > 0) {
      return kIdleWait;  // the session is being closed, or a new world is on its way
    }
    goBack(true);  // the command that interrupted the step was refused: back to the last whole state
  }
  if (publishing_.lastCommand != commandBefore) {
    publish(publishing_.request.get());  // answers and a new world are seen before the next step, which may take long
  }
  if (seeking_.target) {
    seekOn();
    return 0.0;
  }
  const bool held = film_.clock.isRunning() && film_.acknowledged < film_.clock.offered();
  const bool single = play_.stepsWanted > 0 && !held;
  const double wait = held         ? kIdleWait
                      : single     ? 0.0
                      : play_.isOn ? play_.pacing.waitingTime(steadySeconds(), world_.time)
                                   : kIdleWait;
  const bool stepping = single || (play_.isOn && wait <= 0.0);
  if (stepping) {
    const bool replaying = history_.isPast(world_);
    const double before = world_.time;
    if (!takeStepWithTwin()) {
      return 0.0;
    }
    if (!whole_.isUsable) {
      return 0.0;
    }
    play_.stepsWanted = std::max(0, play_.stepsWanted - (single ? 1 : 0));
    if (replaying && play_.isOn && !history_.isPast(world_)) {
      endReplay();
    }
    pauseAtEnd(before);
  }
  ask();
  publishing_.isDue = publishing_.isDue || publishing_.request.get() != publishing_.fulfilled;
  const bool resting = !play_.isOn && play_.stepsWanted == 0;
  if (publishing_.isDue && (resting || film_.clock.hasNews(world_.time) || !publishing_.snapshots.pending() ||
                            steadySeconds() - publishing_.last > kPublishInterval)) {
    publish(publishing_.request.get());
  }
  if (stepping) {
    return 0.0;
  }
  return std::min(wait, kIdleWait);
}

}  // namespace scree
