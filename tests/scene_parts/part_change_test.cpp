// Changes of parts in the text of a scene.
#include "engine/scene_parts/part_change.h"

#include <gtest/gtest.h>

#include <numbers>

#include "engine/scene/build.h"
#include "engine/scene/scene.h"

namespace scree {
namespace {

constexpr std::string_view kHead =
    "scree: 1\n"
    "name: Parts\n"
    "materials: {ore: {density: 3700 kg/m3}}\n"
    "default_pair: {friction: 0.9, stiffness: 1e8 N/m}\n";

ScenePart partNamed(const std::string& text, const std::string& name) {
  const auto parts = partsOf(text, {});
  EXPECT_TRUE(parts);
  for (const ScenePart& part : parts.value_or(std::vector<ScenePart>())) {
    if (part.name == name) {
      return part;
    }
  }
  ADD_FAILURE() << "no part " << name;
  return {};
}

World worldOf(const std::string& text) {
  SceneResult result = loadSceneText(text, "f.yaml");
  for (const SceneError& error : result.errors) {
    ADD_FAILURE() << error.text() << "\n" << text;
  }
  return result.scene ? std::move(result.scene->world) : World{};
}

/// Text after a part was moved by `way`.
std::string moved(const std::string& text, const std::string& name, const Vec3& way, double resolution = 0.0) {
  const ScenePart part = partNamed(text, name);
  Pose pose = part.pose;
  pose.position += way;
  const PartText changed = withPart(text, part, pose, part.shape, resolution);
  EXPECT_EQ(changed.problem, "");
  return changed.text.value_or("");
}

std::string turned(const std::string& text, const std::string& name, const Quat& turn) {
  const ScenePart part = partNamed(text, name);
  const PartText changed = withPart(text, part, {part.pose.position, turn * part.pose.orientation}, part.shape, 0.0);
  EXPECT_EQ(changed.problem, "");
  return changed.text.value_or("");
}

Quat about(const Vec3& axis, double degrees) {
  return Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, axis));
}

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-9) {
  EXPECT_LT((a - b).norm(), tolerance) << a.transpose();
}

const std::string kBlock = std::string(kHead) +
                           "bodies:\n"
                           "  post:  # it stands\n"
                           "    shapes:\n"
                           "      - box:\n"
                           "          # its middle\n"
                           "          position: [10 mm, 0, 0.2]  # three units\n"
                           "          size: [100 mm, 10 cm, 0.1]\n"
                           "          material: ore\n"
                           "\n"
                           "# the end\n";

TEST(PartChange, AMoveWritesOnlyTheNumbersThatChange) {
  std::string expected = kBlock;
  expected.replace(expected.find("10 mm, 0, 0.2"), 13, "15 mm, 0, 0.45");
  EXPECT_EQ(moved(kBlock, "post", {0.005, 0, 0.25}), expected);
  EXPECT_EQ(moved(kBlock, "post", Vec3::Zero()), kBlock);
  // A zero takes the unit of its neighbours.
  EXPECT_NE(moved(kBlock, "post", {0, 0.02, 0}).find("[10 mm, 20 mm, 0.2]"), std::string::npos);
  EXPECT_NE(moved(kBlock, "post", {0.00123456, 0, 0}, 1e-4).find("[11.2 mm, 0, 0.2]"), std::string::npos);
}

TEST(PartChange, FlowStyleAndCarriageReturnsStay) {
  const std::string flow =
      std::string(kHead) + "bodies: {post: {shapes: [{box: {size: [1, 1, 1], material: ore}}]}}  # all on one line\n";
  const std::string changed = moved(flow, "post", {0, 0, 2});
  EXPECT_NE(changed.find("{box: {position: [0, 0, 2], size: [1, 1, 1], material: ore}}]}}  # all on one line\n"),
            std::string::npos)
      << changed;
  expectNear(worldOf(changed).bodies[0].shapes[0].local.position, {0, 0, 2});
  std::string dos;
  for (const char c : kBlock) {
    dos += c == '\n' ? "\r\n" : std::string(1, c);
  }
  std::string expected = dos;
  expected.replace(expected.find("10 mm, 0, 0.2"), 13, "15 mm, 0, 0.2");
  EXPECT_EQ(moved(dos, "post", {0.005, 0, 0}), expected);
  const std::string turnedText = turned(dos, "post", about(Vec3::UnitZ(), 30));
  for (std::size_t at = turnedText.find('\n'); at != std::string::npos; at = turnedText.find('\n', at + 1)) {
    EXPECT_EQ(turnedText[at - 1], '\r');
  }
  expectNear(worldOf(turnedText).bodies[0].shapes[0].local.orientation * Vec3::UnitX(), {std::sqrt(0.75), 0.5, 0},
             1e-6);
}

