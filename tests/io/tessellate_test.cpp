#include "engine/io/tessellate.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

namespace scree {
namespace {

ShapeInstance placed(const Shape& shape, const Pose& local = {}) {
  ShapeInstance instance;
  instance.shape = shape;
  instance.local = local;
  return instance;
}

double area(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles) {
    sum += 0.5 * (mesh.points[t[1]] - mesh.points[t[0]]).cross(mesh.points[t[2]] - mesh.points[t[0]]).norm();
  }
  return sum;
}

// Volume enclosed, positive when the corners run counter-clockwise seen from outside (divergence theorem).
double volume(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles) {
    sum += mesh.points[t[0]].dot(mesh.points[t[1]].cross(mesh.points[t[2]])) / 6.0;
  }
  return sum;
}

// A polygon of n corners on a circle has these shares of the circle's area and circumference.
double areaShare(int n) { return n / (2.0 * std::numbers::pi) * std::sin(2.0 * std::numbers::pi / n); }
double rimShare(int n) { return n / std::numbers::pi * std::sin(std::numbers::pi / n); }

TEST(Tessellate, PlaneFacesItsNormalAndHasTheSizeGiven) {
  const TriangleMesh mesh = tessellate(placed(Plane{}), 3.0);
  ASSERT_EQ(mesh.triangles.size(), 2U);
  EXPECT_NEAR(area(mesh), 36.0, 1e-12);
  for (const auto& t : mesh.triangles) {
    EXPECT_GT((mesh.points[t[1]] - mesh.points[t[0]]).cross(mesh.points[t[2]] - mesh.points[t[0]]).z(), 0.0);
  }
}

TEST(Tessellate, SolidBoxEnclosesItsVolumeFromOutside) {
  const TriangleMesh mesh = tessellate(placed(SolidBox{Vec3(1.0, 2.0, 3.0)}), 1.0);
  EXPECT_EQ(mesh.triangles.size(), 12U);
  EXPECT_NEAR(volume(mesh), 48.0, 1e-12);
  EXPECT_NEAR(area(mesh), 8.0 * (2.0 + 3.0 + 6.0), 1e-12);
}

TEST(Tessellate, ContainerIsSeenFromInsideAndOpenFacesAreAbsent) {
  Container box{Vec3(1.0, 2.0, 3.0), {true, true, true, true, true, true}};
  EXPECT_NEAR(volume(tessellate(placed(box), 1.0)), -48.0, 1e-12);
  box.faces[5] = false;
  box.faces[0] = false;
  const TriangleMesh open = tessellate(placed(box), 1.0);
  EXPECT_NEAR(area(open), 8.0 * (2.0 + 3.0 + 6.0) - 4.0 * 2.0 - 4.0 * 6.0, 1e-12);
  EXPECT_EQ(std::set<std::uint32_t>(open.features.begin(), open.features.end()), (std::set<std::uint32_t>{1, 2, 3, 4}));
}

TEST(Tessellate, CylindersHaveWallAndEndsWithFeatures) {
  constexpr int kSegments = 32;
  const double exact = std::numbers::pi * 0.25 * 4.0 * areaShare(kSegments);
  const TriangleMesh solid = tessellate(placed(SolidCylinder{.radius = 0.5, .halfLength = 2.0}), 1.0, kSegments);
  EXPECT_NEAR(volume(solid), exact, 1e-12);
  HollowCylinder drum{.radius = 0.5, .halfLength = 2.0};
  const TriangleMesh closed = tessellate(placed(drum), 1.0, kSegments);
  EXPECT_NEAR(volume(closed), -exact, 1e-12);
  drum.caps = {false, true};
  const TriangleMesh open = tessellate(placed(drum), 1.0, kSegments);
  EXPECT_NEAR(area(open), std::numbers::pi * 4.0 * rimShare(kSegments) + std::numbers::pi * 0.25 * areaShare(kSegments),
              1e-12);
  ASSERT_EQ(open.features.size(), open.triangles.size());
  for (std::size_t i = 0; i < open.triangles.size(); ++i) {
    const bool isCap = open.points[open.triangles[i][0]].z() == 2.0 && open.points[open.triangles[i][1]].z() == 2.0 &&
                       open.points[open.triangles[i][2]].z() == 2.0;
    EXPECT_EQ(open.features[i], isCap ? 2U : 0U);
  }
}

TEST(Tessellate, LocalPoseIsApplied) {
  const Pose local{Vec3(1.0, 2.0, 3.0), Quat(Eigen::AngleAxisd(std::numbers::pi / 2.0, Vec3::UnitY()))};
  const TriangleMesh mesh = tessellate(placed(Rectangle{.halfX = 0.5, .halfY = 0.25}, local), 1.0);
  for (const Vec3& p : mesh.points) {
    EXPECT_NEAR(p.x(), 1.0, 1e-15);  // the local normal z became x
    EXPECT_NEAR(std::abs(p.z() - 3.0), 0.5, 1e-15);
  }
}

}  // namespace
}  // namespace scree
