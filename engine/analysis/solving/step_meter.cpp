#include "engine/analysis/solving/step_meter.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "engine/world/world.h"

namespace scree {

namespace {

constexpr double kGrain = 0.013;  // m
constexpr double kPitch = 1.1;    // diameters
constexpr int kAcross = 14;       // grains of the bed along each side
constexpr int kLayers = 20;       // of the bed at its start
constexpr int kSmallAcross = 9;   // grains of the bed of smooth DEM along each side, whose steps are long
constexpr int kSmallLayers = 12;
constexpr int kColumn = 25;          // grains
constexpr double kSettling = 0.6;    // s, until a bed lies
constexpr double kTurning = 1.0;     // rad/s, of the boxes
constexpr double kGravity = 9.81;    // m/s²
constexpr double kDensity = 3700.0;  // kg/m³

World emptyWorld() {
  World world;
  const MaterialIndex ore = world.materials.add({.name = "ore", .density = kDensity});
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

/// A box half filled with grains that are about to fall.
World looseBed(int across, int layers) {
  World world = emptyWorld();
  const double pitch = kPitch * kGrain;
  const Vec3 half(0.5 * across * pitch, 0.5 * across * pitch, layers * pitch);
  addShape(world, Container{.halfExtents = half}, Vec3(0.0, 0.0, half.z()));
  Random random(1);
  for (int k = 0; k < layers; ++k) {
    for (int j = 0; j < across; ++j) {
      for (int i = 0; i < across; ++i) {
        const double x = i - 0.5 * (across - 1) + random.uniform(-0.04, 0.04);
        const double y = j - 0.5 * (across - 1) + random.uniform(-0.04, 0.04);
        addGrain(world, pitch * Vec3(x, y, k + 0.55), random.uniform(0.8 * kGrain, kGrain));
      }
    }
  }
  return world;
}

/// Adds a slab that forces move, above all grains.
void addSlab(World& world) {
  const Vec3 half(2.0 * kGrain, 2.0 * kGrain, kGrain);
  addShape(world, SolidBox{.halfExtents = half}, Vec3(0.0, 0.0, 1.5 * kLayers * kPitch * kGrain));
  BodyMass& mass = world.bodies.back().mass;
  mass.mass = kDensity * 8.0 * half.prod();
  const Vec3 squares = half.cwiseAbs2();
  mass.inertia = mass.mass / 3.0 * (Vec3::Constant(squares.sum()) - squares).asDiagonal();
}

/// Grains on each other that touch.
World looseColumn(int grains) {
  World world = emptyWorld();
  addShape(world, Plane{}, Vec3::Zero());
  for (int k = 0; k < grains; ++k) {
    addGrain(world, Vec3(0.0, 0.0, (k + 0.499) * kGrain), kGrain);
  }
  return world;
}

/// Sums over the steps of a world.
struct MeteredSteps {
  StageTimes times;  ///< in processor time
  double steps = 0.0;
  double grains = 0.0;
  double contacts = 0.0;  ///< in the sweeps
  double substeps = 0.0;  ///< of contacts
  double rows = 0.0;      ///< contacts in all sweeps
  double springs = 0.0;   ///< contacts in all substeps, those that are not swept included

  void add(const World& world, const StepData& data, double share) {
    const StepReport& report = data.report;
    for (std::size_t i = 0; i < kStageCount; ++i) {
      times.seconds[i] += share * report.times.seconds[i];
    }
    steps += 1.0;
    grains += static_cast<double>(world.particles.size());
    const auto swept = static_cast<double>(report.contactSweeps);
    const double inSweeps = report.sweeps > 0 ? swept / report.sweeps : 0.0;
    contacts += inSweeps;
    substeps += inSweeps * data.context.substeps;
    rows += swept;
    springs += static_cast<double>(data.list.contacts.size()) * data.context.substeps;
  }
  double in(std::initializer_list<Stage> stages) const {
    double sum = 0.0;
    for (const Stage stage : stages) {
      sum += times.seconds[static_cast<std::size_t>(stage)];
    }
    return sum;
  }
  double rowCost() const { return rows > 0.0 ? in({Stage::solve}) / rows : 0.0; }
};

/// The measurement on the way.
class Meter {
 public:
  Meter(double seconds, const std::atomic<int>* interrupt, const std::function<void(double)>& progressed)
      : seconds_(seconds), interrupt_(interrupt), progressed_(progressed) {}

  /// Steps a world up to a part of the time; what settles first does not count and is by the usual method.
  MeteredSteps measure(World world, double part, double turning, Method method = Method::pgs) {
    StepData data;
    MeteredSteps sums;
    while (goesOn(part)) {
      const double angle = turning * std::max(0.0, world.time - kSettling);
      world.parameters.gravity = kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle));
      if (world.time > kSettling) {
        world.parameters.method = method;
      }
      const double wall = steadySeconds();
      const double own = threadSeconds();
      step(world, data);
      // Wall time would count other programs too.
      const double share = (threadSeconds() - own) / std::max(1e-9, steadySeconds() - wall);
      if (world.time > kSettling) {
        sums.add(world, data, share);
      }
    }
    return sums;
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

/// The costs that show in a large bed.
void takeBed(const MeteredSteps& bed, StepCosts& costs) {
  if (bed.rows == 0.0) {
    costs = {.step = 0.0,
             .grain = 0.0,
             .contact = 0.0,
             .substep = 0.0,
             .row = 0.0,
             .fewRows = 0.0,
             .coupling = 0.0,
             .spring = 0.0};
    return;
  }
  costs.grain =
      bed.in({Stage::drives, Stage::exchange, Stage::splits, Stage::pairs, Stage::merges, Stage::measure}) / bed.grains;
  costs.contact = bed.in({Stage::contacts, Stage::match, Stage::pack}) / bed.contacts;
  costs.substep = bed.in({Stage::impacts, Stage::forces, Stage::positions}) / bed.substeps;
  costs.row = bed.rowCost();
}

}  // namespace

StepCosts measureStepCosts(double seconds, const std::atomic<int>* interrupt,
                           const std::function<void(double)>& progressed) {
  StepCosts costs;
  Meter meter(seconds, interrupt, progressed);
  const MeteredSteps bed = meter.measure(looseBed(kAcross, kLayers), 0.5, kTurning);
  takeBed(bed, costs);
  World withSlab = looseBed(kAcross, kLayers);
  addSlab(withSlab);
  const MeteredSteps coupled = meter.measure(std::move(withSlab), 0.75, kTurning);
  if (coupled.steps > 0.0) {
    costs.coupling = std::max(0.0, coupled.rowCost() - costs.row) * coupled.contacts / coupled.steps;
  }
  costs.fewRows = meter.measure(looseColumn(kColumn), 0.82, 0.0).rowCost();
  const MeteredSteps single = meter.measure(looseColumn(1), 0.85, 0.0);
  costs.step = single.steps > 0.0 ? single.times.total() / single.steps : 0.0;
  const MeteredSteps smooth = meter.measure(looseBed(kSmallAcross, kSmallLayers), 1.0, kTurning, Method::smooth);
  costs.spring = smooth.springs > 0.0 ? smooth.times.total() / smooth.springs : 0.0;
  return costs;
}

}  // namespace scree
