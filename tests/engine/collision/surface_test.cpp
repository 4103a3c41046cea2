// Spheres against shapes, compared with the distance to the flat and round patches that the shapes are made of.
#include "engine/collision/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/base/random.h"
#include "tests/support/touches.h"

namespace scree {
namespace {

using testing::contactPoint;
using testing::touchesAfter;
using testing::touchesOf;

constexpr double kRoundOff = 1e-13;  // m, of coordinates around 1

/// Distance of a point from an axis-aligned rectangle: centre, axis of its normal, half extents (0 along the normal).
double distanceToFace(const Vec3& p, int axis, double at, const Vec3& half) {
  Vec3 nearest = p.cwiseMax(-half).cwiseMin(half);
  nearest[axis] = at;
  return (p - nearest).norm();
}

double distanceToDisc(const Vec3& p, double radius, double z) {
  const double beyond = std::max(0.0, std::hypot(p.x(), p.y()) - radius);
  return std::hypot(beyond, p.z() - z);
}

double distanceToTube(const Vec3& p, double radius, double halfLength) {
  const double beyond = std::max(0.0, std::abs(p.z()) - halfLength);
  return std::hypot(std::hypot(p.x(), p.y()) - radius, beyond);
}

Vec3 randomPointNear(Random& random, const Vec3& half) {
  return {random.uniform(-half.x(), half.x()), random.uniform(-half.y(), half.y()),
          random.uniform(-half.z(), half.z())};
}

void expectSound(const SurfaceTouches& touches, const Shape& shape, const Vec3& centre, double radius) {
  for (int i = 0; i < touches.count; ++i) {
    const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(i)];
    ASSERT_NEAR(touch.normal.norm(), 1.0, 1e-14);
    ASSERT_LE(touch.gap, 0.0);
    for (int j = 0; j < i; ++j) {
      ASSERT_LT(touches.list[static_cast<std::size_t>(j)].feature, touch.feature);
    }
  }
  if (touches.count > 0 && std::isfinite(boundingRadius(shape))) {
    ASSERT_LE(centre.norm(), boundingRadius(shape) + std::numbers::sqrt3 * radius + kRoundOff);
  }
}

/// A solid shape touches a sphere at one point: the nearest of its surface.
void expectSolid(const Shape& shape, const Vec3& centre, double radius, double distance, bool inside) {
  const SurfaceTouches touches = touchesOf(shape, centre, radius);
  expectSound(touches, shape, centre, radius);
  const double gap = (inside ? -distance : distance) - radius;
  if (std::abs(gap) < kRoundOff) {
    return;
  }
  ASSERT_EQ(touches.count, gap < 0.0 ? 1 : 0) << centre.transpose() << " r " << radius;
  if (touches.count == 1) {
    ASSERT_NEAR(touches.list[0].gap, gap, kRoundOff) << centre.transpose() << " r " << radius;
  }
}

double distanceToBox(const Vec3& p, const Vec3& half) {
  double distance = std::numeric_limits<double>::infinity();
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2;
    distance = std::min(distance, distanceToFace(p, axis, face % 2 == 0 ? -half[axis] : half[axis], half));
  }
  return distance;
}

TEST(Surface, Plane) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Vec3 centre = randomPointNear(random, Vec3::Constant(1.0));
    const double radius = random.uniform(0.01, 0.5);
    const SurfaceTouches touches = touchesOf(Plane{}, centre, radius);
    ASSERT_EQ(touches.count, centre.z() <= radius ? 1 : 0);
    if (touches.count == 1) {
      EXPECT_EQ(touches.list[0].gap, centre.z() - radius);
      EXPECT_EQ(touches.list[0].normal, Vec3(-Vec3::UnitZ()));
    }
  }
}

TEST(Surface, SolidBoxNearestPointEverywhere) {
  Random random(2);
  const SolidBox box{Vec3(0.3, 0.2, 0.4)};
  for (int i = 0; i < 20000; ++i) {
    const Vec3 centre = randomPointNear(random, Vec3(0.6, 0.5, 0.7));
    const double radius = random.uniform(0.01, 0.3);
    const bool inside = (centre.cwiseAbs().array() <= box.halfExtents.array()).all();
    expectSolid(box, centre, radius, distanceToBox(centre, box.halfExtents), inside);
    const SurfaceTouches touches = touchesOf(box, centre, radius);
    if (touches.count == 1) {
      const Vec3 point = contactPoint(touches.list[0], centre, radius);
      ASSERT_NEAR(distanceToBox(point, box.halfExtents), 0.0, kRoundOff);
    }
  }
}

