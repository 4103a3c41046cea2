// Prescribed motions of bodies whose speed is a course over time, in the scene or in a table beside it.
#include <algorithm>
#include <fstream>
#include <numbers>

#include "tests/io/test_folder.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

const std::string kShaker =
    "scree: 1\n"
    "name: Shaker\n"
    "materials: {steel: {density: 7800 kg/m3}}\n"
    "default_pair: {friction: 0.5}\n"
    "bodies:\n"
    "  plate:\n"
    "    shapes: [{rectangle: {size: [1, 1], material: steel}}]\n"
    "    motion:\n"
    "      - translate: {direction: z, MOTION}\n";

std::string shaken(std::string_view motion) { return replaced(kShaker, "MOTION", motion); }

const SpeedProfile& speedOf(const Scene& scene) { return scene.world.bodies.at(0).drives.at(0).speed; }

TEST(MotionScene, CourseOverTime) {
  const Scene scene =
      sceneOf(shaken("course: [{time: 1 s, speed: 20 cm/s}, {time: 1500 ms, speed: -0.5}, {time: 2, speed: 0 mm/s}]"));
  const SpeedProfile& speed = speedOf(scene);
  // The value is the largest speed, so that a slider of the whole course shows it.
  EXPECT_EQ(speed.value, -0.5);
  EXPECT_NEAR(speed.mean(0.0, 0.5), 0.2, 1e-15);
  EXPECT_NEAR(speed.mean(1.25, 0.0), -0.15, 1e-15);
  EXPECT_NEAR(speed.mean(1.0, 1.0), -0.5 * (0.5 * 0.3 + 0.5 * 0.5), 1e-15);
  EXPECT_EQ(speed.mean(3.0, 1.0), 0.0);
}

TEST(MotionScene, SmoothCourseOfATurn) {
  const std::string text = replaced(shaken("smooth: true, course: [{time: 0, speed: 0}, {time: 2 s, speed: 60 rpm}]"),
                                    "translate: {direction: z", "rotate: {axis: z");
  const Scene scene = sceneOf(text);
  EXPECT_NEAR(speedOf(scene).mean(1.0, 0.0), std::numbers::pi, 1e-12);
  // The cubic without slope at its ends: s² (3 - 2 s).
  EXPECT_NEAR(speedOf(scene).mean(0.5, 0.0), 2.0 * std::numbers::pi * 0.15625, 1e-12);
}

/// A scene file beside a table.
class MotionTable : public ::testing::Test {
 protected:
  SceneResult load(std::string_view table, std::string_view motion = "table: motion.csv, column: plate") {
    std::ofstream(folder_ / "motion.csv") << table;
    return loadSceneText(shaken(motion), (folder_ / "f.yaml").string());
  }
  TestFolder folder_;
};

TEST_F(MotionTable, GivesTheSpeed) {
  const SceneResult result = load("time;plate;other\n0;0;9\n1;0.25;9\n3;-0.1;9\n");
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  const SpeedProfile& speed = speedOf(*result.scene);
  EXPECT_EQ(speed.value, 0.25);
  EXPECT_NEAR(speed.mean(0.5, 0.0), 0.125, 1e-15);
  EXPECT_NEAR(speed.mean(0.0, 3.0), (0.125 + 0.15) / 3.0, 1e-15);
  EXPECT_NEAR(speed.mean(9.0, 1.0), -0.1, 1e-15);
}

TEST_F(MotionTable, OfZerosStandsStill) {
  const SceneResult result = load("time,plate\n0,0\n1,0\n");
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  EXPECT_EQ(speedOf(*result.scene).mean(0.0, 2.0), 0.0);
}

TEST_F(MotionTable, MistakesNameTheTableItsLineAndARemedy) {
  const SceneResult result = load("time,plate\n1,0.5\n2,fast\n");
  ASSERT_EQ(result.errors.size(), 1U);
  EXPECT_EQ(result.errors[0].line, 9);
  EXPECT_NE(result.errors[0].text().find("motion.csv, line 3: 'fast' in column 'plate' is no number: write a number"),
            std::string::npos)
      << result.errors[0].text();
  const SceneResult column = load("time,plate\n1,0.5\n", "table: motion.csv");
  ASSERT_EQ(column.errors.size(), 1U);
  EXPECT_NE(column.errors[0].text().find("there is no column 'value': name it in the first line"), std::string::npos)
      << column.errors[0].text();
}

struct WrongMotion {
  const char* name;
  std::string_view motion;
  std::string_view message;
};
void PrintTo(const WrongMotion& wrong, std::ostream* stream) { *stream << wrong.name; }

class MotionMistake : public ::testing::TestWithParam<WrongMotion> {};

TEST_P(MotionMistake, HasOneMessage) {
  const std::string messages = messagesOf(shaken(GetParam().motion));
  EXPECT_NE(messages.find(GetParam().message), std::string::npos) << messages;
  EXPECT_EQ(std::count(messages.begin(), messages.end(), '\n'), 1) << messages;
}

constexpr WrongMotion kWrongMotions[] = {
    {"NoSpeed", "start: 1 s", "f.yaml:9:9: the motion has no speed: give one of 'speed', 'course' and 'table'"},
    {"TwoSpeeds", "speed: 1, table: motion.csv", "the motion is told its speed more than once"},
    {"CourseWithRamp", "ramp: 1, course: [{time: 0, speed: 1}]", "'start', 'stop' and 'ramp' are of a 'speed'"},
    {"SmoothSpeed", "speed: 1, smooth: true", "'smooth' is of a 'course' or a 'table', not of a 'speed'"},
    {"BackInTime", "course: [{time: 1, speed: 1}, {time: 1, speed: 2}]", "the course goes back in time, to 1 s"},
    {"PointWithoutSpeed", "course: [{time: 1}]", "'speed' is missing"},
    {"NoSuchTable", "table: nowhere.csv", "there is no such file: check the name"},
};

INSTANTIATE_TEST_SUITE_P(Motions, MotionMistake, ::testing::ValuesIn(kWrongMotions),
                         [](const ::testing::TestParamInfo<WrongMotion>& named) { return named.param.name; });

}  // namespace
}  // namespace scree
