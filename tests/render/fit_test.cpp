#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "app/render/geometry/belt_motion.h"
#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/density_grid.h"
#include "app/render/geometry/frame_uniforms.h"
#include "app/render/geometry/point_order.h"
#include "app/render/geometry/scene_fit.h"
#include "app/render/passes/ground_pass.h"
#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

TEST(BoundingSphere, HoldsParticlesAndFiniteBodies) {
  const auto snapshot = drumScene(800);
  const SceneSphere sphere = boundingSphere(*snapshot);
  for (const Eigen::Vector4f& p : snapshot->grains.positionRadius) {
    EXPECT_LE((p.head<3>() - sphere.centre).norm() + p.w(), sphere.radius * 1.0001f);
  }
  // The drum's own box reaches hypot(R, R, L) from the origin; the ground must not count.
  EXPECT_GT(sphere.radius, 0.4f);
  EXPECT_LT(sphere.radius, 0.8f);
}

TEST(BoundingSphere, OfNothingIsUsable) {
  const SceneSphere sphere = boundingSphere(Snapshot{});
  EXPECT_EQ(sphere.radius, 1.0f);
  EXPECT_TRUE(sphere.centre.isZero());
}

TEST(BoundingSphere, SteadiedFollowsOnlyLargeChanges) {
  const SceneSphere shown{Eigen::Vector3f::Zero(), 1.0f};
  EXPECT_EQ(steadied(shown, {{0.1f, 0.0f, 0.0f}, 1.1f}).radius, 1.0f);
  EXPECT_EQ(steadied(shown, {{0.0f, 0.0f, 0.0f}, 3.0f}).radius, 3.0f);
  EXPECT_EQ(steadied(shown, {{5.0f, 0.0f, 0.0f}, 1.0f}).centre.x(), 5.0f);
}

TEST(GridSpacing, IsRoundAndInProportion) {
  EXPECT_FLOAT_EQ(gridSpacing(1.0f), 0.1f);
  EXPECT_FLOAT_EQ(gridSpacing(2.1f), 0.2f);
  for (int i = 0; i < 27; ++i) {
    const float radius = 1e-3f * std::pow(1.7f, static_cast<float>(i));
    EXPECT_GT(radius / gridSpacing(radius), 6.0f);
    EXPECT_LT(radius / gridSpacing(radius), 18.0f);
  }
}

TEST(Density, VolumeIsThatOfTheParticles) {
  std::mt19937 random(1);  // NOLINT: the same places each time
  std::uniform_real_distribution<float> unit(0.0f, 1.0f);
  std::vector<Eigen::Vector4f> particles;
  double volume = 0.0;
  for (int i = 0; i < 3000; ++i) {
    particles.emplace_back(unit(random), unit(random), 2.0f * unit(random), 0.02f);
    volume += 4.0 / 3.0 * std::numbers::pi * std::pow(0.02, 3);
  }
  const DensityGrid grid = makeDensityGrid(particles);
  double filled = 0.0;
  for (const std::uint8_t f : grid.fraction) {
    filled += f / 255.0 * std::pow(static_cast<double>(grid.cell), 3);
  }
  // Each cell rounds by at most half of 1/255: a few percent of so loose a heap.
  EXPECT_NEAR(filled, volume, 0.05 * volume);
  EXPECT_EQ(grid.fraction.size(), static_cast<std::size_t>(grid.size[0] * grid.size[1] * grid.size[2]));
}

TEST(Density, StraysDoNotCoarsenTheGrid) {
  const auto snapshot = drumScene(2000);
  std::vector<Eigen::Vector4f> particles = snapshot->grains.positionRadius;
  const float cell = makeDensityGrid(particles).cell;
  particles.emplace_back(900.0f, 0.0f, -900.0f, 0.01f);
  particles.emplace_back(NAN, 0.0f, 0.0f, 0.01f);
  particles.pop_back();
  EXPECT_LT(makeDensityGrid(particles).cell, 60.0f);
  EXPECT_GT(cell, 0.0f);
  EXPECT_TRUE(makeDensityGrid({}).fraction.empty());
}

TEST(PointOrder, NearestFirstAndNothingLost) {
  const auto snapshot = drumScene(1500);
  Camera camera;
  frame(camera, Vec3::Zero(), 1.0f, 1.5f);
  const FrameUniforms uniforms = cameraUniforms(camera, Vec3::Zero(), 2.0f, 900, 600);
  const ColumnRange all{.half = 1.0f / uniforms.projection(0, 0)};
  const PointView view{.view = uniforms.view,
                       .picture = all,
                       .drawn = all,
                       .halfHeight = 1.0f / uniforms.projection(1, 1),
                       .pixel = uniforms.pixel(),
                       .nearest = uniforms.nearest(),
                       .largestPoint = 255.0f};
  PointOrder order;
  orderPoints(snapshot->grains.positionRadius, view, order);
  EXPECT_EQ(order.points.size(), snapshot->particles());
  EXPECT_TRUE(order.quads.empty());
  float last = 0.0f;
  for (const std::uint32_t i : order.points) {
    const float depth = -(view.view * snapshot->grains.positionRadius[i].head<3>().homogeneous()).z();
    EXPECT_GT(depth, last - 2.0f / 512.0f);  // one bucket of a scene two deep
    last = depth;
  }
}

