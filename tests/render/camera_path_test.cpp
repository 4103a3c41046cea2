#include "app/view/camera_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

CameraKey keyAt(double time, double x, float azimuth, float distance = 1.0f) {
  Camera camera;
  camera.target = {x, 0.0, 0.0};
  camera.azimuth = azimuth;
  camera.distance = distance;
  return {time, camera};
}

TEST(CameraPath, IsAtItsKeysAndStillBeyondThem) {
  CameraPath path;
  path.add(keyAt(4.0, 2.0, 0.5f));
  path.add(keyAt(0.0, 0.0, 0.0f));
  path.add(keyAt(1.0, 1.0, 0.2f));
  path.add(keyAt(4.0, 3.0, 0.5f));  // in place of the first
  ASSERT_EQ(path.keys().size(), 3U);
  for (const CameraKey& key : path.keys()) {
    EXPECT_NEAR(path.at(key.time).target.x(), key.camera.target.x(), 1e-12);
    EXPECT_NEAR(path.at(key.time).azimuth, key.camera.azimuth, 1e-6f);
  }
  EXPECT_EQ(path.at(-5.0).target.x(), 0.0);
  EXPECT_EQ(path.at(9.0).target.x(), 3.0);
  path.remove(0);
  EXPECT_EQ(path.keys().front().time, 1.0);
}

/// No swing beyond a key, no motion between equal ones, no jump of the speed at one.
TEST(CameraPath, MovesSmoothlyAndNeverTooFar) {
  CameraPath path;
  path.add(keyAt(0.0, 0.0, 0.0f));
  path.add(keyAt(1.0, 0.0, 0.0f));
  path.add(keyAt(2.0, 1.0, 0.0f, 2.0f));
  path.add(keyAt(5.0, 5.0, 0.0f, 8.0f));
  path.add(keyAt(6.0, 4.0, 0.0f, 8.0f));
  constexpr double kStep = 1e-3;
  double before = path.at(0.0).target.x();
  double speedBefore = 0.0;
  for (double t = kStep; t < 6.0; t += kStep) {
    const double x = path.at(t).target.x();
    EXPECT_TRUE(t > 1.0 || x == 0.0) << "still between equal keys";
    EXPECT_LE(x, 5.0 + 1e-5);
    EXPECT_TRUE(t > 5.0 || x >= before - 1e-5) << "rises to 5 without turning back";
    const double speed = (x - before) / kStep;
    EXPECT_LT(std::abs(speed - speedBefore), 0.05) << "at " << t;
    before = x;
    speedBefore = speed;
  }
}

TEST(CameraPath, TurnsTheShortWay) {
  CameraPath path;
  path.add(keyAt(0.0, 0.0, kPi - 0.1f));
  path.add(keyAt(1.0, 0.0, -kPi + 0.1f));
  for (double t = 0.0; t <= 1.0; t += 0.05) {
    EXPECT_GT(std::abs(path.at(t).azimuth), kPi - 0.11f) << "not round the front";
  }
  EXPECT_NEAR(std::abs(path.at(0.5).azimuth), kPi, 1e-4f);
}

TEST(CameraPath, SurvivesItsFile) {
  CameraPath path;
  path.add(keyAt(0.1, 0.3, 1.25f, 0.7f));
  CameraKey flat = keyAt(2.75, -1.0f / 3.0f, -3.0f, 12.0f);
  flat.camera.parallel = true;
  path.add(flat);
  const CameraPath read = parseCameraPath(cameraPathText(path), "path.csv");
  ASSERT_EQ(read.keys().size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.keys()[i].time, path.keys()[i].time);
    EXPECT_EQ(read.keys()[i].camera.target, path.keys()[i].camera.target);
    EXPECT_EQ(read.keys()[i].camera.distance, path.keys()[i].camera.distance);
    EXPECT_NEAR(read.keys()[i].camera.azimuth, path.keys()[i].camera.azimuth, 1e-6f);
    EXPECT_NEAR(read.keys()[i].camera.fieldOfView, path.keys()[i].camera.fieldOfView, 1e-6f);
    EXPECT_EQ(read.keys()[i].camera.parallel, i == 1);
  }
}

TEST(CameraPath, SaysWhatIsWrongWithAFile) {
  const auto problem = [](const std::string& text) -> std::string {
    try {
      parseCameraPath(text, "path.csv");
    } catch (const CameraPathError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem("# fine\n\n1, 0, 0, 0, 2, 30, 10, 40\n"), "");
  EXPECT_NE(problem("1,0,0,0,2,30,10,40\n2,0,0\n").find("path.csv:2:"), std::string::npos);
  EXPECT_NE(problem("1,0,0,0,2,abc,10,40\n").find("path.csv:1:"), std::string::npos);
  EXPECT_NE(problem("1,0,0,0,-2,30,10,40\n").find("distance"), std::string::npos);
  EXPECT_NE(problem("1,0,0,0,2,30,95,40\n").find("elevation"), std::string::npos);
  EXPECT_NE(problem("1,0,0,0,2,30,10,nan\n").find("path.csv:1:"), std::string::npos);
  EXPECT_EQ(problem("1,0,0,0,2,30,10,40,1\n"), "");
  EXPECT_NE(problem("1,0,0,0,2,30,10,40,2\n").find("orthographic"), std::string::npos);
  EXPECT_NE(problem("# nothing\n").find("path.csv"), std::string::npos);
}

}  // namespace
}  // namespace scree
