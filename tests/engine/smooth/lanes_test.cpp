// The vector code of smooth DEM against the law written contact by contact, and the same bits from every instruction
// set and any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/solve/smooth/smooth_kernels.h"
#include "engine/solver/batch_kernels.h"
#include "engine/state/state.h"
#include "engine/world/contact_spring.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kTimeOfLanes = 1e-5;
constexpr std::uint32_t kGrainsOfLanes = 6;

Vec3 randomVec(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
void copyTo(const Vec3& from, std::array<double, 3>& to) { std::copy_n(from.data(), 3, to.begin()); }
Vec3 vecOf(const std::array<double, 3>& from) { return {from[0], from[1], from[2]}; }
Vec3 vecOf(const std::array<double, 4>& from) { return {from[0], from[1], from[2]}; }
Vec3 vecOf(const std::array<SmoothLane, 3>& lanes, std::size_t lane) {
  return {lanes[0][lane], lanes[1][lane], lanes[2][lane]};
}
/// Summed in the order of the axes, as Eigen need not.
double inner(const Vec3& a, const Vec3& b) { return (a.x() * b.x() + a.y() * b.y()) + a.z() * b.z(); }
Vec3 outer(const Vec3& a, const Vec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

struct OneBatch {
  std::vector<SmoothGrain> grains;
  std::vector<SmoothRow> rows;
  SmoothBatch batch;
  SmoothFound found;
};

/// Grains so near that most pairs touch.
OneBatch someBatch(Random& random) {
  OneBatch one;
  for (std::uint32_t i = 0; i < kGrainsOfLanes; ++i) {
    SmoothGrain& grain = one.grains.emplace_back();
    grain.radius = random.uniform(0.004, 0.006);
    copyTo(randomVec(random, 0.005), grain.position);
    copyTo(randomVec(random, 1.0), grain.velocity);
    copyTo(randomVec(random, 100.0), grain.spin);
  }
  one.rows.resize(kGrainsOfLanes);
  for (std::size_t lane = 0; lane < kSmoothWidth; ++lane) {
    const auto a = static_cast<std::uint32_t>(lane % (kGrainsOfLanes - 1));
    const auto b = a + 1;
    one.batch.a[lane] = kGrainNumbers * a;
    one.batch.b[lane] = kGrainNumbers * b;
    one.batch.rowA[lane] = kRowNumbers * a;
    one.batch.rowB[lane] = kRowNumbers * b;
    one.batch.stiffness[lane] = random.uniform(1e4, 1e6);
    one.batch.damping[lane] = random.uniform(0.0, 0.02);
    one.batch.radius[lane] = random.uniform(0.002, 0.003);
    one.batch.shareA[lane] = one.grains[a].radius / (one.grains[a].radius + one.grains[b].radius);
    one.batch.twisting[lane] = random.uniform(-1e-4, 1e-4);
    one.batch.rest[lane] = lane % 2 == 0 ? random.uniform(-1e-4, 1e-3) : 0.0;
    const Vec3 tangential = randomVec(random, 1.0);
    const Vec3 rolling = randomVec(random, 1e-3);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      one.batch.tangential[axis][lane] = tangential[static_cast<Eigen::Index>(axis)];
      one.batch.rolling[axis][lane] = rolling[static_cast<Eigen::Index>(axis)];
    }
  }
  return one;
}

/// Adds the motion to a spring and its dashpot, and cuts the force at a limit. Returns the force.
Vec3 stretchedOne(Vec3& spring, const Vec3& change, const Vec3& dashpot, double limit) {
  spring += change;
  const Vec3 whole = spring + dashpot;
  const double square = inner(whole, whole);
  if (square > limit * limit) {
    spring = (limit / std::sqrt(square)) * whole;
    return spring;
  }
  return whole;
}

Vec3 flattened(const Vec3& v, const Vec3& normal) { return v - inner(normal, v) * normal; }

/// Force and torques of a contact.
struct PushedOne {
  Vec3 force = Vec3::Zero();  ///< on b
  Vec3 torqueA = Vec3::Zero();
  Vec3 torqueB = Vec3::Zero();
};

/// The contact of one lane, in the order of METHOD.md 18.
PushedOne pushOne(const SmoothLawNumbers& law, double kept, std::size_t lane, OneBatch& one) {
  SmoothBatch& batch = one.batch;
  const SmoothGrain& a = one.grains[batch.a[lane] / kGrainNumbers];
  const SmoothGrain& b = one.grains[batch.b[lane] / kGrainNumbers];
  const Vec3 apart = vecOf(b.position) - vecOf(a.position);
  const double distance = std::sqrt(inner(apart, apart));
  const Vec3 normal = (1.0 / distance) * apart;
  const double overlap = (a.radius + b.radius) - distance;
  const auto put = [lane](const Vec3& v, std::array<SmoothLane, 3>& lanes) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      lanes[axis][lane] = v[static_cast<Eigen::Index>(axis)];
    }
  };
  if (!(overlap > 0.0)) {
    put(Vec3::Zero(), batch.tangential);
    if (law.rolls) {
      put(Vec3::Zero(), batch.rolling);
    }
    batch.twisting[lane] = law.twists ? 0.0 : batch.twisting[lane];
    batch.rest[lane] = 0.0;
    return {};
  }
  const double leverA = batch.shareA[lane] * distance;
  const double leverB = distance - leverA;
  const Vec3 velocity =
      (vecOf(b.velocity) - vecOf(a.velocity)) - outer(leverA * vecOf(a.spin) + leverB * vecOf(b.spin), normal);
  const Vec3 spin = vecOf(b.spin) - vecOf(a.spin);
  batch.rest[lane] = std::min(kept * batch.rest[lane], overlap);
  const double pressed = std::max(overlap - batch.rest[lane], 0.0);
  const double root = law.isHertz ? std::sqrt(pressed) : 1.0;
  const double slope = law.slopeFactor * batch.stiffness[lane] * root;
  const double damping = batch.damping[lane] * std::sqrt(slope);
  const double approach = -inner(normal, velocity);
  const double push = batch.stiffness[lane] * pressed * root + damping * approach;
  const double load = std::max(push, 0.0);
  const double stretching = law.share * slope * kTimeOfLanes;
  const double dashpot = law.shareRoot * damping;
  Vec3 tangential = vecOf(batch.tangential, lane);
  const double before = pressed - approach * kTimeOfLanes;
  if (law.isHertz && before > pressed) {
    tangential = std::sqrt(pressed / before) * tangential;
  }
  tangential = flattened(tangential, normal);
  const Vec3 slip = velocity + approach * normal;
  const Vec3 slide = stretchedOne(tangential, -stretching * slip, -dashpot * slip, law.friction * load);
  put(tangential, batch.tangential);
  Vec3 torque = Vec3::Zero();
  const double square = batch.radius[lane] * batch.radius[lane];
  const double about = inner(normal, spin);
  if (law.rolls) {
    Vec3 rolling = flattened(vecOf(batch.rolling, lane), normal);
    const Vec3 roll = spin - about * normal;
    torque = stretchedOne(rolling, -(stretching * square) * roll, -(dashpot * square) * roll,
                          law.rolling * (law.rollingRadius > 0.0 ? batch.radius[lane] : 1.0) * load);
    put(rolling, batch.rolling);
  }
  if (law.twists) {
    const double limit = law.twisting * batch.radius[lane] * load;
    batch.twisting[lane] = std::clamp(batch.twisting[lane] - stretching * square * about, -limit, limit);
    torque += std::clamp(batch.twisting[lane] - dashpot * square * about, -limit, limit) * normal;
  }
  const Vec3 force = push * normal + slide;
  const Vec3 turn = outer(normal, slide);
  return {force, -leverA * turn - torque, torque - leverB * turn};
}

