#include "engine/scene/load_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/base_constants.h"
#include "engine/base/units.h"
#include "engine/settings/settings_constants.h"
#include "engine/settings/substeps_needed.h"
#include "engine/solver/solver_constants.h"
#include "engine/solver/stiffness_limit.h"
#include "engine/world/contact_spring.h"

namespace scree {
namespace {

constexpr double kFewGrains = 4.0;  // grains that a body comes to lie on

/// Lightest grain, of those at the start and those that emitters will add.
struct LightGrain {
  double mass = 0.0;      ///< kg
  double diameter = 0.0;  ///< m
  MaterialIndex material = 0;
};

std::optional<LightGrain> lightestGrain(const World& world) {
  std::optional<LightGrain> lightest;
  const auto consider = [&](double mass, double diameter, MaterialIndex material) {
    if (!lightest || mass < lightest->mass) {
      lightest = {mass, diameter, material};
    }
  };
  const Particles& p = world.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    consider(p.mass[i], 2.0 * p.radius[i], p.material[i]);
  }
  for (const Emitter& emitter : world.emitters) {
    const double diameter = smallestDiameter(emitter.sizes);
    consider(world.materials.list[emitter.material].density * sphereVolume(0.5 * diameter), diameter, emitter.material);
  }
  return lightest;
}

bool startsWarm(const Parameters& p) { return p.substeps > 1 && p.warmStart != WarmStart::off; }
bool divides(const Parameters& p) { return p.substeps > 1 && p.mostSubsteps > p.substeps; }

void adviseBed(const World& world, const BedLoad& bed, std::vector<std::string>& notes,
               std::vector<std::string>& warnings) {
  const Parameters& p = world.parameters;
  const double gravity = p.gravity.norm();
  const double firm = substepsNeeded(bed.stiffness, p.sweeps);
  const double taken = std::clamp<double>(std::ceil(firm), p.substeps, std::max(p.substeps, p.mostSubsteps));
  if (firm <= taken || bed.diameter <= 0.0) {
    return;
  }
  // K = N n² m/Δt² under the load m g n_d: δ/d = n_d g Δt²/(N n² d).
  const double once = bed.height * gravity * p.timeStep * p.timeStep / (p.sweeps * bed.diameter);
  const double wanted = std::min(std::ceil(std::sqrt(once / solver::kSoftenedOverlap)), std::ceil(firm));
  const double substeps = divides(p) ? std::clamp<double>(wanted, taken, settings::kMostSubstepsUnderLoad) : taken;
  const double softened = once / (substeps * substeps);
  notes.push_back(fmt::format(
      "Contacts are {:.2g} times as stiff as {} sweeps in {:.0f} substep{} carry, and are taken that much softer: at "
      "the "
      "bottom of {:.0f} d that adds an overlap of {:.2g} d{}.",
      firm * firm / (substeps * substeps), p.sweeps, substeps, substeps > 1.0 ? "s" : "", bed.height, softened,
      substeps > taken ? fmt::format(", for which the run takes {:.0f} substeps", substeps) : ""));
  if (softened > 1.5 * solver::kSoftenedOverlap) {
    warnings.push_back(fmt::format(
        "The bed's weight presses softened contacts {:.2g} d deep: take steps of {:.3g} ms, or {} sweeps, "
        "for {:.2g} d.",
        softened, 1e3 * p.timeStep * std::sqrt(solver::kSoftenedOverlap / softened),
        static_cast<int>(std::ceil(p.sweeps * softened / solver::kSoftenedOverlap)), solver::kSoftenedOverlap));
  }
}

void adviseBody(const World& world, const Body& body, const LightGrain& grain, std::vector<std::string>& notes,
                std::vector<std::string>& warnings) {
  const Parameters& p = world.parameters;
  const PairLaw& law = world.materials.pair(grain.material, body.shapes.front().material);
  const double load = body.mass.mass * p.gravity.norm() / kFewGrains;
  const bool hertz = law.law == StiffnessLaw::hertz;
  const double k = springOf(law, 0.5 * grain.diameter).stiffness;
  const double stiffness = hertz ? kHertzExponent * k * std::cbrt(load / k) : k;
  const double wanted = std::min(stiffness, load / (solver::kSoftenedOverlap * grain.diameter));
  const double needed = std::ceil(substepsNeeded(wanted * p.timeStep * p.timeStep / grain.mass, p.sweeps));
  if (needed <= p.substeps) {
    return;
  }
  const double most = divides(p) ? settings::kMostSubstepsUnderLoad : p.substeps;
  notes.push_back(fmt::format(
      "Body '{}', {}, on {:.0f} grains of {}: {} sweeps carry it in {:.0f} substeps; the run takes {} when it lies so.",
      body.name, massText(body.mass.mass), kFewGrains, massText(grain.mass), p.sweeps, needed,
      needed <= most ? "them" : fmt::format("{:.0f}", most)));
  if (needed > most) {
    warnings.push_back(fmt::format(
        "Body '{}' presses the grains it lies on {:.2g} d deep, as {:.0f} substeps are too few: take steps of {:.3g} "
        "ms{}, or a lighter body.",
        body.name, solver::kSoftenedOverlap * needed * needed / (most * most), most, 1e3 * p.timeStep * most / needed,
        divides(p) ? "" : ", the preset 'fast'"));
  }
}

}  // namespace

void adviseLoads(const World& world, const BedLoad& bed, std::vector<std::string>& notes,
                 std::vector<std::string>& warnings) {
  if (!startsWarm(world.parameters)) {
    return;
  }
  adviseBed(world, bed, notes, warnings);
  const std::optional<LightGrain> grain = lightestGrain(world);
  for (const Body& body : world.bodies) {
    if (grain && body.isDynamic() && !body.shapes.empty()) {
      adviseBody(world, body, *grain, notes, warnings);
    }
  }
}

}  // namespace scree