TEST(Surface, SolidBoxEdgeAndCornerNormals) {
  const SolidBox box{Vec3::Constant(1.0)};
  const double s = 0.1;
  const SurfaceTouches edge = touchesOf(box, Vec3(1 + s, 0.3, 1 + s), 0.2);
  ASSERT_EQ(edge.count, 1);
  EXPECT_LT((edge.list[0].normal - Vec3(-1, 0, -1).normalized()).norm(), 1e-12);
  EXPECT_NEAR(edge.list[0].gap, s * std::sqrt(2.0) - 0.2, kRoundOff);
  const SurfaceTouches corner = touchesOf(box, Vec3(1 + s, -1 - s, 1 + s), 0.2);
  ASSERT_EQ(corner.count, 1);
  EXPECT_LT((corner.list[0].normal - Vec3(-1, 1, -1).normalized()).norm(), 1e-12);
  EXPECT_NEAR(corner.list[0].gap, s * std::sqrt(3.0) - 0.2, kRoundOff);
  // A centre exactly on a face, an edge or a corner still gets a unit normal.
  for (const Vec3& centre : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
    const SurfaceTouches on = touchesOf(box, centre, 0.2);
    ASSERT_EQ(on.count, 1);
    EXPECT_NEAR(on.list[0].normal.norm(), 1.0, 1e-14);
  }
}

TEST(Surface, SolidCylinderNearestPointEverywhere) {
  Random random(3);
  const SolidCylinder cylinder{.radius = 0.3, .halfLength = 0.2};
  const auto distance = [&](const Vec3& p) {
    return std::min({distanceToTube(p, 0.3, 0.2), distanceToDisc(p, 0.3, 0.2), distanceToDisc(p, 0.3, -0.2)});
  };
  for (int i = 0; i < 20000; ++i) {
    const Vec3 centre = randomPointNear(random, Vec3(0.6, 0.6, 0.5));
    const double radius = random.uniform(0.01, 0.3);
    const bool inside = std::hypot(centre.x(), centre.y()) <= 0.3 && std::abs(centre.z()) <= 0.2;
    expectSolid(cylinder, centre, radius, distance(centre), inside);
    const SurfaceTouches touches = touchesOf(cylinder, centre, radius);
    if (touches.count == 1) {
      ASSERT_NEAR(distance(contactPoint(touches.list[0], centre, radius)), 0.0, kRoundOff);
    }
  }
  const SurfaceTouches centre = touchesOf(cylinder, Vec3::Zero(), 0.1);
  ASSERT_EQ(centre.count, 1);
  EXPECT_NEAR(centre.list[0].gap, -0.3, kRoundOff);
}

TEST(Surface, RectangleWithItsRim) {
  Random random(4);
  const Rectangle rectangle{.halfX = 0.3, .halfY = 0.2};
  for (int i = 0; i < 20000; ++i) {
    const Vec3 centre = randomPointNear(random, Vec3(0.6, 0.5, 0.4));
    const double radius = random.uniform(0.01, 0.3);
    const bool over = std::abs(centre.x()) <= 0.3 && std::abs(centre.y()) <= 0.2;
    const double distance = distanceToFace(centre, 2, 0.0, Vec3(0.3, 0.2, 0));
    const bool wasInFront = random.uniform() < 0.5;
    const SurfaceTouches touches =
        wasInFront ? touchesAfter(rectangle, centre, radius, {0}) : touchesOf(rectangle, centre, radius);
    expectSound(touches, rectangle, centre, radius);
    if (over) {
      // In front, or gone through by less than a radius: back to the front. Who was never there passes.
      const bool touching = centre.z() <= radius && centre.z() > (wasInFront ? -radius : 0.0);
      ASSERT_EQ(touches.count, touching ? 1 : 0);
      if (touching) {
        ASSERT_EQ(touches.list[0].gap, centre.z() - radius);
        ASSERT_EQ(touches.list[0].normal, Vec3(-Vec3::UnitZ()));
      }
    } else {
      ASSERT_EQ(touches.count, distance <= radius && centre.z() > -radius ? 1 : 0);
      if (touches.count == 1) {
        ASSERT_EQ(touches.list[0].feature, centre.z() < 0.0 ? 1U : 0U);
        ASSERT_NEAR(touches.list[0].gap, distance - radius, kRoundOff);
        const Vec3 point = contactPoint(touches.list[0], centre, radius);
        ASSERT_NEAR(distanceToFace(point, 2, 0.0, Vec3(0.3, 0.2, 0)), 0.0, kRoundOff);
      }
    }
  }
}

