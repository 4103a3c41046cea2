// Spheres against triangles: compared with primitives, with brute force and with closed forms.
#include "engine/geometry/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "engine/base/random.h"
#include "engine/collision/sphere_mesh.h"
#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"

namespace scree {
namespace {

Vec3 randomPoint(Random& random, const Vec3& half) {
  return {random.uniform(-half.x(), half.x()), random.uniform(-half.y(), half.y()),
          random.uniform(-half.z(), half.z())};
}

SurfaceTouches meshTouchesOf(const Shape& shape, const Vec3& centre, double radius, double margin = 0.0,
                             const SurfacePast& past = {}) {
  SurfaceTouches touches;
  touchShape(shape, centre, radius, touches, margin, past);
  return touches;
}

/// A rectangle of 2 x 2 m in random triangles: points are put into triangles that they split, then quads are flipped.
Triangles randomPlane(Random& random, int splits) {
  Triangles plane;
  plane.points = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  plane.corners = {{0, 1, 2}, {0, 2, 3}};
  for (int i = 0; i < splits; ++i) {
    const auto at = static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(plane.corners.size())));
    const Corners c = plane.corners[at];
    const double u = random.uniform(0.05, 0.45);
    const double v = random.uniform(0.05, 0.45);
    const auto fresh = static_cast<std::uint32_t>(plane.points.size());
    plane.points.push_back(plane.points[c[0]] + u * (plane.points[c[1]] - plane.points[c[0]]) +
                           v * (plane.points[c[2]] - plane.points[c[0]]));
    plane.corners[at] = {c[0], c[1], fresh};
    plane.corners.push_back({c[1], c[2], fresh});
    plane.corners.push_back({c[2], c[0], fresh});
  }
  return plane;
}

TEST(Mesh, NearestPointOfATriangleIsNearerThanAllSampledOnes) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Vec3 a = randomPoint(random, Vec3::Ones());
    const Vec3 b = randomPoint(random, Vec3::Ones());
    const Vec3 c = randomPoint(random, Vec3::Ones());
    const Vec3 p = randomPoint(random, Vec3::Constant(2.0));
    const NearestOnTriangle near = nearestOnTriangle(a, b, c, p);
    ASSERT_NEAR((near.point - p).squaredNorm(), near.squared, 1e-15);
    double least = std::numeric_limits<double>::infinity();
    constexpr int kSteps = 60;
    for (int u = 0; u <= kSteps; ++u) {
      for (int v = 0; u + v <= kSteps; ++v) {
        least = std::min(least, (a + (b - a) * u / kSteps + (c - a) * v / kSteps - p).squaredNorm());
      }
    }
    ASSERT_LE(near.squared, least + 1e-12);
    ASSERT_LE(std::sqrt(least), std::sqrt(near.squared) + 0.1);
    // The part that it says it is on.
    const Vec3 corners[] = {a, b, c};
    if (near.part == TrianglePart::corner) {
      ASSERT_EQ(near.point, corners[near.which]);
    } else if (near.part == TrianglePart::edge) {
      const Vec3 along = corners[(near.which + 1) % 3] - corners[near.which];
      ASSERT_NEAR(along.normalized().dot(p - near.point), 0.0, 1e-9);
    } else {
      ASSERT_NEAR((b - a).dot(p - near.point), 0.0, 1e-9);
      ASSERT_NEAR((c - a).dot(p - near.point), 0.0, 1e-9);
    }
  }
}

TEST(Mesh, BoxOfTrianglesTouchesAsTheSolidBoxDoes) {
  Random random(2);
  const Vec3 half(0.3, 0.2, 0.4);
  for (const int cuts : {1, 4}) {
    const MeshShape mesh{meshOf(BoxMesh{2.0 * half, cuts, false})};
    EXPECT_EQ(mesh.mesh->patches.size(), 6U);
    int touching = 0;
    for (int i = 0; i < 20000; ++i) {
      const Vec3 centre = randomPoint(random, Vec3(0.6, 0.5, 0.7));
      if ((centre.cwiseAbs().array() <= half.array()).all()) {
        continue;
      }
      const double radius = random.uniform(0.01, 0.3);
      const SurfaceTouches solid = meshTouchesOf(SolidBox{half}, centre, radius);
      const SurfaceTouches touches = meshTouchesOf(mesh, centre, radius);
      ASSERT_EQ(touches.count, solid.count) << centre.transpose() << " r " << radius;
      for (int k = 0; k < touches.count; ++k) {
        ASSERT_NEAR(touches.list[0].gap, solid.list[0].gap, 1e-14);
        ASSERT_LT((touches.list[0].normal - solid.list[0].normal).norm(), 1e-12);
        ++touching;
      }
    }
    EXPECT_GT(touching, 1000);
  }
}

