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
#include "engine/session/extend_world.h"
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

/// True for commands meant for the step being gone to, not for the steps on the way.
bool waitsForSeek(const Command& command) {
  return std::visit([](const auto& one) { return kChangesWorld<std::decay_t<decltype(one)>>; }, command) ||
         std::holds_alternative<Play>(command) || std::holds_alternative<ResumeHere>(command) ||
         std::holds_alternative<CompareMethods>(command) || std::holds_alternative<ExtendWorld>(command);
}

}  // namespace

Session::Session(World world, bool playing)
    : data_(std::make_unique<StepData>()), threads_(std::make_unique<StepThreads>()), playing_(playing) {
  adopt(std::move(world));
  publish(request_.get());
}

Session::~Session() = default;

std::uint64_t Session::post(Command command) {
  if (replacesWorld(command)) {
    // Counts before the command is visible, so that the count never falls below the commands waiting.
    ++interrupts_;
  }
  const std::uint64_t sequence = commands_.post(std::move(command));
  ++twinInterrupts_;  // after the command is in the queue: the step given up for it finds it
  return sequence;
}

void Session::request(const SnapshotRequest& request) {
  if (request_.set(request)) {
    commands_.wake();
  }
}

void Session::interrupt() {
  ++interrupts_;
  ++twinInterrupts_;
  commands_.wake();
}

void Session::acknowledgeCapture(std::uint64_t frames) {
  acknowledged_ = frames;
  commands_.wake();
}

void Session::adopt(World world) {
  const double start = steadySeconds();
  auto state = std::make_shared<const std::vector<std::byte>>(saveState(world));
  const double seconds = steadySeconds() - start;
  place(std::move(world));
  loaded_ = std::move(state);
  history_.begin(world_, loaded_, seconds);
  usable_ = true;
  beginTwin();
}

void Session::beginChange() {
  lastWholeStep_ = usable_ ? world_.step : lastWholeStep_;
  usable_ = false;
}

void Session::place(World world) {
  beginChange();
  world_ = std::move(world);
  capture_.jumpTo(world_.time);
  *data_ = StepData{};
  measureMembers(world_, data_->report);
  seek_.reset();
  dueApplied_.reset();
  observer_.begin(world_);
  ++worldVersion_;
  pacing_.restart(steadySeconds(), world_.time);
}

void Session::apply(const Play&) {
  playing_ = true;
  stepsWanted_ = 0;
  pacing_.restart(steadySeconds(), world_.time);
}

void Session::apply(const Pause&) {
  playing_ = false;
  stepsWanted_ = 0;
  seek_.reset();
}