TEST(Surface, ContainerFromInside) {
  Random random(5);
  for (int i = 0; i < 20000; ++i) {
    Container box{.halfExtents = Vec3(0.3, 0.2, 0.4)};
    for (bool& face : box.faces) {
      face = random.uniform() < 0.7;
    }
    const Vec3 centre = randomPointNear(random, box.halfExtents);
    const double radius = random.uniform(0.01, 0.3);
    const SurfaceTouches touches = touchesOf(box, centre, radius);
    expectSound(touches, box, centre, radius);
    int expected = 0;
    for (int face = 0; face < 6; ++face) {
      const int axis = face / 2;
      const double side = face % 2 == 0 ? -1.0 : 1.0;
      const double distance = box.halfExtents[axis] - side * centre[axis];
      if (!box.faces[static_cast<std::size_t>(face)] || distance > radius) {
        continue;
      }
      ASSERT_LT(expected, touches.count);
      const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(expected)];
      ASSERT_EQ(touch.feature, static_cast<std::uint32_t>(face));
      ASSERT_NEAR(touch.gap, distance - radius, kRoundOff);
      ASSERT_EQ(touch.normal[axis], side);
      ++expected;
    }
    ASSERT_EQ(touches.count, expected);
  }
}

TEST(Surface, ContainerRimOfAnOpenFace) {
  Random random(6);
  const Container box{.halfExtents = Vec3(0.3, 0.2, 0.4), .faces = {true, true, true, true, true, false}};
  for (int i = 0; i < 20000; ++i) {
    // Above the open top and over the inside: only the rims of the four walls can be touched.
    const Vec3 centre(random.uniform(-0.3, 0.3), random.uniform(-0.2, 0.2), random.uniform(0.4, 0.6));
    const double radius = random.uniform(0.01, 0.3);
    const SurfaceTouches touches = touchesOf(box, centre, radius);
    expectSound(touches, box, centre, radius);
    int expected = 0;
    for (int face = 0; face < 4; ++face) {
      const int axis = face / 2;
      const double side = face % 2 == 0 ? -1.0 : 1.0;
      const double distance = distanceToFace(centre, axis, side * box.halfExtents[axis], box.halfExtents);
      if (distance > radius) {
        continue;
      }
      ASSERT_LT(expected, touches.count);
      const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(expected)];
      ASSERT_EQ(touch.feature, static_cast<std::uint32_t>(face));
      ASSERT_NEAR(touch.gap, distance - radius, kRoundOff);
      ++expected;
    }
    ASSERT_EQ(touches.count, expected);
  }
}

TEST(Surface, ContainerPushesBackWhatWentThrough) {
  Random random(7);
  const Container box{.halfExtents = Vec3::Constant(0.3)};
  const double radius = 0.1;
  for (int i = 0; i < 5000; ++i) {
    // Through one, two or three walls by less than a radius: it touched one of the walls, or moved out in the last
    // step.
    const Vec3 centre = randomPointNear(random, Vec3::Constant(0.399));
    const bool hasTouched = random.uniform() < 0.5;
    const SurfaceTouches touches = hasTouched ? touchesAfter(box, centre, radius, {static_cast<std::uint32_t>(i % 6)})
                                              : touchesAfter(box, centre, radius, {}, centre);
    expectSound(touches, box, centre, radius);
    for (int axis = 0; axis < 3; ++axis) {
      const double depth = std::abs(centre[axis]) - 0.3;
      if (depth <= 0.0) {
        continue;
      }
      const auto face = static_cast<std::uint32_t>(2 * axis + (centre[axis] > 0.0 ? 1 : 0));
      const auto* found = std::find_if(touches.list.begin(), touches.list.begin() + touches.count,
                                       [face](const SurfaceTouch& touch) { return touch.feature == face; });
      ASSERT_NE(found, touches.list.begin() + touches.count) << centre.transpose();
      ASSERT_NEAR(found->gap, -depth - radius, kRoundOff);
      ASSERT_EQ(found->normal[axis], centre[axis] > 0.0 ? 1.0 : -1.0);
    }
  }
}

