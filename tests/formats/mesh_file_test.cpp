// Mesh files as programs write them, good and bad; what mending does.
#include "engine/formats/mesh_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <numbers>
#include <numeric>

#include "engine/formats/convex_hull.h"
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
  // What the text said, to the last digit.
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

/// A box of 100 units with its faces cut in two, as each format has it.
constexpr std::array<Corners, 12> kBoxFaces = {{{0, 2, 1},
                                                {1, 2, 3},
                                                {4, 5, 6},
                                                {5, 7, 6},
                                                {0, 1, 4},
                                                {1, 5, 4},
                                                {2, 6, 3},
                                                {3, 6, 7},
                                                {0, 4, 2},
                                                {2, 4, 6},
                                                {1, 3, 5},
                                                {3, 7, 5}}};
Vec3 boxPoint(std::uint32_t i) { return {100.0 * (i & 1U), 100.0 * (i >> 1 & 1U), 100.0 * (i >> 2)}; }

std::string boxFacets(const std::string& normal = "0 0 0") {
  std::string text;
  for (const Corners& corners : kBoxFaces) {
    text += "facet normal " + normal + "\nouter loop\n";
    for (const std::uint32_t corner : corners) {
      const Vec3 p = boxPoint(corner);
      text += fmt::format("vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    text += "endloop\nendfacet\n";
  }
  return text;
}

template <typename T>
void putNumber(std::string& bytes, T value, bool bigEndian) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), &value, sizeof value);
  if (bigEndian) {
    std::ranges::reverse(raw);
  }
  bytes.append(raw.data(), raw.size());
}

/// The box as PLY whose first value is `first` in place of zero.
std::string boxPly(const std::string& format, const std::string& ending = "\n", float first = 0.0f) {
  std::string text;
  for (const char* line : {"ply", "format", "comment of the maker", "element vertex 8", "property float x",
                           "property float y", "property float z", "property uchar red", "element face 12",
                           "property list uchar int vertex_indices", "end_header"}) {
    text += (line == std::string("format") ? "format " + format + " 1.0" : line) + ending;
  }
  const bool isText = format == "ascii";
  const bool isBig = format == "binary_big_endian";
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vec3 p = boxPoint(i);
    if (isText) {
      text += fmt::format("{} {} {} 200{}", p.x(), p.y(), p.z(), ending);
      continue;
    }
    putNumber(text, i == 0 ? first : static_cast<float>(p.x()), isBig);
    putNumber(text, static_cast<float>(p.y()), isBig);
    putNumber(text, static_cast<float>(p.z()), isBig);
    putNumber(text, std::uint8_t{200}, isBig);
  }
  for (const Corners& corners : kBoxFaces) {
    if (isText) {
      text += fmt::format("3 {} {} {}{}", corners[0], corners[1], corners[2], ending);
      continue;
    }
    putNumber(text, std::uint8_t{3}, isBig);
    for (const std::uint32_t corner : corners) {
      putNumber(text, static_cast<std::int32_t>(corner), isBig);
    }
  }
  return text;
}

/// Expects the box of 100 units, closed and of the right volume.
void expectBox(const std::string& bytes, const std::string& ending, std::size_t boxes = 1) {
  MeshFile file = readMeshBytes(bytes, ending, "box");
  ASSERT_TRUE(file.triangles) << file.what;
  EXPECT_EQ(file.triangles->corners.size(), 12U * boxes);
  const MeshHealth health = mend(*file.triangles);
  EXPECT_EQ(file.triangles->corners.size(), 12U);
  EXPECT_TRUE(health.isClosed());
  EXPECT_NEAR(health.volume, 1e6, 1e-4);
}

