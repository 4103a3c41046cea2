// Members near free particles, and the rows that members get, many at a time against one by one.
#include "engine/contacts/near_members.h"
#include "engine/base/base_constants.h"
#include "engine/contacts/contacts_constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/aggregates/membership.h"
#include "engine/base/random.h"
#include "engine/contacts/reach.h"
#include "engine/solve/batched/member_rows.h"
#include "engine/solver/batch_kernels.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kParticles = 400;
constexpr double kHalf = 2.5 * testing::kDiameter;  // m, of the cube that they are in

Vec3 randomVector(Random& random, double size) {
  const auto side = [&] { return random.uniform(-size, size); };
  return {side(), side(), side()};
}

Aggregate movingAggregate(Random& random) {
  Aggregate aggregate;
  aggregate.carrier = Carrier::body;
  aggregate.frame.pose = {randomVector(random, 0.1),
                          Quat(Eigen::AngleAxisd(random.uniform(-3.0, 3.0), randomVector(random, 1.0).normalized()))};
  aggregate.frame.velocity = randomVector(random, 0.3);
  aggregate.frame.angularVelocity = randomVector(random, 2.0);
  return aggregate;
}

/// Particles of two sizes and materials at random, denser than any bed; two of three are members of what moves so.
World crowd(std::uint64_t seed, int aggregates) {
  Random random(seed);
  World world = testing::emptyWorld();
  world.materials.add(world.materials.list.front());
  for (int i = 0; i < aggregates; ++i) {
    world.reduction.aggregates.push_back(movingAggregate(random));
  }
  for (int i = 0; i < kParticles; ++i) {
    const std::size_t slot = testing::addSphere(world, randomVector(random, kHalf));
    world.particles.radius[slot] *= i % 3 == 0 ? 0.6 : 1.0;
    world.particles.velocity[slot] = i % 4 == 0 ? Vec3(Vec3::Zero()) : randomVector(random, 2.0);
    world.particles.material[slot] = static_cast<MaterialIndex>(i % 2);
  }
  fitMembers(world);
  for (std::uint32_t slot = 0; slot < kParticles; ++slot) {
    if (slot % 3 != 0) {
      join(world, slot, static_cast<std::uint32_t>(random.uniform(0.0, aggregates - 1e-9)));
    }
  }
  return world;
}

std::vector<std::uint32_t> freeOnes(const World& world) {
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    if (world.reduction.isFree(slot)) {
      slots.push_back(slot);
    }
  }
  return slots;
}

/// How far a particle may come in the step against an aggregate [m].
double wayOf(const World& world, std::uint32_t slot, const Aggregate& aggregate) {
  const Parameters& p = world.parameters;
  const Vec3 against = world.particles.velocity[slot] - aggregate.velocityAt(world.particles.position[slot]);
  const double way = p.timeStep * (against.norm() + p.timeStep * p.gravity.norm());
  return p.substeps == 1 ? 0.0 : std::min(way, contacts::kMostWay * world.particles.radius[slot]);
}

/// All pairs one by one.
std::vector<Contact> oneByOne(const World& world) {
  const Particles& particles = world.particles;
  const LookAhead ahead(world.parameters);
  std::vector<Contact> contacts;
  for (const std::uint32_t a : freeOnes(world)) {
    for (std::uint32_t b = 0; b < particles.size(); ++b) {
      if (world.reduction.isFree(b)) {
        continue;
      }
      const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[b]];
      const Vec3 place = aggregate.frame.pose.toWorld(world.reduction.members[b].local);
      const Vec3 apart = place - particles.position[a];
      const double radii = particles.radius[a] + particles.radius[b];
      const bool touches = apart.norm() <= kTouch * radii;
      const bool isNear = apart.norm() <= kTouch * radii + wayOf(world, a, aggregate);
      if (touches || (world.parameters.substeps > 1 && isNear &&
                      ahead.mayTouch(apart, particles.velocity[a], aggregate.velocityAt(place), radii))) {
        Contact& contact = contacts.emplace_back();
        contact.key = ContactKey::member(particles.id[a], particles.id[b]);
        contact.a = a;
        contact.b = b;
        contact.normal = apart / apart.norm();
        contact.gap = apart.norm() - radii;
        contact.law = world.materials.pairIndex(particles.material[a], particles.material[b]);
      }
    }
  }
  return contacts;
}