/// Who comes from outside meets the nearest point of the walls, as of a solid, whichever of them there are.
TEST(Surface, ContainerFromOutside) {
  Random random(17);
  int touching = 0;
  for (int i = 0; i < 20000; ++i) {
    Container box{.halfExtents = Vec3(0.3, 0.2, 0.4)};
    for (bool& face : box.faces) {
      face = random.uniform() < 0.7;
    }
    const Vec3 centre = randomPointNear(random, Vec3(0.6, 0.5, 0.7));
    double distance = std::numeric_limits<double>::infinity();
    bool isBehind = false;
    for (std::size_t face = 0; face < 6; ++face) {
      const auto axis = static_cast<int>(face / 2);
      const double side = face % 2 == 0 ? -1.0 : 1.0;
      if (box.faces[face]) {
        distance = std::min(distance, distanceToFace(centre, axis, side * box.halfExtents[axis], box.halfExtents));
        isBehind = isBehind || side * centre[axis] > box.halfExtents[axis];
      }
    }
    if (!isBehind) {
      continue;
    }
    const double radius = random.uniform(0.01, 0.3);
    const SurfaceTouches touches = touchesOf(box, centre, radius);
    expectSound(touches, box, centre, radius);
    ASSERT_EQ(touches.count, distance <= radius ? 1 : 0) << centre.transpose();
    if (touches.count == 1) {
      ++touching;
      ASSERT_GE(touches.list[0].feature, 6U);
      ASSERT_NEAR(touches.list[0].gap, distance - radius, kRoundOff);
      const Vec3 nearest = centre.cwiseMax(-box.halfExtents).cwiseMin(box.halfExtents);
      ASSERT_NEAR((contactPoint(touches.list[0], centre, radius) - nearest).norm(), 0.0, kRoundOff);
    }
  }
  EXPECT_GT(touching, 2000);
}

TEST(Surface, HollowCylinderFromInside) {
  Random random(8);
  for (int i = 0; i < 20000; ++i) {
    const HollowCylinder drum{
        .radius = 0.3, .halfLength = 0.2, .caps = {random.uniform() < 0.5, random.uniform() < 0.5}};
    const Vec3 centre = randomPointNear(random, Vec3(0.3, 0.3, 0.2));
    const double rho = std::hypot(centre.x(), centre.y());
    if (rho > 0.3) {
      continue;
    }
    const double radius = random.uniform(0.01, 0.25);
    const SurfaceTouches touches = touchesOf(drum, centre, radius);
    expectSound(touches, drum, centre, radius);
    int expected = 0;
    const auto expect = [&](bool touching, std::uint32_t feature, double distance, const Vec3& normal, bool isCap) {
      if (!touching) {
        return;
      }
      ASSERT_LT(expected, touches.count);
      const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(expected++)];
      ASSERT_EQ(touch.feature, feature);
      ASSERT_NEAR(touch.gap, distance - radius, kRoundOff);
      ASSERT_LT((touch.normal - normal).norm(), 1e-12);
      ASSERT_EQ(touch.isCap, isCap);
    };
    expect(0.3 - rho <= radius, 0, 0.3 - rho, Vec3(centre.x() / rho, centre.y() / rho, 0), false);
    expect(drum.caps[0] && 0.2 + centre.z() <= radius, 1, 0.2 + centre.z(), -Vec3::UnitZ(), true);
    expect(drum.caps[1] && 0.2 - centre.z() <= radius, 2, 0.2 - centre.z(), Vec3::UnitZ(), true);
    ASSERT_EQ(touches.count, expected);
  }
  // On the axis a sphere larger than the tube still gets a unit normal.
  const SurfaceTouches axis = touchesOf(HollowCylinder{.radius = 0.3, .halfLength = 1.0}, Vec3::Zero(), 0.4);
  ASSERT_EQ(axis.count, 1);
  EXPECT_NEAR(axis.list[0].normal.norm(), 1.0, 1e-14);
}

