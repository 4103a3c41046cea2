#include "engine/analysis/would_move.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/aggregates/floating.h"
#include "engine/base/base_constants.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

constexpr double kTimes = 1.5;  ///< length of the trial over √(d/g)
constexpr int kSubsteps = 4;
constexpr int kSweeps = 64;

World trialOf(const World& world) {
  World trial = world;
  trial.emitters.clear();
  trial.sinks.clear();
  trial.granulation = Granulation{};
  trial.pull.reset();
  Parameters& p = trial.parameters;
  applyPreset(p, Preset::fast);
  p.reduction.merging = Switch::off;
  p.substeps = kSubsteps;
  p.sweeps = kSweeps;
  p.impactSweeps = kSweeps;
  p.restTolerance = 0.0;
  p.guard = GuardAction::off;
  p.bounds = Bounds{Vec3::Constant(-1e300), Vec3::Constant(1e300)};
  return trial;
}

/// Rigid motion of some particles by their momentum and angular momentum.
CarrierMotion rigidMotionOf(const Particles& particles, const std::vector<std::uint32_t>& slots) {
  CarrierMotion motion;
  double mass = 0.0;
  for (const std::uint32_t slot : slots) {
    mass += particles.mass[slot];
    motion.pose.position += particles.mass[slot] * particles.position[slot];
    motion.velocity += particles.mass[slot] * particles.velocity[slot];
  }
  motion.pose.position /= mass;
  motion.velocity /= mass;
  Mat3 spread = Mat3::Zero();
  double spin = 0.0;
  Vec3 angular = Vec3::Zero();
  for (const std::uint32_t slot : slots) {
    const Vec3 arm = particles.position[slot] - motion.pose.position;
    spread += particles.mass[slot] * arm * arm.transpose();
    spin += particles.inertia(slot);
    angular += particles.mass[slot] * arm.cross(particles.velocity[slot] - motion.velocity) +
               particles.inertia(slot) * particles.angularVelocity[slot];
  }
  motion.angularVelocity = (inertiaOf(spread) + spin * Mat3::Identity()).ldlt().solve(angular);
  return motion;
}

/// Motion of an aggregate of `world` at the end of the trial.
CarrierMotion motionAfter(const World& world, const World& trial, std::uint32_t index) {
  const Aggregate& aggregate = world.reduction.aggregates[index];
  if (aggregate.floats()) {
    return rigidMotionOf(trial.particles, membersOf(world, index));
  }
  const AggregateFrame& frame = trial.reduction.aggregates[index].frame;
  return {frame.pose, frame.velocity, frame.angularVelocity};
}

}  // namespace

double trialTime(const World& world) {
  const double gravity = world.parameters.gravity.norm();
  return std::max(world.parameters.timeStep,
                  kTimes * std::sqrt(meanDiameter(world) / (gravity > 0.0 ? gravity : kStandardGravity)));
}

WouldMove wouldMove(const World& world, ThreadPool* threads, const std::atomic<int>* interrupt) {
  WouldMove result;
  result.members = world.reduction.memberCount;
  if (result.members == 0) {
    return result;
  }
  World trial = trialOf(world);
  StepData data;
  data.context.threads = threads;
  data.context.interrupt = interrupt;
  const auto steps = static_cast<int>(std::ceil(trialTime(world) / world.parameters.timeStep - 1e-9));
  for (int i = 0; i < steps && result.isKnown; ++i) {
    result.isKnown = step(trial, data) && (interrupt == nullptr || interrupt->load() == 0);
  }
  result.isKnown = result.isKnown && trial.particles.id == world.particles.id;  // none became non-finite
  if (!result.isKnown) {
    return result;
  }
  const double limit = reductionLimits(world).tangential;
  std::vector<std::optional<CarrierMotion>> motions(world.reduction.aggregates.size());
  for (std::uint32_t slot = 0; slot < world.reduction.aggregate.size(); ++slot) {
    const std::uint32_t index = world.reduction.aggregate[slot];
    if (index == kFree) {
      continue;
    }
    if (!motions[index]) {
      motions[index] = motionAfter(world, trial, index);
    }
    const double speed =
        (trial.particles.velocity[slot] - motions[index]->velocityAt(trial.particles.position[slot])).norm();
    if (speed > limit) {
      result.slots.push_back(slot);
      result.speeds.push_back(speed);
    }
  }
  return result;
}

}  // namespace scree
