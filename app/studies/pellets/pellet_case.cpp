#include "app/studies/pellets/pellet_case.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/console/print.h"

namespace scree {

namespace {

std::string stepText(double timeStep) { return fmt::format("{:g} ms", 1e3 * timeStep); }

}  // namespace

double pelletStiffness() {
  const double modulus = kPelletModulus / (2.0 * (1.0 - kPelletPoisson * kPelletPoisson));
  return 4.0 / 3.0 * modulus * std::sqrt(0.5 * kPelletDiameter);
}

double pelletMass() { return kPelletDensity * sphereVolume(0.5 * kPelletDiameter); }

double overlapUnder(double force) { return std::pow(force / pelletStiffness(), 2.0 / 3.0); }

double publishedImpactSpeed(double timeStep) { return kPelletTolerance * kPelletDiameter / timeStep; }

PelletWay paperWay(double timeStep) {
  const double impact = publishedImpactSpeed(timeStep);
  return {.name = fmt::format("paper, {}", stepText(timeStep)),
          .what = fmt::format("as published, {}, impacts from {:.2g} m/s", stepText(timeStep), impact),
          .timeStep = timeStep,
          .settings = {{"solver.preset", "paper"}, {"solver.impact_speed", fmt::format("{} m/s", impact)}}};
}

PelletWay fastWay(double timeStep) {
  return {.name = fmt::format("fast, {}", stepText(timeStep)),
          .what = fmt::format("preset fast, {}", stepText(timeStep)),
          .timeStep = timeStep,
          .settings = {{"solver.preset", "fast"}}};
}

std::string pelletHead(const PelletWay& way, const PelletLaw& law, const Vec3& gravity) {
  return fmt::format(
      "scree: 1\nname: Pellets\ntime_step: {} s\ngravity: [{}, {}, {}]\n"
      "materials:\n  ore: {{density: {} kg/m3, youngs_modulus: {} Pa, poisson_ratio: {}}}\n"
      "default_pair: {{restitution: {}, friction: {}, rolling_resistance: {}, twisting: 0, stiffness: hertz, "
      "damping_time: 1 ms}}\n",
      way.timeStep, gravity.x(), gravity.y(), gravity.z(), kPelletDensity, kPelletModulus, kPelletPoisson,
      kPelletRestitution, law.friction, law.rolling);
}

std::optional<World> pelletWorld(const std::string& text, const PelletWay& way) {
  SceneResult result = loadSceneText(text, "pellets.yaml", way.settings);
  for (const SceneError& error : result.errors) {
    print(stderr, "{}\n", error.text());
  }
  if (!result.scene) {
    return std::nullopt;
  }
  World world = std::move(result.scene->world);
  world.parameters.threads = 1;
  return world;
}

}  // namespace scree