TEST(PartChange, AMissingKeyComesIntoItsBlock) {
  const std::string text = std::string(kHead) +
                           "sinks:\n"
                           "    drain:\n"
                           "        # how large\n"
                           "        size: [100 mm, 100 mm, 100 mm]\n";
  const std::string changed = moved(text, "drain", {0, 0, -0.3});
  EXPECT_NE(changed.find("        # how large\n        position: [0, 0, -300 mm]\n        size:"), std::string::npos)
      << changed;
  expectNear(worldOf(changed).sinks[0].pose.position, {0, 0, -0.3});
}

TEST(PartChange, AnchorsAreWrittenOutWhereTheyAreUsed) {
  const std::string text = std::string(kHead) +
                           "sinks:\n"
                           "  a: {position: &here [0, 0, 1], size: [1, 1, 1]}\n"
                           "  b: {position: *here, size: [1, 1, 1]}\n";
  const World world = worldOf(moved(text, "b", {1, 0, 0}));
  expectNear(world.sinks[0].pose.position, {0, 0, 1});
  expectNear(world.sinks[1].pose.position, {1, 0, 1});
}

struct KindCase {
  const char* name;
  const char* text;
  const char* part;
};

/// Each kind moved, and turned where it can be: the world has it where the part was put.
class EveryKind : public ::testing::TestWithParam<KindCase> {};

TEST_P(EveryKind, IsWhereItWasPut) {
  const std::string text = std::string(kHead) + GetParam().text;
  const ScenePart before = partNamed(text, GetParam().part);
  const Vec3 way(0.25, -0.5, 0.125);
  const ScenePart after = partNamed(moved(text, GetParam().part, way), GetParam().part);
  expectNear(after.pose.position, before.pose.position + way);
  EXPECT_LT(after.pose.orientation.angularDistance(before.pose.orientation), 1e-6);
  if (before.keys.hasOrientation || !before.keys.direction.empty()) {
    const Quat turn = about(Vec3(1, 2, 3).normalized(), 40);
    const ScenePart now = partNamed(turned(text, GetParam().part, turn), GetParam().part);
    expectNear(now.pose.position, before.pose.position, 1e-6);
    const Quat wanted = turn * before.pose.orientation;
    if (before.keys.isRound) {
      expectNear(now.pose.orientation * Vec3::UnitZ(), wanted * Vec3::UnitZ(), 1e-5);
    } else {
      EXPECT_LT(now.pose.orientation.angularDistance(wanted), 1e-4);
    }
  }
  SensorShape shape = before.shape;
  if (auto* box = std::get_if<SensorBox>(&shape); box != nullptr && !before.isGroup) {
    box->halfExtents[0] *= 2.0;
  } else if (auto* sphere = std::get_if<SensorSphere>(&shape)) {
    sphere->radius *= 2.0;
  } else if (auto* cylinder = std::get_if<SensorCylinder>(&shape)) {
    cylinder->radius *= 2.0;
    cylinder->halfLength *= 3.0;
  }
  if (before.keys.sizes == PartSizes::none || before.keys.sizes == PartSizes::direction) {
    return;
  }
  const PartText sized = withPart(text, before, before.pose, shape, 0.0);
  ASSERT_TRUE(sized.text) << sized.problem;
  expectNear(halfExtentsOf(partNamed(*sized.text, GetParam().part).shape), halfExtentsOf(shape));
}

