// Bodies with mass, joints and motors in scene files.
#include <algorithm>
#include <fstream>
#include <numbers>

#include "tests/io/test_folder.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

const std::string kMachine =
    "scree: 1\n"
    "name: Machine\n"
    "materials: {steel: {density: 7800 kg/m3}}\n"
    "default_pair: {friction: 0.5, stiffness: 1 MN/m}\n"
    "bodies:\n"
    "  base: {shapes: [{box: {size: [1, 1, 1], material: steel}}]}\n"
    "  arm:\n"
    "    position: [1, 0, 2]\n"
    "    mass: 6 kg\n"
    "    shapes: [{box: {size: [2, 0.2, 0.2], material: steel}}]\n"
    "joints:\n"
    "  elbow:\n"
    "    kind: hinge\n"
    "    body: arm\n"
    "    to: base\n"
    "    position: [0, 0, 2]\n"
    "    axis: y\n"
    "    range: {least: -90 deg, most: 1}\n"
    "    motor: {speed: {value: 30 deg/s, limit: 2 kN m}}\n";

std::string changed(std::string_view what, std::string_view by) {
  std::string text = kMachine;
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(JointScene, ReadsMassJointAndMotor) {
  const Scene scene = sceneOf(kMachine);
  ASSERT_EQ(scene.world.joints.size(), 1U);
  const Body& arm = scene.world.bodies[1];
  EXPECT_TRUE(arm.isDynamic());
  EXPECT_FALSE(scene.world.bodies[0].isDynamic());
  // m (b² + c²)/12 of a box.
  EXPECT_NEAR(arm.mass.inertia(0, 0), 6.0 * 0.08 / 12.0, 1e-12);
  EXPECT_NEAR(arm.mass.inertia(1, 1), 6.0 * 4.04 / 12.0, 1e-12);
  const Joint& elbow = scene.world.joints[0];
  EXPECT_EQ(elbow.a, 0U);
  EXPECT_EQ(elbow.b, 1U);
  EXPECT_LT((elbow.frameB.position - Vec3(-1, 0, 0)).norm(), 1e-12);
  EXPECT_LT((elbow.frameA.orientation * Vec3::UnitZ() - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_NEAR(elbow.least, -0.5 * std::numbers::pi, 1e-12);
  EXPECT_NEAR(elbow.most, 1.0, 1e-12);
  EXPECT_EQ(elbow.motor.kind, MotorKind::speed);
  EXPECT_NEAR(elbow.motor.value, std::numbers::pi / 6.0, 1e-12);
  EXPECT_NEAR(elbow.motor.limit, 2000.0, 1e-9);
}

TEST(JointScene, WeighsCompounds) {
  // A dumb-bell: two balls on a thin capsule, by density.
  const Scene scene = sceneOf(
      "scree: 1\n"
      "name: Bell\n"
      "materials: {steel: {density: 7800 kg/m3}}\n"
      "default_pair: {friction: 0.5, stiffness: 1 MN/m}\n"
      "bodies:\n"
      "  bell:\n"
      "    density: 1000 kg/m3\n"
      "    shapes:\n"
      "      - sphere: {diameter: 0.2, position: [0.5, 0, 0], material: steel}\n"
      "      - sphere: {diameter: 0.2, position: [-0.5, 0, 0], material: steel}\n");
  const BodyMass& mass = scene.world.bodies[0].mass;
  const double ball = 1000.0 * 4.0 / 3.0 * std::numbers::pi * 1e-3;
  EXPECT_NEAR(mass.mass, 2.0 * ball, 1e-9);
  EXPECT_LT(mass.centre.norm(), 1e-12);
  EXPECT_NEAR(mass.inertia(0, 0), 2.0 * 0.4 * ball * 0.01, 1e-9);
  EXPECT_NEAR(mass.inertia(2, 2), 2.0 * (0.4 * ball * 0.01 + ball * 0.25), 1e-9);
}

TEST(JointScene, CourseOfAnActuator) {
  const Scene scene = sceneOf(changed(
      "    kind: hinge\n    body: arm\n    to: base\n    position: [0, 0, 2]\n    axis: y\n"
      "    range: {least: -90 deg, most: 1}\n    motor: {speed: {value: 30 deg/s, limit: 2 kN m}}\n",
      "    kind: actuator\n    body: arm\n    position: [1, 0, 2]\n    to_position: [1, 0, 0]\n"
      "    motor: {position: {course: [{time: 1 s, value: 2 m}, {time: 2 s, value: 210 cm}], limit: 10 kN}}\n"));
  const Joint& cylinder = scene.world.joints[0];
  EXPECT_EQ(cylinder.a, kFixedInWorld);
  EXPECT_NEAR(cylinder.coordinate, 2.0, 1e-12);
  EXPECT_NEAR(cylinder.motor.wantedAt(0.0), 2.0, 1e-12);
  EXPECT_NEAR(cylinder.motor.wantedAt(1.5), 2.05, 1e-12);
  EXPECT_NEAR(cylinder.motor.wantedAt(9.0), 2.1, 1e-12);
}

TEST(JointScene, LimitOverTime) {
  const Scene scene =
      sceneOf(changed("limit: 2 kN m", "limit_course: [{time: 1 s, value: 3 N m}, {time: 2 s, value: 5 N m}]"));
  const Motor& motor = scene.world.joints[0].motor;
  EXPECT_EQ(motor.limitAt(0.0), 3.0);
  EXPECT_NEAR(motor.limitAt(1.75), 4.5, 1e-12);
  EXPECT_EQ(motor.limitAt(3.0), 5.0);
}

/// A scene file beside a table, as text and by its path.
class TableScene : public ::testing::Test {
 protected:
  SceneResult load(std::string_view table) {
    std::ofstream(folder_ / "motion.csv") << table;
    const std::string text = changed("value: 30 deg/s", "table: motion.csv, column: elbow");
    return loadSceneText(text, (folder_ / "f.yaml").string());
  }
  TestFolder folder_;
};

TEST_F(TableScene, MotorFollowsAColumnOfATable) {
  const SceneResult result = load("time,elbow,wrist\n1,0.5,9\n2,1.5,9\n4,-0.5,9\n");
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  const Motor& motor = result.scene->world.joints[0].motor;
  EXPECT_EQ(motor.kind, MotorKind::speed);
  EXPECT_EQ(motor.limit, 2000.0);
  EXPECT_EQ(motor.wantedAt(0.0), 0.5);
  EXPECT_NEAR(motor.wantedAt(1.25), 0.75, 1e-12);
  EXPECT_NEAR(motor.wantedAt(3.0), 0.5, 1e-12);
  EXPECT_EQ(motor.wantedAt(9.0), -0.5);
}

TEST_F(TableScene, MistakesNameTheSceneTheTableItsLineAndARemedy) {
  const SceneResult result = load("time,elbow\n1,0.5\n0,1.5\n");
  ASSERT_EQ(result.errors.size(), 1U);
  EXPECT_EQ(result.errors[0].line, 19);
  EXPECT_NE(result.errors[0].text().find("motion.csv, line 3: the time 0 s is not after 1 s: list the rows in order"),
            std::string::npos)
      << result.errors[0].text();
  std::filesystem::remove(folder_ / "motion.csv");
  const SceneResult missing =
      loadSceneText(changed("value: 30 deg/s", "table: motion.csv"), (folder_ / "f.yaml").string());
  ASSERT_EQ(missing.errors.size(), 1U);
  EXPECT_NE(missing.errors[0].text().find("there is no such file: check the name"), std::string::npos);
  EXPECT_NE(messagesOf(changed("value: 30 deg/s", "value: 1, table: motion.csv")).find("more than once"),
            std::string::npos);
}

struct Wrong {
  const char* name;
  std::string_view what;
  std::string_view by;
  std::string_view message;
};
void PrintTo(const Wrong& wrong, std::ostream* stream) { *stream << wrong.name; }

class JointMistake : public ::testing::TestWithParam<Wrong> {};

TEST_P(JointMistake, HasOneMessage) {
  const std::string messages = messagesOf(changed(GetParam().what, GetParam().by));
  EXPECT_NE(messages.find(GetParam().message), std::string::npos) << messages;
  EXPECT_EQ(std::count(messages.begin(), messages.end(), '\n'), 1) << messages;
}

constexpr Wrong kWrong[] = {
    {"NoSuchBody", "body: arm", "body: amr",
     "f.yaml:14:11: joint 'elbow': there is no body 'amr': did you mean 'arm'?"},
    {"Itself", "to: base", "to: arm", "joint 'elbow': it holds a body to itself: give another body in 'to'"},
    {"NothingMoves", "    mass: 6 kg\n", "",
     "joint 'elbow': forces move neither of its bodies: give one of them 'mass'"},
    {"LineForAngle", "-90 deg", "-90 mm", "a hinge turns, and this is along a line: give an angle"},
    {"MotorWithoutLimit", ", limit: 2 kN m", "", "f.yaml:19:13: joint 'elbow': its motor has no limit: give 'limit'"},
    {"MotorWithTwoLimits", "limit: 2 kN m", "limit: 2 kN m, limit_course: [{time: 0, value: 1}]",
     "joint 'elbow': its motor has two limits: give 'limit'"},
    {"LimitBackInTime", "limit: 2 kN m", "limit_course: [{time: 1, value: 1}, {time: 0, value: 1}]",
     "the course goes back in time, to 0 s: list the points in order"},
    {"LimitBelowZero", "limit: 2 kN m", "limit_course: [{time: 1, value: 1 N m}, {time: 2, value: -1 N m}]",
     "joint 'elbow': its limit is -1 at 2 s: a limit holds both ways"},
    {"LimitOfAForce", "limit: 2 kN m", "limit_course: [{time: 1, value: 1 N}]", "a hinge turns, and this is along"},
    {"MotorWantsNothing", "value: 30 deg/s, ", "", "its motor wants nothing: give one of 'value'"},
    {"EmptyRange", "most: 1", "most: -2", "its range is empty: make 'least' smaller than 'most'"},
    {"OutsideItsRange", "least: -90 deg", "least: 1 deg", "it starts at 0, outside its range: widen the range"},
    {"BallWithMotor", "kind: hinge", "kind: ball", "a joint of this kind has no coordinate"},
    {"RodWithoutEnd", "kind: hinge", "kind: distance", "a rod or cylinder needs both its ends: give 'to_position'"},
    {"MassAndMotion", "    mass: 6 kg\n", "    mass: 6 kg\n    motion: [{rotate: {axis: y, speed: 1}}]\n",
     "has a mass, so forces move it, and a prescribed motion: leave one of them out"},
    {"MassTwice", "    mass: 6 kg\n", "    mass: 6 kg\n    density: 1 kg/m3\n",
     "both 'mass' and 'density' for body 'arm'"},
    {"NothingToWeigh", "box: {size: [2, 0.2, 0.2]", "rectangle: {size: [2, 0.2]",
     "no shape of body 'arm' has an inside"},
    {"VelocityWithoutMass", "  base: {", "  base: {velocity: [1, 0, 0], ", "body 'base' has a velocity but no mass"},
    {"ImpossibleInertia", "    mass: 6 kg\n", "    mass: 6 kg\n    inertia: [1, 1, 3]\n",
     "the largest moment of inertia is more than the sum of the others"},
    {"ScalarMethod", "bodies:\n", "solver: {method: scalar}\nbodies:\n", "only these move bodies that have a mass"},
};

INSTANTIATE_TEST_SUITE_P(Joints, JointMistake, ::testing::ValuesIn(kWrong),
                         [](const ::testing::TestParamInfo<Wrong>& named) { return named.param.name; });

}  // namespace
}  // namespace scree
