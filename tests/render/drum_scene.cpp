#include "tests/render/drum_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "tests/render/offscreen.h"

namespace scree {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDrumRadius = 0.4;
constexpr double kHalfLength = 0.15;

SnapshotBody body(const char* name, const Pose& pose, Shape shape, bool turns) {
  SnapshotBody b;
  b.name = name;
  b.pose = pose;
  ShapeInstance instance;
  instance.shape = std::move(shape);
  b.shapes = std::make_shared<const std::vector<ShapeInstance>>(1, instance);
  if (turns) {
    b.drives.push_back({Rotation{pose.position, Vec3::UnitY()}, SpeedProfile{}});
  }
  return b;
}

/// Hexagonal layers, jittered, below a surface that slopes by 0.45 rad; every third site holds a larger sphere.
void addBed(Snapshot& snapshot, std::size_t count) {
  std::mt19937 random(7);  // NOLINT: the same picture each time
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  // Half of the drum's volume is filled to 0.55.
  const double filled = 0.42 * kPi * kDrumRadius * kDrumRadius * 2.0 * kHalfLength;
  const double mean = std::cbrt(0.55 * filled / (static_cast<double>(count) * 4.0 / 3.0 * kPi));
  const double step = 2.06 * mean;
  const Vec3 surface = Vec3(-std::sin(0.45), 0.0, std::cos(0.45));
  const auto sitesAlong = [](double length, double distance) { return static_cast<int>(length / distance) + 1; };
  const int layers = sitesAlong(2.0 * kDrumRadius, 0.82 * step);
  const int rows = sitesAlong(2.0 * kHalfLength - 2.1 * mean, step);
  const int columns = sitesAlong(2.0 * kDrumRadius, step);
  for (int k = 0; k < layers; ++k) {
    const Vec3 first(-kDrumRadius + (k % 2 == 0 ? 0.0 : 0.5 * step), -kHalfLength + 1.1 * mean,
                     -kDrumRadius + 0.82 * step * k);
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < columns; ++i) {
        const Vec3 site = first + step * Vec3(i, j, 0.0);
        const Vec3 p = site + 0.2 * mean * Vec3(unit(random), unit(random), unit(random));
        const double depth = -0.03 - p.dot(surface) + 0.01 * unit(random);
        const double r = mean * (unit(random) > 0.3 ? 1.18 : 0.86);
        if (depth < 0.0 || std::hypot(p.x(), p.z()) > kDrumRadius - r) {
          continue;
        }
        const double speed = 0.9 * std::exp(-depth / 0.05) + 0.25 * std::hypot(p.x(), p.z());
        addSphere(snapshot, p.cast<float>(), static_cast<float>(r), static_cast<float>(speed),
                  static_cast<MaterialIndex>(r > mean ? 1 : 0));
        const Quat q = Quat(unit(random), unit(random), unit(random), unit(random)).normalized();
        snapshot.grains.orientation.back() = q.coeffs().cast<float>();
        snapshot.grains.contactCount.back() = static_cast<std::uint16_t>(std::min(12.0, depth / step * 3.0));
      }
    }
  }
}

}  // namespace

std::shared_ptr<const Snapshot> drumScene(std::size_t count) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->run.worldVersion = 1;
  snapshot->scene.materialNames = {"small", "large"};
  const Quat alongY(Eigen::AngleAxisd(0.5 * kPi, Vec3::UnitX()));
  const Quat turned = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY())) * alongY;
  snapshot->scene.bodies.push_back(
      body("drum", {Vec3::Zero(), turned}, HollowCylinder{kDrumRadius, kHalfLength, {true, true}}, true));
  for (const double side : {-1.0, 1.0}) {
    const Vec3 at(side * 0.27, 0.0, -0.365);
    snapshot->scene.bodies.push_back(body("roller", {at, alongY}, SolidCylinder{0.05, 0.17}, true));
  }
  snapshot->scene.bodies.push_back(body("ground", {Vec3(0, 0, -0.43), Quat::Identity()}, Plane{}, false));
  addBed(*snapshot, count);
  SnapshotRegion emitter;
  emitter.pose.position = Vec3(0.1, 0.0, 0.28);
  emitter.halfExtents = Vec3(0.08, 0.08, 0.03);
  snapshot->scene.regions.push_back(emitter);
  SnapshotRegion sink;
  sink.isSink = true;
  sink.pose.position = Vec3(0.62, 0.0, -0.33);
  sink.halfExtents = Vec3(0.12, 0.12, 0.1);
  snapshot->scene.regions.push_back(sink);
  return snapshot;
}

std::shared_ptr<const Snapshot> workshopScene() {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->run.worldVersion = 2;
  snapshot->run.time = 0.37;
  const Quat upright = Quat::Identity();
  const Quat tilted(Eigen::AngleAxisd(-0.5, Vec3::UnitY()));
  snapshot->scene.bodies.push_back(body("ground", {Vec3::Zero(), upright}, Plane{}, false));
  snapshot->scene.bodies.push_back(body("container", {Vec3(-0.6, 0, 0.25), upright},
                                        Container{Vec3(0.25, 0.2, 0.25), {true, true, true, true, true, false}},
                                        false));
  snapshot->scene.bodies.push_back(
      body("silo", {Vec3(0.1, 0.35, 0.45), upright}, HollowCylinder{0.18, 0.45, {true, false}}, false));
  snapshot->scene.bodies.push_back(body("box", {Vec3(0.1, -0.4, 0.1), upright}, SolidBox{Vec3(0.15, 0.1, 0.1)}, false));
  snapshot->scene.bodies.push_back(body("post", {Vec3(-0.2, -0.45, 0.2), upright}, SolidCylinder{0.05, 0.2}, false));
  snapshot->scene.bodies.push_back(body("belt", {Vec3(0.75, 0.0, 0.15), upright}, Rectangle{0.4, 0.12}, false));
  snapshot->scene.bodies.back().drives.push_back({SurfaceMotion{0, Vec3::UnitX()}, SpeedProfile{0.5}});
  snapshot->scene.bodies.push_back(body("chute", {Vec3(0.75, 0.5, 0.25), tilted}, Rectangle{0.3, 0.12}, false));
  std::mt19937 random(3);  // NOLINT: the same picture each time
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  const auto heap = [&](const Eigen::Vector3f& centre, const Eigen::Vector3f& half, int count) {
    for (int i = 0; i < count; ++i) {
      const Eigen::Vector3f at = centre + half.cwiseProduct(Eigen::Vector3f(unit(random), unit(random), unit(random)));
      addSphere(*snapshot, at, 0.02f + 0.008f * unit(random), std::abs(unit(random)),
                static_cast<MaterialIndex>(i % 3));
    }
  };
  heap({-0.6f, 0.0f, 0.13f}, {0.22f, 0.17f, 0.11f}, 350);
  heap({0.1f, 0.35f, 0.25f}, {0.11f, 0.11f, 0.22f}, 250);
  heap({0.75f, 0.0f, 0.175f}, {0.35f, 0.08f, 0.0f}, 25);
  heap({-0.2f, 0.4f, 0.02f}, {0.15f, 0.15f, 0.0f}, 40);
  addSphere(*snapshot, {0.1f, -0.4f, 0.3f}, 0.1f, 0.4f);
  snapshot->scene.materialNames = {"glass", "steel", "wood"};
  return snapshot;
}

}  // namespace scree