TEST(PointOrder, LargeNearAndRimSpheresBecomeQuadsAndHiddenOnesGo) {
  PointView view;
  view.pixel = 2.0f / 600.0f;
  view.largestPoint = 255.0f;
  const std::vector<Eigen::Vector4f> particles = {
      {0.0f, 0.0f, -5.0f, 0.1f},   // plain
      {0.0f, 0.0f, -5.0f, 3.0f},   // 360 pixels wide
      {5.05f, 0.0f, -5.0f, 0.2f},  // centre just outside the right edge
      {9.0f, 0.0f, -5.0f, 0.2f},   // outside
      {0.0f, 0.0f, 5.0f, 0.2f},    // behind
      {0.0f, 0.0f, 0.1f, 1.0f},    // round the eye
  };
  PointOrder order;
  orderPoints(particles, view, order);
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(order.quads, (std::vector<std::uint32_t>{1, 2, 5}));
}

TEST(PointOrder, ColumnsThatAreNotDrawnHideButChangeNoKind) {
  PointView view;
  view.pixel = 2.0f / 600.0f;
  view.largestPoint = 255.0f;
  view.drawn = {.middle = 0.5f, .half = 0.5f};  // the right half
  const std::vector<Eigen::Vector4f> particles = {
      {1.0f, 0.0f, -5.0f, 0.1f},    // in the right half
      {-0.05f, 0.0f, -5.0f, 0.1f},  // reaches into it
      {-1.0f, 0.0f, -5.0f, 0.1f},   // in the left half
      {5.05f, 0.0f, -5.0f, 0.2f},   // centre just outside the picture
  };
  PointOrder order;
  orderPoints(particles, view, order);
  std::sort(order.points.begin(), order.points.end());
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(order.quads, (std::vector<std::uint32_t>{3}));
}

TEST(PointOrder, StaysForSomePicturesButNotWhenTheViewTurnsOrAParticleIsNoPoint) {
  PointView view;
  view.pixel = 2.0f / 600.0f;
  view.largestPoint = 255.0f;
  std::vector<Eigen::Vector4f> particles = {{0.0f, 0.0f, -5.0f, 0.1f}, {0.0f, 0.0f, -6.0f, 0.1f}};
  PointOrder order;
  EXPECT_TRUE(orderPoints(particles, view, order));
  std::swap(particles[0], particles[1]);
  for (int i = 1; i < kPicturesOfAnOrder; ++i) {
    EXPECT_FALSE(orderPoints(particles, view, order));
  }
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(orderPoints(particles, view, order));
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{1, 0}));
  const float angle = 0.2f;
  view.view.block<3, 3>(0, 0) = Eigen::AngleAxisf(angle, Eigen::Vector3f::UnitY()).toRotationMatrix();
  EXPECT_TRUE(orderPoints(particles, view, order));
  EXPECT_FALSE(orderPoints(particles, view, order));
  particles[1].w() = 4.0f;  // too large for a point
  EXPECT_TRUE(orderPoints(particles, view, order));
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(order.quads, (std::vector<std::uint32_t>{1}));
  EXPECT_TRUE(orderPoints(particles, view, order)) << "with quads among them it is found anew each time";
  std::swap(particles[0], particles[1]);
  EXPECT_TRUE(orderPoints(particles, view, order));
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{1}));
  particles.erase(particles.begin());
  EXPECT_TRUE(orderPoints(particles, view, order)) << "one point as before, but another one";
  EXPECT_EQ(order.points, (std::vector<std::uint32_t>{0}));
}

TEST(PointOrder, WhatIsNoNumberIsNotDrawnAndEqualDepthsAre) {
  PointView view;
  view.pixel = 2.0f / 600.0f;
  view.largestPoint = 255.0f;
  PointOrder order;
  orderPoints({}, view, order);
  EXPECT_TRUE(order.points.empty());
  std::vector<Eigen::Vector4f> particles(130, {0.0f, 0.0f, -5.0f, 0.1f});
  particles[7].x() = std::numeric_limits<float>::quiet_NaN();
  particles[129].z() = std::numeric_limits<float>::infinity();
  orderPoints(particles, view, order);
  EXPECT_EQ(order.points.size(), 128U);
  EXPECT_EQ(std::count(order.points.begin(), order.points.end(), 7U), 0);
  EXPECT_TRUE(order.quads.empty());
  orderPoints(std::span(particles).subspan(7, 1), view, order);
  EXPECT_TRUE(order.points.empty());
}