void Session::apply(const StepOnce& command) {
  playing_ = false;
  const int count = std::max(command.count, 0);
  if (seek_) {
    seek(seek_->to + static_cast<std::uint64_t>(count));
  } else {
    stepsWanted_ += std::min(count, std::numeric_limits<int>::max() - stepsWanted_);
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
  const auto loaded = loaded_;
  adopt(std::move(fresh));
  loaded_ = loaded;
  stepsWanted_ = 0;
}

void Session::apply(const SetTargetRate& command) {
  if (!std::isfinite(command.rate) || command.rate < 0.0) {
    message_ = "the rate to aim at must be a finite number, 0 for as fast as possible";
    return;
  }
  pacing_.setTargetRate(command.rate);
  pacing_.restart(steadySeconds(), world_.time);
}

void Session::apply(const CompareMethods& command) {
  if (command.sweeps < 1 || command.sweeps > kMostComparedSweeps) {
    message_ = fmt::format("methods are compared over 1 to {} sweeps", kMostComparedSweeps);
    return;
  }
  MethodComparison comparison{.step = world_.step + 1,
                              .time = world_.time,
                              .sweeps = command.sweeps,
                              .curves = compareMethods(world_, command.sweeps, threads_->get(), &interrupts_)};
  // An interrupted comparison is dropped: its world is about to be discarded.
  if (static_cast<int>(comparison.curves.size()) == comparedMethods()) {
    observer_.setComparison(std::move(comparison));
  }
}

void Session::apply(const CaptureFrames& command) {
  if (command.interval == 0.0) {
    capture_.stop();
  } else if (!std::isfinite(command.interval) || command.interval < kShortestCapture) {
    message_ = fmt::format("the frames of a film must be at least {} s apart", kShortestCapture);
  } else {
    capture_.start(command.interval, world_.time);
    acknowledged_ = 0;
  }
}

void Session::apply(const ReplaceWorld& command) {
  consumeInterrupt();
  if (command.world == nullptr) {
    message_ = "there is no world to replace this one with";
    return;
  }
  twinChoice_.reset();
  adopt(*command.world);
  stepsWanted_ = 0;
}

void Session::apply(const ExtendWorld& command) {
  if (command.world == nullptr) {
    message_ = "there is no world to take bodies from";
    return;
  }
  World changed = world_;
  const bool fewer = command.world->bodies.size() < world_.bodies.size();
  const ExtensionResult result =
      fewer ? withdrawBodies(changed, *data_, *command.world) : extendWorld(changed, *command.world);
  message_ = result.message;
  if (!result.done) {
    twinChoice_.reset();
    adopt(*command.world);
    stepsWanted_ = 0;
    return;
  }
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
  twinInterrupts_ = 0;
  if (taken_.empty()) {
    taken_ = commands_.take();
  }
  // Moves commands one by one: where there is no memory for all, none is lost.
  for (; !taken_.empty(); taken_.erase(taken_.begin())) {
    waiting_.push_back(std::move(taken_.front()));
  }
  if (seek_ && std::ranges::any_of(waiting_, endsSeek)) {
    seek_.reset();
  }
  while (!waiting_.empty() && !(seek_ && waitsForSeek(waiting_.front().command))) {
    if (!usable_ && interrupts_ == 0) {
      goBack(true);  // the command that interrupted the step was refused: back to the last whole state
      continue;
    }
    const QueuedCommand queued = std::move(waiting_.front());
    waiting_.pop_front();
    message_.clear();
    lastCommand_ = queued.sequence;  // a command counts as answered even where it throws
    changed_ = true;
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
  stepCost_ = stepClock(threads_->size()) - start;
  if (!isKnown && guardStops(world_, findings)) {
    playing_ = false;
    stepsWanted_ = 0;
    message_ = "The guard paused the run " + world_.guard.findings.back().text();
  }
  history_.stepped(world_, steadySeconds() - static_cast<double>(status_.stepStartNanos) * 1e-9);
  observer_.stepped(world_, *data_, history_.forks(), request_.get());
  if (!seek_) {
    pacing_.stepped(steadySeconds(), world_.parameters.timeStep);
  }
  usable_ = true;
  changed_ = true;
}

void Session::publish(const SnapshotRequest& request) {
  std::shared_ptr<Snapshot> snapshot = pool_.take();
  placeMembers(world_);
  published_ = request;
  observer_.fill(world_, *data_, published_, *snapshot);
  snapshot->solver.threads = threads_->size();
  snapshot->run.worldVersion = worldVersion_;
  snapshot->run.lastCommand = lastCommand_;
  snapshot->run.wallTime = steadySeconds();
  snapshot->run.playing = playing_;
  snapshot->run.targetRate = pacing_.targetRate();
  snapshot->run.actualRate = playing_ ? pacing_.actualRate() : 0.0;
  snapshot->run.message = message_;
  snapshot->run.timeline = history_.timeline(world_);
  if (seek_) {
    snapshot->run.timeline.seekTo = seek_->to;
    snapshot->run.timeline.seekFrom = seek_->from;
  }
  snapshot->run.filmFrames = capture_.due(world_.time);
  showTwin(*snapshot);
  snapshots_.publish(snapshot);
  if (capture_.hasNews(world_.time)) {
    // Published after the snapshot, so that a reader of the capture also finds its state in snapshots().
    capture_.offered(snapshot->run.filmFrames);
    captures_.publish(std::move(snapshot));
  }
  lastPublished_ = steadySeconds();
  changed_ = false;
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
  playing_ = false;
  stepsWanted_ = 0;
  changed_ = true;
  const bool ofTwin = std::exchange(steppingTwin_, false);
  if (ofTwin) {
    twinChoice_.reset();
    twin_.reset();
  }
  try {
    message_ = usable_
                   ? fmt::format("{}: {}", ofTwin ? "The twin has been ended" : "Paused", what)
                   : fmt::format("Step {} cannot be taken: {}. The run is kept up to the step before and can be saved.",
                                 lastWholeStep_ + 1, what);
    if (!usable_) {
      goBack(!(seek_ && seek_->isRecovery));
    }
    publish(SnapshotRequest{});  // the requested lists may be what there is no memory for
  } catch (...) {
    return kIdleWait;  // the next call tries again
  }
  return seek_ ? 0.0 : kIdleWait;
}

double Session::advanceOrThrow() {
  const std::uint64_t commandBefore = lastCommand_;
  applyCommands();
  if (!usable_) {
    if (interrupts_ > 0) {
      return kIdleWait;  // the session is being closed, or a new world is on its way
    }
    goBack(true);  // the command that interrupted the step was refused: back to the last whole state
  }
  if (lastCommand_ != commandBefore) {
    publish(request_.get());  // answers and a new world are seen before the next step, which may take long
  }
  if (seek_) {
    seekOn();
    return 0.0;
  }
  const bool held = capture_.isRunning() && acknowledged_ < capture_.offered();
  const bool single = stepsWanted_ > 0 && !held;
  const double wait = held       ? kIdleWait
                      : single   ? 0.0
                      : playing_ ? pacing_.waitingTime(steadySeconds(), world_.time)
                                 : kIdleWait;
  const bool stepping = single || (playing_ && wait <= 0.0);
  if (stepping) {
    const bool replaying = history_.isPast(world_);
    if (!takeStepWithTwin()) {
      return 0.0;
    }
    if (!usable_) {
      return 0.0;
    }
    stepsWanted_ = std::max(0, stepsWanted_ - (single ? 1 : 0));
    if (replaying && playing_ && !history_.isPast(world_)) {
      endReplay();
    }
  }
  changed_ = changed_ || request_.get() != published_;
  const bool resting = !playing_ && stepsWanted_ == 0;
  if (changed_ && (resting || capture_.hasNews(world_.time) || !snapshots_.pending() ||
                   steadySeconds() - lastPublished_ > kPublishInterval)) {
    publish(request_.get());
  }
  if (stepping) {
    return 0.0;
  }
  return std::min(wait, kIdleWait);
}

}  // namespace scree
