#include "tests/support/worlds.h"

#include <cmath>

#include "engine/contacts/contact_law.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/solver/spook.h"
#include "engine/step/measure.h"
#include "tests/support/methods.h"

namespace scree::testing {

PairLaw pelletLaw() {
  PairLaw law;
  law.restitution = 0.18;
  law.friction = 0.91;
  law.rollingResistance = 0.32;
  law.stiffness = 3000.0;
  law.dampingTime = 1e-3;
  return law;
}

PairLaw smoothLaw(double restitution) {
  PairLaw law = pelletLaw();
  law.restitution = restitution;
  law.friction = 0.0;
  law.rollingResistance = 0.0;
  return law;
}

PairLaw hertzLaw(PairLaw law, double effectiveModulus) {
  law.law = StiffnessLaw::hertz;
  law.effectiveModulus = effectiveModulus;
  return law;
}

World emptyWorld(const PairLaw& law) {
  World world;
  const MaterialIndex pellet = world.materials.add({.name = "pellet", .density = 3700.0});
  world.materials.setPair(pellet, pellet, law);
  world.parameters.gravity = Vec3(0.0, 0.0, -kGravity);
  applyTestMethod(world.parameters);
  return world;
}

std::size_t addSphere(World& world, const Vec3& position, double diameter, const Vec3& velocity,
                      const Vec3& angularVelocity) {
  Particle particle;
  particle.position = position;
  particle.velocity = velocity;
  particle.angularVelocity = angularVelocity;
  particle.radius = 0.5 * diameter;
  particle.mass = world.materials.list[0].density * sphereVolume(particle.radius);
  world.particles.add(particle);
  return world.particles.size() - 1;
}

std::uint32_t addShape(World& world, const Shape& shape, const Pose& pose) {
  Body body;
  body.name = "body";
  body.pose = pose;
  ShapeInstance instance;
  instance.shape = shape;
  body.shapes.push_back(instance);
  world.bodies.push_back(body);
  return static_cast<std::uint32_t>(world.bodies.size() - 1);
}

std::uint32_t addFloor(World& world) { return addShape(world, Plane{}); }

std::uint32_t addOpenBox(World& world, double width, double height) {
  const Container box{.halfExtents = Vec3(0.5 * width, 0.5 * width, 0.5 * height),
                      .faces = {true, true, true, true, true, false}};
  return addShape(world, box, Pose{.position = Vec3(0.0, 0.0, 0.5 * height)});
}

void addLattice(World& world, int nx, int ny, int nz, double smallest, double largest, std::uint64_t seed) {
  Random random(seed);
  const double pitch = 1.1 * largest;
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        const Vec3 shift = randomShift(random, 0.04);
        const Vec3 place((i - 0.5 * (nx - 1)), (j - 0.5 * (ny - 1)), k + 0.55);
        addSphere(world, pitch * (place + shift), random.uniform(smallest, largest));
      }
    }
  }
}

void takeSteps(World& world, StepData& data, int count) {
  for (int i = 0; i < count; ++i) {
    step(world, data);
  }
}

void run(World& world, StepData& data, double seconds) {
  takeSteps(world, data, static_cast<int>(std::lround(seconds / world.parameters.timeStep)));
}

Budget measured(const World& world) { return measureWorld(world); }

double lawForce(const World& world, const Contact& contact) {
  const ContactLaw law = lawOf(world, contact);
  return scree::lawForce(law.stiffness, law.exponent, contact.overlap());
}

double overlapEnergy(const World& world) {
  StepData data;
  listActive(world, data.list);
  findPairs(world, data.context, data.detection, data.list);
  makeContacts(world, data.context, data.detection, data.list);
  double energy = 0.0;
  for (const Contact& contact : data.list.contacts) {
    const ContactLaw law = lawOf(world, contact);
    energy += lawEnergy(law.stiffness, law.exponent, contact.overlap());
  }
  return energy;
}

Pose facing(const Vec3& position, const Vec3& z) {
  return {.position = position, .orientation = Quat::FromTwoVectors(Vec3::UnitZ(), z)};
}

Vec3 randomShift(Random& random, double reach) {
  const double z = random.uniform(-reach, reach);
  const double y = random.uniform(-reach, reach);
  const double x = random.uniform(-reach, reach);
  return {x, y, z};
}

Vec3 randomDirection(Random& random) {
  const double z = random.uniform(-1.0, 1.0);
  const double angle = random.uniform(0.0, 2.0 * std::numbers::pi);
  const double rho = std::sqrt(1.0 - z * z);
  return {rho * std::cos(angle), rho * std::sin(angle), z};
}

}  // namespace scree::testing
