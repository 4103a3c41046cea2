// Bodies moved by vectors, and small turns.
#include "engine/solver/body_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/base/random.h"
#include "engine/solver/batch_kernels.h"

namespace scree {
namespace {

struct Bodies {
  std::vector<BodyMotion> motions;
  std::vector<BodyRow> rows;
  std::vector<BodyShift> shifts;
};

Vec3 someVector(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

Bodies someBodies(std::size_t n) {
  Bodies bodies;
  Random random(7);
  for (std::size_t i = 0; i < n; ++i) {
    const double radius = random.uniform(1e-3, 1e-2);
    bodies.motions.push_back({.velocity = someVector(random),
                              .radius = radius,
                              .angularVelocity = 50.0 * someVector(random),
                              .inverseRadius = 1.0 / radius,
                              .shift = 1e-3 * someVector(random),
                              .radiusAgain = radius,
                              .turn = 0.1 * someVector(random)});
    BodyRow row = rowOf(bodies.motions.back(), static_cast<float>(random.uniform(1.0, 1000.0)));
    row.vx += 1e-3F;
    row.vz -= 1e-2F;
    row.wy += 3e-3F;
    bodies.rows.push_back(row);
    bodies.shifts.push_back({});
  }
  return bodies;
}

/// The same, number by number: rows change by the difference in single precision, bodies in double.
void moveOneByOne(double time, const Vec3* fall, Bodies& bodies) {
  for (std::size_t i = 0; i < bodies.motions.size(); ++i) {
    BodyMotion& motion = bodies.motions[i];
    BodyRow& row = bodies.rows[i];
    const BodyRow before = rowOf(motion, row.inverseMass);
    motion.velocity += Vec3(double{row.vx - before.vx}, double{row.vy - before.vy}, double{row.vz - before.vz});
    motion.angularVelocity +=
        motion.inverseRadius * Vec3(double{row.wx - before.wx}, double{row.wy - before.wy}, double{row.wz - before.wz});
    motion.shift += time * motion.velocity;
    motion.turn += time * motion.angularVelocity;
    bodies.shifts[i] = {static_cast<float>(motion.shift.x()), static_cast<float>(motion.shift.y()),
                        static_cast<float>(motion.shift.z()), static_cast<float>(motion.radius)};
    if (fall != nullptr) {
      motion.velocity += *fall;
      row = rowOf(motion, row.inverseMass);
    }
  }
}

/// Operations are few and each is rounded, so that all sets give the same bits.
TEST(BodyKernels, MoveAsNumberByNumber) {
  const Vec3 fall(0.01, -0.02, -0.3);
  for (const std::string_view set : instructionSets()) {
    ASSERT_TRUE(useInstructionSet(set));
    for (const Vec3* given : {&fall, static_cast<const Vec3*>(nullptr)}) {
      Bodies bodies = someBodies(37);
      Bodies expected = bodies;
      for (int turn = 0; turn < 3; ++turn) {
        moveOn(bodies.motions.size(), 1.25e-3, given, bodies.motions.data(), bodies.rows.data(), bodies.shifts.data());
        moveOneByOne(1.25e-3, given, expected);
      }
      for (std::size_t i = 0; i < bodies.motions.size(); ++i) {
        EXPECT_EQ(bodies.motions[i].velocity, expected.motions[i].velocity) << set << ' ' << i;
        EXPECT_EQ(bodies.motions[i].angularVelocity, expected.motions[i].angularVelocity) << set << ' ' << i;
        EXPECT_EQ(bodies.motions[i].shift, expected.motions[i].shift) << set << ' ' << i;
        EXPECT_EQ(bodies.motions[i].turn, expected.motions[i].turn) << set << ' ' << i;
        EXPECT_EQ(bodies.motions[i].radius, expected.motions[i].radius) << set << ' ' << i;
        EXPECT_EQ(bodies.motions[i].inverseRadius, expected.motions[i].inverseRadius) << set << ' ' << i;
        const BodyRow& row = bodies.rows[i];
        const BodyRow& wanted = expected.rows[i];
        EXPECT_TRUE(row.vx == wanted.vx && row.vy == wanted.vy && row.vz == wanted.vz && row.wx == wanted.wx &&
                    row.wy == wanted.wy && row.wz == wanted.wz && row.inverseMass == wanted.inverseMass &&
                    row.inverseRadius == wanted.inverseRadius)
            << set << ' ' << i;
        const BodyShift& shift = bodies.shifts[i];
        const BodyShift& way = expected.shifts[i];
        EXPECT_TRUE(shift.x == way.x && shift.y == way.y && shift.z == way.z && shift.radius == way.radius)
            << set << ' ' << i;
      }
    }
  }
  useInstructionSet("");
}

/// A dozen operations, each rounded by up to 1.1e-16.
TEST(Turns, AreThoseOfTheExactRotation) {
  Random random(11);
  for (const double size : {0.0, 1e-12, 1e-6, 1e-3, 0.0399, 0.0401, 0.1999, 0.2001, 1.0, 3.0}) {
    for (int trial = 0; trial < 50; ++trial) {
      const Quat q = Quat(Eigen::AngleAxisd(random.uniform(0.0, 3.0), someVector(random).normalized()));
      const Vec3 turn = size * someVector(random).normalized();
      const Quat exact = size == 0.0 ? q : Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * q;
      EXPECT_LT((turned(q, turn).coeffs() - exact.coeffs()).norm(), 2e-15) << size;
      EXPECT_LT((rotated(q, turn, 1.0).coeffs() - exact.coeffs()).norm(), 2e-15) << size;
    }
  }
}

TEST(Turns, KeepTheirLength) {
  Random random(13);
  Quat q = Quat::Identity();
  for (int i = 0; i < 100000; ++i) {
    q = turned(q, 1e-2 * someVector(random));
  }
  EXPECT_NEAR(q.norm(), 1.0, 1e-15);
  // One that was not a rotation becomes one at once.
  const Quat longer(2.0, 0.0, 0.0, 0.0);
  EXPECT_NEAR(turned(longer, Vec3(1e-3, 0.0, 0.0)).norm(), 1.0, 1e-15);
}

}  // namespace
}  // namespace scree