TEST(MeshFile, StlAsPeopleHaveIt) {
  const std::string facets = boxFacets();
  std::string capitals = "solid block\n" + facets + "endsolid block\n";
  std::ranges::transform(capitals, capitals.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
  std::string onReturns = "solid\n" + facets + "endsolid\n";
  std::ranges::replace(onReturns, '\n', '\r');
  for (const std::string& text :
       {capitals, onReturns, "solid a facet normal side\n" + facets + "endsolid a facet normal side\n",
        "solid x\n" + boxFacets("-nan(ind) -nan(ind) -nan(ind)") + "endsolid x\n",
        "solid x\n" + boxFacets("") + "endsolid x\n", "\xEF\xBB\xBFsolid x\r\n" + facets + "endsolid\r\n"}) {
    SCOPED_TRACE(text.substr(0, 60));
    expectBox(text, ".stl");
  }
  // An empty solid between two, which here lie on each other.
  expectBox("solid one\n" + facets + "endsolid one\nsolid 4\nendsolid 4\nsolid two\n" + facets + "endsolid two\n",
            ".stl", 2);
  const MeshFile ascii = readMeshBytes("solid x\n" + facets + "endsolid x\n", ".stl", "box");
  ASSERT_TRUE(ascii.triangles);
  std::string binary = stlOf(*ascii.triangles, "box");
  expectBox(binary + "COLOR=1234", ".stl");
  // Many programs begin binary files with the word of those in text.
  binary.replace(0, 9, "solid box");
  expectBox(binary, ".stl");
}

TEST(MeshFile, PlyAsPeopleHaveIt) {
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    for (const char* ending : {"\n", "\r\n", "\r"}) {
      SCOPED_TRACE(format);
      expectBox(boxPly(format, ending), ".ply");
    }
  }
  // A number whose first byte is a line feed, right behind the header.
  float lineFeed = 0.0f;
  const std::uint32_t bits = 0x0000000a;
  std::memcpy(&lineFeed, &bits, sizeof bits);
  for (const char* ending : {"\n", "\r\n", "\r"}) {
    expectBox(boxPly("binary_little_endian", ending, lineFeed), ".ply");
  }
  const MeshFile strips = readMeshBytes(
      "ply\nformat ascii 1.0\nelement vertex 5\nproperty double x\nproperty double y\nproperty double z\n"
      "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
      "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n8 0 1 2 3 -1 2 3 4\n",
      ".ply", "strips");
  ASSERT_TRUE(strips.triangles) << strips.what;
  EXPECT_EQ(strips.triangles->corners, (std::vector<Corners>{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(MeshFile, ObjAsPeopleHaveIt) {
  std::string text = "# box\r\nmtllib a.mtl\no box\n";
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vec3 p = boxPoint(i);
    text += fmt::format("v {} {} {} # corner\n", p.x(), p.y(), p.z());
  }
  text += "vn 0 0 1\ng side\nusemtl steel\nl 1 2\n";
  for (const Corners& c : kBoxFaces) {
    text += fmt::format("f {}//1 \\\n {}//1 {}//1 # face\n", c[0] + 1, c[1] + 1, c[2] + 1);
  }
  expectBox(text, ".obj");
  // Faces before their points, and from the end.
  expectBox("f 1 3 2\n" + text.substr(0, text.find("f 1//1")) + text.substr(text.find("f 2//1")), ".obj");
}

TEST(MeshFile, PolygonsAreCutIntoTriangles) {
  // Fifteen corners of a comb, which turns back at every tooth: its area is that of the triangles.
  std::string text;
  std::string face = "f";
  const std::vector<std::array<double, 2>> corners = {{0, 0}, {7, 0}, {7, 3}, {6, 3}, {6, 1}, {5, 1}, {5, 3}, {4, 3},
                                                      {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {0, 3}};
  double twice = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto& [x, y] = corners[i];
    const auto& [u, v] = corners[(i + 1) % corners.size()];
    twice += x * v - u * y;
    text += fmt::format("v {} 5 {}\n", x, y);
    face += fmt::format(" {}", i + 1);
  }
  const MeshFile comb = readMeshBytes(text + face + "\n", ".obj", "comb");
  ASSERT_TRUE(comb.triangles) << comb.what;
  EXPECT_EQ(comb.triangles->corners.size(), corners.size() - 2);
  double area = 0.0;
  for (const Corners& c : comb.triangles->corners) {
    const Vec3 vector = areaVector(comb.triangles->points, c);
    EXPECT_LT(vector.y(), 0.0);  // all turn as the polygon does
    area += 0.5 * vector.norm();
  }
  EXPECT_NEAR(area, 0.5 * twice, 1e-12);
  // A quadrangle is cut from the corner where it turns back.
  const MeshFile arrow = readMeshBytes("v 0 0 0\nv 4 -3 0\nv 1 0 0\nv 4 3 0\nf 1 2 3 4\n", ".obj", "arrow");
  ASSERT_TRUE(arrow.triangles) << arrow.what;
  EXPECT_EQ(arrow.triangles->corners, (std::vector<Corners>{{2, 3, 0}, {2, 0, 1}}));
  // A polygon that takes too long to cut is refused.
  std::string saw;
  face = "f";
  constexpr int kTeeth = 12000;
  for (int i = 0; i < kTeeth; ++i) {
    saw += fmt::format("v {} {} {}\n", std::cos(0.001 * i) * (1 + i), std::sin(0.001 * i) * (1 + i), i % 2);
    face += fmt::format(" {}", i + 1);
  }
  EXPECT_NE(readMeshBytes(saw + face + "\n", ".obj", "saw").what.find("too many corners"), std::string::npos);
}

TEST(MeshFile, MessagesNameThePlace) {
  const auto what = [](const std::string& bytes, const char* ending) {
    const MeshFile file = readMeshBytes(bytes, ending, "part");
    EXPECT_FALSE(file.triangles) << bytes;
    EXPECT_FALSE(file.remedy.empty());
    return file.what;
  };
  EXPECT_EQ(what("v 0 0 0\nv 0,5 1 0\n", ".obj"), "part:2: '0,5' is no coordinate");
  EXPECT_EQ(what("v 0 0 0\nv 1 0\n", ".obj"), "part:2: a coordinate is missing");
  EXPECT_EQ(what("v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 9\n", ".obj"), "part:4: a face uses point 9 of 3");
  EXPECT_EQ(what("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e400\n", ".stl"),
            "part:4: '1e400' is no coordinate");
  EXPECT_EQ(what("solid x\n" + boxFacets(), ".stl"), "part:86: the file ends before 'endsolid'");
  const std::string stl = stlOf(trianglesOf(BoxMesh{Vec3::Ones(), 1, false}), "box");
  EXPECT_EQ(what(stl.substr(0, 200), ".stl"), "part: byte 200: ends after 2 of 12 triangles");
  const std::string ply = boxPly("binary_little_endian");
  EXPECT_NE(what(ply.substr(0, ply.size() - 5), ".ply").find("room for"), std::string::npos);
  // Each count is held against what is left before memory is taken for it.
  EXPECT_NE(what("ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n"
                 "property float y\nproperty float z\nend_header\n",
                 ".ply")
                .find("room for 0"),
            std::string::npos);
  EXPECT_NE(what(boxPly("ascii") + "7", ".ply").find("after the last value"), std::string::npos);
  // Every cut of a file is refused, or reads as what it is; none does harm.
  for (std::size_t size = 0; size < ply.size(); ++size) {
    EXPECT_FALSE(readMeshBytes(ply.substr(0, size), ".ply", "cut").triangles) << size;
  }
}

TEST(MeshFile, MeshesFarAwayKeepTheirPlaces) {
  const Vec3 far(400123.456, 800234.567, 312.25);
  std::string near;
  std::string moved;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vec3 p = 0.01 * boxPoint(i) + Vec3(1e-4 * i, 0.0, 0.0);
    near += fmt::format("v {:.4f} {:.4f} {:.4f}\n", p.x(), p.y(), p.z());
    moved += fmt::format("v {:.4f} {:.4f} {:.4f}\n", p.x() + far.x(), p.y() + far.y(), p.z() + far.z());
  }
  std::string faces;
  for (const Corners& c : kBoxFaces) {
    faces += fmt::format("f {} {} {}\n", c[0] + 1, c[1] + 1, c[2] + 1);
  }
  MeshFile a = readMeshBytes(near + faces, ".obj", "near");
  MeshFile b = readMeshBytes(moved + faces, ".obj", "far");
  ASSERT_TRUE(a.triangles && b.triangles) << a.what << b.what;
  const MeshHealth nearHealth = mend(*a.triangles);
  const MeshHealth farHealth = mend(*b.triangles);
  ASSERT_EQ(a.triangles->corners, b.triangles->corners);
  for (std::size_t i = 0; i < a.triangles->points.size(); ++i) {
    // Texts with four decimals are 0.05 mm off at most.
    EXPECT_LT((b.triangles->points[i] - a.triangles->points[i] - far).cwiseAbs().maxCoeff(), 1e-4);
  }
  // The volume does not drown in what cancels: coordinates are known to 1e-10 m.
  EXPECT_TRUE(farHealth.isClosed());
  EXPECT_NEAR(farHealth.volume, nearHealth.volume, 1e-3);
  const MeshVolume nearSums = volumeOf(a.triangles->points, a.triangles->corners);
  const MeshVolume farSums = volumeOf(b.triangles->points, b.triangles->corners);
  EXPECT_LT((farSums.centre - nearSums.centre - far).norm(), 1e-3);
  EXPECT_LT((farSums.inertia - nearSums.inertia).norm(), 1e-3 * nearSums.inertia.norm());
  const ConvexHull nearHull = convexHull(a.triangles->points);
  const ConvexHull farHull = convexHull(b.triangles->points);
  ASSERT_TRUE(nearHull.triangles && farHull.triangles) << nearHull.what << farHull.what;
  EXPECT_NEAR(volumeOf(farHull.triangles->points, farHull.triangles->corners).volume,
              volumeOf(nearHull.triangles->points, nearHull.triangles->corners).volume, 1e-3);
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
  EXPECT_EQ(mend(inward).nesting.turned, 1U);
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

/// Sum of the heights of a Gaussian bump of height 1 at the corners of squares of half its width, as far as two corners
/// from its top: (1 + 2/2 + 2/16)².
constexpr double kCornersOfBump = 2.125 * 2.125;

TEST(MadeMesh, BumpsOfADrumAreAsManyAndAsHighAsSaid) {
  DrumMesh drum{
      .diameter = 2.0, .length = 5.0, .bumps = {.height = 0.05, .lowest = 0.03, .width = 0.05, .density = 20.0}};
  const std::vector<double> heights = bumpsOf(drum);
  // 628 bumps of 40 mm on average, from a coin tossed for each of 50 000 places: within 4 standard deviations.
  const double wanted = 20.0 * std::numbers::pi * 2.0 * 5.0;
  const double sum = std::accumulate(heights.begin(), heights.end(), 0.0);
  EXPECT_NEAR(sum / (0.04 * kCornersOfBump), wanted, 4.0 * std::sqrt(wanted));
  const auto [lowest, highest] = std::ranges::minmax(heights);
  EXPECT_GT(lowest, 0.0);
  EXPECT_LE(highest, 0.05 + 1e-9);
  EXPECT_GT(highest, 0.045);
  EXPECT_EQ(bumpsOf(drum), heights);
  drum.bumps.seed = 2;
  EXPECT_NE(bumpsOf(drum), heights);
  drum.bumps.density = 0.0;
  EXPECT_FALSE(problemOf(drum).empty());
  drum.bumps.density = 20.0;
  drum.bumps.lowest = 0.06;
  EXPECT_NE(problemOf(drum).find("'bump_lowest'"), std::string::npos);
  drum = {.diameter = 10.0, .length = 10.0, .bumps = {.height = 0.01, .lowest = {}, .width = 0.001, .density = 1.0}};
  EXPECT_NE(problemOf(drum).find("two million"), std::string::npos);
}

TEST(MadeMesh, ABumpIsHalfAsHighAtHalfItsWidth) {
  // So few that most stand alone: around a top, the four corners next to it are half as high, the others a quarter.
  const DrumMesh drum{
      .diameter = 2.0, .length = 5.0, .bumps = {.height = 0.05, .lowest = 0.05, .width = 0.05, .density = 0.5}};
  std::map<int, int> counts;  // by height in sixteenths of the top
  for (const double height : bumpsOf(drum)) {
    ++counts[static_cast<int>(std::lround(16.0 * height / 0.05))];
  }
  const int tops = counts[16];
  EXPECT_GT(tops, 5);
  EXPECT_NEAR(counts[8], 4 * tops, 2);
  EXPECT_NEAR(counts[4], 4 * tops, 2);
}

/// Corners of a drum's wall at which two faces lean towards each other so far that friction alone holds a grain between
/// them: by less than twice the friction angle, 84.6 deg for the pellets of paper III.
std::size_t notchesOf(const DrumMesh& drum) {
  const double steepest = std::numbers::pi - 2.0 * std::atan(0.91);
  Triangles triangles = trianglesOf(drum);
  mend(triangles);
  std::vector<std::vector<std::size_t>> at(triangles.points.size());
  std::vector<Vec3> normals;
  std::vector<Vec3> middles;
  for (std::size_t i = 0; i < triangles.corners.size(); ++i) {
    const Corners& c = triangles.corners[i];
    const Vec3 &p = triangles.points[c[0]], &q = triangles.points[c[1]], &r = triangles.points[c[2]];
    const Vec3 normal = (q - p).cross(r - p).normalized();
    middles.emplace_back((p + q + r) / 3.0);
    const Vec3 inwards(-middles.back().x(), -middles.back().y(), 0.0);
    normals.emplace_back(normal.dot(inwards) < 0.0 ? Vec3(-normal) : normal);
    for (const std::uint32_t corner : c) {
      at[corner].push_back(i);
    }
  }
  std::size_t notches = 0;
  for (std::size_t point = 0; point < at.size(); ++point) {
    bool isNotch = false;
    for (const std::size_t i : at[point]) {
      for (const std::size_t j : at[point]) {
        const bool isHollow = normals[i].dot(middles[j] - middles[i]) > 0.0;
        const bool isSteep = std::acos(std::clamp(normals[i].dot(normals[j]), -1.0, 1.0)) > steepest;
        isNotch = isNotch || (isHollow && isSteep);
      }
    }
    notches += isNotch && std::abs(triangles.points[point].z()) < 0.5 * drum.length - 0.01 ? 1 : 0;
  }
  return notches;
}

TEST(MadeMesh, FewBumpsLeaveANotchInWhichFrictionHoldsGrainsForGood) {
  // 465 bumps. As pyramids on a corner each they left some 50 such notches.
  DrumMesh drum{
      .diameter = 3.7, .length = 2.0, .bumps = {.height = 0.05, .lowest = 0.03, .width = 0.05, .density = 20.0}};
  EXPECT_LE(notchesOf(drum), 4U);
  // Steeper bumps leave many.
  drum.bumps.height = 0.15;
  drum.bumps.lowest = 0.1;
  EXPECT_GT(notchesOf(drum), 40U);
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
