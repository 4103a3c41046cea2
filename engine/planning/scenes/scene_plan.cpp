#include "engine/planning/scenes/scene_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/processors.h"
#include "engine/geometry/mesh.h"
#include "engine/scene/advice.h"

namespace scree {

namespace {

/// Material of the grains: that of the first one, or of the first emitter.
MaterialIndex materialOf(const World& world) {
  if (world.particles.size() > 0) {
    return world.particles.material.front();
  }
  return world.emitters.empty() ? MaterialIndex{0} : world.emitters.front().material;
}

double densityOf(const World& world, MaterialIndex material) {
  const Particles& p = world.particles;
  if (p.size() == 0) {
    return world.materials.list[material].density;
  }
  const double mass = std::accumulate(p.mass.begin(), p.mass.end(), 0.0);
  const double volume = std::accumulate(p.radius.begin(), p.radius.end(), 0.0,
                                        [](double sum, double radius) { return sum + sphereVolume(radius); });
  return mass / volume;
}

/// Whether grains go on to hit something: bodies are driven, or grains emitted.
bool isStirred(const World& world) {
  return !world.emitters.empty() ||
         std::any_of(world.bodies.begin(), world.bodies.end(), [](const Body& body) { return !body.drives.empty(); });
}

PlannedSolver solverOf(const World& world) {
  const Parameters& p = world.parameters;
  return {.step = p.timeStep,
          .sweeps = p.sweeps,
          .substeps = p.substeps,
          .mostSubsteps = p.mostSubsteps,
          .isWarm = p.warmStart == WarmStart::adaptive || p.warmStart == WarmStart::history,
          .hasBodies = hasDynamicBodies(world),
          .impactSweeps = p.impacts == Impacts::stage && isStirred(world) ? p.impactSweeps : 0};
}

/// Particles a second that an emitter asks for.
double rateOf(const Emitter& emitter, double density) {
  const double diameter = meanDiameter(emitter.sizes);
  return emitter.rate / (emitter.rateIsMass ? density * sphereVolume(0.5 * diameter) : 1.0);
}

std::size_t trianglesOf(const World& world) {
  std::size_t count = 0;
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& shape : body.shapes) {
      if (const auto* mesh = std::get_if<MeshShape>(&shape.shape)) {
        count += mesh->mesh->triangles.size();
      }
    }
  }
  return count;
}

std::vector<std::string> notesOn(const World& world) {
  std::vector<std::string> notes;
  if (const std::size_t triangles = trianglesOf(world); triangles > 0) {
    notes.push_back(fmt::format(
        "Meshes of {} triangles: contacts with them cost more than is planned, up to three times a step's time.",
        triangles));
  }
  if (!world.sinks.empty()) {
    notes.emplace_back("Grains that leave through sinks are counted on: give the number that is there with --grains.");
  }
  const Parameters& p = world.parameters;
  if (p.impacts == Impacts::stage) {
    notes.push_back(fmt::format("Substeps with impacts take {} sweeps more, which are {}planned: {}.", p.impactSweeps,
                                isStirred(world) ? "" : "not ",
                                isStirred(world) ? "grains are stirred" : "nothing stirs the grains"));
  }
  if (p.collisionTime > 0.0) {
    notes.push_back(
        fmt::format("The rules for smooth DEM are those of the material: with solver.collision_time of {:g} s the "
                    "method smooth takes longer substeps, which 'ndem check' tells.",
                    p.collisionTime));
  }
  if (p.reduction.merging == Switch::on) {
    notes.emplace_back("The scene merges. How much, no rule tells: give the reduction level that it has with --level.");
  }
  return notes;
}

}  // namespace

PlannedLaw plannedLaw(const Materials& materials, MaterialIndex material) {
  const PairLaw& pair = materials.pair(material, material);
  PlannedLaw law;
  if (pair.law == StiffnessLaw::linear) {
    law.stiffness = pair.stiffness;
    return law;
  }
  law.poissonRatio = materials.list[material].poissonRatio;
  law.youngsModulus = 2.0 * (1.0 - law.poissonRatio * law.poissonRatio) * pair.effectiveModulus;
  return law;
}

double emittedUntil(const Emitter& emitter, double density, double seconds) {
  const double rate = rateOf(emitter, density);
  const double open = std::min(seconds, emitter.stop) - emitter.start;
  return rate > 0.0 && open > 0.0 ? std::min(rate * open, static_cast<double>(emitter.limit)) : 0.0;
}

double meanEmitted(const Emitter& emitter, double density, double seconds) {
  const double rate = rateOf(emitter, density);
  if (rate <= 0.0 || seconds <= emitter.start) {
    return 0.0;
  }
  // The number grows from the start to an end, and stays.
  const double most = std::min(emitter.stop - emitter.start, static_cast<double>(emitter.limit) / rate);
  const double growing = std::min(most, seconds - emitter.start);
  const double staying = seconds - emitter.start - growing;
  return rate * growing * (0.5 * growing + staying) / seconds;
}

SceneNumbers numbersOf(const World& world, double seconds, double tolerance) {
  const Advice advice = adviseStep(world, tolerance);
  const MaterialIndex material = materialOf(world);
  SceneNumbers numbers;
  PlanInput& input = numbers.input;
  PlannedBed& bed = input.bed;
  double grains = static_cast<double>(world.particles.size());
  for (const Emitter& emitter : world.emitters) {
    grains += meanEmitted(emitter, world.materials.list[emitter.material].density, seconds);
  }
  bed.grains = grains;
  bed.height = std::max(1.0, advice.height);
  bed.width = std::max(1.0, advice.width);
  bed.diameter = advice.meanDiameter;
  bed.gravity = world.parameters.gravity.norm();
  bed.inertialNumber = advice.inertialNumber;
  if (advice.flowSpeed > 0.0) {
    bed.speed = advice.flowSpeed;
  }
  bed.fastest = std::max(advice.particleSpeed, advice.turningSpeed);
  if (!world.materials.list.empty()) {
    bed.density = densityOf(world, material);
    input.law = plannedLaw(world.materials, material);
  }
  input.solver = solverOf(world);
  if (std::isfinite(advice.smoothStep)) {
    input.smoothStep = advice.smoothStep;
  }
  input.tolerance = tolerance;
  input.seconds = seconds;
  const int threads = world.parameters.threads;
  input.threads = threads > 0 ? threads : std::max(1, usableProcessors() / 2);
  numbers.notes = notesOn(world);
  return numbers;
}

}  // namespace scree
