// Holes of meshes: found, and closed so that volumes come out right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <random>
#include <set>

#include "engine/formats/mesh_defects.h"
#include "engine/formats/mesh_sides.h"
#include "tests/formats/holed_meshes.h"

namespace scree {
namespace {
void expectSound(const Triangles& mesh, const MeshHealth& health, double volume, double tolerance) {
  EXPECT_TRUE(health.isClosed()) << told(health);
  EXPECT_EQ(health.openEdges, 0U);
  EXPECT_EQ(health.crowdedEdges, 0U);
  EXPECT_FALSE(health.isOneSided);
  EXPECT_NEAR(health.volume, volume, tolerance);
  forEachEdge(meshSidesOf(mesh.corners), [](std::span<const MeshSide> edge) {
    EXPECT_TRUE(edge.size() == 2 && edge[0].forward != edge[1].forward);
  });
}

TEST(MeshHoles, ACubeWithAMissingFaceWeighsAsTheWhole) {
  for (const int n : {1, 2, 5, 80}) {  // the last has 320 points around: a fan
    Triangles cube = cubeOf(n);
    takeOutWhere(cube, [](const Vec3& middle) { return middle.z() > 0.4999; });
    Triangles closed = cube;
    const MeshHealth open = mend(cube);
    ASSERT_EQ(open.openEdges, 4U * static_cast<unsigned>(n));
    const MeshHealth health = mend(closed, HoleRepair::close);
    expectSound(closed, health, 1.0, 1e-12);
    ASSERT_TRUE(health.closedHoles);
    EXPECT_EQ(health.closedHoles->holes, 1U);
    EXPECT_EQ(health.closedHoles->left, 0U);
    const std::size_t triangles = n == 80 ? 320U : 4U * static_cast<unsigned>(n) - 2;
    EXPECT_EQ(health.closedHoles->triangles, triangles);
    EXPECT_EQ(health.slivers, 0U) << n;
    EXPECT_NE(told(health).find(fmt::format("1 hole closed by {} triangles", triangles)), std::string::npos)
        << told(health);
    const MeshDefects defects = defectsOf(cube, open);
    ASSERT_EQ(defects.list.size(), 1U);
    EXPECT_EQ(defects.list[0].kind, DefectKind::hole);
    EXPECT_EQ(defects.list[0].count, open.openEdges);
    EXPECT_EQ(defects.list[0].lines.size(), open.openEdges);
    EXPECT_LT((defects.list[0].place - Vec3(0, 0, 0.5)).norm(), 1e-12);
    EXPECT_NEAR(defects.list[0].size, std::sqrt(2.0), 1e-12);
    EXPECT_TRUE(defectsOf(closed, health).list.empty());
  }
}

TEST(MeshHoles, AHoleAtACornerIsNotPlane) {
  // Three faces that meet in a corner are missing: the least lid of the loop of 6 points cuts the cube along a plane
  // through three of them and three triangles of half a face.
  Triangles cube = cubeOf(1);
  takeOutWhere(cube, [](const Vec3& middle) { return middle.maxCoeff() > 0.4999; });
  const MeshHealth health = mend(cube, HoleRepair::close);
  expectSound(cube, health, 1.0 / 6.0, 1.0);
  EXPECT_EQ(health.closedHoles->triangles, 4U);
  double lid = 0.0;
  for (std::size_t t = 6; t < cube.corners.size(); ++t) {
    lid += 0.5 * areaVector(cube.points, cube.corners[t]).norm();
  }
  // Of the corners of the loop those with one coordinate of 1/2 make the small triangle; its sides are √2.
  EXPECT_NEAR(lid, 3.0 * 0.5 + std::sqrt(3.0) / 2.0, 1e-6);
}

/// Least area of all triangulations of a loop, by trying them all.
double leastArea(const std::vector<Vec3>& loop, std::size_t i, std::size_t j) {
  double least = j - i < 2 ? 0.0 : 1e300;
  for (std::size_t k = i + 1; k < j; ++k) {
    const double own = 0.5 * (loop[k] - loop[i]).cross(loop[j] - loop[i]).norm();
    least = std::min(least, own + leastArea(loop, i, k) + leastArea(loop, k, j));
  }
  return least;
}

TEST(MeshHoles, ALidHasTheLeastAreaOfAll) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-0.4, 0.4);
  for (int round = 0; round < 20; ++round) {
    // A cone without its base, which is a loop of 9 points up and down.
    Triangles cone;
    for (int i = 0; i < 9; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / 9.0;
      cone.points.emplace_back(std::cos(angle), std::sin(angle), any(random));
    }
    const std::vector<Vec3> loop = cone.points;
    cone.points.emplace_back(0, 0, 5);
    for (std::uint32_t i = 0; i < 9; ++i) {
      cone.corners.push_back({i, (i + 1) % 9, 9});
    }
    const MeshHealth health = mend(cone, HoleRepair::close);
    ASSERT_TRUE(health.isClosed());
    ASSERT_EQ(cone.corners.size(), 16U);
    double lid = 0.0;
    for (std::size_t t = 9; t < 16; ++t) {
      lid += 0.5 * areaVector(cone.points, cone.corners[t]).norm();
    }
    EXPECT_NEAR(lid, leastArea(loop, 0, 8), 1e-6);
  }
}

