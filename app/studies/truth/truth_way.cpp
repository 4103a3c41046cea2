#include "app/studies/truth/truth_way.h"

#include <algorithm>
#include <array>

#include "app/studies/truth/truth_rebound.h"

namespace scree {

namespace {

constexpr int kConverged = 64;         // sweeps of a substep of the converged steps
constexpr int kSmall = 24;             // sweeps of a small step, which starts from the multipliers of the last one
constexpr double kNoImpact = 1000.0;   // impact speed that no contact reaches [m/s]
constexpr double kLeastRelaxed = 0.5;  // smallest number of stabilisation steps

constexpr std::array<TruthWay, 12> kWays = {{
    {.name = "fast", .meaning = "the preset", .preset = Preset::fast},
    {.name = "default", .meaning = "the preset"},
    {.name = "accurate", .meaning = "the preset", .preset = Preset::accurate},
    {.name = "converged",
     .meaning = "the step of default, 4 substeps of 64 sweeps",
     .substeps = 4,
     .sweeps = kConverged},
    {.name = "stage",
     .meaning = "converged, with impacts: stage",
     .impacts = TruthImpacts::stage,
     .substeps = 4,
     .sweeps = kConverged},
    {.name = "0.4ms", .meaning = "steps of 0.4 ms of 24 sweeps", .timeStep = 4e-4, .substeps = 1, .sweeps = kSmall},
    {.name = "0.2ms", .meaning = "steps of 0.2 ms of 24 sweeps", .timeStep = 2e-4, .substeps = 1, .sweeps = kSmall},
    {.name = "0.2ms-96",
     .meaning = "steps of 0.2 ms of 96 sweeps: shows whether 24 do",
     .timeStep = 2e-4,
     .substeps = 1,
     .sweeps = 96},
    {.name = "0.2ms-stage",
     .meaning = "steps of 0.2 ms of 24 sweeps, with impacts: stage",
     .impacts = TruthImpacts::stage,
     .timeStep = 2e-4,
     .substeps = 1,
     .sweeps = kSmall},
    {.name = "0.1ms", .meaning = "steps of 0.1 ms of 24 sweeps", .timeStep = 1e-4, .substeps = 1, .sweeps = kSmall},
    {.name = "0.05ms", .meaning = "steps of 0.05 ms of 12 sweeps", .timeStep = 5e-5, .substeps = 1, .sweeps = 12},
    {.name = "resolved",
     .meaning = "steps of 0.05 ms of 12 sweeps, contacts bounce by spring and dashpot",
     .impacts = TruthImpacts::resolved,
     .timeStep = 5e-5,
     .substeps = 1,
     .sweeps = 12},
}};

/// Gives all contacts the damping time that makes them bounce with their restitution.
void resolveImpacts(World& world) {
  world.parameters.impactSpeed = kNoImpact;
  world.parameters.stabilisationSteps = kLeastRelaxed;
  if (world.particles.size() == 0) {
    return;
  }
  const MaterialIndex grain = world.particles.material[0];
  const auto count = static_cast<MaterialIndex>(world.materials.list.size());
  for (MaterialIndex a = 0; a < count; ++a) {
    for (MaterialIndex b = a; b < count; ++b) {
      PairLaw law = world.materials.pair(a, b);
      const double mass = a == grain && b == grain ? 0.5 * world.particles.mass[0] : world.particles.mass[0];
      law.dampingTime = dampingTimeFor(law.restitution, law.stiffness, mass);
      law.restitution = 0.0;
      world.materials.setPair(a, b, law);
    }
  }
}

}  // namespace

std::span<const TruthWay> truthWays() { return kWays; }

const TruthWay* truthWayNamed(std::string_view name) {
  const auto* found = std::ranges::find(kWays, name, &TruthWay::name);
  return found == kWays.end() ? nullptr : found;
}

void solveInWay(World& world, const TruthWay& way) {
  Parameters& parameters = world.parameters;
  applyPreset(parameters, way.preset);
  parameters.reduction.merging = Switch::off;
  if (way.sweeps > 0) {
    parameters.substeps = way.substeps;
    parameters.mostSubsteps = way.substeps == 1 ? 1 : parameters.mostSubsteps;
    parameters.sweeps = parameters.impactSweeps = way.sweeps;
    parameters.restTolerance = 0.0;
    parameters.overRelaxation = 1.0;
  }
  if (way.timeStep > 0.0) {
    parameters.timeStep = way.timeStep;
  }
  if (way.impacts == TruthImpacts::stage) {
    parameters.impacts = Impacts::stage;
  }
  if (way.impacts == TruthImpacts::resolved) {
    resolveImpacts(world);
  }
}

}  // namespace scree
