// Defects of meshes: listed with their kinds, sizes and places.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/formats/mesh_defects.h"
#include "tests/formats/holed_meshes.h"

namespace scree {
namespace {

TEST(MeshDefects, KindsPlacesSizesAndSentences) {
  // A fin on a box: an edge of three triangles, and a border that is no loop.
  Triangles fin = cubeOf(1);
  const auto first = static_cast<std::uint32_t>(fin.points.size());
  fin.points.insert(fin.points.end(), {Vec3(0.5, 0.5, -0.5), Vec3(0.5, 0.5, 0.5), Vec3(2, 2, 0)});
  fin.corners.push_back({first, first + 1, first + 2});
  const MeshHealth finned = mend(fin);
  MeshDefects defects = defectsOf(fin, finned);
  ASSERT_EQ(defects.list.size(), 2U);
  EXPECT_EQ(defects.list[0].kind, DefectKind::looseBorder);
  EXPECT_EQ(defects.list[0].count, 2U);
  EXPECT_EQ(defects.list[1].kind, DefectKind::crowdedEdges);
  EXPECT_EQ(textOf(defects.list[1]), "1 edge of more than two triangles, 1 m across, at [0.5, 0.5, 0]");
  EXPECT_EQ(textOf(defects.list[1], 1e-3), "1 edge of more than two triangles, 1 mm across, at [0.0005, 0.0005, 0]");
  const MeshHealth closed = mend(fin, HoleRepair::close);
  EXPECT_EQ(closed.closedHoles->holes, 0U);
  EXPECT_EQ(closed.closedHoles->left, 1U);
  EXPECT_NE(told(closed).find("no hole that can be closed"), std::string::npos);

  // Bars that cross: the lines of the cut go around both.
  Triangles bars = trianglesOf(BoxMesh{Vec3(3, 0.2, 0.2), 1, false});
  const auto second = static_cast<std::uint32_t>(bars.points.size());
  const Triangles other = trianglesOf(BoxMesh{Vec3(0.1, 3, 0.1), 1, false});
  bars.points.insert(bars.points.end(), other.points.begin(), other.points.end());
  for (const Corners& c : other.corners) {
    bars.corners.push_back({c[0] + second, c[1] + second, c[2] + second});
  }
  const MeshHealth crossed = mend(bars);
  defects = defectsOf(bars, crossed);
  ASSERT_EQ(defects.list.size(), 1U);
  EXPECT_EQ(defects.list[0].kind, DefectKind::cut);
  EXPECT_LT(defects.list[0].place.norm(), 1e-9);
  EXPECT_NEAR(defects.list[0].size, std::sqrt(0.2 * 0.2 + 2 * 0.1 * 0.1), 1e-9);
  double length = 0.0;
  for (const auto& [from, to] : defects.list[0].lines) {
    EXPECT_NEAR(std::abs(from.y()), 0.1, 1e-9);
    length += (to - from).norm();
  }
  EXPECT_NEAR(length, 8 * 0.1, 1e-9) << "the outlines of the thin bar on both faces of the thick one";
  EXPECT_EQ(textOf(defects.list[0], 1e-3).find("parts that cut through each other, 0.245 mm across, at ["), 0U)
      << textOf(defects.list[0], 1e-3);

  // A Möbius strip has a piece whose triangles cannot agree.
  Triangles strip;
  constexpr std::uint32_t kParts = 12;
  for (std::uint32_t i = 0; i < kParts; ++i) {
    const double u = 2.0 * std::numbers::pi * i / kParts;
    for (const double v : {-0.3, 0.3}) {
      const double r = 1.0 + v * std::cos(0.5 * u);
      strip.points.emplace_back(r * std::cos(u), r * std::sin(u), v * std::sin(0.5 * u));
    }
    const std::uint32_t a = 2 * i;
    const std::uint32_t b = i + 1 < kParts ? 2 * i + 2 : 1;
    const std::uint32_t c = i + 1 < kParts ? 2 * i + 3 : 0;
    strip.corners.push_back({a, b, c});
    strip.corners.push_back({a, c, a + 1});
  }
  const MeshHealth oneSided = mend(strip);
  EXPECT_TRUE(oneSided.isOneSided);
  defects = defectsOf(strip, oneSided);
  const auto found = std::ranges::find(defects.list, DefectKind::oneSided, &MeshDefect::kind);
  ASSERT_NE(found, defects.list.end());
  EXPECT_EQ(found->count, 2U * kParts);
  EXPECT_GE(found->size, 2.0);
  EXPECT_EQ(found->lines.size(), 1U);
  std::size_t edges = 0;
  for (const MeshDefect& defect : defects.list) {
    edges += defect.kind == DefectKind::oneSided ? 0 : defect.count;
  }
  EXPECT_EQ(edges, oneSided.openEdges);
  EXPECT_EQ(mend(strip, HoleRepair::close).closedHoles->holes, 0U);
}

TEST(MeshDefects, SliversSideBySideAreOneAndTheListIsBounded) {
  // 400 plates of their own, each of two triangles; the first are slivers.
  Triangles plates;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const double width = i < 2 ? 5e-4 : 1.0 + 1e-3 * i;
    const Vec3 at(3.0 * (i % 20), 3.0 * (i / 20), 0);
    const auto first = static_cast<std::uint32_t>(plates.points.size());
    plates.points.insert(plates.points.end(), {at, at + Vec3(1, 0, 0), at + Vec3(1, width, 0), at + Vec3(0, width, 0)});
    plates.corners.push_back({first, first + 1, first + 2});
    plates.corners.push_back({first, first + 2, first + 3});
  }
  Triangles few = plates;
  few.corners.resize(8);
  few.points.resize(16);
  const MeshHealth fewHealth = mend(few);
  EXPECT_EQ(fewHealth.slivers, 4U);
  const MeshDefects fewDefects = defectsOf(few, fewHealth);
  ASSERT_EQ(fewDefects.list.size(), 6U);
  EXPECT_EQ(fewDefects.more, 0U);
  EXPECT_EQ(std::ranges::count(fewDefects.list, DefectKind::sheetBorder, &MeshDefect::kind), 4);
  EXPECT_EQ(fewDefects.list.back().kind, DefectKind::slivers);
  EXPECT_EQ(fewDefects.list.back().count, 2U);
  EXPECT_NE(textOf(fewDefects.list.back()).find("2 triangles thinner than a thousandth of their length, 1 m across"),
            std::string::npos);
  const MeshHealth health = mend(plates);
  const MeshDefects defects = defectsOf(plates, health);
  EXPECT_EQ(defects.list.size(), kMostDefects);
  EXPECT_EQ(defects.list.size() + defects.more, 400U + health.slivers / 2);
  for (std::size_t i = 1; i < defects.list.size(); ++i) {
    EXPECT_GE(defects.list[i - 1].size, defects.list[i].size);
  }
}

}  // namespace
}  // namespace scree
