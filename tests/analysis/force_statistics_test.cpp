// Statistics of the force network against counts by hand.
#include <gtest/gtest.h>

#include <numeric>

#include "engine/analysis/force_statistics.h"
#include "engine/base/random.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

ForceContact pushing(std::uint32_t a, std::uint32_t b, const Vec3& normal, float force) {
  ForceContact contact;
  contact.a = a;
  contact.b = b;
  contact.normal = normal.cast<float>();
  contact.force = force;
  return contact;
}

TEST(ForceStatistics, CountsForcesAndContacts) {
  std::vector<ForceContact> contacts = {pushing(0, 1, Vec3::UnitX(), 1.0f), pushing(1, 2, Vec3::UnitX(), 2.0f),
                                        pushing(2, kNoParticle, Vec3::UnitX(), 9.0f)};
  contacts[1].kept = true;
  const ForceStatistics found = forceStatistics(contacts, 5);
  EXPECT_EQ(found.contacts, 3U);
  EXPECT_EQ(found.kept, 1U);
  EXPECT_DOUBLE_EQ(found.mean, 4.0);
  EXPECT_DOUBLE_EQ(found.largest, 9.0);
  EXPECT_DOUBLE_EQ(found.meanCoordination, 1.0) << "1, 2, 2, 0 and 0 contacts";
  EXPECT_EQ(found.coordination[0], 2U);
  EXPECT_EQ(found.coordination[1], 1U);
  EXPECT_EQ(found.coordination[2], 2U);
  // A bin is a quarter of the mean: 0.25, 0.5 and 2.25 means.
  EXPECT_EQ(found.forces[1], 1U);
  EXPECT_EQ(found.forces[2], 1U);
  EXPECT_EQ(found.forces[9], 1U);
  EXPECT_EQ(std::accumulate(found.forces.begin(), found.forces.end(), std::uint64_t{0}), 3U);
  EXPECT_NEAR(found.anisotropy(), 1.0, 1e-12) << "all in one direction";
  EXPECT_DOUBLE_EQ(found.directions[0][0], 3.0) << "along x";
  EXPECT_NEAR(found.directions[1][0], 0.0, 1e-6) << "x is not in the plane y-z";
}

TEST(ForceStatistics, NormalsWithoutADirectionAreIsotropic) {
  Random random(4);
  std::vector<ForceContact> contacts;
  for (int i = 0; i < 60000; ++i) {
    contacts.push_back(pushing(0, 1, testing::randomDirection(random), 1.0f));
  }
  const ForceStatistics found = forceStatistics(contacts, 2);
  EXPECT_LT(found.anisotropy(), 0.01);
  EXPECT_NEAR(found.fabric.trace(), 1.0, 1e-6);
  EXPECT_NEAR(found.principal[1], 1.0 / 3.0, 0.005);
  // The part of a unit vector in a plane has the mean length π/4.
  const double each = 60000.0 * 0.7854 / ForceStatistics::kDirections;
  for (const auto& plane : found.directions) {
    for (const double count : plane) {
      EXPECT_NEAR(count, each, 0.06 * each);
    }
  }
}

TEST(ForceStatistics, OppositeNormalsAreOneDirection) {
  const Vec3 up = Vec3(1.0, 0.0, 2.0).normalized();
  const ForceStatistics a = forceStatistics(std::vector{pushing(0, 1, up, 1.0f)}, 2);
  const ForceStatistics b = forceStatistics(std::vector{pushing(0, 1, -up, 1.0f)}, 2);
  EXPECT_EQ(a.directions, b.directions);
}

TEST(ForceStatistics, NothingPushes) {
  const ForceStatistics found = forceStatistics({}, 7);
  EXPECT_EQ(found.contacts, 0U);
  EXPECT_EQ(found.mean, 0.0);
  EXPECT_EQ(found.anisotropy(), 0.0);
  EXPECT_EQ(found.coordination[0], 7U);
}

}  // namespace
}  // namespace scree