TEST(Surface, HollowCylinderOpenRimAndThroughTheWall) {
  Random random(9);
  const HollowCylinder open{.radius = 0.3, .halfLength = 0.2, .caps = {false, false}};
  for (int i = 0; i < 5000; ++i) {
    const Vec3 centre = randomPointNear(random, Vec3(0.5, 0.5, 0.4));
    const double rho = std::hypot(centre.x(), centre.y());
    const double radius = random.uniform(0.01, 0.25);
    const SurfaceTouches touches = touchesOf(open, centre, radius);
    expectSound(touches, open, centre, radius);
    if (std::abs(centre.z()) > 0.2) {
      const double distance = distanceToTube(centre, 0.3, 0.2);
      ASSERT_EQ(touches.count, distance <= radius ? 1 : 0);
      if (touches.count == 1) {
        ASSERT_NEAR(touches.list[0].gap, distance - radius, kRoundOff);
      }
    } else if (rho > 0.3 && rho < 0.3 + radius) {
      // From outside; who touched it from inside is brought back.
      ASSERT_EQ(touches.count, 1);
      ASSERT_EQ(touches.list[0].feature, 3U);
      ASSERT_NEAR(touches.list[0].gap, rho - 0.3 - radius, kRoundOff);
      ASSERT_LT(touches.list[0].normal.dot(centre), 0.0);
      const SurfaceTouches back = touchesAfter(open, centre, radius, {0});
      ASSERT_EQ(back.count, 1);
      ASSERT_EQ(back.list[0].feature, 0U);
      ASSERT_NEAR(back.list[0].gap, 0.3 - rho - radius, kRoundOff);
    }
  }
  // Through a cap and the wall at once: both bring it back.
  const SurfaceTouches both =
      touchesAfter(HollowCylinder{.radius = 0.3, .halfLength = 0.2}, Vec3(0.33, 0, 0.22), 0.1, {0});
  ASSERT_EQ(both.count, 2);
  EXPECT_NEAR(both.list[0].gap, -0.03 - 0.1, kRoundOff);
  EXPECT_NEAR(both.list[1].gap, -0.02 - 0.1, kRoundOff);
}

TEST(Surface, HollowCylinderFromOutside) {
  Random random(19);
  int touching = 0;
  for (int i = 0; i < 20000; ++i) {
    const HollowCylinder drum{
        .radius = 0.3, .halfLength = 0.2, .caps = {random.uniform() < 0.5, random.uniform() < 0.5}};
    const Vec3 centre = randomPointNear(random, Vec3(0.5, 0.5, 0.4));
    const double rho = std::hypot(centre.x(), centre.y());
    double distance = distanceToTube(centre, 0.3, 0.2);
    bool isBehind = rho > 0.3;
    for (const double end : {-1.0, 1.0}) {
      if (drum.caps[end > 0.0]) {
        distance = std::min(distance, distanceToDisc(centre, 0.3, 0.2 * end));
        isBehind = isBehind || end * centre.z() > 0.2;
      }
    }
    if (!isBehind) {
      continue;
    }
    const double radius = random.uniform(0.01, 0.25);
    const SurfaceTouches touches = touchesOf(drum, centre, radius);
    expectSound(touches, drum, centre, radius);
    ASSERT_EQ(touches.count, distance <= radius ? 1 : 0) << centre.transpose();
    if (touches.count == 1) {
      ++touching;
      ASSERT_GE(touches.list[0].feature, 3U);
      ASSERT_NEAR(touches.list[0].gap, distance - radius, kRoundOff);
    }
  }
  EXPECT_GT(touching, 2000);
}

TEST(Surface, NonFiniteCentresDoNotCrash) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Shape& shape : {Shape(Plane{}), Shape(Rectangle{}), Shape(SolidBox{}), Shape(Container{}),
                             Shape(HollowCylinder{}), Shape(SolidCylinder{})}) {
    EXPECT_LE(touchesOf(shape, Vec3(nan, 0, 0), 0.1).count, kMaxFeatures);
    EXPECT_LE(touchesOf(shape, Vec3::Constant(nan), 0.1).count, kMaxFeatures);
  }
}

}  // namespace
}  // namespace scree
