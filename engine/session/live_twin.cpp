#include "engine/session/live_twin.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/turning_drum.h"
#include "engine/base/clock.h"
#include "engine/base/parallel.h"
#include "engine/snapshot/fill_request.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

constexpr double kLongStep = 0.25;      // s: what a command may wait for
constexpr double kCostSmoothing = 1.0;  // s

double wallSeconds() { return steadySeconds(); }

std::vector<TwinDrive> drivesOf(const World& world) {
  std::vector<TwinDrive> drives;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    const std::vector<Drive>& own = world.bodies[i].drives;
    if (!own.empty()) {
      const bool turns =
          std::ranges::any_of(own, [](const Drive& d) { return std::holds_alternative<Rotation>(d.motion); });
      drives.push_back({.body = i, .turns = turns, .impulse = {}, .work = {}});
    }
  }
  return drives;
}

/// Ways between twins over their diameters, for both snapshots; infinite for who has none.
void measureApart(Snapshot& first, Snapshot& second) {
  constexpr float kAlone = std::numeric_limits<float>::infinity();
  first.twin.apart.assign(first.particles(), kAlone);
  second.twin.apart.assign(second.particles(), kAlone);
  std::size_t j = 0;
  for (std::size_t i = 0; i < first.particles(); ++i) {
    while (j < second.particles() && second.grains.id[j] < first.grains.id[i]) {
      ++j;
    }
    if (j < second.particles() && second.grains.id[j] == first.grains.id[i]) {
      const Eigen::Vector4f& a = first.grains.positionRadius[i];
      const float way = (second.grains.positionRadius[j] - a).head<3>().norm() / (2.0f * a.w());
      first.twin.apart[i] = way;
      second.twin.apart[j] = way;
    }
  }
}

/// What a snapshot out of the pool may have from an earlier use, and what belongs to both runs.
void fillRest(const Snapshot& shown, const StepData& data, Snapshot& other) {
  other.run.worldVersion = shown.run.worldVersion;
  other.run.lastCommand = shown.run.lastCommand;
  other.run.wallTime = shown.run.wallTime;
  other.run.playing = shown.run.playing;
  other.run.targetRate = shown.run.targetRate;
  other.run.actualRate = shown.run.actualRate;
  other.run.message.clear();
  other.solver.smoothTimes = data.report.times;
  other.solver.smoothContactSweeps = static_cast<double>(data.report.contactSweeps);
  other.solver.comparison.reset();
  other.asked = {};  // members of the run shown are asked, not those of its twin
  other.run.timeline = shown.run.timeline;
  other.run.filmFrames = shown.run.filmFrames;
  other.run.events = std::make_shared<const EventHistory>();
  other.run.samples = std::make_shared<const RunSamples>();
}

/// A world as a restored state of it is: members placed.
World placedCopy(const World& world) {
  World copy = world;
  placeMembers(copy);
  return copy;
}

}  // namespace

double stepClock(int threads) { return threads <= 1 ? threadSeconds() : wallSeconds(); }

LiveTwin::LiveTwin(const World& first, const TwinChoice& choice, std::uint64_t begun)
    : choice_(choice),
      begun_(begun),
      since_(first.time),
      world_(placedCopy(first)),
      data_(std::make_unique<StepData>()),
      drives_(drivesOf(first)) {
  applyTwin(world_.parameters, choice_);
}

LiveTwin::~LiveTwin() = default;

void LiveTwin::follow(const WorldCommand& command) {
  applyCommand(world_, command);
  applyTwin(world_.parameters, choice_);
  oracle_.follow(world_);
  careful_ = true;
}

bool LiveTwin::goesFirst() const { return careful_ || steps_ % 2 == 0; }

bool LiveTwin::step(ThreadPool* threads, const std::atomic<int>& closing, const std::atomic<int>& commands) {
  if (closing.load() > 0) {
    return false;
  }
  std::optional<World> before;
  if (careful_) {
    before = world_;
  }
  data_->context.threads = threads;
  data_->context.interrupt = careful_ ? &commands : &closing;
  data_->context.traceResiduals = true;
  threads_ = threads == nullptr ? 1 : threads->size();
  const double wallStart = wallSeconds();
  const double start = stepClock(threads_);
  const bool done = scree::step(world_, *data_);
  data_->context.threads = nullptr;  // they may end before the next step
  if (!done) {
    usable_ = careful_;
    if (before) {
      world_ = std::move(*before);
      *data_ = StepData{};
    }
    return false;
  }
  newest_ = stepClock(threads_) - start;
  careful_ = wallSeconds() - wallStart > kLongStep;
  return true;
}

void LiveTwin::bothStepped(const World& first, double seconds, bool oracleWished) {
  const double decay = std::exp(-(seconds + newest_) / kCostSmoothing);
  decayed_ = {decay * decayed_[0] + seconds, decay * decayed_[1] + newest_};
  decayedSteps_ = decay * decayedSteps_ + 1.0;
  total_[0] += seconds;
  total_[1] += newest_;
  ++steps_;
  bookDrives(first);
  if (oracleWished && choice_.difference == TwinDifference::merging) {
    oracle_.add(first, world_, *data_);
  } else {
    oracle_.clear();
  }
}

void LiveTwin::bookDrives(const World& first) {
  const std::array<const World*, 2> worlds = {&first, &world_};
  for (TwinDrive& drive : drives_) {
    for (std::size_t side = 0; side < worlds.size(); ++side) {
      const Body& body = worlds[side]->bodies[drive.body];
      const double time = worlds[side]->parameters.timeStep;
      drive.impulse[side] += time * drivingTorque(body);
      drive.work[side] += time * body.reaction.power;
    }
  }
}

void LiveTwin::show(World& first, const SharedShapes& shapes, SnapshotPool& pool, Snapshot& shown) {
  placeMembers(world_);
  std::shared_ptr<Snapshot> other = pool.take();
  auto twin = std::make_shared<TwinSnapshot>();
  twin->reading = differenceOf(world_, first);
  const double start = wallSeconds();
  twin->drum = turningDrum(first).has_value();
  if (twin->drum || angleTurn_.isDue(start)) {
    const std::array angles = {angleOfRepose(first), angleOfRepose(world_)};
    const bool isSlope = angles[0] && angles[1] && (*angles[0] != 0.0 || *angles[1] != 0.0);
    angles_ = isSlope ? std::optional(std::array{*angles[0], *angles[1]}) : std::nullopt;
    angleTurn_.done(start, wallSeconds());
  }
  twin->angle = angles_;
  twin->oracle = oracle_.reading();
  shared_.shapes = shapes;
  shared_.origin = shown.scene.origin;
  fillSnapshot(world_, *data_, shared_, *other);
  fillRequest(world_, *data_, shown.onRequest.request, *other);
  fields_.fill(world_, *data_, shown.onRequest.request.fields, *other);
  fillRest(shown, *data_, *other);
  measureApart(shown, *other);
  twin->choice = choice_;
  twin->begun = begun_;
  twin->steps = steps_;
  twin->since = since_;
  twin->other = std::move(other);
  for (std::size_t side = 0; side < 2; ++side) {
    twin->cost[side] = {decayedSteps_ > 0.0 ? decayed_[side] / decayedSteps_ : 0.0, total_[side]};
  }
  twin->processorTime = threads_ <= 1;
  twin->drives = drives_;
  shown.twin.snapshot = std::move(twin);
}

}  // namespace scree
