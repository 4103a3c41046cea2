#include "tests/bench/hold.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/base/parallel.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/solver/batch_kernels.h"
#include "engine/step/step.h"
#include "tests/bench/cases.h"
#include "tests/bench/settings.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/sweep_cases.h"

namespace scree::bench {

namespace {

double heldMeanHeight(const std::vector<Vec3>& positions) {
  double sum = 0.0;
  for (const Vec3& position : positions) {
    sum += position.z();
  }
  return sum / static_cast<double>(positions.size());
}

/// <δ/d> over touching pairs of spheres, the same for every engine: from positions and radii alone.
double meanOverlap(const HoldScene& scene, const std::vector<Vec3>& positions) {
  World world = scene.start;
  world.particles.position = positions;
  StepData data;
  listActive(world, data.list);
  findPairs(world, data.context, data.detection, data.list);
  makeContacts(world, data.context, data.detection, data.list);
  double sum = 0.0;
  double count = 0.0;
  for (const Contact& contact : data.list.contacts) {
    if (contact.b != kNoParticle && contact.overlap() > 0.0) {
      const double smaller = std::min(world.particles.radius[contact.a], world.particles.radius[contact.b]);
      sum += contact.overlap() / (2.0 * smaller);
      count += 1.0;
    }
  }
  return count > 0.0 ? sum / count : 0.0;
}

double heldRmsSpeed(const std::vector<Vec3>& velocities) {
  double sum = 0.0;
  for (const Vec3& velocity : velocities) {
    sum += velocity.squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(velocities.size()));
}

double stepSeconds(World& world, StepData& data, int sweeps) {
  world.parameters.sweeps = sweeps;
  const Stopwatch watch;
  step(world, data);
  return watch.elapsed().cpu;
}

}  // namespace

HoldRun holdInScree(const HoldScene& scene, const HoldPlan& plan, const std::string& settings) {
  HoldRun run;
  World world = scene.start;
  run.failure = applySettings(world.parameters, settings + " threads=1");
  if (!run.failure.empty()) {
    return run;
  }
  run.instructionSet = solverInstructionSet(world.parameters);
  run.timeStep = world.parameters.timeStep;
  const int steps = static_cast<int>(std::lround(plan.blockTime / run.timeStep));
  StepData data;
  for (int block = 0; block < plan.skipped + plan.blocks; ++block) {
    if (block == plan.skipped) {
      run.settled = world.particles.position;
    }
    const Stopwatch watch;
    for (int i = 0; i < steps; ++i) {
      step(world, data);
    }
    if (block >= plan.skipped) {
      run.blockSeconds.push_back(watch.elapsed().cpu);
    }
  }
  if (world.particles.size() != scene.start.particles.size()) {
    run.failure = fmt::format("{} of {} particles were lost", scene.start.particles.size() - world.particles.size(),
                              scene.start.particles.size());
    return run;
  }
  run.contacts = static_cast<double>(data.list.contacts.size());
  run.sweeps = static_cast<double>(data.report.sweeps);
  if (world.parameters.method == Method::smooth) {
    // Its steps are as those of the other smooth engines.
    run.instructionSet = instructionSet();
    run.timeStep = data.context.substepTime;
    run.sweeps = kUnmeasured;
  }
  run.position = world.particles.position;
  run.velocity = world.particles.velocity;
  return run;
}

SweepCost sweepCostInScree(const HoldScene& scene, int warmUp, int repeats) {
  SweepCost cost;
  World world = scene.start;
  cost.failure = applySettings(world.parameters, "paper-warm threads=1");
  if (!cost.failure.empty()) {
    return cost;
  }
  cost.instructionSet = solverInstructionSet(world.parameters);
  StepData data;
  for (int i = 0; i < warmUp; ++i) {
    stepSeconds(world, data, kManySweeps);
  }
  for (int i = 0; i < repeats; ++i) {
    const double few = stepSeconds(world, data, kFewSweeps);
    const double many = stepSeconds(world, data, kManySweeps);
    cost.contacts = static_cast<double>(data.list.contacts.size());
    cost.nanoseconds.push_back(1e9 * (many - few) / ((kManySweeps - kFewSweeps) * cost.contacts));
  }
  return cost;
}

double columnHeight(const HoldScene& scene, bool rigid) {
  const Particles& particles = scene.start.particles;
  const PairLaw& law = scene.start.materials.pair(0, 0);
  const double gravity = -scene.start.parameters.gravity.z();
  double height = 0.0;
  double weight = 0.0;
  for (std::size_t i = particles.size(); i-- > 0;) {
    height += 2.0 * particles.radius[i];
    weight += particles.mass[i] * gravity;
    if (!rigid) {
      // Hertz overlap under the weight above (METHOD.md 3.2); the lowest rests on a plane, r* = r.
      const double effectiveRadius = i == 0 ? particles.radius[0] : 0.5 * particles.radius[i];
      const double stiffness = 4.0 / 3.0 * law.effectiveModulus * std::sqrt(effectiveRadius);
      height -= std::pow(weight / stiffness, 2.0 / 3.0);
    }
  }
  return height;
}

Record recordOf(const HoldScene& scene, const HoldRun& run, const HoldPlan& plan, bool rigid) {
  Record record;
  record.kind = "peer";
  record.scene = scene.name;
  record.start = startHash(scene.start);
  record.instructionSet = run.instructionSet;
  record.particles = static_cast<double>(run.position.size());
  record.contacts = run.contacts;
  record.sweeps = run.sweeps;
  std::vector<double> perSecond;
  for (const double seconds : run.blockSeconds) {
    perSecond.push_back(seconds / plan.blockTime);
  }
  record.setValue("s of processor per simulated s", spreadOf(perSecond));
  record.cpuPerSimulated = record.value;
  record.msPerStep = 1e3 * record.value * run.timeStep;
  record.nsPerParticleStep = 1e6 * record.msPerStep / record.particles;
  if (std::isnan(run.sweeps)) {
    record.nsPerContactSweep = 1e6 * record.msPerStep / record.contacts;
  }
  record.meanOverlap = meanOverlap(scene, run.position);
  record.creep = heldRmsSpeed(run.velocity);
  if (scene.isColumn) {
    const double top = run.position.back().z() + scene.start.particles.radius.back();
    record.heightError = top / columnHeight(scene, rigid) - 1.0;
  } else {
    record.heightChange = heldMeanHeight(run.position) / heldMeanHeight(scene.start.particles.position) - 1.0;
  }
  return record;
}

}  // namespace scree::bench