bool isSame(const Contact& x, const Contact& y) {
  return x.key == y.key && x.a == y.a && x.b == y.b && x.normal == y.normal && x.gap == y.gap && x.law == y.law;
}

class NearMembersOn : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(useInstructionSet(GetParam())); }
  void TearDown() override { useInstructionSet(""); }
};

TEST_P(NearMembersOn, AreThoseOfEachPair) {
  for (const int substeps : {1, 4}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      World world = crowd(seed, seed % 2 == 0 ? 1 : 3);
      world.parameters.substeps = substeps;
      const std::vector<Contact> expected = oneByOne(world);
      std::vector<Contact> found;
      findNearMembers(world, freeOnes(world), nullptr, found);
      EXPECT_GT(expected.size(), 300U);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), isSame))
          << substeps << " substeps, seed " << seed << ": " << found.size() << " for " << expected.size();
    }
  }
}

TEST_P(NearMembersOn, OfOneInTheMiddleOfAMemberHaveANormal) {
  World world = testing::emptyWorld();
  testing::addSphere(world, Vec3::Zero());
  testing::addSphere(world, Vec3::Zero());
  fitMembers(world);
  world.reduction.aggregates.emplace_back();
  join(world, 1, 0);
  std::vector<Contact> found;
  findNearMembers(world, freeOnes(world), nullptr, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().normal, Vec3(Vec3::UnitZ()));
  EXPECT_EQ(found.front().gap, -testing::kDiameter);
}

TEST_P(NearMembersOn, MoveWithTheirAggregates) {
  Random random(5);
  std::vector<CarrierMotion> first;
  std::vector<CarrierMotion> now;
  for (int i = 0; i < 3; ++i) {
    const Aggregate at = movingAggregate(random);
    // The last but does not turn.
    const Vec3 spin = i == 2 ? Vec3(Vec3::Zero()) : at.frame.angularVelocity;
    first.push_back({at.frame.pose, at.frame.velocity, spin});
    now.push_back(first.back());
    now.back().pose.position += 1e-3 * at.frame.velocity;
    if (i != 2) {
      now.back().pose.orientation = Quat(Eigen::AngleAxisd(1e-3, spin.normalized())) * at.frame.pose.orientation;
    }
  }
  std::vector<PackedMember> members;
  for (std::uint32_t i = 0; i < 21; ++i) {
    const double radius = random.uniform(0.003, 0.006);
    members.push_back({.local = randomVector(random, 0.2),
                       .radius = radius,
                       .aggregate = i % 3,
                       .inverseRadius = static_cast<float>(1.0 / radius)});
  }
  const Vec3 frame(0.01, -0.02, 0.03);
  std::vector<BodyRow> rows(members.size());
  std::vector<BodyShift> shifts(members.size());
  placeMemberRows(rideMotions(first, now), members, frame, rows.data(), shifts.data());
  // A float holds seven digits; of the lengths some are differences of what is a hundred times as long, in double.
  constexpr double kRounding = 1e-7;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const CarrierMotion& motion = now[members[i].aggregate];
    const Vec3 place = motion.pose.toWorld(members[i].local);
    const Vec3 velocity = motion.velocityAt(place) + frame;
    const Vec3 spin = members[i].radius * motion.angularVelocity;
    const Vec3 moved = place - first[members[i].aggregate].pose.toWorld(members[i].local);
    EXPECT_LE((Vec3(rows[i].vx, rows[i].vy, rows[i].vz) - velocity).norm(), kRounding * velocity.norm()) << i;
    EXPECT_LE((Vec3(rows[i].wx, rows[i].wy, rows[i].wz) - spin).norm(), kRounding * spin.norm()) << i;
    EXPECT_LE((Vec3(shifts[i].x, shifts[i].y, shifts[i].z) - moved).norm(), kRounding * moved.norm() + 1e-15) << i;
    EXPECT_EQ(rows[i].inverseMass, 0.0F);
    EXPECT_EQ(rows[i].inverseRadius, members[i].inverseRadius);
    EXPECT_EQ(shifts[i].radius, static_cast<float>(members[i].radius));
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, NearMembersOn, ::testing::ValuesIn(instructionSets()),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace scree