INSTANTIATE_TEST_SUITE_P(
    Parts, EveryKind,
    ::testing::Values(
        KindCase{"plane", "bodies: {p: {shapes: [{plane: {material: ore}}]}}\n", "p"},
        KindCase{"rectangle", "bodies: {p: {shapes: [{rectangle: {size: [1, 2], normal: x, material: ore}}]}}\n", "p"},
        KindCase{"box",
                 "bodies: {p: {position: [1, 0, 0], orientation: {axis: z, angle: 90 deg}, shapes: [{box: "
                 "{size: [1, 2, 3], material: ore}}]}}\n",
                 "p"},
        KindCase{"container",
                 "bodies:\n  p:\n    shapes:\n      - container:\n          size: [1, 2, 3]\n"
                 "          orientation: {euler: [10 deg, 20 deg, 30 deg]}\n          material: ore\n",
                 "p"},
        KindCase{"drum",
                 "bodies: {p: {shapes: [{hollow_cylinder: {diameter: 1, length: 2, axis: y, material: ore}}]}}\n", "p"},
        KindCase{"cylinder",
                 "bodies: {p: {shapes: [{solid_cylinder: {diameter: 1, length: 2, orientation: {axis: x, "
                 "angle: 30 deg}, material: ore}}]}}\n",
                 "p"},
        KindCase{"capsule", "bodies: {p: {shapes: [{capsule: {diameter: 1, length: 2, material: ore}}]}}\n", "p"},
        KindCase{"sphere", "bodies: {p: {shapes: [{sphere: {diameter: 1, material: ore}}]}}\n", "p"},
        KindCase{"group",
                 "bodies: {p: {shapes: [{sphere: {diameter: 1, material: ore}}, {box: {size: [1, 1, 1], "
                 "position: [2, 0, 0], material: ore}}]}}\n",
                 "p"},
        KindCase{"shapeOfGroup",
                 "bodies: {p: {position: [0, 0, 1], shapes: [{sphere: {diameter: 1, material: ore}}, "
                 "{box: {size: [1, 1, 1], position: [2, 0, 0], material: ore}}]}}\n",
                 "p 2"},
        KindCase{"fillBox",
                 "particles:\n  - fill:\n      region: {box: {lower: [-1, -1, 0], upper: [1, 1, 2]}}\n"
                 "      count: 10\n      diameter: 0.1\n      material: ore\n",
                 "fill 1"},
        KindCase{"fillCylinder",
                 "particles:\n  - fill:\n      region:\n        cylinder: {diameter: 2, length: 3}\n"
                 "      count: 10\n      diameter: 0.1\n      material: ore\n",
                 "fill 1"},
        KindCase{"grain", "particles: [{sphere: {diameter: 1, position: [0, 0, 1], material: ore}}]\n", "sphere 1"},
        KindCase{"stack", "particles: [{stack: {count: 3, diameter: 1, material: ore}}]\n", "stack 1"},
        KindCase{"emitter", "emitters: {e: {size: [1, 1, 0.5], diameter: 0.1, material: ore, rate: 10 1/s}}\n", "e"},
        KindCase{"sink", "sinks:\n  s:\n    size: [1, 1, 1]\n", "s"},
        KindCase{"sensorBox", "sensors: {s: {shape: {box: {size: [1, 1, 1]}}}}\n", "s"},
        KindCase{"sensorSphere", "sensors: {s: {shape: {sphere: {diameter: 1}}}}\n", "s"},
        KindCase{"sensorCylinder",
                 "sensors: {s: {orientation: {axis: x, angle: 20 deg}, shape: {cylinder: {axis: y, "
                 "diameter: 1, length: 2}}}}\n",
                 "s"},
        KindCase{"sensorHalfSpace", "sensors: {s: {shape: {half_space: {normal: x}}}}\n", "s"},
        KindCase{"sensorOnBody",
                 "bodies: {b: {position: [0, 3, 0], orientation: {axis: x, angle: 90 deg}, shapes: "
                 "[{sphere: {diameter: 1, material: ore}}]}}\n"
                 "sensors: {s: {body: b, shape: {box: {size: [1, 1, 1]}}}}\n",
                 "s"},
        KindCase{"hinge", "joints: {j: {kind: hinge, body: b, position: [0, 0, 1], axis: y}}\n", "j"},
        KindCase{"rodEnd", "joints: {j: {kind: distance, body: b, position: [0, 0, 1], to_position: [0, 0, 2]}}\n",
                 "j, other end"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(PartChange, TheAxisOfARotationGoesWithTheDrum) {
  const std::string text = std::string(kHead) +
                           "bodies:\n"
                           "  drum:\n"
                           "    shapes:\n"
                           "      - hollow_cylinder: {diameter: 1, length: 2, axis: y, material: ore}\n"
                           "    motion:\n"
                           "      - rotate: {axis: y, speed: 1 rad/s}\n";
  const auto rotationOf = [](const World& world) { return std::get<Rotation>(world.bodies[0].drives[0].motion); };
  expectNear(rotationOf(worldOf(moved(text, "drum", {0.5, 0.25, 1}))).point, {0.5, 0.25, 1});
  EXPECT_EQ(moved(text, "drum", {0, 0.25, 0}).find("point"), std::string::npos) << "along the axis it is the same axis";
  const std::string across = turned(text, "drum", about(Vec3::UnitZ(), 90));
  expectNear(rotationOf(worldOf(across)).axis, {-1, 0, 0}, 1e-6);
}

TEST(PartChange, PartsAreRenamedCopiedAndRemoved) {
  const std::string text = std::string(kHead) +
                           "bodies:\n"
                           "  drum:  # turns\n"
                           "    shapes:\n"
                           "      - sphere: {diameter: 1, material: ore}\n"
                           "  other:\n"
                           "    shapes:\n"
                           "      - sphere: {diameter: 1, position: [0, 0, 9], material: ore}\n"
                           "sensors:\n"
                           "  eye: {body: drum, shape: {sphere: {diameter: 1}}}\n"
                           "# last\n";
  const PartText renamed = withNameOf(text, partNamed(text, "drum"), "big drum");
  ASSERT_TRUE(renamed.text) << renamed.problem;
  EXPECT_NE(renamed.text->find("  \"big drum\":  # turns\n"), std::string::npos);
  EXPECT_EQ(worldOf(*renamed.text).sensors[0].body, 0U);
  EXPECT_NE(withNameOf(text, partNamed(text, "drum"), "other").problem, "");

  const PartText copied = withCopyOf(text, partNamed(text, "drum"), {3, 0, 0});
  ASSERT_TRUE(copied.text) << copied.problem;
  const World two = worldOf(*copied.text);
  ASSERT_EQ(two.bodies.size(), 3U);
  EXPECT_EQ(two.bodies[2].name, "drum 2");
  expectNear(two.bodies[2].shapes[0].local.position, {3, 0, 0});
  EXPECT_NE(copied.text->find("  \"drum 2\":  # turns\n"), std::string::npos);

  const PartText removed = withoutPart(text, partNamed(text, "other"));
  ASSERT_TRUE(removed.text);
  EXPECT_EQ(worldOf(*removed.text).bodies.size(), 1U);
  const PartText none = withoutPart(text, partNamed(text, "eye"));
  ASSERT_TRUE(none.text);
  EXPECT_EQ(none.text->find("sensors"), std::string::npos);
  EXPECT_NE(none.text->find("# last"), std::string::npos);
}

TEST(PartChange, ListsOfParticlesLoseAndGainItems) {
  const std::string block = std::string(kHead) +
                            "particles:\n"
                            "  - sphere: {diameter: 1, position: [0, 0, 0], material: ore}\n"
                            "  - sphere: {diameter: 1, position: [0, 0, 5], material: ore}  # the upper\n";
  const std::string flow = std::string(kHead) +
                           "particles: [{sphere: {diameter: 1, position: [0, 0, 0], material: ore}}, {sphere: "
                           "{diameter: 1, position: [0, 0, 5], material: ore}}]\n";
  for (const std::string& text : {block, flow}) {
    const PartText copied = withCopyOf(text, partNamed(text, "sphere 1"), {2, 0, 0});
    ASSERT_TRUE(copied.text) << copied.problem;
    EXPECT_EQ(worldOf(*copied.text).particles.size(), 3U);
    expectNear(partNamed(*copied.text, "sphere 3").pose.position, {2, 0, 0});
    for (const char* name : {"sphere 1", "sphere 2"}) {
      const PartText removed = withoutPart(text, partNamed(text, name));
      ASSERT_TRUE(removed.text) << removed.problem;
      EXPECT_EQ(worldOf(*removed.text).particles.size(), 1U) << *removed.text;
    }
  }
}

TEST(PartChange, EveryNewPartIsAPartAndRuns) {
  for (const std::string& base : {std::string(kHead) + "bodies: {floor: {density: 1, shapes: [{box: {size: [1, 1, 1], "
                                                       "position: [0, 0, -50], material: ore}}]}}\n",
                                  std::string(kHead) + "bodies:\n    floor:\n        density: 1\n        shapes:\n"
                                                       "          - box: {size: [1, 1, 1], position: [0, 0, -50], "
                                                       "material: ore}\n# end\n"}) {
    for (const NewPart& kind : newParts()) {
      if (kind.id == "mesh") {
        continue;  // it names a file
      }
      const std::size_t before = partsOf(base, {})->size();
      const PartText once = withNewPart(base, kind.id,
                                        {0, 0,
                                         kind.id == "joint"   ? -50.0
                                         : kind.id == "plane" ? -60.0
                                                              : 1.0},
                                        0.2, 0.02);
      ASSERT_TRUE(once.text) << kind.id << ": " << once.problem;
      EXPECT_EQ(partsOf(*once.text, {})->size(), before + 1) << *once.text;
      worldOf(*once.text);
      const PartText twice = withNewPart(*once.text, kind.id, {0.5, 0, kind.id == "plane" ? -61.0 : 2.0}, 0.2, 0.02);
      ASSERT_TRUE(twice.text) << kind.id << ": " << twice.problem;
      EXPECT_EQ(partsOf(*twice.text, {})->size(), before + 2) << *twice.text;
    }
  }
}

TEST(Parts, BrokenTextHasNone) {
  EXPECT_FALSE(partsOf("scree: 1\nbodies: {a: [", {}));
  EXPECT_FALSE(partsOf("", {}));
  EXPECT_TRUE(partsOf(std::string(kHead) + "bodies: {a: {shapes: [{box: {size: [1, 1, 1 parsec]}}]}}", {}));
  EXPECT_TRUE(partsOf(std::string(kHead) + "bodies:\nparticles: 3\njoints: [1, 2]\nsinks: {a: 3}\n", {}));
}

TEST(Parts, KnowTheirLines) {
  const ScenePart part = partNamed(kBlock, "post");
  EXPECT_EQ(part.line, 6);
  EXPECT_EQ(part.lastLine, 12);
}

}  // namespace
}  // namespace scree
