// The five verifications of single particles (METHOD.md 16.4; paper III, table 2 and section 4).
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/solver/spook.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

/// E* with which a sphere of diameter d on a plane has the Hertz stiffness k [N/m^1.5].
double modulusFor(double stiffness, double diameter) { return stiffness * 0.75 / std::sqrt(0.5 * diameter); }

/// The largest |k_eff - k|/k over compressions up to δ/d = 0.1 between a plane and a piston at 0.02 mm/s, and at its
/// end.
struct ElasticityError {
  double atEnd = 0.0;
  double largest = 0.0;
};

ElasticityError compress(const PairLaw& law, double diameter, double timeStep) {
  World world = emptyWorld(law);
  world.parameters.timeStep = timeStep;
  world.parameters.gravity.setZero();
  addFloor(world);
  addSphere(world, Vec3(0, 0, 0.5 * diameter), diameter);
  const std::uint32_t piston = addShape(world, Rectangle{}, facing(Vec3(0, 0, 0.998 * diameter), -Vec3::UnitZ()));
  world.bodies[piston].drives.push_back({Translation{-Vec3::UnitZ()}, {.value = 0.02e-3}});
  StepData data;
  ElasticityError error;
  while (true) {
    step(world, data);
    const Contact* top = nullptr;
    double force = 0.0;
    for (std::size_t i = 0; i < data.list.contacts.size(); ++i) {
      if (data.list.contacts[i].b == kNoParticle && data.list.contacts[i].key.body() == piston) {
        top = &data.list.contacts[i];
        force = data.list.multipliers[i].normal / data.context.substepTime;
      }
    }
    if (top == nullptr) {
      ADD_FAILURE() << "the piston lost the sphere";
      return error;
    }
    const double share = top->overlap() / diameter;
    error.atEnd = std::abs(force / lawForce(world, *top) - 1.0);
    if (share > 0.01) {
      error.largest = std::max(error.largest, error.atEnd);
    }
    if (share >= 0.1) {
      return error;
    }
  }
}

TEST(Elasticity, PistonMeasuresTheStiffness) {
  const double d = 0.0127;
  // Paper III: within 2 % at δ/d = 0.1 and 5 ms. The row's damping adds e_H τ δ'/δ, here 1e-4 at the end, 1e-3 at 1 %.
  const ElasticityError hertz = compress(hertzLaw(smoothLaw(), modulusFor(0.35e6, d)), d, 5e-3);
  EXPECT_LE(hertz.atEnd, 0.02);
  EXPECT_LE(hertz.largest, 0.02);
  const ElasticityError linear = compress(smoothLaw(), d, 5e-3);
  EXPECT_LE(linear.atEnd, 0.02);
  EXPECT_LE(linear.largest, 0.02);
  RecordProperty("hertz_error_ppm", static_cast<int>(1e6 * hertz.atEnd));
  RecordProperty("linear_error_ppm", static_cast<int>(1e6 * linear.atEnd));
}

TEST(Elasticity, WeightRestsAtTheLawsOverlap) {
  for (const bool hertz : {false, true}) {
    for (const double timeStep : {5e-3, 1e-3, 2e-4}) {
      const double d = kDiameter;
      World world = emptyWorld(hertz ? hertzLaw(pelletLaw(), 3e6) : pelletLaw());
      world.parameters.timeStep = timeStep;
      addFloor(world);
      addSphere(world, Vec3(0, 0, 0.5 * d));
      StepData data;
      run(world, data, 2.0);
      const Contact& contact = data.list.contacts.at(0);
      const double weight = world.particles.mass[0] * kGravity;
      // Paper III: a particle pressed down by a force matches to machine precision. What is left after 2 s of decay
      // (time constant of a few τ = 2 Δt) and the round-off of z - r (1e-18 m of 1e-5 m) are below 1e-9. In single
      // precision the push that holds it, Υ 4 δ/Δt e_H or 1 mm/s, comes from a fall of g Δt, 49 mm/s, rounded.
      const double bound = roundOff(1e-9, 50.0 * kSingle);
      EXPECT_NEAR(lawForce(world, contact) / weight, 1.0, bound) << "hertz " << hertz << " Δt " << timeStep;
      EXPECT_NEAR(data.list.multipliers[0].normal / data.context.substepTime / weight, 1.0, bound);
    }
  }
}