TEST(Mesh, BoxOfTrianglesTouchesFromInsideAsAContainerDoes) {
  Random random(3);
  const Vec3 half(0.3, 0.2, 0.4);
  const MeshShape mesh{meshOf(BoxMesh{2.0 * half, 5, false})};
  int touching = 0;
  for (int i = 0; i < 20000; ++i) {
    const double radius = random.uniform(0.01, 0.15);
    const Vec3 centre = randomPoint(random, half - Vec3::Constant(0.2 * radius));
    const SurfaceTouches walls = meshTouchesOf(Container{half, {true, true, true, true, true, true}}, centre, radius);
    const SurfaceTouches touches = meshTouchesOf(mesh, centre, radius);
    ASSERT_EQ(touches.count, walls.count) << centre.transpose() << " r " << radius;
    double sum = 0.0;
    double wanted = 0.0;
    for (int k = 0; k < touches.count; ++k) {
      sum += touches.list[static_cast<std::size_t>(k)].gap;
      wanted += walls.list[static_cast<std::size_t>(k)].gap;
    }
    ASSERT_NEAR(sum, wanted, 1e-14);
    touching += touches.count;
  }
  EXPECT_GT(touching, 5000);
}

TEST(Mesh, ManyTrianglesOfOnePlaneAreOneFaceWithoutABump) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    Triangles plane = randomPlane(random, 300);
    // Turned in space and rounded as a file in single precision does.
    const Quat turn(Eigen::AngleAxisd(random.uniform(0.0, 3.0), randomPoint(random, Vec3::Ones()).normalized()));
    const bool rounded = round % 2 == 1;
    for (Vec3& p : plane.points) {
      p = turn * p;
      p = rounded ? Vec3(p.cast<float>().cast<double>()) : p;
    }
    const MeshShape mesh{makeMesh(plane)};
    ASSERT_EQ(mesh.mesh->patches.size(), 1U);
    const double radius = 0.05;
    const double tolerance = rounded ? 6e-6 : 1e-9;  // of the radius; a float has 6e-8 of the metre
    const Vec3 normal = meshTouchesOf(mesh, turn * Vec3(0, 0, 0.9 * radius), radius).list[0].normal;
    for (int i = 0; i < 500; ++i) {
      const Vec3 over(random.uniform(-0.99, 0.99), random.uniform(-0.99, 0.99), 0.9 * radius);
      const SurfaceTouches touches = meshTouchesOf(mesh, turn * over, radius);
      ASSERT_EQ(touches.count, 1) << over.transpose();
      ASSERT_NEAR(touches.list[0].gap, -0.1 * radius, tolerance * radius);
      ASSERT_EQ(touches.list[0].normal, normal);
      ASSERT_EQ(touches.list[0].feature, meshTouchesOf(mesh, turn * Vec3(0, 0, 0.9 * radius), radius).list[0].feature);
    }
    // Beyond the rim it is the rim that is touched.
    const SurfaceTouches beyond = meshTouchesOf(mesh, turn * Vec3(1.0 + 0.03, 0.1, 0.02), radius);
    ASSERT_EQ(beyond.count, 1);
    ASSERT_NEAR(beyond.list[0].gap, std::hypot(0.03, 0.02) - radius, 1e-7);
  }
}

TEST(Mesh, SheetsThatMeetWithoutSharingAnEdgeHaveNoGhostEdge) {
  // A T: the long side of one triangle against the short sides of two others.
  Triangles plane;
  plane.points = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0.1, 0, 0}, {-1, 1, 0}, {1, 1, 0}};
  plane.corners = {{0, 2, 1}, {0, 3, 4}, {3, 1, 5}, {3, 5, 4}};
  const MeshShape mesh{makeMesh(plane)};
  for (int i = 0; i <= 400; ++i) {
    const double radius = 0.05;
    const Vec3 centre(0.3, -0.2 + i * 1e-3, 0.95 * radius);
    const SurfaceTouches touches = meshTouchesOf(mesh, centre, radius);
    for (int k = 0; k < touches.count; ++k) {
      ASSERT_LT((touches.list[static_cast<std::size_t>(k)].normal + Vec3::UnitZ()).norm(), 1e-9) << centre.transpose();
    }
    ASSERT_GE(touches.count, 1);
  }
}

