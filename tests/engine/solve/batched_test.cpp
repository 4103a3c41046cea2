// The batched single-precision solver against the scalar one: the same problem has one answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A few hundred grains that have met, still moving.
struct Scene {
  const char* name;
  World (*make)();
};

World bed() {
  PairLaw law = testing::pelletLaw();
  law.twisting = 0.4;
  World world = testing::emptyWorld(law);
  testing::addOpenBox(world, 6 * 1.1 * testing::kDiameter, 0.2);
  testing::addLattice(world, 6, 6, 7, 0.010, 0.013, 3);
  return world;
}

World bedOfManySizes() {
  PairLaw law = testing::pelletLaw();
  law.twisting = 0.4;
  World world = testing::emptyWorld(law);
  testing::addOpenBox(world, 0.066, 0.4);
  testing::addLattice(world, 3, 3, 2, 0.016, 0.020, 3);
  const std::size_t large = world.particles.size();
  testing::addLattice(world, 9, 9, 4, 0.004, 0.0066, 4);
  for (std::size_t i = large; i < world.particles.size(); ++i) {
    world.particles.position[i].z() += 0.05;
  }
  return world;
}

World drum() { return testing::drumWorld(400, 0.010, 0.013, 0.08, 5); }

World hertzBed() {
  World world = bed();
  world.materials.pairs[0] = testing::hertzLaw(world.materials.pairs[0], 6e6);
  return world;
}

World hertzDrum() {
  World world = drum();
  world.materials.pairs[0] = testing::hertzLaw(world.materials.pairs[0], 6e6);
  return world;
}

constexpr Scene kScenes[] = {
    {"bed", bed}, {"bedOfManySizes", bedOfManySizes}, {"drum", drum}, {"hertzBed", hertzBed}, {"hertzDrum", hertzDrum}};

struct Answer {
  World world;
  StepData data;
};

Answer stepped(const World& world, Method method) {
  Answer answer;
  answer.world = world;
  answer.world.parameters.method = method;
  step(answer.world, answer.data);
  return answer;
}

struct Differences {
  double speed = 0.0;    ///< m/s: largest difference of velocities
  double rolling = 0.0;  ///< m/s: largest difference of r ω
  double rms = 0.0;
  double force = 0.0;  ///< largest difference of normal multipliers over the largest
};

Differences between(const Answer& a, const Answer& b) {
  Differences d;
  const Particles& p = a.world.particles;
  const Particles& q = b.world.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double speed = (p.velocity[i] - q.velocity[i]).norm();
    d.speed = std::max(d.speed, speed);
    d.rms += speed * speed / static_cast<double>(p.size());
    d.rolling = std::max(d.rolling, p.radius[i] * (p.angularVelocity[i] - q.angularVelocity[i]).norm());
  }
  d.rms = std::sqrt(d.rms);
  double largest = 1e-30;
  std::map<ContactKey, double> force;
  for (std::size_t i = 0; i < a.data.list.multipliers.size(); ++i) {
    force[a.data.list.contacts[i].key] += a.data.list.multipliers[i].normal;
    largest = std::max(largest, a.data.list.multipliers[i].normal);
  }
  for (std::size_t i = 0; i < b.data.list.multipliers.size(); ++i) {
    force[b.data.list.contacts[i].key] -= b.data.list.multipliers[i].normal;
  }
  for (const auto& [key, difference] : force) {
    d.force = std::max(d.force, std::abs(difference));
  }
  d.force /= largest;
  return d;
}

/// The scene after 0.4 s, its contacts made frictionless where that is asked for.
World busy(const Scene& scene, bool friction) {
  World world = scene.make();
  world.parameters.method = Method::scalar;
  world.parameters.sweeps = 30;
  world.parameters.impactSweeps = 30;
  StepData data;
  testing::run(world, data, 0.4);
  if (!friction) {
    world.materials.pairs[0].friction = 0.0;
    world.materials.pairs[0].rollingResistance = 0.0;
    world.materials.pairs[0].twisting = 0.0;
  }
  return world;
}

/// As published, or with substeps as the presets of ours.
void solveWell(Parameters& parameters, int substeps, int sweeps) {
  parameters.sweeps = sweeps;
  parameters.impactSweeps = sweeps;
  parameters.substeps = substeps;
  parameters.impacts = substeps == 1 ? Impacts::stage : Impacts::joined;
  parameters.warmStart = substeps == 1 ? WarmStart::off : WarmStart::adaptive;
}

TEST(Methods, ConvergeToOneAnswerWithoutFriction) {
  for (const Scene& scene : kScenes) {
    World start = busy(scene, false);
    for (const int substeps : {1, 4}) {
      SCOPED_TRACE(std::string(scene.name) + ", substeps: " + std::to_string(substeps));
      solveWell(start.parameters, substeps, 3000);
      const Answer scalar = stepped(start, Method::scalar);
      const Answer nncg = stepped(start, Method::nncg);
      const Answer pgs = stepped(start, Method::pgs);
      ASSERT_LE(scalar.data.report.residuals.back().worstRms(), 1e-15);
      EXPECT_EQ(scalar.data.report.impactCount, pgs.data.report.impactCount);
      // The answer is unique. In double precision a few hundred round-offs of 1 m/s; in single precision sums of some
      // ten impulses are rounded by 6e-8 of the speeds, up to 4 m/s here.
      const Differences n = between(scalar, nncg);
      EXPECT_LE(n.speed, 1e-13);
      EXPECT_LE(n.force, 1e-11);
      const Differences p = between(scalar, pgs);
      EXPECT_LE(p.speed, 2e-6);
      EXPECT_LE(p.force, 2e-5);
    }
  }
}

TEST(Methods, AgreeWithFrictionAsFarAsItsAnswerIsOne) {
  for (const Scene& scene : kScenes) {
    World start = busy(scene, true);
    for (const int substeps : {1, 4}) {
      SCOPED_TRACE(std::string(scene.name) + ", substeps: " + std::to_string(substeps));
      solveWell(start.parameters, substeps, 1000);
      const Answer scalar = stepped(start, Method::scalar);
      // Cones whose size is part of the answer have many answers near to each other, and sweeps crawl along them:
      // single grains differ, the whole hardly. The rms of speeds, to the size of what one step of gravity does.
      const double once = testing::kGravity * start.parameters.timeStep;
      for (const Method method : {Method::nncg, Method::pgs}) {
        EXPECT_LE(between(scalar, stepped(start, method)).rms, 0.05 * once) << nameOf(method);
      }
    }
  }
}

}  // namespace
}  // namespace scree
