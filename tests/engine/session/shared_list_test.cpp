// Lists that snapshots share while they stay the same.
#include "engine/snapshot/shared_list.h"

#include <gtest/gtest.h>

#include <array>

#include "engine/snapshot/fill_snapshot.h"
#include "engine/step/step_data.h"

namespace scree {
namespace {

TEST(SharedList, IsKeptWhileElementsStayAndMadeAnewWhenOneChanges) {
  std::vector<double> source = {1.0, 2.0, 3.0};
  SharedList<float> list;
  list.follow(source);
  const SharedList<float> before = list;
  list.follow(source);
  EXPECT_TRUE(list.sharesWith(before));
  source[1] = 2.5;
  list.follow(source);
  EXPECT_FALSE(list.sharesWith(before));
  EXPECT_EQ(list[1], 2.5F);
  EXPECT_EQ(before[1], 2.0F) << "a list that a snapshot holds never changes";
  source.pop_back();
  list.follow(source);
  EXPECT_EQ(list.size(), 2U);
}

/// The lists of grains of two snapshots of a world, between which `change` is applied.
template <typename Change>
std::array<GrainArrays, 2> filledTwice(Change change) {
  World world;
  world.materials.list.push_back({.name = "stone"});
  world.materials.list.push_back({.name = "steel"});
  for (int i = 0; i < 3; ++i) {
    world.particles.add({.position = Vec3(0.02 * i, 0.0, 0.0)});
  }
  SharedLists shared{.shapes = shareShapes(world)};
  const StepData data;
  std::array<Snapshot, 2> snapshots;
  fillSnapshot(world, data, shared, snapshots[0]);
  change(world);
  fillSnapshot(world, data, shared, snapshots[1]);
  return {snapshots[0].grains, snapshots[1].grains};
}

TEST(SharedList, SnapshotsShareWhatStaysAndFollowWhatChanges) {
  const auto moved = filledTwice([](World& world) { world.particles.position[1].z() = 1.0; });
  EXPECT_TRUE(moved[1].id.sharesWith(moved[0].id));
  EXPECT_TRUE(moved[1].mass.sharesWith(moved[0].mass));
  EXPECT_TRUE(moved[1].material.sharesWith(moved[0].material));
  const auto heavier = filledTwice([](World& world) { world.particles.mass[2] *= 2.0; });
  EXPECT_TRUE(heavier[1].id.sharesWith(heavier[0].id));
  EXPECT_EQ(heavier[1].mass[2], 2.0F * heavier[0].mass[2]);
  const auto other = filledTwice([](World& world) { world.particles.material[0] = 1; });
  EXPECT_EQ(other[1].material[0], 1);
  EXPECT_EQ(other[0].material[0], 0);
  const auto fewer = filledTwice([](World& world) { world.particles.remove(std::vector<char>{1, 0, 0}); });
  EXPECT_EQ(fewer[0].id.size(), 3U);
  ASSERT_EQ(fewer[1].id.size(), 2U);
  EXPECT_EQ(fewer[1].id[0], fewer[0].id[1]);
  EXPECT_EQ(fewer[1].mass.size(), 2U);
}

TEST(SharedList, CopiesOfACourseShareItsPoints) {
  const Course course = {{0.0, 1.0}, {2.0, 3.0}};
  const Course copy = course;
  EXPECT_EQ(copy.points().data(), course.points().data());
  EXPECT_TRUE(Course(std::vector<CoursePoint>()).empty());
  EXPECT_EQ(valueAt(course, Joined::straight, 1.0), 2.0);
}

}  // namespace
}  // namespace scree