TEST(Restitution, ImpactsObeyTheLawToMachinePrecision) {
  Random random(11);
  for (int trial = 0; trial < 200; ++trial) {
    PairLaw law = pelletLaw();
    law.restitution = random.uniform(0.0, 1.0);
    World world = emptyWorld(law);
    world.parameters.gravity.setZero();
    world.parameters.impactSpeed = 0.05;  // m/s, below all that approach
    const Vec3 n = randomDirection(random);
    const double da = random.uniform(0.005, 0.05);
    const double db = random.uniform(0.005, 0.05);
    const double approach = random.uniform(0.06, 5.0);
    // A hair's overlap, so that the continuous stage asks for less than the rebound and adds nothing.
    addSphere(world, Vec3::Zero(), da, approach * n);
    addSphere(world, (0.5 * (da + db) - 1e-12) * n, db);
    StepData data;
    step(world, data);
    ASSERT_EQ(data.report.impactCount, 1U);
    const double after = n.dot(world.particles.velocity[1] - world.particles.velocity[0]);
    // Υ u_n0 = u_n0/9 of the continuous row is below e u for every e > 0 here; at e = 0 the row holds u = Υ 4 δ/Δt.
    // 1e-9: the overlap's push-out 89/s times 1e-12 m, eight times that in eight substeps, plus round-off: a few times.
    EXPECT_NEAR(after, law.restitution * approach, 1e-9 + roundOff(1e-12, 4.0 * kSingle) * approach);
  }
}

/// e_eff = sqrt(h_b/h_d), h_b the top of the first rebound. Times between steps are resolved by the ballistic formula.
double effectiveRestitution(double height, double timeStep) {
  PairLaw law = hertzLaw(pelletLaw(), 6.2e6 / (1.0 - 0.0625));
  World world = emptyWorld(law);
  world.parameters.timeStep = timeStep;
  const double d = 0.0127;
  world.parameters.impactSpeed = std::max(0.05, 0.01 * d / timeStep);
  addFloor(world);
  addSphere(world, Vec3(0, 0, 0.5 * d + height), d);
  StepData data;
  double top = 0.0;
  bool touched = false;
  while (world.time < 3.0) {
    step(world, data);
    // Substeps may end a contact within the step that began it.
    touched = touched || !data.list.contacts.empty() || data.report.impactCount > 0;
    const double v = world.particles.velocity[0].z();
    const double z = world.particles.position[0].z() - 0.5 * d;
    if (touched && v > 0.0) {
      top = std::max(top, z);
    }
    if (touched && v < 0.0 && data.list.contacts.empty()) {
      break;
    }
  }
  return std::sqrt(std::max(0.0, top) / height);
}

struct Spread {
  double mean = 0.0;
  double deviation = 0.0;
};

Spread scanHeights(double timeStep, double lowest, double highest) {
  const int count = 400;
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < count; ++i) {
    const double e = effectiveRestitution(lowest + (highest - lowest) * (i + 0.5) / count, timeStep);
    sum += e;
    squares += e * e;
  }
  return {sum / count, std::sqrt(squares / count - sum * sum / count / count)};
}

TEST(Restitution, DropsFromManyHeightsAsPublished) {
  // Paper III: 0.17 ± 0.07 at 5 ms and 0.175 ± 0.004 at 0.2 ms, for drop heights up to 0.45 m. The mean must lie within
  // the published spread, and ours must not spread wider than a fifth above it (their heights are not given).
  const Spread coarse = scanHeights(5e-3, 0.02, 0.45);
  EXPECT_NEAR(coarse.mean, 0.17, 0.07);
  EXPECT_LE(coarse.deviation, 1.2 * 0.07);
  // Substeps of 0.05 ms and less bring it nearer to the law's 0.18.
  const Spread fine = scanHeights(2e-4, 0.02, 0.45);
  EXPECT_NEAR(fine.mean, emptyWorld().parameters.substeps > 1 ? 0.18 : 0.175, 0.004);
  EXPECT_LE(fine.deviation, 1.2 * 0.004);
  RecordProperty("mean_5ms_per_mille", static_cast<int>(std::lround(1e3 * coarse.mean)));
  RecordProperty("deviation_5ms_per_mille", static_cast<int>(std::lround(1e3 * coarse.deviation)));
  RecordProperty("mean_02ms_per_mille", static_cast<int>(std::lround(1e3 * fine.mean)));
  RecordProperty("deviation_02ms_per_mille", static_cast<int>(std::lround(1e3 * fine.deviation)));
}

/// Gravity of the given strength that is turned by `angle` towards +x, as on an incline that falls towards +x.
Vec3 inclined(double angle) { return kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle)); }

/// A sphere on the floor, at the overlap where the linear law balances the normal part of gravity.
World restingSphere(const PairLaw& law, const Vec3& gravity) {
  World world = emptyWorld(law);
  world.parameters.gravity = gravity;
  addFloor(world);
  const std::size_t slot = addSphere(world, Vec3::Zero());
  world.particles.position[slot].z() = kRadius + world.particles.mass[slot] * gravity.z() / law.stiffness;
  return world;
}

/// A law whose rolling resistance no torque here overcomes, so that a pulled sphere can only slide.
PairLaw cannotRoll(double friction) {
  PairLaw law = pelletLaw();
  law.friction = friction;
  law.rollingResistance = 10.0;
  law.twisting = 1.0;
  return law;
}