/// Tank of radius 1 and height 2 with a slot over five sixths of its round, a tenth of it high.
Triangles slottedTank(std::uint32_t sectors) {
  constexpr std::uint32_t kRings = 10;
  Triangles tank;
  for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
    for (std::uint32_t i = 0; i < sectors; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sectors;
      tank.points.emplace_back(std::cos(angle), std::sin(angle), 2.0 * ring / kRings);
    }
  }
  tank.points.insert(tank.points.end(), {Vec3(0, 0, 0), Vec3(0, 0, 2)});
  const auto bottom = static_cast<std::uint32_t>(tank.points.size() - 2);
  for (std::uint32_t i = 0; i < sectors; ++i) {
    const std::uint32_t next = (i + 1) % sectors;
    tank.corners.push_back({bottom, next, i});
    tank.corners.push_back({bottom + 1, kRings * sectors + i, kRings * sectors + next});
    for (std::uint32_t ring = 0; ring < kRings; ++ring) {
      if (ring == 5 && 6 * i < 5 * sectors) {
        continue;
      }
      const std::uint32_t low = ring * sectors;
      tank.corners.push_back({low + i, low + next, low + sectors + next});
      tank.corners.push_back({low + i, low + sectors + next, low + sectors + i});
    }
  }
  return tank;
}

TEST(MeshHoles, ALongSlotIsClosedAlongTheWallOrLeft) {
  Triangles fine = slottedTank(120);
  const MeshHealth closed = mend(fine, HoleRepair::close);
  const double whole = 120.0 * std::sin(2.0 * std::numbers::pi / 120.0);
  // Its lid lies on the wall, where its triangles may cut off strips of a sector's height of arc.
  expectSound(fine, closed, whole, 2e-3 * whole);
  // Too many points for the least area: a fan would run through the inside.
  Triangles finest = slottedTank(240);
  const MeshHealth open = mend(finest, HoleRepair::close);
  EXPECT_FALSE(open.isClosed());
  EXPECT_EQ(open.closedHoles->left, 1U);
  EXPECT_NE(told(open).find("more than 300 points that is not flat"), std::string::npos) << told(open);
  // Its lid, were it flat, has any number of points.
  Triangles cut = slottedTank(400);
  takeOutWhere(cut, [](const Vec3& middle) { return middle.z() > 1.99; });
  takeOutWhere(cut, [](const Vec3& middle) { return middle.z() > 0.99; });
  const double half = 400.0 / 2.0 * std::sin(2.0 * std::numbers::pi / 400.0);
  expectSound(cut, mend(cut, HoleRepair::close), half, 1e-9);
}

