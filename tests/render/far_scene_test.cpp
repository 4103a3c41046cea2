// Pictures of scenes far from the origin of their coordinates.
#include <gtest/gtest.h>

#include "app/render/scene_camera.h"
#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

const Vec3 kMine(431'250.0, 5'712'500.0, -320.0);  // m

/// A snapshot of the same scene elsewhere.
std::shared_ptr<Snapshot> moved(const Snapshot& snapshot, const Vec3& by) {
  auto other = std::make_shared<Snapshot>(snapshot);
  other->scene.origin += by;
  other->run.worldVersion += 100;
  for (SnapshotBody& body : other->scene.bodies) {
    body.pose.position += by;
    for (Drive& drive : body.drives) {
      if (auto* turn = std::get_if<Rotation>(&drive.motion)) {
        turn->point += by;
      }
    }
  }
  for (SnapshotRegion& region : other->scene.regions) {
    region.pose.position += by;
  }
  for (SnapshotSensor& sensor : other->scene.sensors) {
    sensor.pose.position += by;
  }
  return other;
}

/// Adds a sensor of each shape.
std::shared_ptr<Snapshot> withSensors(const Snapshot& snapshot) {
  auto other = std::make_shared<Snapshot>(snapshot);
  const std::array<SensorShape, 4> shapes = {SensorBox{Vec3(0.1, 0.05, 0.08)}, SensorSphere{0.07},
                                             SensorCylinder{0.05, 0.1}, SensorHalfSpace{}};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    SnapshotSensor sensor;
    sensor.sensor.shape = shapes[i];
    sensor.pose.position = Vec3(0.2 * static_cast<double>(i) - 0.3, 0.1, 0.1);
    other->scene.sensors.push_back(sensor);
  }
  return other;
}

/// Number of pixels that differ by more than rounding does.
int farPixels(const QImage& a, const QImage& b) {
  constexpr int kRounding = 12;  // of 255: a border of a pixel's part
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QColor p = a.pixelColor(x, y);
      const QColor q = b.pixelColor(x, y);
      const int most =
          std::max({std::abs(p.red() - q.red()), std::abs(p.green() - q.green()), std::abs(p.blue() - q.blue())});
      count += most > kRounding ? 1 : 0;
    }
  }
  return count;
}

class FarScenes : public ::testing::TestWithParam<SphereQuality> {};

/// The whole picture with all layers, a clip, sensors and regions is that of the scene near the origin; without the
/// shift grains of centimetres would lie on a grid of half a metre.
TEST_P(FarScenes, LookAsTheyDoNearTheOrigin) {
  constexpr int kWidth = 640;
  constexpr int kHeight = 480;
  Offscreen screen(kWidth, kHeight);
  int number = 0;
  for (const auto& scene : {drumScene(1500), workshopScene()}) {
    const auto here = withSensors(*scene);
    const auto there = moved(*here, kMine);
    ViewOptions options = plain(GetParam());
    options.layers.velocities = true;
    options.layers.drives = true;
    options.layers.reactions = true;
    options.clip.on = true;
    options.clip.bodies = true;
    options.clip.azimuth = -1.2;
    options.clip.position = Vec3(0.02, -0.05, 0.1);
    const Camera camera = sceneCamera({}, *here, 4.0f / 3.0f);
    screen.renderer().upload(here);
    const QImage nearPicture = screen.draw(camera, options);
    options.clip.position += kMine;
    screen.renderer().upload(there);
    const Camera farCamera = sceneCamera({}, *there, 4.0f / 3.0f);
    EXPECT_LT((farCamera.target - kMine - camera.target).norm(), 1e-6);
    const QImage farPicture = screen.draw(farCamera, options);
    keepPicture(nearPicture, "near_scene_" + std::to_string(number + 1));
    keepPicture(farPicture, "far_scene_" + std::to_string(++number));
    EXPECT_LT(farPixels(nearPicture, farPicture), kWidth * kHeight / 2000) << number;
    // A grain is picked, and its surface lies where it is.
    int points = 0;
    for (int x = 20; x < kWidth; x += 60) {
      const auto point = screen.renderer().pointAt(farCamera, x, kHeight / 2, kWidth, kHeight);
      const auto index = screen.renderer().pick(farCamera, x, kHeight / 2, kWidth, kHeight);
      if (point && index) {
        const double radius = static_cast<double>(there->grains.positionRadius[*index].w());
        EXPECT_NEAR((*point - there->placeOf(*index)).norm(), radius, 0.05 * radius);
        ++points;
      }
    }
    EXPECT_GT(points, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(BothQualities, FarScenes, ::testing::Values(SphereQuality::full, SphereQuality::fast));

}  // namespace
}  // namespace scree
