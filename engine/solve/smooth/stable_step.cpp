#include "engine/solve/smooth/stable_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/contacts/stretched_spring.h"
#include "engine/settings/rayleigh_time.h"
#include "engine/settings/settings_constants.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/world/earth.h"

namespace scree {

namespace {

/// Limit of the substep for grains of a material against another one: `root` √m or `ratio` r, or that of a collision of
/// set duration where it is longer.
struct PairStep {
  double root = 0.0;   ///< s/√kg
  double ratio = 0.0;  ///< s/m
  double least = 0.0;  ///< s

  double of(double mass, double radius) const { return std::max({least, root * std::sqrt(mass), ratio * radius}); }
};

/// Rayleigh time over radius of a material [s/m], with Young's modulus from the effective one where it has none.
double ratioOf(const Material& material, double effectiveModulus) {
  const double nu = material.poissonRatio;
  const double youngs =
      material.youngsModulus > 0.0 ? material.youngsModulus : 2.0 * (1.0 - nu * nu) * effectiveModulus;
  return rayleighRatio(youngs, nu, material.density);
}

/// One a pair of materials, as Materials::pairs.
std::vector<PairStep> pairSteps(const World& world, double collisionTime) {
  const Materials& materials = world.materials;
  Parameters parameters = world.parameters;
  parameters.collisionTime = collisionTime;
  std::vector<PairStep> steps(materials.pairs.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const PairLaw& law = materials.pairs[i];
    if (law.law == StiffnessLaw::linear) {
      steps[i].root = settings::kShareOfPeriod / std::sqrt(law.stiffness);
    } else {
      const Material& material = materials.list[i / materials.list.size()];
      steps[i].ratio = settings::kShareOfRayleigh * ratioOf(material, law.effectiveModulus);
    }
    if (const StretchedLaw stretched = stretchedLawOf(parameters, law); stretched.isOn()) {
      steps[i].least = settings::kShareOfPeriod / std::sqrt(stretched.slope);
    }
  }
  return steps;
}

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

/// A number of two digits that is no larger.
double roundedDown(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::floor(value / unit) * unit;
}

/// Duration of collisions that presses the smallest grain a share of its diameter into a wall at √(g d), where that
/// asked for presses it deeper and is what makes it so soft [s]; infinite where it is not.
double longestCollision(const World& world) {
  double longest = std::numeric_limits<double>::infinity();
  if (!stretchesCollisions(world.parameters) || world.particles.size() == 0) {
    return longest;
  }
  const auto smallest =
      static_cast<std::size_t>(std::ranges::min_element(world.particles.radius) - world.particles.radius.begin());
  const double radius = world.particles.radius[smallest];
  const double mass = world.particles.mass[smallest];
  const double speed = std::sqrt(gravityOfHands(world.parameters.gravity.norm()) * 2.0 * radius);
  const std::size_t materials = world.materials.list.size();
  for (std::size_t other = 0; other < materials; ++other) {
    const PairLaw& pair = world.materials.pairs[world.particles.material[smallest] * materials + other];
    const StretchedLaw law = stretchedLawOf(world.parameters, pair);
    const ContactSpring own = springOf(pair, radius);
    const double given = law.isHertz ? law.collision.stiffness(mass, speed) : 0.0;
    const double stiffness = stretched(own, law, mass, given).stiffness;
    const double energy = mass * speed * speed;
    const double depth = law.isHertz ? std::pow(1.25 * energy / stiffness, 0.4) : std::sqrt(energy / stiffness);
    const double deepest = smooth::kDeepestHit * 2.0 * radius;
    if (stiffness < own.stiffness && depth > deepest) {
      longest = std::min(longest, law.duration * deepest / depth);
    }
  }
  return longest;
}

}  // namespace

double stableStep(const World& world) { return stableStep(world, world.parameters.collisionTime); }

double stableStep(const World& world, double collisionTime) {
  const std::vector<PairStep> steps = pairSteps(world, collisionTime);
  const std::size_t materials = world.materials.list.size();
  const Particles& particles = world.particles;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < particles.size(); ++i) {
    for (std::size_t other = 0; other < materials; ++other) {
      const PairStep& step = steps[particles.material[i] * materials + other];
      shortest = std::min(shortest, step.of(particles.mass[i], particles.radius[i]));
    }
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
  if (const double longest = longestCollision(world); std::isfinite(longest)) {
    return {
        .what = fmt::format("collisions of {:.3g} s press the smallest grain by more than {:g} of its diameter at a "
                            "speed of √(g d)",
                            world.parameters.collisionTime, smooth::kDeepestHit),
        .remedy = fmt::format("set collision_time to {:.2g} s or less", roundedDown(longest)),
        .isOfCollisions = true};
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
