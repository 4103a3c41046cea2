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

constexpr Scene kScenes[] = {{"bed", bed},
                             {"bedOfManySizes", bedOfManySizes},
                             {"drum", drum},
                             {"hertzBed", hertzBed},
                             {"hertzDrum", hertzDrum}};

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
  double force = 0.0;    ///< largest difference of normal multipliers over the largest
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
  for (std::size_t i = 0; i < a.data.multipliers.size(); ++i) {
    force[a.data.contacts[i].key] += a.data.multipliers[i].normal;
    largest = std::max(largest, a.data.multipliers[i].normal);
  }
  for (std::size_t i = 0; i < b.data.multipliers.size(); ++i) {
    force[b.data.contacts[i].key] -= b.data.multipliers[i].normal;
  }
  for (const auto& [key, difference] : force) {
    d.force = std::max(d.force, std::abs(difference));
  }
  d.force /= largest;
  return d;
}

TEST(Explore, Agreement) {
  for (const Scene& scene : kScenes) {
    World world = scene.make();
    world.parameters.method = Method::scalar;
    world.parameters.sweeps = 30;
    world.parameters.impactSweeps = 30;
    StepData data;
    testing::run(world, data, 0.4);
    for (const bool friction : {false, true}) {
      World start = world;
      if (!friction) {
        start.materials.pairs[0].friction = 0.0;
        start.materials.pairs[0].rollingResistance = 0.0;
        start.materials.pairs[0].twisting = 0.0;
      }
      for (const int substeps : {1, 4}) {
        start.parameters.sweeps = std::getenv("SW") ? atoi(std::getenv("SW")) : 3000;
        start.parameters.impactSweeps = 3000;
        start.parameters.substeps = substeps;
        start.parameters.impacts = substeps == 1 ? Impacts::stage : Impacts::joined;
        start.parameters.warmStart = substeps == 1 ? WarmStart::off : WarmStart::adaptive;
        const Answer scalar = stepped(start, Method::scalar);
        const Answer nncg = stepped(start, Method::nncg);
        const Answer pgs = stepped(start, Method::pgs);
        const Differences n = between(scalar, nncg);
        const Differences p = between(scalar, pgs);
        std::printf(
            "%-15s N %zu contacts %zu impacts %zu/%zu fric %d sub %d vmax %.3f res s %.1e n %.1e p %.1e | nncg %.1e "
            "rms %.1e roll %.1e force %.1e | pgs %.1e rms %.1e roll %.1e force %.1e\n",
            scene.name, world.particles.size(), scalar.data.contacts.size(), scalar.data.impactCount,
            pgs.data.impactCount, friction, substeps, scalar.data.largestSpeed,
            scalar.data.residuals.back().worstRms(), nncg.data.residuals.back().worstRms(),
            pgs.data.residuals.back().worstRms(), n.speed, n.rms, n.rolling, n.force, p.speed, p.rms, p.rolling,
            p.force);
      }
    }
  }
}

}  // namespace
}  // namespace scree