/// Every edge of a closed mesh is used once in each direction.
void expectClosed(const BodyMesh& mesh) {
  const auto key = [&](std::uint32_t i) {
    const Eigen::Vector3f p = mesh.vertices[i].position * 1e4f;
    return std::array<long, 3>{std::lround(p.x()), std::lround(p.y()), std::lround(p.z())};
  };
  std::map<std::pair<std::array<long, 3>, std::array<long, 3>>, int> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      ++edges[{key(mesh.triangles[t + k]), key(mesh.triangles[t + (k + 1) % 3])}];
    }
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_TRUE(edges.contains({edge.second, edge.first}));
  }
}

/// Six times the enclosed volume over 6: positive when triangles face outwards.
double enclosed(const BodyMesh& mesh) {
  double sum = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const auto p = [&](std::size_t k) { return mesh.vertices[mesh.triangles[t + k]].position; };
    sum += p(0).dot(p(1).cross(p(2))) / 6.0;
  }
  return sum;
}

TEST(BodyMesh, SolidsAreClosedWithOutwardFaces) {
  const double cylinder = std::numbers::pi * 0.3 * 0.3 * 1.0;
  const std::vector<std::pair<Shape, double>> shapes = {{SolidBox{Vec3(0.1, 0.2, 0.3)}, 8.0 * 0.006},
                                                        {Container{Vec3(0.1, 0.2, 0.3)}, 8.0 * 0.006},
                                                        {SolidCylinder{0.3, 0.5}, cylinder},
                                                        {HollowCylinder{0.3, 0.5}, cylinder}};
  for (const auto& [shape, volume] : shapes) {
    const BodyMesh mesh = tessellate(shape);
    expectClosed(mesh);
    EXPECT_NEAR(enclosed(mesh), volume, 2e-3 * volume);  // 96 sides: 0.07 % less than the circle
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
      const auto& a = mesh.vertices[mesh.triangles[t]];
      const auto& b = mesh.vertices[mesh.triangles[t + 1]];
      const auto& c = mesh.vertices[mesh.triangles[t + 2]];
      EXPECT_GT((b.position - a.position).cross(c.position - a.position).dot(a.normal), 0.0f);
    }
  }
}

TEST(BodyMesh, OpenFacesAndCapsAreLeftOut) {
  const auto triangles = [](const Shape& shape) { return tessellate(shape).triangles.size() / 3; };
  EXPECT_EQ(triangles(Container{}), 12U);
  EXPECT_EQ(triangles(Container{Vec3::Constant(0.5), {true, true, true, true, true, false}}), 10U);
  EXPECT_EQ(triangles(HollowCylinder{}) - triangles(HollowCylinder{0.5, 0.5, {true, false}}), 96U);
  EXPECT_EQ(triangles(Plane{}), 0U);
  // The floor alone: its four edges.
  EXPECT_EQ(tessellate(Container{Vec3::Constant(0.5), {false, false, false, false, true, false}}).edges.size(), 4U);
}

TEST(BodyMesh, FlatBoxesAreRectangles) {
  EXPECT_EQ(boxEdges({1.0f, 1.0f, 1.0f}).size(), 12U);
  EXPECT_EQ(boxEdges({1.0f, 1.0f, 0.0f}).size(), 4U);
  EXPECT_EQ(boxEdges({1.0f, 0.0f, 0.0f}).size(), 1U);
}

TEST(BeltMotion, IntegratesTheRamp) {
  SnapshotBody body;
  body.shapes = std::make_shared<const std::vector<ShapeInstance>>(2);
  body.drives.push_back({SurfaceMotion{1, Vec3(0.0, 2.0, 0.0)}, SpeedProfile{0.5, 1.0, 1e300, 2.0}});
  EXPECT_TRUE(beltMotion(body, 0, 5.0).direction.isZero());
  const BeltMotion belt = beltMotion(body, 1, 5.0);
  EXPECT_TRUE(belt.direction.isApprox(Vec3::UnitY()));
  EXPECT_NEAR(belt.travelled, 0.5 * (5.0 - 1.0 - 1.0), 1e-12);  // half of the two seconds of ramp are lost
}

TEST(Narrowed, MapsItsPixelsToTheWholePicture) {
  Camera camera;
  const Eigen::Matrix4f whole = camera.projection(1.5f, 1.0f);
  const Eigen::Matrix4f part = narrowed(whole, 120, 40, 7, 900, 600);
  const Eigen::Vector4f point(0.2f, -0.1f, -1.3f, 1.0f);
  const Eigen::Vector4f a = whole * point;
  const Eigen::Vector4f b = part * point;
  const float pixel = (0.5f + 0.5f * a.x() / a.w()) * 900.0f;
  EXPECT_NEAR((0.5f + 0.5f * b.x() / b.w()) * 7.0f, pixel - 120.0f, 1e-2f);
  EXPECT_FLOAT_EQ(a.z(), b.z());
  EXPECT_FLOAT_EQ(a.w(), b.w());
}

}  // namespace
}  // namespace scree
