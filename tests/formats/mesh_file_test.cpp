// Mesh files as programs write them, good and bad; what mending does.
#include "engine/formats/mesh_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

constexpr const char* kAsciiStl =
    "solid wedge\n"
    " facet normal 0 0 -1\n  outer loop\n   vertex 0 0 0\n   vertex 0 2 0\n   vertex 3.1 0 0\n  endloop\n endfacet\n"
    " facet normal 0 -1 0\n  outer loop\n   vertex 0 0 0\n   vertex 3.1 0 0\n   vertex 0 0 0.05\n  endloop\n endfacet\n"
    " facet normal -1 0 0\n  outer loop\n   vertex 0 0 0\n   vertex 0 0 0.05\n   vertex 0 2 0\n  endloop\n endfacet\n"
    " facet normal 1 1 1\n  outer loop\n   vertex 3.1 0 0\n   vertex 0 2 0\n   vertex 0 0 0.05\n  endloop\n endfacet\n"
    "endsolid wedge\n";

void put(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

TEST(MeshFile, AsciiStlObjAndBinaryStlHoldTheSame) {
  const TestFolder folder;
  put(folder / "wedge.stl", kAsciiStl);
  // The same as polygons of an OBJ, indices from 1 and from the end.
  put(folder / "wedge.obj",
      "# wedge\nv 0 0 0\nv 0 2 0\nv 3.1 0 0\nv 0 0 0.05\nf 1 2 3\nf 1 3 4\nf 1/1 4/1 2/1\nf -2 -3 -1\n");
  MeshFile ascii = readMeshFile(folder / "wedge.stl");
  ASSERT_TRUE(ascii.triangles) << ascii.what;
  EXPECT_EQ(ascii.triangles->corners.size(), 4U);
  const MeshHealth health = mend(*ascii.triangles);
  EXPECT_EQ(health.joined, 8U);
  EXPECT_TRUE(health.isClosed());
  EXPECT_NEAR(health.volume, 3.1 * 2.0 * 0.05 / 6.0, 1e-15);
  // What the text said, to the last digit, although the reader works in single precision.
  EXPECT_EQ(health.bounds.upper, Vec3(3.1, 2.0, 0.05));
  MeshFile obj = readMeshFile(folder / "wedge.obj");
  ASSERT_TRUE(obj.triangles) << obj.what;
  mend(*obj.triangles);
  put(folder / "binary.STL", stlOf(*ascii.triangles, "wedge"));
  MeshFile binary = readMeshFile(folder / "binary.STL");
  ASSERT_TRUE(binary.triangles) << binary.what;
  mend(*binary.triangles);
  for (const Triangles* other : {&*obj.triangles, &*binary.triangles}) {
    ASSERT_EQ(other->corners.size(), 4U);
    EXPECT_NEAR(volumeOf(other->points, other->corners).volume, health.volume, 1e-15);
  }
}

TEST(MeshFile, BadFilesAreRefusedWithARemedy) {
  const TestFolder folder;
  put(folder / "empty.stl", "");
  put(folder / "none.stl", "solid none\nendsolid none\n");
  put(folder / "text.stl", "this is no mesh at all, only words that go on and on until there are enough of them......");
  put(folder / "nan.obj", "v 0 0 0\nv nan 1 0\nv 1 0 0\nf 1 2 3\n");
  put(folder / "range.obj", "v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 9\n");
  put(folder / "points.obj", "v 0 0 0\nv 0 1 0\n");
  put(folder / "mesh.step", "ISO-10303-21;\n");
  put(folder / "cut.stl", stlOf(trianglesOf(BoxMesh{Vec3::Ones(), 4, false}), "box").substr(0, 700));
  std::filesystem::create_directory(folder / "folder.stl");
  for (const char* name : {"empty.stl", "none.stl", "text.stl", "nan.obj", "range.obj", "points.obj", "mesh.step",
                           "cut.stl", "folder.stl", "missing.stl"}) {
    const MeshFile file = readMeshFile(folder / name);
    EXPECT_FALSE(file.triangles.has_value()) << name;
    EXPECT_NE(file.what.find(name), std::string::npos) << file.what;
    EXPECT_FALSE(file.remedy.empty()) << name;
  }
}

TEST(MeshHealth, MendsAndSaysWhat) {
  Triangles box = trianglesOf(BoxMesh{Vec3::Ones(), 1, false});
  box.corners.push_back(box.corners[0]);            // twice
  box.corners.push_back({0, 0, 1});                 // no area
  std::swap(box.corners[5][0], box.corners[5][1]);  // turned over
  box.points[7] += Vec3::Constant(1e-7);            // nearly the place of another
  const MeshHealth health = mend(box);
  EXPECT_EQ(health.given, 14U);
  EXPECT_EQ(box.corners.size(), 12U);
  EXPECT_EQ(box.points.size(), 8U);
  EXPECT_EQ(health.doubled, 1U);
  EXPECT_EQ(health.collapsed, 1U);
  EXPECT_EQ(health.turned, 1U);
  EXPECT_EQ(health.pieces, 1U);
  EXPECT_TRUE(health.isClosed());
  EXPECT_NEAR(health.volume, 1.0, 1e-6);
  EXPECT_NEAR(volumeOf(box.points, box.corners).volume, 1.0, 1e-6);
  EXPECT_EQ(notesOf(health).size(), 3U);
  // Turned inside out as a whole, and with a hole.
  Triangles inward = trianglesOf(BoxMesh{Vec3::Ones(), 2, false});
  for (Corners& c : inward.corners) {
    std::swap(c[0], c[1]);
  }
  EXPECT_TRUE(mend(inward).turnedOut);
  EXPECT_GT(volumeOf(inward.points, inward.corners).volume, 0.0);
  inward.corners.pop_back();
  const MeshHealth open = mend(inward);
  EXPECT_EQ(open.openEdges, 3U);
  EXPECT_EQ(open.volume, 0.0);
  EXPECT_NE(notesOf(open).at(0).find("3 open edges"), std::string::npos);
}

TEST(MeshHealth, SoundMeshesNeedNothing) {
  const HopperMesh hopper{.diameter = 0.4, .height = 0.2, .outlet = 0.1};
  Triangles funnel = trianglesOf(hopper);
  const MeshHealth open = mend(funnel);
  EXPECT_EQ(open.openEdges, 2U * 48U);  // both rims, nothing else
  EXPECT_EQ(open.turned + open.collapsed + open.doubled + open.crowdedEdges, 0U);
  EXPECT_NEAR(open.bounds.upper.z(), 0.2 + 0.15 * std::tan(hopper.angle), 1e-12);
  Triangles drum = trianglesOf(DrumMesh{.diameter = 0.5, .length = 0.1});
  const MeshHealth closed = mend(drum);
  EXPECT_TRUE(closed.isClosed());
  EXPECT_NEAR(closed.volume, 0.1 * 96 * 0.5 * 0.25 * 0.25 * std::sin(2 * 3.14159265358979 / 96), 1e-9);
  EXPECT_TRUE(notesOf(closed).empty());
  Triangles outlet = trianglesOf(OutletMesh{.diameter = 0.75, .length = 0.6, .beta = 0.048, .alpha = 0.0035});
  const MeshHealth gaps = mend(outlet);
  EXPECT_EQ(gaps.pieces, 3U);  // strips between three gaps, with no rim to hold them
  outlet = trianglesOf(OutletMesh{.diameter = 0.75, .length = 0.6, .beta = 0.048, .alpha = 0.0035, .rim = 0.05});
  EXPECT_EQ(mend(outlet).collapsed, 0U);
}

/// How far the points of a drum's wall stand inwards [m], but for those at its ends.
std::vector<double> bumpsOf(const DrumMesh& drum) {
  Triangles triangles = trianglesOf(drum);
  const MeshHealth health = mend(triangles);
  EXPECT_TRUE(health.isClosed());
  EXPECT_EQ(health.collapsed + health.doubled, 0U);
  std::vector<double> heights;
  for (const Vec3& p : triangles.points) {
    const double in = 0.5 * drum.diameter - std::hypot(p.x(), p.y());
    if (std::abs(p.z()) < 0.5 * drum.length - 1e-9 && in > 1e-9) {
      heights.push_back(in);
    }
  }
  return heights;
}

TEST(MadeMesh, BumpsOfADrumAreAsManyAndAsHighAsSaid) {
  DrumMesh drum{.diameter = 0.4, .length = 1.0, .bumpHeight = 0.008, .bumpWidth = 0.02, .bumpDensity = 700.0};
  const std::vector<double> heights = bumpsOf(drum);
  // 880 of a coin tossed for each of 12 500 places: within 4 standard deviations.
  const double wanted = 700.0 * std::numbers::pi * 0.4 * 1.0;
  EXPECT_NEAR(static_cast<double>(heights.size()), wanted, 4.0 * std::sqrt(wanted));
  const auto [lowest, highest] = std::ranges::minmax(heights);
  EXPECT_GE(lowest, 0.002 - 1e-9);
  EXPECT_LE(highest, 0.008 + 1e-9);
  EXPECT_GT(highest - lowest, 0.0055);
  EXPECT_EQ(bumpsOf(drum), heights);
  drum.bumpSeed = 2;
  EXPECT_NE(bumpsOf(drum), heights);
  drum.bumpDensity = 0.0;
  EXPECT_FALSE(problemOf(drum).empty());
  drum = {.diameter = 10.0, .length = 10.0, .bumpHeight = 0.01, .bumpWidth = 0.001, .bumpDensity = 1.0};
  EXPECT_NE(problemOf(drum).find("two million"), std::string::npos);
}

TEST(MadeMesh, NumbersThatMakeNoMeshAreNamed) {
  EXPECT_FALSE(problemOf(HopperMesh{.diameter = 0.1, .height = 0.2, .outlet = 0.2}).empty());
  EXPECT_FALSE(problemOf(DrumMesh{.diameter = 0.1, .length = 0.2, .lifters = 4}).empty());
  EXPECT_FALSE(problemOf(RotorMesh{.diameter = 0.1, .height = 0.2, .shaft = 0.2, .bladeHeight = 0.1}).empty());
  EXPECT_FALSE(problemOf(OutletMesh{.diameter = 0.1, .length = 0.2, .beta = 0.2}).empty());
  EXPECT_TRUE(problemOf(OutletMesh{.diameter = 0.75, .length = 0.6, .beta = 0.048}).empty());
}

}  // namespace
}  // namespace scree