TEST(MeshHoles, FiveHolesOfDifferentSizeInABall) {
  Triangles ball = ballOf(6);
  Triangles whole = ball;
  const double volume = mend(whole).volume;
  const std::array<Vec3, 5> at = {Vec3(1, 1, 1).normalized(), Vec3(-1, 1, 1).normalized(), Vec3(1, -1, -1).normalized(),
                                  Vec3(-1, -1, 1).normalized(), Vec3(0.1, 0.2, -1).normalized()};
  const std::array<double, 5> radii = {0.1, 0.15, 0.2, 0.25, 0.3};
  takeOutWhere(ball, [&](const Vec3& middle) {
    for (std::size_t i = 0; i < 5; ++i) {
      if ((middle.normalized() - at[i]).norm() < radii[i]) {
        return true;
      }
    }
    return false;
  });
  Triangles open = ball;
  const MeshDefects defects = [&] {
    const MeshHealth health = mend(open);
    return defectsOf(open, health);
  }();
  ASSERT_EQ(defects.list.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(defects.list[i].kind, DefectKind::hole);
    EXPECT_NEAR(defects.list[i].size, 2.0 * radii[4 - i], 0.1) << "largest first";
    EXPECT_LT((defects.list[i].place.normalized() - at[4 - i]).norm(), 0.05);
  }
  const MeshHealth health = mend(ball, HoleRepair::close);
  EXPECT_EQ(health.closedHoles->holes, 5U);
  // A cap of angle a is missing of each: with a chord r its height is r²/2.
  double caps = 0.0;
  for (const double r : radii) {
    const double h = 0.5 * r * r;
    caps += std::numbers::pi * h * h * (3.0 - h) / 3.0;
  }
  expectSound(ball, health, volume - caps, 0.3 * caps);
  EXPECT_LT(health.volume, volume);
}

/// Torus of radii 1 and 0.4 of n times m quads.
Triangles torusOf(std::uint32_t n, std::uint32_t m) {
  Triangles torus;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k < m; ++k) {
      const double u = 2.0 * std::numbers::pi * i / n;
      const double v = 2.0 * std::numbers::pi * k / m;
      const double r = 1.0 + 0.4 * std::cos(v);
      torus.points.emplace_back(r * std::cos(u), r * std::sin(u), 0.4 * std::sin(v));
      const std::uint32_t a = i * m + k;
      const std::uint32_t b = (i + 1) % n * m + k;
      const std::uint32_t c = (i + 1) % n * m + (k + 1) % m;
      const std::uint32_t d = i * m + (k + 1) % m;
      torus.corners.push_back({a, b, c});
      torus.corners.push_back({a, c, d});
    }
  }
  return torus;
}

TEST(MeshHoles, ATorusCutOpenGetsTwoLids) {
  // A segment of the ring is missing: both ends are plane loops of 12 points.
  Triangles torus = torusOf(24, 12);
  Triangles whole = torus;
  const double volume = mend(whole).volume;
  torus.corners.resize(torus.corners.size() - 24);
  const MeshHealth health = mend(torus, HoleRepair::close);
  EXPECT_EQ(health.closedHoles->holes, 2U);
  EXPECT_EQ(health.closedHoles->triangles, 20U);
  expectSound(torus, health, volume * 23.0 / 24.0, 1e-9);
}

TEST(MeshHoles, HolesThatShareAPointAreClosedEachForItself) {
  // The squares of a face on either side of a point.
  Triangles cube = cubeOf(4);
  takeOutWhere(cube, [](const Vec3& m) {
    return m.z() > 0.4999 && ((m.x() > 0 && m.x() < 0.25 && m.y() > 0 && m.y() < 0.25) ||
                              (m.x() < 0 && m.x() > -0.25 && m.y() < 0 && m.y() > -0.25));
  });
  Triangles open = cube;
  const MeshHealth health = mend(open);
  const MeshDefects defects = defectsOf(open, health);
  ASSERT_EQ(defects.list.size(), 2U);
  EXPECT_EQ(defects.list[0].count, 4U);
  EXPECT_LT((defects.list[0].place - Vec3(-0.125, -0.125, 0.5)).norm(), 1e-12) << "of one size, by place";
  EXPECT_LT((defects.list[1].place - Vec3(0.125, 0.125, 0.5)).norm(), 1e-12);
  const MeshHealth closed = mend(cube, HoleRepair::close);
  EXPECT_EQ(closed.closedHoles->holes, 2U);
  expectSound(cube, closed, 1.0, 1e-12);
}