TEST(Friction, SlidesExactlyAboveTheCone) {
  for (const double friction : {0.1, 0.5, 0.91}) {
    for (const double excess : {-1e-6, 1e-6, 0.5}) {
      const double angle = std::atan(friction * (1.0 + excess));
      World world = restingSphere(cannotRoll(friction), inclined(angle));
      // It is the law that is tried, so every substep must converge: what a first one leaves over, an excess of 1e-6
      // never takes away.
      world.parameters.sweeps = 150;
      StepData data;
      const double duration = 1.0;
      run(world, data, duration);
      const double speed = world.particles.velocity[0].x();
      const double free = kGravity * (std::sin(angle) - friction * std::cos(angle)) * duration;
      // The regularised row lets a held sphere creep at γ_t f_t = 1e-6 * 0.03 N; a sliding one accelerates by the
      // closed form. The cone is hit to machine precision when an excess of 1e-6 shows with 1 % of itself (1e-8 g).
      const double creep = world.parameters.regularisation * world.particles.mass[0] * kGravity;
      // In single precision the pull and the speed itself are rounded in each substep, and the cone once for all.
      const double substeps = duration / world.parameters.timeStep * world.parameters.substeps;
      const double rounding =
          roundOff(0.0, kSingle * (substeps * std::abs(free) + 2.0 * kGravity * std::sin(angle) * duration));
      if (excess < 0.0) {
        EXPECT_NEAR(speed, 0.0, creep + rounding);
      } else {
        EXPECT_NEAR(speed, free, creep + 1e-8 * kGravity * duration * 0.01 + 1e-12 * free + rounding);
      }
      // In single precision the square of the length is rounded by 2, its root by half of that and 1, the quotient, the
      // product with it and the radius by 1 each: by 5 in all.
      EXPECT_LE(data.list.multipliers[0].tangential.norm(),
                friction * data.list.multipliers[0].normal * (1.0 + roundOff(1e-14, 5.0 * kSingle)));
    }
  }
}

/// Does a pellet at rest on the incline roll away in a second?
bool rolls(double angle) {
  World world = restingSphere(pelletLaw(), inclined(angle));
  StepData data;
  run(world, data, 1.0);
  // Held, it creeps with γ f (1e-8 m/s); rolling at 0.001 degree above the onset it reaches 1e-4 m/s.
  return world.particles.velocity[0].x() > 1e-5;
}

TEST(RollingResistance, OnsetOnAnIncline) {
  double held = 10.0;
  double rolling = 25.0;
  const double degree = std::numbers::pi / 180.0;
  while (rolling - held > 1e-3) {
    const double middle = 0.5 * (held + rolling);
    (rolls(middle * degree) ? rolling : held) = middle;
  }
  // Torque balance about the contact: f_t r = μ_r r f_n, so tan φ = μ_r: 17.745°; resolved here to 0.001°, doubled. Few
  // sweeps from nothing leave a first push of 1 mm/s, which rolling resistance takes out in the second only 0.01°
  // below.
  EXPECT_NEAR(held, std::atan(0.32) / degree, emptyWorld().parameters.sweeps < 100 ? 1e-2 : 2e-3);
  // Paper III found 17.84°, 1 % off by its own account (0.31 against 0.32).
  EXPECT_NEAR(held, 17.84, 0.01 * 17.84);
}

TEST(RollingResistance, DeceleratesARollingSphere) {
  for (const double resistance : {0.05, 0.32}) {
    for (const bool asLength : {false, true}) {
      PairLaw law = pelletLaw();
      law.rollingResistance = asLength ? resistance * kRadius : resistance;
      law.rollingIsLength = asLength;
      World world = restingSphere(law, inclined(0.0));
      const double start = 1.0;
      world.particles.velocity[0].x() = start;
      world.particles.angularVelocity[0].y() = start / kRadius;
      StepData data;
      const double duration = 0.3;
      run(world, data, duration);
      const double deceleration = (start - world.particles.velocity[0].x()) / duration;
      // Paper III: to machine precision. Forces are constant, so the step is exact; the friction row's creep γ_t f_t
      // (1e-8 m/s) is the largest error. In single precision 1 m/s is rounded in every substep.
      const double lost = 5.0 / 7.0 * resistance * kGravity * duration;
      const double substeps = duration / world.parameters.timeStep * world.parameters.substeps;
      EXPECT_NEAR(deceleration * duration / lost, 1.0, roundOff(1e-7, substeps * kSingle * start / lost));
      // And it comes to rest, not backwards: v = 0 after 7 u/(5 μ_r g) (0.45 s, 2.9 s).
      run(world, data, 3.0);
      // Single precision rounds what one fall of g Δt, 5 cm/s, leaves.
      const double still = roundOff(1e-12, kSingle * kGravity * world.parameters.timeStep);
      EXPECT_NEAR(world.particles.velocity[0].x(), 0.0, still);
      EXPECT_NEAR(world.particles.angularVelocity[0].y() * kRadius, 0.0, still);
    }
  }
}

}  // namespace
}  // namespace scree::testing