/// The local minima of the distance to a mesh over all its triangles, from their definition: places that are nearest in
/// every triangle that has them.
std::vector<double> minimaOf(const Mesh& mesh, const Vec3& centre, double reach) {
  std::vector<NearestOnTriangle> nearest;
  for (const Corners& c : mesh.triangles) {
    nearest.push_back(nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], centre));
  }
  std::vector<Vec3> places;
  std::vector<double> distances;
  for (const NearestOnTriangle& one : nearest) {
    bool lowest = one.squared <= reach * reach;
    for (std::size_t t = 0; t < nearest.size(); ++t) {
      const Corners& c = mesh.triangles[t];
      const Vec3 at =
          nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], one.point).point - one.point;
      const bool hasIt = at.norm() < 1e-12;
      lowest = lowest && !(hasIt && nearest[t].squared < one.squared * (1.0 - 1e-10));
    }
    const bool known =
        std::any_of(places.begin(), places.end(), [&](const Vec3& p) { return (p - one.point).norm() < 1e-9; });
    if (lowest && !known) {
      places.push_back(one.point);
      distances.push_back(std::sqrt(one.squared));
    }
  }
  std::sort(distances.begin(), distances.end());
  return distances;
}

TEST(Mesh, TouchesAreTheLocalMinimaOfTheDistance) {
  // A hilly ground of random heights: valleys, ridges, peaks and pits.
  Random random(5);
  Triangles ground;
  constexpr std::uint32_t kSide = 14;
  for (std::uint32_t i = 0; i < kSide; ++i) {
    for (std::uint32_t j = 0; j < kSide; ++j) {
      ground.points.emplace_back(0.1 * i, 0.1 * j, random.uniform(0.0, 0.08));
    }
  }
  for (std::uint32_t i = 0; i + 1 < kSide; ++i) {
    for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
      const std::uint32_t at = i * kSide + j;
      ground.corners.push_back({at, at + kSide, at + kSide + 1});
      ground.corners.push_back({at, at + kSide + 1, at + 1});
    }
  }
  const MeshShape mesh{makeMesh(ground)};
  int several = 0;
  for (int i = 0; i < 1500; ++i) {
    const Vec3 centre(random.uniform(0.1, 1.2), random.uniform(0.1, 1.2), random.uniform(0.03, 0.2));
    const double radius = random.uniform(0.02, 0.12);
    const std::vector<double> minima = minimaOf(*mesh.mesh, centre, radius);
    if (minima.size() > static_cast<std::size_t>(kMaxFeatures)) {
      continue;
    }
    const SurfaceTouches touches = meshTouchesOf(mesh, centre, radius);
    ASSERT_EQ(static_cast<std::size_t>(touches.count), minima.size()) << centre.transpose() << " r " << radius;
    std::vector<double> distances;
    for (int k = 0; k < touches.count; ++k) {
      distances.push_back(touches.list[static_cast<std::size_t>(k)].gap + radius);
      ASSERT_TRUE(k == 0 || touches.list[static_cast<std::size_t>(k)].feature >
                                touches.list[static_cast<std::size_t>(k - 1)].feature);
    }
    std::sort(distances.begin(), distances.end());
    for (std::size_t k = 0; k < minima.size(); ++k) {
      ASSERT_NEAR(distances[k], minima[k], 1e-12);
    }
    several += minima.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 100);
}

TEST(Mesh, ThinSheetIsTouchedOnceAndOnTheSideHeld) {
  const double radius = 0.05;
  Triangles sheet;
  sheet.points = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  sheet.corners = {{0, 1, 2}, {0, 2, 3}};
  const MeshShape mesh{makeMesh(sheet)};
  const ContactKey base = ContactKey::boundary(7, 0, 0, 0);
  const ContactKey front = ContactKey::boundary(7, 0, 0, 0);
  const Vec3 behind(0.2, 0.1, -0.3 * radius);
  // Nothing known of it: it is on the back.
  const SurfaceTouches free = meshTouchesOf(mesh, behind, radius);
  ASSERT_EQ(free.count, 1);
  EXPECT_EQ(free.list[0].feature, 1U);
  EXPECT_EQ(free.list[0].normal, Vec3(Vec3::UnitZ()));
  EXPECT_NEAR(free.list[0].gap, -0.7 * radius, 1e-15);
  // It touched the front in the last step: it is pushed back there.
  const SurfaceTouches held = meshTouchesOf(mesh, behind, radius, 0.0, {.touched = {&front, 1}, .base = base});
  ASSERT_EQ(held.count, 1);
  EXPECT_EQ(held.list[0].feature, 0U);
  EXPECT_EQ(held.list[0].normal, Vec3(-Vec3::UnitZ()));
  EXPECT_NEAR(held.list[0].gap, -1.3 * radius, 1e-15);
  // It came through within the step, from the front.
  const SurfaceTouches crossed =
      meshTouchesOf(mesh, Vec3(0.2, 0.1, -1.5 * radius), radius, 0.0, {.moved = Vec3(0, 0, -4 * radius), .base = base});
  ASSERT_EQ(crossed.count, 1);
  EXPECT_EQ(crossed.list[0].feature, 0U);
  EXPECT_NEAR(crossed.list[0].gap, -2.5 * radius, 1e-15);
  // A plate thinner than the overlap is one wall, not two.
  const MeshShape plate{meshOf(BoxMesh{Vec3(2, 2, 0.02 * radius), 1, false})};
  const SurfaceTouches thin = meshTouchesOf(plate, Vec3(0.2, 0.1, 0.9 * radius), radius);
  ASSERT_EQ(thin.count, 1);
  EXPECT_NEAR(thin.list[0].gap, -0.11 * radius, 1e-15);
}