/// All lanes one by one; of a batch first the first sides are added.
void pushAll(const SmoothLawNumbers& law, double kept, OneBatch& one) {
  const auto add = [](const Vec3& v, std::array<double, 4>& row) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      row[axis] += v[static_cast<Eigen::Index>(axis)];
    }
  };
  std::array<PushedOne, kSmoothWidth> pushed;
  for (std::size_t lane = 0; lane < kSmoothWidth; ++lane) {
    pushed[lane] = pushOne(law, kept, lane, one);
    SmoothRow& row = one.rows[one.batch.rowA[lane] / kRowNumbers];
    add(-pushed[lane].force, row.force);
    add(pushed[lane].torqueA, row.torque);
  }
  for (std::size_t lane = 0; lane < kSmoothWidth; ++lane) {
    SmoothRow& row = one.rows[one.batch.rowB[lane] / kRowNumbers];
    add(pushed[lane].force, row.force);
    add(pushed[lane].torqueB, row.torque);
  }
}

TEST(SmoothLanes, AreTheLawContactByContact) {
  Random random(11);
  for (int turn = 0; turn < 200; ++turn) {
    const bool isHertz = turn % 2 != 0;
    const SmoothLawNumbers law{.isHertz = isHertz,
                               .rolls = turn / 2 % 2 != 0,
                               .twists = turn / 4 % 2 != 0,
                               .slopeFactor = isHertz ? 1.5 : 1.0,
                               .share = 0.8,
                               .shareRoot = std::sqrt(0.8),
                               .friction = random.uniform(0.0, 1.0),
                               .rolling = random.uniform(0.0, 0.5),
                               .rollingRadius = turn / 8 % 2 != 0 ? 1.0 : 0.0,
                               .twisting = 0.2};
    const OneBatch start = someBatch(random);
    OneBatch expected = start;
    constexpr double kKept = 0.999;
    pushAll(law, kKept, expected);
    for (const std::string_view set : instructionSets()) {
      ASSERT_TRUE(useInstructionSet(set));
      OneBatch one = start;
      const SmoothLists lists{.grains = one.grains.data(),
                              .rows = one.rows.data(),
                              .batches = &one.batch,
                              .found = &one.found,
                              .laws = &law,
                              .restKept = kKept};
      pushGroup({.first = 0, .last = 1}, lists, kTimeOfLanes, true);
      for (std::size_t i = 0; i < kGrainsOfLanes; ++i) {
        EXPECT_EQ(vecOf(one.rows[i].force), vecOf(expected.rows[i].force)) << set << ' ' << turn << ' ' << i;
        EXPECT_EQ(vecOf(one.rows[i].torque), vecOf(expected.rows[i].torque)) << set << ' ' << turn << ' ' << i;
      }
      EXPECT_EQ(one.batch.tangential, expected.batch.tangential) << set << ' ' << turn;
      EXPECT_EQ(one.batch.rolling, expected.batch.rolling) << set << ' ' << turn;
      EXPECT_EQ(one.batch.twisting, expected.batch.twisting) << set << ' ' << turn;
      EXPECT_EQ(one.batch.rest, expected.batch.rest) << set << ' ' << turn;
    }
    useInstructionSet("");
    if (HasFailure()) {
      return;
    }
  }
}

