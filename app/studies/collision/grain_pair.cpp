#include "app/studies/collision/grain_pair.h"

#include <algorithm>

#include "engine/analysis/solving/solver_error.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/world/contact_spring.h"

namespace scree {

namespace {

constexpr double kGlassDiameter = 0.01;  // m
constexpr double kMostDurations = 20.0;  // of a wanted or own duration: what takes longer does not part

Material glass() { return {.name = "glass", .density = 2500.0, .youngsModulus = 70e9, .poissonRatio = 0.2}; }

double massOfGrain() { return glass().density * sphereVolume(0.5 * kGlassDiameter); }

PairLaw glassLaw(double restitution) {
  PairLaw law;
  law.restitution = restitution;
  law.friction = 0.0;
  law.law = StiffnessLaw::hertz;
  law.effectiveModulus = effectiveModulus(glass(), glass());
  return law;
}

}  // namespace

double pairDiameter() { return kGlassDiameter; }
double pairMass() { return 0.5 * massOfGrain(); }
double pairStiffness() { return springOf(glassLaw(1.0), 0.25 * kGlassDiameter).stiffness; }

World pairWorld(const GrainPair& pair) {
  World world;
  const MaterialIndex material = world.materials.add(glass());
  world.materials.setPair(material, material, glassLaw(pair.restitution));
  world.parameters.method = Method::smooth;
  world.parameters.gravity.setZero();
  world.parameters.collisionTime = pair.collisionTime;
  for (const double side : {-1.0, 1.0}) {
    Particle grain;
    grain.radius = 0.5 * kGlassDiameter;
    grain.mass = massOfGrain();
    grain.material = material;
    grain.position = Vec3(side * grain.radius, 0.0, 0.0);
    grain.velocity = Vec3(-0.5 * side * pair.speed, 0.0, 0.0);
    world.particles.add(grain);
  }
  world.parameters.timeStep = stableStep(world);
  return world;
}

PairBounce bounceOfGrains(const GrainPair& pair) {
  World world = pairWorld(pair);
  const Particles& grains = world.particles;
  PairBounce bounce{.substep = world.parameters.timeStep};
  // The material's own collision takes no more than some hundred of its substeps.
  const double longest = kMostDurations * std::max(pair.collisionTime, 200.0 * bounce.substep);
  while (world.time < longest) {
    stepUpTo(world, world.time + 0.5 * bounce.substep);
    const double gap = (grains.position[1] - grains.position[0]).x() - kGlassDiameter;
    bounce.depth = std::max(bounce.depth, -gap);
    if (gap > 0.0) {
      const double speed = (grains.velocity[1] - grains.velocity[0]).x();
      bounce.restitution = speed / pair.speed;
      bounce.duration = world.time - gap / speed;
      break;
    }
  }
  return bounce;
}

}  // namespace scree
