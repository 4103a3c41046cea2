#include "app/view/camera.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

namespace scree {
namespace {

constexpr int kWidth = 900;
constexpr int kHeight = 600;
constexpr float kAspect = 1.5f;

/// Pixel (y down) and distance from the eye along the axis of a world point.
Eigen::Vector3f seen(const Camera& camera, const Eigen::Vector3d& point) {
  const Eigen::Vector4f clip =
      camera.projection(kAspect, 2.0f) * camera.view(Eigen::Vector3d::Zero()) * point.cast<float>().homogeneous();
  return {(0.5f + 0.5f * clip.x() / clip.w()) * kWidth, (0.5f - 0.5f * clip.y() / clip.w()) * kHeight, clip.w()};
}

Camera someCamera() {
  Camera camera;
  camera.target = {1.0, -2.0, 0.5};
  camera.distance = 3.0f;
  camera.azimuth = 0.7f;
  camera.elevation = 0.4f;
  return camera;
}

TEST(Camera, LooksAtItsTargetWithZUp) {
  const Camera camera = someCamera();
  const Eigen::Vector3f middle = seen(camera, camera.target);
  EXPECT_NEAR(middle.x(), 0.5f * kWidth, 1e-2f);
  EXPECT_NEAR(middle.y(), 0.5f * kHeight, 1e-2f);
  EXPECT_NEAR(middle.z(), camera.distance, 1e-5f);
  const Eigen::Vector3f above = seen(camera, camera.target + 0.3 * Eigen::Vector3d::UnitZ());
  EXPECT_NEAR(above.x(), middle.x(), 1e-2f);
  EXPECT_LT(above.y(), middle.y());
  const Eigen::Vector4f eye = camera.view(Eigen::Vector3d::Zero()) * camera.eye().cast<float>().homogeneous();
  EXPECT_LT(eye.head<3>().norm(), 1e-5f);
  EXPECT_LT(camera.seen(camera.eye()).norm(), 1e-12);
  EXPECT_NEAR(camera.axes().determinant(), 1.0, 1e-12);
}

/// Far from the origin places are as exact as near it: the matrix is for places that are counted from a point nearby.
TEST(Camera, SeesTheSameFarFromTheOrigin) {
  const Camera near = someCamera();
  const Eigen::Vector3d far(431'250.0, 5'712'500.0, -320.0);  // a mine's grid [m]
  Camera moved = near;
  moved.target += far;
  EXPECT_LT((moved.view(far) - near.view(Eigen::Vector3d::Zero())).norm(), 1e-6f);
  for (const Eigen::Vector3d& point : {Eigen::Vector3d(1.0, -2.0, 0.7), Eigen::Vector3d(0.2, -1.5, 0.1)}) {
    EXPECT_LT((moved.seen(far + point) - near.seen(point)).norm(), 1e-8);
    EXPECT_LT((moved.towardsEye(far + point) - near.towardsEye(point)).norm(), 1e-8);
  }
  Camera dragged = near;
  pan(moved, 25.0f, 10.0f, kHeight);
  pan(dragged, 25.0f, 10.0f, kHeight);
  EXPECT_LT((moved.target - far - dragged.target).norm(), 1e-8);
}

TEST(Camera, DepthOfTheSceneLiesBetweenTheClipPlanes) {
  for (const float sceneRadius : {0.01f, 1.0f, 500.0f}) {
    const Camera camera = someCamera();
    const Eigen::Matrix4f p = camera.projection(kAspect, sceneRadius);
    for (const float along : {-0.99f, 0.0f, 0.99f}) {
      const float z = -(camera.distance + along * sceneRadius);
      if (z > -0.02f * camera.distance) {
        continue;  // behind the nearest plane there may be
      }
      const Eigen::Vector4f clip = p * Eigen::Vector4f(0.0f, 0.0f, z, 1.0f);
      EXPECT_LT(std::abs(clip.z()), clip.w()) << sceneRadius << " " << along;
    }
  }
}

TEST(Camera, OrbitKeepsTheTargetAndNeverTurnsOver) {
  Camera camera = someCamera();
  orbit(camera, 40.0f, 5000.0f);
  EXPECT_LT(camera.elevation, 0.5f * std::numbers::pi_v<float>);
  orbit(camera, 0.0f, -20000.0f);
  EXPECT_GT(camera.elevation, -0.5f * std::numbers::pi_v<float>);
  EXPECT_NEAR((camera.eye() - camera.target).norm(), 3.0, 1e-9);
  EXPECT_TRUE(camera.view(Eigen::Vector3d::Zero()).allFinite());
}

TEST(Camera, OrbitMovesTheNearSideWithThePointer) {
  const Camera before = someCamera();
  const Eigen::Vector3d nearSide = before.target + 0.2 * (before.eye() - before.target).normalized();
  Camera after = before;
  orbit(after, 30.0f, 20.0f);
  EXPECT_GT(seen(after, nearSide).x(), seen(before, nearSide).x());
  EXPECT_GT(seen(after, nearSide).y(), seen(before, nearSide).y());
}

TEST(Camera, PanMovesTheTargetPlaneWithThePointer) {
  const Camera before = someCamera();
  Camera after = before;
  pan(after, 37.0f, -21.0f, kHeight);
  const Eigen::Vector3f moved = seen(after, before.target);
  EXPECT_NEAR(moved.x(), 0.5f * kWidth + 37.0f, 0.02f);
  EXPECT_NEAR(moved.y(), 0.5f * kHeight - 21.0f, 0.02f);
}

TEST(Camera, ZoomKeepsWhatIsUnderTheCursor) {
  const Camera before = someCamera();
  // A point of the plane through the target that lies under the cursor.
  const Eigen::Matrix3d axes = before.axes().transpose();
  const Eigen::Vector3d point = before.target + 0.6 * axes.col(0) - 0.35 * axes.col(1);
  const Eigen::Vector3f cursor = seen(before, point);
  for (const float steps : {1.0f, 7.5f, -3.0f}) {
    Camera after = before;
    zoomTo(after, steps, cursor.x(), cursor.y(), kWidth, kHeight);
    EXPECT_EQ(after.distance<before.distance, steps> 0.0f);
    EXPECT_NEAR(seen(after, point).x(), cursor.x(), 0.05f);
    EXPECT_NEAR(seen(after, point).y(), cursor.y(), 0.05f);
  }
}

TEST(Camera, ZoomStaysFinite) {
  Camera camera = someCamera();
  zoomTo(camera, 1e4f, 10.0f, 10.0f, kWidth, kHeight);
  EXPECT_GT(camera.distance, 0.0f);
  zoomTo(camera, -1e5f, 10.0f, 10.0f, kWidth, kHeight);
  EXPECT_TRUE(camera.view(Eigen::Vector3d::Zero()).allFinite());
  EXPECT_TRUE(camera.projection(1.0f, 1.0f).allFinite());
}

TEST(Camera, FrameSeesTheWholeSphere) {
  const Eigen::Vector3f centre(0.3f, 2.0f, -1.0f);
  for (const float aspect : {0.4f, 1.0f, 2.5f}) {
    Camera camera = someCamera();
    frame(camera, centre.cast<double>(), 0.8f, aspect);
    const Eigen::Matrix4f m = camera.projection(aspect, 0.8f) * camera.view(Eigen::Vector3d::Zero());
    float farthestOut = 0.0f;
    for (int i = 0; i < 400; ++i) {  // points all over the sphere
      const float z = 1.0f - 2.0f * (static_cast<float>(i) + 0.5f) / 400.0f;
      const float turn = 2.399963f * static_cast<float>(i);
      const float flat = std::sqrt(1.0f - z * z);
      const Eigen::Vector3f p = centre + 0.8f * Eigen::Vector3f(flat * std::cos(turn), flat * std::sin(turn), z);
      const Eigen::Vector4f clip = m * p.homogeneous();
      for (int axis = 0; axis < 2; ++axis) {
        farthestOut = std::max(farthestOut, std::abs(clip[axis]) / clip.w());
      }
    }
    EXPECT_LT(farthestOut, 1.0f);
    EXPECT_GT(farthestOut, 0.85f);  // and not much smaller than it could be
  }
}

}  // namespace
}  // namespace scree