TEST(MeshHoles, ASheetThatTouchesAHoleInAPointIsLeftAndTold) {
  // A hole of 3 x 3 squares in the middle of a face of 5 x 5, in which one square hangs on by a corner.
  Triangles cube = cubeOf(5);
  takeOutWhere(cube, [](const Vec3& m) {
    const bool isHole = m.z() > 0.4999 && std::abs(m.x()) < 0.3 && std::abs(m.y()) < 0.3;
    return isHole && !(m.x() < -0.1 && m.y() < -0.1);
  });
  // The square hangs on by two edges; its triangles next to them go, so that a triangle is left that touches a corner.
  Triangles open = cube;
  mend(open);
  takeOutWhere(open, [](const Vec3& m) {
    return m.z() > 0.4999 && m.x() < -0.1 && m.x() > -0.3 && m.y() < -0.1 && m.y() > -0.3;
  });
  const auto corner =
      std::ranges::find_if(open.points, [](const Vec3& p) { return (p - Vec3(-0.3, -0.3, 0.5)).norm() < 1e-9; });
  ASSERT_NE(corner, open.points.end());
  const auto first = static_cast<std::uint32_t>(open.points.size());
  const auto at = static_cast<std::uint32_t>(corner - open.points.begin());
  open.points.insert(open.points.end(), {Vec3(-0.1, -0.25, 0.5), Vec3(-0.25, -0.1, 0.5), Vec3(-0.1, -0.1, 0.5)});
  open.corners.push_back({at, first, first + 1});
  open.corners.push_back({first, first + 2, first + 1});
  const MeshHealth health = mend(open, HoleRepair::close);
  EXPECT_FALSE(health.isClosed());
  // The hanging sheet is a piece of its own: its border goes around a flat sheet, the hole is closed below it.
  EXPECT_EQ(health.closedHoles->holes, 1U);
  EXPECT_EQ(health.closedHoles->left, 1U);
  EXPECT_NE(told(health).find("1 border left open, the first at ["), std::string::npos) << told(health);
  const MeshDefects defects = defectsOf(open, health);
  ASSERT_EQ(defects.list.size(), 1U);
  EXPECT_EQ(defects.list[0].kind, DefectKind::sheetBorder);
  EXPECT_EQ(defects.list[0].count, 4U);
}

TEST(MeshHoles, RimsThatMeetInAPointAreClosedEachForItself) {
  // A ring cut open whose ends stay together in one point: at that point the border goes from one end to the other.
  constexpr std::uint32_t kAround = 12;
  Triangles ring = torusOf(24, kAround);
  std::vector<std::uint32_t> end(kAround);
  for (std::uint32_t k = 0; k < kAround; ++k) {
    end[k] = static_cast<std::uint32_t>(ring.points.size());
    const double v = 2.0 * std::numbers::pi * k / kAround;
    const Quat back(Eigen::AngleAxisd(-0.05 * (1.0 - std::cos(v)), Vec3::UnitZ()));
    ring.points.push_back(back * ring.points[k]);
  }
  end[0] = 0;
  for (std::size_t t = ring.corners.size() - std::size_t{2} * kAround; t < ring.corners.size(); ++t) {
    for (std::uint32_t& corner : ring.corners[t]) {
      corner = corner < kAround ? end[corner] : corner;
    }
  }
  Triangles open = ring;
  const MeshHealth before = mend(open);
  ASSERT_EQ(before.openEdges, 24U);
  const std::vector<OpenBorder> borders = openBordersOf(open);
  ASSERT_EQ(borders.size(), 2U);
  for (const OpenBorder& border : borders) {
    EXPECT_EQ(border.kind, BorderKind::hole);
    EXPECT_EQ(border.edges.size(), 12U);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_EQ(border.edges[i][1], border.edges[(i + 1) % 12][0]);
    }
  }
  const MeshHealth health = mend(ring, HoleRepair::close);
  EXPECT_EQ(health.closedHoles->holes, 2U);
  EXPECT_EQ(health.closedHoles->triangles, 20U);
  expectSound(ring, health, 0.98 * 2.0 * std::numbers::pi * 12.0 * 0.5 * 0.16 * std::sin(std::numbers::pi / 6.0), 0.06);
}

TEST(MeshHoles, ATriangleIsDividedWhereNeighboursEndOnItsSide) {
  // One edge of a cube has three points more on one side than on the other.
  Triangles cube = cubeOf(1);
  const Vec3 from(0.5, 0.5, -0.5);
  const Vec3 to(0.5, 0.5, 0.5);
  const auto indexOf = [&](const Vec3& p) {
    return static_cast<std::uint32_t>(
        std::ranges::find_if(cube.points, [&](const Vec3& q) { return (p - q).norm() < 1e-9; }) - cube.points.begin());
  };
  const std::uint32_t a = indexOf(from);
  const std::uint32_t b = indexOf(to);
  const auto side = std::ranges::find_if(
      cube.corners, [&](const Corners& c) { return std::ranges::count(c, a) == 1 && std::ranges::count(c, b) == 1; });
  ASSERT_NE(side, cube.corners.end());
  Corners c = *side;
  while (!((c[0] == a && c[1] == b) || (c[0] == b && c[1] == a))) {
    std::rotate(c.begin(), c.begin() + 1, c.end());
  }
  cube.corners.erase(side);
  std::uint32_t last = c[0];
  for (const double share : {0.25, 0.5, 0.75}) {
    const auto next = static_cast<std::uint32_t>(cube.points.size());
    cube.points.push_back(cube.points[c[0]] + share * (cube.points[c[1]] - cube.points[c[0]]));
    cube.corners.push_back({last, next, c[2]});
    last = next;
  }
  cube.corners.push_back({last, c[1], c[2]});
  Triangles open = cube;
  EXPECT_EQ(mend(open).openEdges, 5U);
  const MeshHealth health = mend(cube, HoleRepair::close);
  EXPECT_EQ(health.closedHoles->triangles, 3U);
  EXPECT_EQ(health.slivers, 0U);
  expectSound(cube, health, 1.0, 1e-12);
}

