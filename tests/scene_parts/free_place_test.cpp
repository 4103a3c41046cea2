// Places of new parts among those of a scene.
#include "engine/scene_parts/free_place.h"

#include <gtest/gtest.h>

#include "engine/scene_parts/part_change.h"

namespace scree {
namespace {

constexpr std::string_view kPlainHead =
    "scree: 1\n"
    "name: Places\n"
    "materials: {ore: {density: 3700 kg/m3}}\n"
    "default_pair: {friction: 0.9, stiffness: 1e8 N/m}\n";

std::vector<ScenePart> partsIn(const std::string& text) {
  const auto parts = partsOf(text, {});
  EXPECT_TRUE(parts) << text;
  return parts.value_or(std::vector<ScenePart>());
}

/// Adds a part of 0.1 m about the origin, shifted to a free place within 0.3 m.
std::string withFree(const std::string& text, std::string_view id, Vec3* shift = nullptr) {
  const std::vector<ScenePart> before = partsIn(text);
  const auto added = [&](const Vec3& place) {
    const PartText made = withNewPart(text, id, place, 0.1, 0.01);
    EXPECT_TRUE(made.text) << made.problem;
    return made.text.value_or(text);
  };
  const std::vector<ScenePart> parts = partsIn(added(Vec3::Zero()));
  EXPECT_EQ(parts.size(), before.size() + 1);
  std::size_t index = 0;
  while (index < before.size() && before[index].keys.entry == parts[index].keys.entry) {
    ++index;
  }
  const Vec3 way = shiftToFreePlace(parts, index, 0.1, 0.3);
  if (shift != nullptr) {
    *shift = way;
  }
  return added(way);
}

void expectClear(const std::string& text) {
  const std::vector<ScenePart> parts = partsIn(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto a = boundsOf(parts[i]);
      const auto b = boundsOf(parts[j]);
      ASSERT_TRUE(a && b);
      const bool isApart = ((a->lower.array() > b->upper.array()) || (b->lower.array() > a->upper.array())).any();
      EXPECT_TRUE(isApart) << parts[i].name << " and " << parts[j].name << "\n" << text;
    }
  }
}

TEST(FreePlace, NewPartsStandBesideEachOther) {
  std::string text(kPlainHead);
  for (int i = 0; i < 3; ++i) {
    for (const char* kind : {"box", "sphere", "fill", "cylinder", "roller", "plate", "emitter"}) {
      text = withFree(text, kind);
    }
  }
  EXPECT_EQ(partsIn(text).size(), 21U);
  expectClear(text);
}

TEST(FreePlace, TheFirstPartStaysWhereItIsWanted) {
  Vec3 shift;
  withFree(std::string(kPlainHead), "box", &shift);
  EXPECT_EQ(shift.norm(), 0.0);
}

TEST(FreePlace, SensorsMayStandInBodiesButNotInEachOther) {
  const std::string box = withFree(std::string(kPlainHead), "box");
  Vec3 shift;
  const std::string one = withFree(box, "sensor", &shift);
  EXPECT_EQ(shift.norm(), 0.0);
  withFree(one, "sensor", &shift);
  EXPECT_GE(shift.norm(), 0.1);
}

TEST(FreePlace, HollowBodiesHaveRoomInside) {
  const std::string head(kPlainHead);
  Vec3 shift;
  withFree(head + "bodies:\n  box:\n    shapes:\n      - container: {size: [1 m, 1 m, 1 m], material: ore}\n", "fill",
           &shift);
  EXPECT_EQ(shift.norm(), 0.0);
  withFree(head + "bodies:\n  box:\n    shapes:\n      - box: {size: [1 m, 1 m, 1 m], material: ore}\n", "fill",
           &shift);
  EXPECT_GE(shift.norm(), 0.55) << "a solid one has none";
  withFree(head +
               "bodies:\n  drum:\n    shapes:\n      - hollow_cylinder: {diameter: 1 m, length: 1 m, axis: y, "
               "material: ore}\n",
           "sphere", &shift);
  EXPECT_EQ(shift.norm(), 0.0);
}

TEST(FreePlace, BodiesStandAbovePlanesAndOutOfTheGrainsThatFall) {
  const std::string plane = std::string(kPlainHead) +
                            "bodies:\n  ground:\n    shapes:\n      - plane: {normal: z, material: ore}\n"
                            "emitters:\n  source:\n    position: [0, 0, 1 m]\n    size: [100 mm, 100 mm, 100 mm]\n"
                            "    diameter: 10 mm\n    material: ore\n    rate: 100 1/s\n";
  Vec3 shift;
  withFree(plane, "box", &shift);
  EXPECT_GE(shift.z(), 0.05 - 1e-9) << "its middle is half its height above the plane";
  EXPECT_GE(shift.head<2>().cwiseAbs().maxCoeff(), 0.1) << "and beside the grains";
  const auto all = boundsOfAll(partsIn(plane));
  ASSERT_TRUE(all);
  EXPECT_NEAR(all->lower.z(), 0.0, 1e-12) << "where its grains will be";
  EXPECT_NEAR(all->upper.z(), 1.05, 1e-12);
  EXPECT_NEAR(all->upper.x(), 0.05, 1e-12);
}

}  // namespace
}  // namespace scree
