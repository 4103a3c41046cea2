#include "engine/analysis/solving/step_meter.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "engine/world/world.h"

namespace scree {

namespace {

constexpr double kGrain = 0.013;   // m
constexpr double kPitch = 1.1;     // diameters
constexpr int kAcross = 14;        // grains of the bed along each side
constexpr int kLayers = 20;        // of the bed at its start
constexpr double kSettling = 1.0;  // s, until the bed lies
constexpr double kTilt = 0.6;      // rad: steeper than the bed's slope
constexpr double kPeriod = 4.0;    // s, of rocking
constexpr double kGravity = 9.81;  // m/s²
constexpr int kColumn = 25;        // grains
constexpr int kColumnSweeps = 150;
constexpr int kColumnWarmUp = 50;        // steps
constexpr double kShareOfColumn = 0.15;  // of the time

double median(std::vector<double> values) {
  if (values.empty()) {
    return 0.0;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

World emptyWorld() {
  World world;
  const MaterialIndex ore = world.materials.add({.name = "ore", .density = 3700.0});
  PairLaw law;
  law.restitution = 0.18;
  law.friction = 0.91;
  law.rollingResistance = 0.32;
  law.stiffness = 3000.0;
  law.dampingTime = 1e-3;
  world.materials.setPair(ore, ore, law);
  applyPreset(world.parameters, kDefaultPreset);
  world.parameters.restTolerance = 0.0;
  world.parameters.threads = 1;
  world.parameters.guard = GuardAction::off;
  return world;
}

void addGrain(World& world, const Vec3& position, double diameter) {
  Particle grain;
  grain.position = position;
  grain.radius = 0.5 * diameter;
  grain.mass = world.materials.list.front().density * sphereVolume(grain.radius);
  world.particles.add(grain);
}

void addShape(World& world, const Shape& shape, const Vec3& position) {
  Body body;
  body.name = "box";
  body.pose.position = position;
  ShapeInstance instance;
  instance.shape = shape;
  body.shapes.push_back(instance);
  world.bodies.push_back(body);
}

World looseBed() {
  World world = emptyWorld();
  const double pitch = kPitch * kGrain;
  const Vec3 half(0.5 * kAcross * pitch, 0.5 * kAcross * pitch, kLayers * pitch);
  addShape(world, Container{.halfExtents = half}, Vec3(0.0, 0.0, half.z()));
  Random random(1);
  for (int k = 0; k < kLayers; ++k) {
    for (int j = 0; j < kAcross; ++j) {
      for (int i = 0; i < kAcross; ++i) {
        const double x = i - 0.5 * (kAcross - 1) + random.uniform(-0.04, 0.04);
        const double y = j - 0.5 * (kAcross - 1) + random.uniform(-0.04, 0.04);
        addGrain(world, pitch * Vec3(x, y, k + 0.55), random.uniform(0.8 * kGrain, kGrain));
      }
    }
  }
  return world;
}

World looseColumn() {
  World world = emptyWorld();
  applyPreset(world.parameters, Preset::paperWarm);
  world.parameters.sweeps = kColumnSweeps;
  addShape(world, Plane{}, Vec3::Zero());
  for (int k = 0; k < kColumn; ++k) {
    addGrain(world, Vec3(0.0, 0.0, (k + 0.5) * kGrain), kGrain);
  }
  return world;
}

/// A step just made: its stage times in processor time, and its counts.
struct MeteredStep {
  StageTimes times;
  double grains = 0.0;
  double contacts = 0.0;
  double substeps = 0.0;
  double sweeps = 0.0;

  double in(std::initializer_list<Stage> stages) const {
    double sum = 0.0;
    for (const Stage stage : stages) {
      sum += times.seconds[static_cast<std::size_t>(stage)];
    }
    return sum;
  }
};

MeteredStep meteredStep(World& world, StepData& data) {
  const double wall = steadySeconds();
  const double own = threadSeconds();
  step(world, data);
  // What other programs took of the wall time is not ours.
  const double share = (threadSeconds() - own) / std::max(1e-9, steadySeconds() - wall);
  MeteredStep metered;
  for (std::size_t i = 0; i < kStageCount; ++i) {
    metered.times.seconds[i] = share * data.report.times.seconds[i];
  }
  metered.grains = static_cast<double>(world.particles.size());
  metered.contacts = static_cast<double>(data.list.contacts.size());
  metered.substeps = data.context.substeps;
  metered.sweeps = data.report.sweeps;
  return metered;
}

/// The measurement on the way.
class Meter {
 public:
  Meter(double seconds, const std::atomic<int>* interrupt, const std::function<void(double)>& progressed)
      : seconds_(seconds), interrupt_(interrupt), progressed_(progressed) {}

  void measureBed(StepCosts& costs) {
    World world = looseBed();
    StepData data;
    std::vector<double> grain;
    std::vector<double> contact;
    std::vector<double> substep;
    std::vector<double> row;
    while (goesOn(1.0 - kShareOfColumn)) {
      if (world.time > kSettling) {
        const double angle = kTilt * std::sin(2.0 * std::numbers::pi / kPeriod * (world.time - kSettling));
        world.parameters.gravity = kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle));
      }
      const MeteredStep s = meteredStep(world, data);
      if (world.time <= kSettling || s.contacts == 0.0) {
        continue;
      }
      grain.push_back(
          s.in({Stage::drives, Stage::exchange, Stage::splits, Stage::pairs, Stage::merges, Stage::measure}) /
          s.grains);
      contact.push_back(s.in({Stage::contacts, Stage::match, Stage::pack}) / s.contacts);
      substep.push_back(s.in({Stage::impacts, Stage::forces, Stage::positions}) / (s.contacts * s.substeps));
      row.push_back(s.in({Stage::solve}) / (s.contacts * s.sweeps));
    }
    costs.grain = median(grain);
    costs.contact = median(contact);
    costs.substep = median(substep);
    costs.row = median(row);
  }

  /// Needs the costs of a bed: what is left is that of the step.
  void measureColumn(StepCosts& costs) {
    World world = looseColumn();
    StepData data;
    std::vector<double> sweep;
    std::vector<double> rest;
    for (int steps = 0; goesOn(1.0); ++steps) {
      const MeteredStep s = meteredStep(world, data);
      if (steps < kColumnWarmUp || s.sweeps == 0.0) {
        continue;
      }
      sweep.push_back(s.in({Stage::solve}) / s.sweeps - s.contacts * costs.row);
      rest.push_back(s.times.total() - s.in({Stage::solve}) - s.grains * costs.grain -
                     s.contacts * (costs.contact + s.substeps * costs.substep));
    }
    costs.sweep = std::max(0.0, median(sweep));
    costs.step = std::max(0.0, median(rest));
  }

 private:
  /// True up to a part of the time.
  bool goesOn(double part) {
    const double done = (steadySeconds() - start_) / seconds_;
    if (progressed_) {
      progressed_(std::min(1.0, done));
    }
    return done < part && (interrupt_ == nullptr || interrupt_->load() == 0);
  }

  double start_ = steadySeconds();
  double seconds_;
  const std::atomic<int>* interrupt_;
  const std::function<void(double)>& progressed_;
};

}  // namespace

StepCosts measureStepCosts(double seconds, const std::atomic<int>* interrupt,
                           const std::function<void(double)>& progressed) {
  StepCosts costs;
  Meter meter(seconds, interrupt, progressed);
  meter.measureBed(costs);
  meter.measureColumn(costs);
  return costs;
}

}  // namespace scree
