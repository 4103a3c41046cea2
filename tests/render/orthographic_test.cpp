#include <cmath>
#include <numbers>

#include "tests/render/offscreen.h"

// What is drawn without perspective is as large as it is, wherever it is, and is picked where it is drawn.
namespace scree {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 480;
constexpr float kDistance = 4.0f;
constexpr float kSphereRadius = 0.32f;

Camera parallelCamera() {
  Camera camera = frontCamera(kDistance);
  camera.parallel = true;
  return camera;
}

float metresPerPixel() { return 2.0f * kDistance * std::tan(0.5f * Camera().fieldOfView) / kHeight; }

/// Middle of the pixel, y down, that a point is seen at by parallelCamera().
Eigen::Vector2f pixelOf(const Eigen::Vector3f& point) {
  return {0.5f * kWidth + point.x() / metresPerPixel(), 0.5f * kHeight - point.z() / metresPerPixel()};
}

/// In the middle, in the corners, near, far, and behind where the eye would be with perspective.
const std::array<Eigen::Vector3f, 5> kPlaces = {
    {{0.0f, 0.0f, 0.0f}, {-1.4f, 0.5f, 1.0f}, {1.5f, -3.7f, -1.0f}, {1.3f, 6.0f, 1.1f}, {-1.5f, -7.0f, -1.05f}}};

std::shared_ptr<Snapshot> oneSphere(const Eigen::Vector3f& place) {
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, place, kSphereRadius, 1.0f);
  return snapshot;
}

class Orthographic : public testing::TestWithParam<SphereQuality> {};
INSTANTIATE_TEST_SUITE_P(Draw, Orthographic, testing::Values(SphereQuality::full, SphereQuality::fast),
                         [](const auto& test) { return test.param == SphereQuality::full ? "full" : "fast"; });

TEST_P(Orthographic, SpheresAreCirclesOfTheirRadiusAnywhere) {
  Offscreen screen(kWidth, kHeight);
  screen.renderer().upload(std::make_shared<Snapshot>());
  const QImage empty = screen.draw(parallelCamera(), plain(GetParam()));
  const float radius = kSphereRadius / metresPerPixel();
  for (const Eigen::Vector3f& place : kPlaces) {
    screen.renderer().upload(oneSphere(place));
    const QImage image = screen.draw(parallelCamera(), plain(GetParam()));
    const Eigen::Vector2f middle = pixelOf(place);
    int covered = 0;
    int astray = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const bool isCovered = image.pixel(x, y) != empty.pixel(x, y);
        const float out = (Eigen::Vector2f(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f) - middle).norm();
        covered += isCovered ? 1 : 0;
        astray += (isCovered && out > radius + 1.5f) || (!isCovered && out < radius - 1.5f) ? 1 : 0;
      }
    }
    EXPECT_EQ(astray, 0) << place.transpose();
    EXPECT_NEAR(std::sqrt(static_cast<float>(covered) / std::numbers::pi_v<float>), radius, 0.8f) << place.transpose();
  }
}

TEST(OrthographicPick, PicksWhatIsDrawn) {
  Offscreen screen(kWidth, kHeight);
  for (const Eigen::Vector3f& place : kPlaces) {
    screen.renderer().upload(oneSphere(place));
    const Eigen::Vector2f middle = pixelOf(place);
    for (const Eigen::Vector2f& side : {Eigen::Vector2f(1.0f, 0.0f), Eigen::Vector2f(-0.6f, 0.8f)}) {
      const auto at = [&](float radii) {
        const Eigen::Vector2f pixel = middle + radii * kSphereRadius / metresPerPixel() * side;
        return std::array<int, 2>{static_cast<int>(pixel.x()), static_cast<int>(pixel.y())};
      };
      const auto [x, y] = at(0.9f);
      EXPECT_TRUE(screen.renderer().pick(parallelCamera(), x, y, kWidth, kHeight).has_value()) << place.transpose();
      const auto [farX, farY] = at(1.2f);
      EXPECT_FALSE(screen.renderer().pick(parallelCamera(), farX, farY, kWidth, kHeight).has_value());
    }
    const auto point = screen.renderer().pointAt(parallelCamera(), static_cast<int>(middle.x()),
                                                 static_cast<int>(middle.y()), kWidth, kHeight);
    ASSERT_TRUE(point.has_value()) << place.transpose();
    const Vec3 nearest = (place - kSphereRadius * Eigen::Vector3f::UnitY()).cast<double>();
    EXPECT_LT((*point - nearest).norm(), static_cast<double>(metresPerPixel())) << place.transpose();
  }
}

TEST_P(Orthographic, TheNearerSphereIsInFront) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.1f, -6.0f, 0.0f}, 0.3f, 1.0f);  // behind where the eye would be, and yellow
  addSphere(*snapshot, {0.0f, 2.0f, 0.0f}, 0.6f, 0.0f);
  screen.renderer().upload(snapshot);
  const QImage image = screen.draw(parallelCamera(), plain(GetParam()));
  const Eigen::Vector2f near = pixelOf(snapshot->grains.positionRadius[0].head<3>());
  const Eigen::Vector3f light = lightAt(image, static_cast<int>(near.x()), static_cast<int>(near.y()));
  EXPECT_GT(light.y(), 2.0f * light.z()) << "yellow";
  const auto picked =
      screen.renderer().pick(parallelCamera(), static_cast<int>(near.x()), static_cast<int>(near.y()), kWidth, kHeight);
  EXPECT_EQ(picked, std::optional<std::size_t>(0));
}

TEST(OrthographicCamera, SeesTheTargetAsLargeAsWithPerspective) {
  Camera camera = frontCamera(kDistance);
  const Eigen::Vector4f beside(0.7f, 0.0f, -0.4f, 1.0f);  // as far as the target
  const Eigen::Vector4f with = camera.projection(1.5f, 2.0f) * camera.view(Vec3::Zero()) * beside;
  camera.parallel = true;
  const Eigen::Vector4f without = camera.projection(1.5f, 2.0f) * camera.view(Vec3::Zero()) * beside;
  EXPECT_EQ(without.w(), 1.0f);
  EXPECT_LT((with.head<2>() / with.w() - without.head<2>()).norm(), 1e-6f);
  EXPECT_LT(std::abs(without.z()), 1.0f);
}

TEST(OrthographicCamera, FramesTheWholeSphere) {
  for (const float aspect : {0.4f, 1.0f, 2.5f}) {
    Camera camera = parallelCamera();
    frame(camera, {0.3, 2.0, -1.0}, 0.8f, aspect);
    const Eigen::Matrix4f m = camera.projection(aspect, 0.8f);
    const float out = 0.8f * std::max(m(0, 0), m(1, 1));
    EXPECT_GT(out, 0.9f);
    EXPECT_LT(out, 1.0f);
  }
}

}  // namespace
}  // namespace scree