TEST(MeshHoles, SheetsKeepTheirBordersAndLoseTheirHoles) {
  // A plate of 5 x 5 squares, a square missing in the middle.
  Triangles plate = cubeOf(5);
  takeOutWhere(plate, [](const Vec3& m) { return m.z() < 0.4999 || (std::abs(m.x()) < 0.1 && std::abs(m.y()) < 0.1); });
  const MeshHealth health = mend(plate, HoleRepair::close);
  EXPECT_EQ(health.closedHoles->holes, 1U);
  EXPECT_EQ(health.closedHoles->triangles, 2U);
  EXPECT_EQ(health.closedHoles->left, 1U);
  EXPECT_EQ(health.openEdges, 20U);
  double area = 0.0;
  for (const Corners& c : plate.corners) {
    area += 0.5 * areaVector(plate.points, c).z();
  }
  EXPECT_NEAR(std::abs(area), 1.0, 1e-12);
}

TEST(MeshHoles, ATetrahedronOfTwoFacesGetsTheOtherTwo) {
  // The edge that both faces share is no edge of the lid, though the lid with it has the same area.
  Triangles two;
  two.points = {Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)};
  two.corners = {{0, 1, 2}, {0, 3, 1}};
  const MeshHealth health = mend(two, HoleRepair::close);
  expectSound(two, health, 8.0 / 3.0, 1e-12);
  EXPECT_EQ(health.nesting.turned + health.turned, 0U);
}

/// Number of pieces of a cube's mesh without the largest.
std::size_t piecesAlone(Triangles mesh) { return mend(mesh).pieces - 1; }

TEST(MeshHoles, RandomPlanePartsTakenOutComeBack) {
  int sound = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    Triangles cube = cubeOf(6);
    // Single triangles at random; those that touch in points or edges make larger holes, around corners of the cube
    // too. Only plane holes give the whole volume: the triangles stay off the cube's edges.
    std::vector<std::size_t> inner;
    for (std::size_t t = 0; t < cube.corners.size(); ++t) {
      const bool isInner = std::ranges::all_of(cube.corners[t], [&](std::uint32_t corner) {
        const Vec3 p = cube.points[corner].cwiseAbs();
        return (p.array() > 0.4999).count() == 1;
      });
      if (isInner) {
        inner.push_back(t);
      }
    }
    std::ranges::shuffle(inner, random);
    const std::size_t k = 1 + seed % 20;
    std::set<std::size_t> out(inner.begin(), inner.begin() + static_cast<std::ptrdiff_t>(k));
    std::size_t at = 0;
    std::erase_if(cube.corners, [&](const Corners&) { return out.contains(at++); });
    // Order and direction of the rest are at random.
    std::ranges::shuffle(cube.corners, random);
    for (Corners& c : cube.corners) {
      if (random() % 2 == 0) {
        std::swap(c[0], c[1]);
      }
    }
    Triangles again = cube;
    const MeshHealth health = mend(cube, HoleRepair::close);
    // A triangle that lost all neighbours is a sheet, and stays one.
    EXPECT_EQ(health.closedHoles->left, piecesAlone(again)) << seed;
    if (health.closedHoles->left == 0) {
      ++sound;
      expectSound(cube, health, 1.0, 1e-9);
    }
    mend(again, HoleRepair::close);
    EXPECT_EQ(again.corners, cube.corners) << "the same each time";
    EXPECT_EQ(again.points, cube.points);
  }
  EXPECT_GE(sound, 30);
}

}  // namespace
}  // namespace scree
