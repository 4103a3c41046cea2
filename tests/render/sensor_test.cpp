#include "tests/render/offscreen.h"

// Split sensors in the picture.
namespace scree {
namespace {

constexpr int kWidth = 320;
constexpr int kHeight = 240;

std::shared_ptr<Snapshot> withSensor(const SensorShape& shape, const Vec3& position = Vec3::Zero()) {
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.0f, 2.0f, 0.0f}, 0.2f);  // behind it
  SplitSensor sensor;
  sensor.shape = shape;
  sensor.pose.position = position;
  snapshot->scene.sensors.push_back({sensor, sensor.pose});
  return snapshot;
}

QImage picture(Offscreen& screen, const std::shared_ptr<Snapshot>& snapshot, const ViewOptions& options) {
  screen.renderer().upload(snapshot);
  Camera camera = frontCamera(4.0f);
  camera.elevation = 0.3f;
  return screen.draw(camera, options);
}

/// Pixels that differ, and by how much in all.
struct Difference {
  int pixels = 0;
  float sum = 0.0f;
  float violet = 0.0f;  ///< how much more red and blue than green
};

Difference difference(const QImage& a, const QImage& b) {
  Difference d;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const Eigen::Vector3f way = lightAt(a, x, y) - lightAt(b, x, y);
      d.pixels += way.cwiseAbs().maxCoeff() > 0.004f ? 1 : 0;
      d.sum += way.cwiseAbs().sum();
      d.violet += 0.5f * (way.x() + way.z()) - way.y();
    }
  }
  return d;
}

const std::array<SensorShape, 4> kShapes = {SensorBox{Vec3(0.5, 0.4, 0.3)}, SensorSphere{0.5}, SensorCylinder{0.4, 0.5},
                                            SensorHalfSpace{}};

TEST(Sensors, EveryShapeIsVioletGlass) {
  Offscreen screen(kWidth, kHeight);
  for (const SensorShape& shape : kShapes) {
    for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
      const auto snapshot = withSensor(shape);
      ViewOptions options = plain(quality);
      const QImage with = picture(screen, snapshot, options);
      options.showSensors = false;
      const QImage without = picture(screen, snapshot, options);
      const Difference d = difference(with, without);
      EXPECT_GT(d.pixels, 400) << shape.index();
      EXPECT_GT(d.violet, 0.0f) << shape.index();
      // Between its lines it is looked through: what is behind keeps most of its light.
      constexpr int kX = kWidth / 2 + 9;
      constexpr int kY = kHeight / 2;
      EXPECT_LT((lightAt(with, kX, kY) - lightAt(without, kX, kY)).norm(), 0.3f) << shape.index();
      keepPicture(with, "sensor_" + std::to_string(shape.index()));
    }
  }
}

TEST(Sensors, SelectedOnesStandOutAndDisabledOnesStandBack) {
  Offscreen screen(kWidth, kHeight);
  const auto snapshot = withSensor(SensorBox{Vec3(0.5, 0.4, 0.3)});
  ViewOptions options = plain(SphereQuality::full);
  options.showSensors = false;
  const QImage none = picture(screen, snapshot, options);
  options.showSensors = true;
  const Difference normal = difference(picture(screen, snapshot, options), none);
  options.selectedSensor = 0;
  const Difference selected = difference(picture(screen, snapshot, options), none);
  options.selectedSensor.reset();
  auto off = std::make_shared<Snapshot>(*snapshot);
  off->scene.sensors[0].sensor.enabled = false;
  const Difference disabled = difference(picture(screen, off, options), none);
  EXPECT_GT(selected.sum, 1.2f * normal.sum);
  EXPECT_LT(disabled.sum, 0.8f * normal.sum);
  EXPECT_GT(disabled.pixels, 200) << "but it is still seen";
  EXPECT_LT(std::abs(disabled.violet), 0.2f * normal.violet) << "and grey";
}

TEST(Sensors, AreShownWhereTheUserWantsThem) {
  Offscreen screen(kWidth, kHeight);
  const auto snapshot = withSensor(SensorSphere{0.3});
  const auto moved = withSensor(SensorSphere{0.3}, {0.8, 0.0, 0.2});
  ViewOptions options = plain(SphereQuality::full);
  const QImage wanted = picture(screen, moved, options);
  options.askedSensors[0] = moved->scene.sensors[0];
  options.askedSensors[7] = moved->scene.sensors[0];  // of a list that was longer
  EXPECT_EQ(picture(screen, snapshot, options), wanted);
}

TEST(Sensors, FarOnesAreNotCutOff) {
  Offscreen screen(kWidth, kHeight);
  const auto snapshot = withSensor(SensorSphere{3.0}, {0.0, 40.0, -11.0});
  ViewOptions options = plain(SphereQuality::full);
  const QImage with = picture(screen, snapshot, options);
  options.showSensors = false;
  EXPECT_GT(difference(with, picture(screen, snapshot, options)).pixels, 100);
}

}  // namespace
}  // namespace scree
