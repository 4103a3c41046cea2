#include "tests/stress/stress_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fstream>

#include "engine/aggregates/membership.h"
#include "engine/scene/scene.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"
#include "engine/step/watch.h"
#include "engine/world/placement.h"

namespace scree::stress {

namespace {

/// Grains whose centre is outside the closed wall by more than their radius.
int outside(const Case& c, const World& world) {
  const Room room = roomOf(c);
  const Pose& wall = world.bodies.front().pose;
  int count = 0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const Vec3 p = wall.toLocal(world.particles.position[i]);
    const double z = p.z() - 0.5 * room.height;
    const double beyond =
        c.wall == "drum"
            ? std::max(std::hypot(p.x(), z) - 0.5 * room.height, std::abs(p.y()) - room.halfY)
            : std::max({std::abs(p.x()) - room.halfX, std::abs(p.y()) - room.halfY, std::abs(z) - 0.5 * room.height});
    count += beyond > world.particles.radius[i] ? 1 : 0;
  }
  return count;
}

bool isFinite(const World& world) {
  return std::ranges::all_of(world.particles.position, [](const Vec3& p) { return p.allFinite(); }) &&
         std::ranges::all_of(world.particles.velocity, [](const Vec3& v) { return v.allFinite(); }) &&
         std::ranges::all_of(world.bodies, [](const Body& b) { return b.pose.position.allFinite(); });
}

double fastest(const World& world) {
  double square = 0.0;
  for (const Vec3& velocity : world.particles.velocity) {
    square = std::max(square, velocity.squaredNorm());
  }
  return std::sqrt(square);
}

/// Books what energy there is and what was put in, step by step.
class EnergyBook {
 public:
  explicit EnergyBook(const World& world) {
    const Budget start = measureWorld(world);
    start_ = start.kinetic + start.potential;
  }

  void add(const World& world) {
    const Budget& b = world.budget;
    put_ += std::abs(b.stepWork) + std::max(0.0, b.totalEntered - entered_);
    entered_ = b.totalEntered;
    const double gain = b.kinetic + b.potential + b.cohesive - (start_ + b.totalWork + b.totalEntered - b.totalLeft);
    const double share = gain / (std::abs(start_) + put_);
    if (share > largest_) {
      largest_ = share;
      time_ = world.time;
    }
  }

  double largest() const { return largest_; }
  double time() const { return time_; }

 private:
  double start_ = 0.0;
  double put_ = 0.0;
  double entered_ = 0.0;
  double largest_ = 0.0;
  double time_ = 0.0;
};

void runSteps(const Case& c, World& world, int steps, Outcome& outcome) {
  StepData data;
  EnergyBook book(world);
  for (; outcome.steps < steps; ++outcome.steps) {
    const std::size_t findings = world.guard.findings.size();
    step(world, data);
    if (guardStops(world, findings)) {
      outcome.verdict = Verdict::stopped;
      outcome.sentence = world.guard.findings.back().text();
      break;
    }
    outcome.substeps = std::max(outcome.substeps, data.context.substeps);
    book.add(world);
    if (outcome.steps >= steps - steps / 10) {
      outcome.overlap = std::max(outcome.overlap, data.report.worstOverlap);
    }
    if (!std::isfinite(world.budget.kinetic)) {
      break;
    }
  }
  placeMembers(world);
  outcome.gain = book.largest();
  outcome.gainTime = book.time();
  outcome.lost = outside(c, world) + static_cast<int>(world.faultCount);
  outcome.creep = fastest(world) / std::sqrt(world.parameters.gravity.norm() * c.diameter);
  if (outcome.verdict == Verdict::stopped) {
    return;
  }
  if (!isFinite(world) || !std::isfinite(world.budget.kinetic)) {
    outcome.verdict = Verdict::broken;
  } else if (outcome.lost > 0) {
    outcome.verdict = Verdict::loses;
    outcome.sentence = world.faults.empty() ? "" : world.faults.front().what;
  } else if (outcome.gain > kLargestGain) {
    outcome.verdict = Verdict::gains;
  }
}

}  // namespace

Outcome runCase(const Case& c, int most, const std::filesystem::path& folder,
                std::span<const SceneOverride> overrides) {
  Outcome outcome;
  const std::filesystem::path mesh = folder / fmt::format("box_{}.obj", c.number);
  if (c.wall == "mesh") {
    std::ofstream(mesh) << boxMesh(c);
  }
  const std::clock_t begin = std::clock();
  SceneResult loaded = loadSceneText(sceneOf(c, mesh.string()), fmt::format("case_{}.yaml", c.number), overrides);
  std::filesystem::remove(mesh);
  if (!loaded.scene) {
    outcome.verdict = Verdict::refused;
    outcome.sentence = loaded.errors.front().text();
    return outcome;
  }
  const World& world = loaded.scene->world;
  const double wanted = 10.0 * std::sqrt(c.diameter / world.parameters.gravity.norm()) / c.timeStep;
  runSteps(c, loaded.scene->world, static_cast<int>(std::clamp<double>(wanted, std::min(most, 300), most)), outcome);
  outcome.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return outcome;
}

const char* nameOf(Verdict verdict) {
  constexpr std::array kNames = {"sound", "refused", "stopped", "gains", "loses", "broken"};
  return kNames[static_cast<std::size_t>(verdict)];
}

}  // namespace scree::stress
