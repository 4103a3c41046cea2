// Periodic axes in scene files.
#include <fmt/format.h>

#include "engine/step/step.h"
#include "engine/step/step_data.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

std::string with(std::string_view periodic) {
  return replaced(kSmallScene, "name: Small", fmt::format("name: Small\nperiodic: {}", periodic));
}

TEST(PeriodicScene, AxesAreThoseGiven) {
  const World world = sceneOf(with("{x: [-20 mm, 80 mm], z: [0, 0.4]}")).world;
  EXPECT_EQ(world.periodic.lower, Vec3(-0.02, 0.0, 0.0));
  EXPECT_NEAR((world.periodic.length - Vec3(0.1, 0.0, 0.4)).norm(), 0.0, 1e-16);
  EXPECT_FALSE(world.periodic.isAlong(1));
  EXPECT_FALSE(sceneOf(kSmallScene).world.periodic.isOn());
}

TEST(PeriodicScene, GrainsThatStartOutsideAreInTheBox) {
  const World world = sceneOf(replaced(with("{x: [0, 100 mm]}"), "[0, 0, 0.1]", "[-10 mm, -10 mm, 0.1]")).world;
  EXPECT_NEAR((world.particles.position[0] - Vec3(0.09, -0.01, 0.1)).norm(), 0.0, 1e-15);
}

TEST(PeriodicScene, BadAxesHaveOneMessage) {
  EXPECT_EQ(messagesOf(with("{x: [0, 50 mm]}")),
            "f.yaml:3:11: the periodic axis x is 50 mm long, less than four of the largest diameters, 13 mm: particles "
            "would touch each other at both ends: make it 52 mm or longer\n");
  EXPECT_EQ(messagesOf(with("{y: [1, 0]}")),
            "f.yaml:3:11: the periodic axis y ends before it begins: give the lower end first: 'y: [0, 100 mm]'\n");
  EXPECT_EQ(messagesOf(with("{y: [1, 1]}")),
            "f.yaml:3:11: the periodic axis y has no length: give the lower end first: 'y: [0, 100 mm]'\n");
  EXPECT_EQ(messagesOf(with("{y: [1 m]}")),
            "f.yaml:3:15: 'y' has 1 values: write 2 in brackets, separated by commas\n");
  EXPECT_EQ(messagesOf(with("{w: [0, 1]}")), "f.yaml:3:12: unknown key 'w': did you mean 'x'?\n");
}

TEST(PeriodicScene, GrainsThatOverlapThroughASideAreRelaxed) {
  const std::string text =
      replaced(with("{x: [0, 100 mm]}"), "particles: [",
               "particles: [{sphere: {diameter: 13 mm, position: [99.5 mm, 0, 0.1], material: ore}}, ");
  const World overlapping = sceneOf(replaced(text, "[0, 0, 0.1]", "[11.9 mm, 0, 0.1]")).world;
  const Vec3 apart =
      overlapping.periodic.nearest(overlapping.particles.position[1] - overlapping.particles.position[0]);
  EXPECT_GT(apart.norm(), 0.0129);
  // Deeper ones are a mistake there as elsewhere.
  EXPECT_NE(messagesOf(replaced(text, "[0, 0, 0.1]", "[5 mm, 0, 0.1]")).find("overlap is deeper than 20 %"),
            std::string::npos);
}

TEST(PeriodicScene, BodiesThatEndAtASideAreNoted) {
  const auto notesOf = [](std::string_view shape) {
    const std::string text = replaced(with("{x: [0, 100 mm], y: [0, 100 mm]}"), "{plane: {material: ore}}", shape);
    return sceneOf(text).notes;
  };
  EXPECT_TRUE(notesOf("{plane: {material: ore}}").empty());
  // Far enough beyond both ends, or well within them.
  EXPECT_TRUE(notesOf("{box: {size: [0.2, 0.2, 0.01], position: [0.05, 0.05, 0], material: ore}}").empty());
  EXPECT_TRUE(notesOf("{box: {size: [0.02, 0.02, 0.01], position: [0.05, 0.05, 0], material: ore}}").empty());
  const auto notes = notesOf("{box: {size: [0.1, 0.2, 0.01], position: [0.05, 0.05, 0], material: ore}}");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(
      notes[0].text(),
      "f.yaml:6:10: 'floor' ends at an end of the periodic axis x: bodies do not repeat, and particles pass where "
      "it has none: let it reach 6.5 mm or more beyond both ends, or keep it as far within them");
}

TEST(PeriodicScene, BoundsAndPlanesAcrossAnAxisAreNoted) {
  const auto notesOf = [](std::string_view text) {
    std::string all;
    for (const SceneError& note : sceneOf(text).notes) {
      all += note.text() + "\n";
    }
    return all;
  };
  EXPECT_EQ(
      notesOf(with("{z: [0, 0.4]}")),
      "f.yaml:6:10: 'floor' has a plane across the periodic axis z: particles that leave by one end come in behind "
      "it: leave z out of 'periodic', or turn the plane along it\n");
  const std::string bounded = with("{x: [0, 100 mm]}") + "bounds: {lower: [-1, -1, -1], upper: [50 mm, 1, 1]}\n";
  EXPECT_NE(notesOf(bounded).find("the bounds cut the periodic axis x: particles are taken out there: let them reach "
                                  "beyond both ends"),
            std::string::npos);
  EXPECT_EQ(notesOf(with("{x: [0, 100 mm]}") + "bounds: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"), "");
}

/// An emitter at a side, or any whole number of sides away, and a grain beyond the other side that fills most of it:
/// new ones find room beside it only.
class PeriodicEmitter : public ::testing::TestWithParam<int> {};

TEST_P(PeriodicEmitter, PutsGrainsBesideThoseAtTheOtherSide) {
  std::string text = replaced(with("{x: [0, 100 mm], y: [0, 100 mm]}"), "[0, 0, 0.1]", "[99 mm, 50 mm, 0.1]");
  text += fmt::format(
      "emitters: {{spout: {{position: [{} mm, 50 mm, 0.1], size: [10 mm, 40 mm, 2 mm], diameter: 13 mm, material: ore, "
      "rate: 1000 1/s}}}}\n",
      100 * GetParam());
  World world = sceneOf(text).world;
  world.parameters.gravity.setZero();
  StepData data;
  for (int i = 0; i < 30; ++i) {
    step(world, data);
    for (std::size_t a = 0; a < world.particles.size(); ++a) {
      EXPECT_TRUE(world.periodic.around(0.0).contains(world.particles.position[a]));
      for (std::size_t b = a + 1; b < world.particles.size(); ++b) {
        const Vec3 apart = world.periodic.nearest(world.particles.position[b] - world.particles.position[a]);
        EXPECT_GT(apart.norm(), 0.01299) << a << ' ' << b;
      }
    }
  }
  EXPECT_GT(world.emitters[0].refused, 0U);
  EXPECT_GT(world.particles.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Sides, PeriodicEmitter, ::testing::Values(-3, -2, -1, 0, 1, 2, 4));

}  // namespace
}  // namespace scree
