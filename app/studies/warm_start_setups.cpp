#include "app/studies/warm_start_setups.h"

#include <fmt/format.h>

namespace scree {

Setup coldSetup() { return {.name = "cold"}; }

Setup historySetup(double factor) {
  return {.name = fmt::format("history {:g}", factor), .warmStart = WarmStart::history, .factor = factor};
}

Setup modelSetup() { return {.name = "model", .warmStart = WarmStart::model}; }

Setup adaptiveSetup() { return {.name = "adaptive", .warmStart = WarmStart::adaptive}; }

Setup substepSetup() {
  return {.name = "adaptive 4 substeps", .warmStart = WarmStart::adaptive, .substeps = 4, .impacts = Impacts::joined};
}

Setup nncgSetup(WarmStart warmStart) {
  return {.name = warmStart == WarmStart::off ? "NNCG cold" : "NNCG history 0.85",
          .method = Method::nncg,
          .warmStart = warmStart};
}

Solver solverOf(const Setup& setup, int total) {
  Solver solver{.name = setup.name};
  Parameters& p = solver.parameters;
  p.method = setup.method;
  p.warmStart = setup.warmStart;
  p.warmStartFactor = setup.factor;
  p.substeps = setup.substeps;
  p.impacts = setup.impacts;
  p.sweeps = (total + setup.substeps - 1) / setup.substeps;
  p.impactSweeps = p.sweeps;
  return solver;
}

Solver solverOf(Preset preset) {
  for (const PresetInfo& info : presetTable()) {
    if (info.preset == preset) {
      return {.name = std::string(info.name), .parameters = presetParameters(preset)};
    }
  }
  return {};
}

void setSolver(Parameters& world, const Parameters& solver) {
  const Parameters scene = world;
  world = solver;
  world.timeStep = scene.timeStep;
  world.gravity = scene.gravity;
  world.impactSpeed = scene.impactSpeed;
  world.stabilisationSteps = scene.stabilisationSteps;
  world.regularisation = scene.regularisation;
  world.threads = scene.threads;
  world.bounds = scene.bounds;
}

}  // namespace scree