TEST(Mesh, BehindACornerTheSideIsHeldToo) {
  // A roof; the sphere was under it and is pressed out through the ridge, which faces away from it from there.
  Triangles roof;
  roof.points = {{-1, -1, -0.3}, {-1, 1, -0.3}, {0, -1, 0}, {0, 1, 0}, {1, -1, -0.3}, {1, 1, -0.3}};
  roof.corners = {{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}};
  const MeshShape mesh{makeMesh(roof)};
  const double radius = 0.05;
  const SurfaceTouches under = meshTouchesOf(mesh, Vec3(-0.01, 0, -0.04), radius);
  ASSERT_EQ(under.count, 2);
  const ContactKey base = ContactKey::boundary(7, 0, 0, 0);
  const ContactKey held = ContactKey::boundary(7, 0, 0, under.list[0].feature);
  const SurfaceTouches pressed =
      meshTouchesOf(mesh, Vec3(0, 0.1, 0.02), radius, 0.0, {.touched = {&held, 1}, .base = base});
  ASSERT_EQ(pressed.count, 1);
  EXPECT_EQ(pressed.list[0].feature, under.list[0].feature);
  EXPECT_LT((pressed.list[0].normal - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_NEAR(pressed.list[0].gap, -0.02 - radius, 1e-15);
}

TEST(Mesh, FewTouchesAndNothingOfWhatIsNoNumber) {
  // Inside a ball of triangles of its own size everything is equally near.
  Triangles ball;
  constexpr std::uint32_t kRings = 24;
  for (std::uint32_t i = 0; i <= kRings; ++i) {
    for (std::uint32_t j = 0; j < 2 * kRings; ++j) {
      const double theta = std::numbers::pi * i / kRings;
      const double phi = std::numbers::pi * j / kRings;
      ball.points.emplace_back(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta));
    }
  }
  for (std::uint32_t i = 0; i < kRings; ++i) {
    for (std::uint32_t j = 0; j < 2 * kRings; ++j) {
      const std::uint32_t a = i * 2 * kRings + j;
      const std::uint32_t b = i * 2 * kRings + (j + 1) % (2 * kRings);
      ball.corners.push_back({a, b, b + 2 * kRings});
      ball.corners.push_back({a, b + 2 * kRings, a + 2 * kRings});
    }
  }
  const MeshHealth health = mend(ball);
  EXPECT_TRUE(health.isClosed());
  EXPECT_EQ(health.collapsed, 4U * kRings);
  const MeshShape mesh{makeMesh(ball)};
  EXPECT_EQ(meshTouchesOf(mesh, Vec3::Zero(), 1.0).count, kMaxFeatures);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(meshTouchesOf(mesh, Vec3(nan, 0, 0), 1.0).count, 0);
}

TEST(Mesh, VolumeCentreAndInertiaOfABox) {
  Triangles box = trianglesOf(BoxMesh{Vec3(0.2, 0.4, 0.6), 3, false});
  for (Vec3& p : box.points) {
    p += Vec3(1, 2, 3);
  }
  const MeshHealth health = mend(box);
  EXPECT_NEAR(health.volume, 0.048, 1e-12);
  const MeshVolume volume = volumeOf(box.points, box.corners);
  EXPECT_NEAR(volume.volume, 0.048, 1e-12);
  EXPECT_LT((volume.centre - Vec3(1, 2, 3)).norm(), 1e-12);
  const Vec3 wanted = 0.048 / 12.0 * Vec3(0.16 + 0.36, 0.04 + 0.36, 0.04 + 0.16);
  EXPECT_LT((volume.inertia - Mat3(wanted.asDiagonal())).norm(), 1e-12);
}

TEST(Mesh, UnfitTrianglesAreRefused) {
  EXPECT_FALSE(problemOf(Triangles{}).empty());
  EXPECT_FALSE(problemOf(Triangles{{Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}, {{0, 1, 3}}}).empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Triangles bad{{Vec3(0, nan, 0), Vec3::UnitX(), Vec3::UnitY()}, {{0, 1, 2}}};
  EXPECT_FALSE(problemOf(bad).empty());
  EXPECT_THROW(makeMesh(bad), std::invalid_argument);
}

}  // namespace
}  // namespace scree
