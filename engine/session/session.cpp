#include "engine/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/session/fill_wishes.h"
#include "engine/world/placement.h"
#include "engine/world/state.h"

namespace scree {

namespace {

constexpr double kPublishInterval = 0.016;  // s: a picture nobody took yet is not replaced sooner
constexpr double kIdleWait = 0.25;          // s
constexpr int kMostComparedSweeps = 100000;
constexpr double kTimeSmoothing = 1.0 / 30;  // share of the newest step in the smoothed stage times

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool replacesWorld(const Command& command) {
  return std::holds_alternative<Restart>(command) || std::holds_alternative<ReplaceWorld>(command);
}

}  // namespace

Session::Session(World world, bool playing) : playing_(playing) {
  adopt(std::move(world));
  publish();
}

std::uint64_t Session::post(Command command) {
  if (replacesWorld(command)) {
    // Before the command is visible, so that the count never falls below the commands waiting.
    ++interrupts_;
  }
  return commands_.post(std::move(command));
}

void Session::wish(const Wishes& wishes) {
  if (wishes_.set(wishes)) {
    commands_.wake();
  }
}

void Session::interrupt() {
  ++interrupts_;
  commands_.wake();
}

void Session::adopt(World world) {
  world_ = std::move(world);
  loaded_ = saveState(world_);
  shapes_ = shareShapes(world_);
  data_.contacts.clear();
  data_ = StepData{};
  events_.clear();
  usable_ = true;
  smoothTimes_ = {};
  smoothContactSweeps_ = 0.0;
  comparison_.reset();
  ++worldVersion_;
  useThreads();
  pacing_.restart(now(), world_.time);
}

void Session::useThreads() {
  const int wanted = world_.parameters.threads;
  if (wanted <= 1) {
    threads_.reset();
  } else if (threads_ == nullptr || threads_->size() != wanted) {
    threads_ = std::make_unique<ThreadPool>(wanted);
  }
  data_.threads = threads_.get();
}

void Session::apply(const SetParameter& command) {
  message_ = setValue(world_.parameters, command.key, command.value);
  useThreads();
}

void Session::apply(const SetChoice& command) { setChoice(world_.parameters, command.key, command.value); }
void Session::apply(const SetPreset& command) { applyPreset(world_.parameters, command.preset); }

void Session::apply(const SetReductionPreset& command) { applyPreset(world_.parameters, command.preset); }

std::string Session::refusalOf(const SplitSensor& sensor) const {
  if (sensor.body != kFixedInWorld && sensor.body >= world_.bodies.size()) {
    return fmt::format("there is no body {} to carry the split sensor", sensor.body);
  }
  return problemOf(sensor);
}

void Session::apply(const AddSensor& command) {
  message_ = refusalOf(command.sensor);
  if (message_.empty()) {
    world_.sensors.push_back(command.sensor);
  }
}

void Session::apply(const ChangeSensor& command) {
  message_ = command.index < world_.sensors.size() ? refusalOf(command.sensor)
                                                   : fmt::format("there is no split sensor {}", command.index);
  if (message_.empty()) {
    world_.sensors[command.index] = command.sensor;
  }
}

void Session::apply(const RemoveSensor& command) {
  if (command.index >= world_.sensors.size()) {
    message_ = fmt::format("there is no split sensor {}", command.index);
    return;
  }
  world_.sensors.erase(world_.sensors.begin() + command.index);
}

void Session::apply(const SplitAll&) { world_.reduction.splitAll = true; }

void Session::apply(const SetDriveSpeed& command) {
  if (command.body >= world_.bodies.size() || command.drive >= world_.bodies[command.body].drives.size()) {
    message_ = fmt::format("there is no drive {} on body {}", command.drive, command.body);
  } else if (!std::isfinite(command.value)) {
    message_ = "a drive's speed must be a finite number";
  } else {
    world_.bodies[command.body].drives[command.drive].speed.value = command.value;
  }
}

void Session::apply(const Play&) {
  playing_ = true;
  stepsWanted_ = 0;
  pacing_.restart(now(), world_.time);
}

void Session::apply(const Pause&) {
  playing_ = false;
  stepsWanted_ = 0;
}

void Session::apply(const StepOnce& command) {
  playing_ = false;
  stepsWanted_ += command.count;
}

void Session::apply(const Restart&) {
  forgiveInterrupt();
  World fresh = restoreState(loaded_);
  fresh.parameters = world_.parameters;
  fresh.sensors = world_.sensors;
  for (std::size_t b = 0; b < fresh.bodies.size(); ++b) {
    for (std::size_t d = 0; d < fresh.bodies[b].drives.size(); ++d) {
      fresh.bodies[b].drives[d].speed.value = world_.bodies[b].drives[d].speed.value;
    }
  }
  std::vector<std::byte> loaded = std::move(loaded_);
  adopt(std::move(fresh));
  loaded_ = std::move(loaded);
  stepsWanted_ = 0;
}

void Session::apply(const SetTargetRate& command) {
  pacing_.setTargetRate(command.rate);
  pacing_.restart(now(), world_.time);
}

void Session::apply(const CompareMethods& command) {
  if (command.sweeps < 1 || command.sweeps > kMostComparedSweeps) {
    message_ = fmt::format("methods are compared over 1 to {} sweeps", kMostComparedSweeps);
    return;
  }
  MethodComparison comparison{.step = world_.step + 1,
                              .time = world_.time,
                              .sweeps = command.sweeps,
                              .curves = compareMethods(world_, command.sweeps, threads_.get(), &interrupts_)};
  // An interrupted one is of a world that is about to be thrown away.
  if (static_cast<int>(comparison.curves.size()) == comparedMethods()) {
    comparison_ = std::make_shared<const MethodComparison>(std::move(comparison));
  }
}

void Session::apply(const ReplaceWorld& command) {
  forgiveInterrupt();
  if (command.world == nullptr) {
    message_ = "there is no world to replace this one with";
    return;
  }
  adopt(*command.world);
  stepsWanted_ = 0;
}

void Session::forgiveInterrupt() {
  // A command that came through commands() instead of post() has interrupted nothing.
  if (interrupts_.load() > 0) {
    --interrupts_;
  }
}

void Session::applyCommands() {
  for (const QueuedCommand& queued : commands_.take()) {
    message_.clear();
    std::visit([this](const auto& command) { apply(command); }, queued.command);
    lastCommand_ = queued.sequence;
    changed_ = true;
  }
}

void Session::takeStep() {
  using namespace std::chrono;
  status_.step = world_.step + 1;
  status_.stepStartNanos = duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  status_.stepping = true;
  data_.interrupt = &interrupts_;
  data_.traceResiduals = true;
  usable_ = step(world_, data_);
  status_.stepping = false;
  if (!usable_) {
    return;
  }
  events_.add(world_, data_.events);
  pacing_.stepped(now(), world_.parameters.timeStep);
  for (std::size_t i = 0; i < smoothTimes_.seconds.size(); ++i) {
    double& smooth = smoothTimes_.seconds[i];
    const double share = smooth == 0.0 ? 1.0 : kTimeSmoothing;
    smooth += share * (data_.times.seconds[i] - smooth);
  }
  const double share = smoothContactSweeps_ == 0.0 ? 1.0 : kTimeSmoothing;
  smoothContactSweeps_ += share * (static_cast<double>(data_.contactSweeps) - smoothContactSweeps_);
  changed_ = true;
}

void Session::publish() {
  std::shared_ptr<Snapshot> snapshot = pool_.take();
  placeMembers(world_);
  fillSnapshot(world_, data_, shapes_, *snapshot);
  published_ = wishes_.get();
  fillWishes(world_, data_, published_, *snapshot);
  snapshot->events = events_.share();
  snapshot->worldVersion = worldVersion_;
  snapshot->lastCommand = lastCommand_;
  snapshot->wallTime = now();
  snapshot->playing = playing_;
  snapshot->targetRate = pacing_.targetRate();
  snapshot->actualRate = playing_ ? pacing_.actualRate() : 0.0;
  snapshot->message = message_;
  snapshot->smoothTimes = smoothTimes_;
  snapshot->smoothContactSweeps = smoothContactSweeps_;
  snapshot->comparison = comparison_;
  snapshots_.publish(std::move(snapshot));
  lastPublished_ = now();
  changed_ = false;
}

double Session::advance() {
  const std::uint64_t commandBefore = lastCommand_;
  applyCommands();
  if (!usable_) {
    return kIdleWait;
  }
  if (lastCommand_ != commandBefore) {
    publish();  // answers, and another world, are seen before the next step, which may take long
  }
  const bool single = stepsWanted_ > 0;
  const double wait = single ? 0.0 : playing_ ? pacing_.waitingTime(now(), world_.time) : kIdleWait;
  const bool stepping = single || (playing_ && wait <= 0.0);
  if (stepping) {
    takeStep();
    stepsWanted_ -= single ? 1 : 0;
    if (!usable_) {
      return 0.0;
    }
  }
  changed_ = changed_ || wishes_.get() != published_;
  const bool resting = !playing_ && stepsWanted_ == 0;
  if (changed_ && (resting || !snapshots_.pending() || now() - lastPublished_ > kPublishInterval)) {
    publish();
  }
  if (stepping) {
    return 0.0;
  }
  return std::min(wait, kIdleWait);
}

}  // namespace scree
