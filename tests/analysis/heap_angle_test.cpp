// Angles of heaps by the means of their grains, against heaps of a known slope.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/analysis/heap_angle.h"
#include "engine/base/random.h"

namespace scree {
namespace {

constexpr double kHeapDegree = std::numbers::pi / 180.0;

void addHeapGrain(Particles& particles, const Vec3& position, double radius = 0.005) {
  particles.add({.position = position, .radius = radius, .mass = 2500.0 * sphereVolume(radius)});
}

std::vector<std::uint32_t> all(const Particles& particles) {
  std::vector<std::uint32_t> slots(particles.size());
  std::iota(slots.begin(), slots.end(), 0U);
  return slots;
}

constexpr double kFoot = 0.2;   // m
constexpr int kPoints = 40000;  // <z> and <r> of so many scatter by 0.4 and 0.25 %: 0.1° at one sigma
constexpr double kClose = 0.4;  // degrees, three sigma and more
constexpr double kHalf = 0.6;   // degrees, of half of the points

Particles cone(double angle, const Vec3& foot) {
  Particles particles;
  Random random(3);
  while (particles.size() < kPoints) {
    const Vec3 p(random.uniform(-kFoot, kFoot), random.uniform(-kFoot, kFoot),
                 random.uniform(0.0, kFoot * std::tan(angle)));
    if (p.z() < (kFoot - std::hypot(p.x(), p.y())) * std::tan(angle)) {
      addHeapGrain(particles, foot + p);
    }
  }
  return particles;
}

TEST(HeapAngle, IsThatOfAConeWhereverItStands) {
  for (const double degrees : {10.0, 25.0, 40.0}) {
    const Particles heap = cone(degrees * kHeapDegree, Vec3(1.3, -0.7, 0.0));
    const HeapAngle angle = coneAngle(heap, all(heap));
    EXPECT_NEAR(angle.whole / kHeapDegree, degrees, kClose);
    EXPECT_NEAR(angle.left / kHeapDegree, degrees, kHalf);
    EXPECT_NEAR(angle.right / kHeapDegree, degrees, kHalf);
  }
}

TEST(HeapAngle, IsThatOfAWedgeAgainstAWall) {
  Particles heap;
  Random random(5);
  const double slope = std::tan(28.0 * kHeapDegree);
  while (heap.size() < kPoints) {
    const Vec3 p(random.uniform(0.0, kFoot), random.uniform(-0.1, 0.1), random.uniform(0.0, kFoot * slope));
    if (p.z() < (kFoot - p.x()) * slope) {
      addHeapGrain(heap, Vec3(0.4, 0.0, 0.0) + p);
    }
  }
  const HeapAngle angle = wedgeAngle(heap, all(heap), 0.4);
  EXPECT_NEAR(angle.whole / kHeapDegree, 28.0, kClose);
  EXPECT_NEAR(angle.left / kHeapDegree, 28.0, kHalf);
  EXPECT_NEAR(angle.right / kHeapDegree, 28.0, kHalf);
}

TEST(HeapAngle, IsThatOfARidge) {
  Particles heap;
  Random random(6);
  const double slope = std::tan(33.0 * kHeapDegree);
  while (heap.size() < kPoints) {
    const Vec3 p(random.uniform(-0.1, 0.1), random.uniform(-kFoot, kFoot), random.uniform(0.0, kFoot * slope));
    if (p.z() < (kFoot - std::abs(p.y())) * slope) {
      addHeapGrain(heap, Vec3(-0.3, 0.8, 0.0) + p);
    }
  }
  const HeapAngle angle = ridgeAngle(heap, all(heap));
  EXPECT_NEAR(angle.whole / kHeapDegree, 33.0, kClose);
  EXPECT_NEAR(angle.left / kHeapDegree, 33.0, kHalf);
  EXPECT_NEAR(angle.right / kHeapDegree, 33.0, kHalf);
}

TEST(HeapAngle, FlanksOfALopsidedHeapDiffer) {
  Particles heap;
  addHeapGrain(heap, Vec3(-0.1, 0.0, 0.1));
  addHeapGrain(heap, Vec3(0.1, 0.0, 0.05));
  const HeapAngle angle = coneAngle(heap, all(heap));
  EXPECT_NEAR(std::tan(angle.left), 2.0, 1e-12);
  EXPECT_NEAR(std::tan(angle.right), 1.0, 1e-12);
  EXPECT_NEAR(std::tan(angle.whole), 1.5, 1e-12);
}

TEST(HeapAngle, GrainsThatRolledAwayAreNotOfTheHeap) {
  Particles particles;
  addHeapGrain(particles, Vec3(0.5, 0.0, 0.005));  // alone
  for (int i = 0; i < 5; ++i) {
    addHeapGrain(particles, Vec3(0.0101 * i, 0.0, 0.005));  // gaps of 0.1 mm
  }
  addHeapGrain(particles, Vec3(0.5, 0.3, 0.005));  // a pair
  addHeapGrain(particles, Vec3(0.5, 0.31, 0.005));
  EXPECT_EQ(largestTouchingGroup(particles, 0.2e-3), (std::vector<std::uint32_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(largestTouchingGroup(particles, 0.05e-3), (std::vector<std::uint32_t>{6, 7}));
  EXPECT_TRUE(largestTouchingGroup(Particles(), 1e-3).empty());
}

/// A small grain touches a large one whose centre is farther along x than its own diameter.
TEST(HeapAngle, GrainsOfOtherSizesTouch) {
  Particles particles;
  addHeapGrain(particles, Vec3::Zero(), 0.001);
  addHeapGrain(particles, Vec3(0.0209, 0.0, 0.0), 0.02);
  addHeapGrain(particles, Vec3(0.0105, 0.03, 0.0), 0.0005);
  EXPECT_EQ(largestTouchingGroup(particles, 0.0), (std::vector<std::uint32_t>{0, 1}));
}

TEST(HeapAngle, IsZeroWithoutGrains) {
  EXPECT_EQ(coneAngle(Particles(), {}).whole, 0.0);
  EXPECT_EQ(wedgeAngle(Particles(), {}, 0.0).whole, 0.0);
  EXPECT_EQ(ridgeAngle(Particles(), {}).whole, 0.0);
}

}  // namespace
}  // namespace scree
