#include "engine/solve/smooth/stable_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/settings/settings_constants.h"
#include "engine/solve/smooth/smooth_constants.h"

namespace scree {

namespace {

/// Limits of the substep from a material: at most `root` √m, and at most `ratio` r.
struct MaterialStep {
  double root = std::numeric_limits<double>::infinity();   ///< s/√kg
  double ratio = std::numeric_limits<double>::infinity();  ///< s/m
};

/// Rayleigh time over radius of a material [s/m], with Young's modulus from the effective one where it has none.
double rayleighRatio(const Material& material, double effectiveModulus) {
  const double nu = material.poissonRatio;
  const double youngs =
      material.youngsModulus > 0.0 ? material.youngsModulus : 2.0 * (1.0 - nu * nu) * effectiveModulus;
  const double shear = youngs / (2.0 * (1.0 + nu));
  return std::numbers::pi * std::sqrt(material.density / shear) / (0.1631 * nu + 0.8766);
}

std::vector<MaterialStep> materialSteps(const Materials& materials) {
  std::vector<MaterialStep> steps(materials.list.size());
  for (std::size_t a = 0; a < steps.size(); ++a) {
    for (std::size_t b = 0; b < steps.size(); ++b) {
      const PairLaw& law = materials.pair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b));
      if (law.law == StiffnessLaw::linear) {
        steps[a].root = std::min(steps[a].root, settings::kShareOfPeriod / std::sqrt(law.stiffness));
      } else {
        steps[a].ratio = std::min(steps[a].ratio,
                                  settings::kShareOfRayleigh * rayleighRatio(materials.list[a], law.effectiveModulus));
      }
    }
  }
  return steps;
}

}  // namespace

namespace {

/// A dynamic body that grains would throw about in a substep that is short enough for themselves; null without one.
const Body* tooLight(const World& world) {
  if (world.particles.size() == 0) {
    return nullptr;
  }
  const double least = smooth::kLightestBody * *std::ranges::min_element(world.particles.mass);
  const auto found = std::ranges::find_if(
      world.bodies, [least](const Body& body) { return body.isDynamic() && body.mass.mass < least; });
  return found != world.bodies.end() ? &*found : nullptr;
}

/// Part of the grains' substep that bodies lighter than grains leave: a hit goes with √m*, which two of the lightest
/// grains have m/2 of.
double shareOfBodies(const World& world) {
  if (world.particles.size() == 0) {
    return 1.0;
  }
  const double grain = *std::ranges::min_element(world.particles.mass);
  double least = 1.0;
  for (const Body& body : world.bodies) {
    if (body.isDynamic()) {
      least = std::min(least, 2.0 * body.mass.mass / (grain + body.mass.mass));
    }
  }
  return std::sqrt(least);
}

}  // namespace

double stableStep(const World& world) {
  const std::vector<MaterialStep> steps = materialSteps(world.materials);
  const Particles& particles = world.particles;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const MaterialStep& step = steps[particles.material[i]];
    shortest = std::min({shortest, step.root * std::sqrt(particles.mass[i]), step.ratio * particles.radius[i]});
  }
  return shortest * shareOfBodies(world);
}

double smoothSubsteps(const World& world) {
  const double step = stableStep(world);
  return std::isfinite(step) ? std::max(1.0, std::ceil(world.parameters.timeStep / step)) : 1.0;
}

SmoothRefusal refusalOfSmooth(const World& world) {
  if (world.parameters.method != Method::smooth) {
    return {};
  }
  if (world.parameters.reduction.merging == Switch::on) {
    return {"the method smooth merges nothing", "turn merging off, or take another method"};
  }
  if (const Body* const body = tooLight(world); body != nullptr) {
    return {fmt::format(
                "the method smooth needs bodies of more than a hundredth of the lightest grain, and '{}' has {:.3g} "
                "kg",
                body->name, body->mass.mass),
            "give it more mass, or take the method pgs"};
  }
  const double substeps = smoothSubsteps(world);
  if (substeps > smooth::kMostSubsteps) {
    return {fmt::format("the method smooth needs {:.3g} substeps of {:.3g} s in a time step, {:g} at most", substeps,
                        stableStep(world), smooth::kMostSubsteps),
            fmt::format("set time_step to {:.3g} s or less, or take softer materials",
                        smooth::kMostSubsteps * stableStep(world))};
  }
  return {};
}

}  // namespace scree