World mixedWorld() {
  PairLaw law = hertzLaw(smoothLaw(0.4), 5e6);
  law.friction = 0.5;
  law.rollingResistance = 0.1;
  law.twisting = 0.3;
  World world = emptyWorld(law);
  const MaterialIndex other = world.materials.add({.name = "other", .density = 2000.0});
  PairLaw linear = smoothLaw(0.7);
  linear.friction = 0.3;
  world.materials.setPair(0, other, linear);
  world.materials.setPair(other, other, linear);
  world.parameters.method = Method::smooth;
  world.parameters.timeStep = 1e-3;
  addOpenBox(world, 9.0 * 1.1 * kDiameter, 0.2);
  addLattice(world, 8, 8, 12, 0.009, 0.013, 8);
  for (std::size_t i = 0; i < world.particles.size(); i += 3) {
    world.particles.material[i] = other;
  }
  return world;
}

/// Several pieces, laws of both kinds, walls.
TEST(SmoothLanes, BitsAreThoseOfEveryInstructionSetAndAnyThreads) {
  const World start = mixedWorld();
  const auto after = [&start](int threads) {
    World world = start;
    ThreadPool pool(threads);
    StepData data;
    data.context.threads = &pool;
    run(world, data, 0.12);
    return stateHash(world);
  };
  const auto known = after(1);
  EXPECT_EQ(after(2), known);
  EXPECT_EQ(after(5), known);
  for (const std::string_view set : instructionSets()) {
    ASSERT_TRUE(useInstructionSet(set));
    EXPECT_EQ(after(1), known) << set;
  }
  useInstructionSet("");
}

/// A grain that is pressed deep into the floor is thrown at another one from rest within a step: the list of contacts
/// is made anew on the way.
TEST(SmoothLanes, AGrainThrownBySpringsMeetsNoneUnseen) {
  PairLaw law = hertzLaw(smoothLaw(1.0), 5e6);
  World world = emptyWorld(law);
  world.parameters.method = Method::smooth;
  world.parameters.timeStep = 5e-3;
  world.parameters.gravity.setZero();
  addFloor(world);
  addSphere(world, Vec3(0, 0, 0.7 * kRadius));
  addSphere(world, Vec3(0, 0, 3.5 * kRadius));
  StepData data;
  takeSteps(world, data, 4);
  // Equal masses, no loss: the second one takes all of it.
  const ContactSpring spring = springOf(law, kRadius);
  const double thrown = std::sqrt(2.0 * spring.energy(0.3 * kRadius) / world.particles.mass[0]);
  EXPECT_NEAR(world.particles.velocity[1].z() / thrown, 1.0, 0.01);
  EXPECT_LT(world.particles.position[0].z(), world.particles.position[1].z());
}

}  // namespace
}  // namespace scree::testing
