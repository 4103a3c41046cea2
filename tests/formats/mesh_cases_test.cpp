// Meshes of the kinds that users of CAD have trouble with: read right, or refused in words that help; parts that lie in
// each other, touch or cut through each other are weighed right or refused.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_file.h"
#include "engine/formats/mesh_health.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

MeshFile readMeshCase(const std::string& name) {
  return readMeshFile(std::filesystem::path(SCREE_SOURCE_DIR) / "tests/data/cases/meshes" / name);
}

/// Health of a case in its own unit.
MeshHealth healthOf(const std::string& name) {
  MeshFile file = readMeshCase(name);
  EXPECT_EQ(file.what, "") << name;
  return file.triangles ? mend(*file.triangles) : MeshHealth{};
}

TEST(MeshCases, CompressedMeshes) {
  const TestFolder folder;
  const std::string bytes = stlOf(trianglesOf(BoxMesh{Vec3::Constant(0.5), 1, false}), "box");
  const std::string packed = (folder.path() / "Box.STL.gz").string();
  gzFile out = gzopen(packed.c_str(), "wb");
  ASSERT_EQ(gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size())), static_cast<int>(bytes.size()));
  gzclose(out);
  EXPECT_TRUE(isMeshFile(packed));
  MeshFile file = readMeshFile(packed);
  ASSERT_TRUE(file.triangles) << file.what;
  EXPECT_NEAR(mend(*file.triangles).volume, 0.125, 1e-9);
  EXPECT_FALSE(isMeshFile(folder.path() / "dump.gz"));
}

/// Files of CAD under their own ending, or under that of a mesh, are named.
TEST(MeshCases, ForeignFilesAreNamed) {
  const TestFolder folder;
  for (const char* name : {"part.step", "part.stl", "part.obj"}) {
    std::ofstream(folder.path() / name) << "ISO-10303-21;\nHEADER;\nENDSEC;\n";
    const MeshFile file = readMeshFile(folder.path() / name);
    EXPECT_FALSE(file.triangles);
    EXPECT_NE(file.what.find("STEP file of CAD"), std::string::npos) << file.what;
    EXPECT_NE(file.remedy.find("STL, OBJ or PLY"), std::string::npos) << file.remedy;
  }
  std::ofstream(folder.path() / "part.xyzzy") << "hello";
  EXPECT_NE(readMeshFile(folder.path() / "part.xyzzy").what.find("no known kind"), std::string::npos);
}

TEST(MeshCases, FilesOfTheKindsThatPeopleHave) {
  for (const char* name : {"capitals.stl", "binary_with_tail.stl", "normal_is_no_number.stl", "keyword_in_name.stl",
                           "first_byte_is_line_feed.ply", "inline_remark.obj"}) {
    const MeshHealth health = healthOf(name);
    EXPECT_EQ(health.given, 12U) << name;
    EXPECT_TRUE(health.isClosed()) << name;
    const double side = std::string(name).ends_with(".ply") ? 0.1 : 100.0;
    EXPECT_NEAR(health.volume, side * side * side, 1e-9 * side * side * side) << name;
  }
  EXPECT_EQ(healthOf("empty_solid_between.stl").given, 24U);
  const MeshFile cut = readMeshCase("cut.ply");
  EXPECT_FALSE(cut.triangles);
  EXPECT_NE(cut.remedy.find("cut short"), std::string::npos);
}

TEST(MeshCases, PartsOfFilesAreWeighedRight) {
  EXPECT_NEAR(healthOf("one_of_two_inside_out.stl").volume, 2e6, 1.0);
  EXPECT_NEAR(healthOf("crowded_edge.stl").volume, 2e6, 1.0);
  EXPECT_EQ(healthOf("crowded_edge.stl").crowdedEdges, 1U);
  const MeshHealth cavity = healthOf("cavity_turned_wrong.stl");
  EXPECT_NEAR(cavity.volume, 0.488e6, 1.0);
  EXPECT_EQ(cavity.nesting.cavities, 1U);
  EXPECT_FALSE(notesOf(cavity).empty());
}

TEST(MeshCases, FarFromTheOriginAsNear) {
  const MeshFile far = readMeshCase("far_from_origin.obj");
  const MeshFile near = readMeshCase("near.obj");
  ASSERT_TRUE(far.triangles && near.triangles);
  ASSERT_EQ(far.triangles->points.size(), near.triangles->points.size());
  const Vec3 offset = far.triangles->points[0] - near.triangles->points[0];
  for (std::size_t i = 0; i < near.triangles->points.size(); ++i) {
    EXPECT_LT((far.triangles->points[i] - near.triangles->points[i] - offset).norm(), 1e-4) << i;
  }
}

constexpr const char* kFacet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

TEST(MeshCases, StlAsText) {
  const std::string facet = kFacet;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = facet;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::vector<std::string> sound = {
      "solid\n" + facet + "endsolid\n",
      "\n\nsolid part\n" + facet + "endsolid part\n",
      "solid facet normal 1 2 3\n" + facet + "endsolid facet\n",
      "solid endsolid\n" + facet + "endsolid endsolid\n",
      "SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 "
      "0\nENDLOOP\nENDFACET\nENDSOLID A\n",
      "solid a\n" + changed("normal 0 0 1", "normal -nan(ind) 1.#QNAN nan") + "endsolid\n",
      "solid a\n" + changed("normal 0 0 1", "normal") + "endsolid\n",
      "solid a\n" + changed("facet normal 0 0 1", "facet") + "endsolid\n",
      "solid a\nendsolid a\nsolid b\n" + facet + "endsolid b\nsolid c\nendsolid\n",
      "\xEF\xBB\xBFsolid a\r\n" + facet + "endsolid a\r\n",
      "solid a\n\t facet\tnormal 0 0 1 outer loop vertex 0 0 0 vertex 1e0 0. 0 vertex 0 +1 0 endloop "
      "endfacet\nendsolid",
      "solid a\n" + changed("vertex 1 0 0\n", "vertex 1 0 0\n\n\n") + "endsolid a",
  };
  for (const std::string& text : sound) {
    const MeshFile file = readMeshBytes(text, ".stl", "part.stl");
    ASSERT_TRUE(file.triangles) << text << file.what;
    EXPECT_EQ(file.triangles->corners.size(), 1U) << text;
    EXPECT_EQ(file.triangles->points[1], Vec3(1, 0, 0)) << text;
  }
  const std::vector<std::pair<std::string, const char*>> broken = {
      {"solid a\n" + facet, "ends before 'endsolid'"},
      {"solid a\n" + changed("vertex 1 0 0", "vertex 1 0") + "endsolid", "no coordinate"},
      {"solid a\n" + changed("vertex 1 0 0", "vertex 1,5 0 0") + "endsolid", "'1,5' is no coordinate"},
      {"solid a\n" + changed("vertex 1 0 0", "vertex nan 0 0") + "endsolid", "'nan' is no coordinate"},
      {"solid a\n" + changed("vertex 1 0 0\n", "") + "endsolid", "a facet with 2 corners"},
      {"solid a\n" + changed("endloop", "endlop") + "endsolid", "'endlop' where 'endloop' should be"},
      {"solid a\nendsolid\n", "no triangle"},
  };
  for (const auto& [text, what] : broken) {
    const MeshFile file = readMeshBytes(text, ".stl", "part.stl");
    EXPECT_FALSE(file.triangles) << text;
    EXPECT_NE(file.what.find(what), std::string::npos) << text << file.what;
    EXPECT_FALSE(file.remedy.empty()) << text;
  }
}

Triangles boxAt(const Vec3& centre, const Vec3& size, bool inwards = false) {
  Triangles box = trianglesOf(BoxMesh{size, 1, false});
  for (Vec3& point : box.points) {
    point += centre;
  }
  for (Corners& corners : box.corners) {
    if (inwards) {
      std::swap(corners[0], corners[1]);
    }
  }
  return box;
}

Triangles joined(const std::vector<Triangles>& parts) {
  Triangles all;
  for (const Triangles& part : parts) {
    const auto first = static_cast<std::uint32_t>(all.points.size());
    all.points.insert(all.points.end(), part.points.begin(), part.points.end());
    for (const Corners& c : part.corners) {
      all.corners.push_back({c[0] + first, c[1] + first, c[2] + first});
    }
  }
  return all;
}

struct Parts {
  const char* name;
  std::vector<Triangles> parts;
  double volume;
  std::size_t cavities;
};

TEST(MeshCases, NestedAndSeparatePartsAreWeighedByHowTheyLie) {
  const Vec3 one = Vec3::Ones();
  const Parts all[] = {
      {"one", {boxAt({0, 0, 0}, one)}, 1.0, 0},
      {"one, inside out", {boxAt({0, 0, 0}, one, true)}, 1.0, 0},
      {"two apart, one inside out", {boxAt({0, 0, 0}, one), boxAt({2, 0, 0}, one, true)}, 2.0, 0},
      {"two apart, both inside out", {boxAt({0, 0, 0}, one, true), boxAt({2, 0, 0}, one, true)}, 2.0, 0},
      {"a cavity turned right", {boxAt({0, 0, 0}, one), boxAt({0, 0, 0}, 0.5 * one, true)}, 0.875, 1},
      {"a cavity turned wrong", {boxAt({0, 0, 0}, one), boxAt({0, 0, 0}, 0.5 * one)}, 0.875, 1},
      {"a cavity off the middle", {boxAt({0, 0, 0}, one), boxAt({0.2, -0.2, 0.1}, 0.5 * one)}, 0.875, 1},
      {"a part in a cavity",
       {boxAt({0, 0, 0}, 0.25 * one, true), boxAt({0, 0, 0}, one), boxAt({0, 0, 0}, 0.5 * one)},
       1.0 - 0.125 + 0.015625,
       1},
      {"two cavities",
       {boxAt({0, 0, 0}, one), boxAt({-0.25, 0, 0}, 0.25 * one), boxAt({0.25, 0, 0}, 0.25 * one)},
       1.0 - 2.0 * 0.015625,
       2},
      {"two that share a face's place", {boxAt({0, 0, 0}, one), boxAt({1, 0.3, 0.2}, one)}, 2.0, 0},
      {"two that share an edge", {boxAt({0, 0, 0}, one), boxAt({1, 1, 0}, one)}, 2.0, 0},
      {"two that share a corner", {boxAt({0, 0, 0}, one), boxAt({1, 1, 1}, one)}, 2.0, 0},
      {"one in the other's box, not in it",
       {boxAt({0, 0, 0}, {1, 1, 0.1}), boxAt({0, 0, 0.5}, {1, 1, 0.1}), boxAt({0, 0, 0.25}, {0.2, 0.2, 0.1})},
       0.1 + 0.1 + 0.004,
       0},
  };
  for (const Parts& one_ : all) {
    Triangles mesh = joined(one_.parts);
    const MeshHealth health = mend(mesh);
    EXPECT_TRUE(health.isClosed()) << one_.name;
    EXPECT_NEAR(health.volume, one_.volume, 1e-12) << one_.name;
    EXPECT_NEAR(volumeOf(mesh.points, mesh.corners).volume, one_.volume, 1e-12) << one_.name;
    EXPECT_EQ(health.nesting.cavities, one_.cavities) << one_.name;
    EXPECT_EQ(health.nesting.overlapping, 0U) << one_.name;
    EXPECT_EQ(whyWeightless(health).what, "") << one_.name;
  }
}

TEST(MeshCases, PartsThatCutThroughEachOtherAreNotWeighed) {
  const Vec3 one = Vec3::Ones();
  const std::vector<std::pair<const char*, std::vector<Triangles>>> all = {
      {"a corner in the other", {boxAt({0, 0, 0}, one), boxAt({0.7, 0.6, 0.8}, one)}},
      {"bars that cross", {boxAt({0, 0, 0}, {3, 0.2, 0.2}), boxAt({0.03, 0.02, 0.01}, {0.2, 3, 0.1})}},
      {"a rod through a plate", {boxAt({0, 0, 0}, {2, 2, 0.1}), boxAt({0.1, 0.15, 0}, {0.1, 0.1, 1})}},
      {"a part on the other's floor", {boxAt({0, 0, 0}, one), boxAt({0, 0, -0.1}, {0.6, 0.6, 0.8})}},
      {"a part in the other's corner", {boxAt({0, 0, 0}, one), boxAt({-0.25, -0.25, -0.25}, 0.5 * one)}},
      {"along a diagonal of faces", {boxAt({0.5, 0.5, 0.5}, one), boxAt({1, 1, 1}, one)}},
      {"along the whole diagonal", {boxAt({0, 0, 0}, 2.0 * one), boxAt({1, 1, 1}, 2.0 * one)}},
      {"with sides in common planes", {boxAt({0.5, 0.5, 0.5}, one), boxAt({1, 0.5, 0.5}, one)}},
      {"twice, a little aside", {boxAt({0, 0, 0}, one), boxAt({1e-4, 0, 0}, one)}},
      {"three in a row", {boxAt({0, 0, 0}, one), boxAt({0.9, 0.1, 0.1}, one), boxAt({5, 0, 0}, one)}},
  };
  for (const auto& [name, parts] : all) {
    Triangles mesh = joined(parts);
    const MeshHealth health = mend(mesh);
    EXPECT_EQ(health.nesting.overlapping, 1U) << name;
    EXPECT_NE(whyWeightless(health).what.find("cut through each other"), std::string::npos) << name;
    EXPECT_FALSE(notesOf(health).empty()) << name;
    // The place lies in both parts' boxes.
    EXPECT_LT(health.nesting.cuts.at(0).place.norm(), 2.5) << name;
  }
}

/// Single precision keeps places on a mine's grid to half a metre.
TEST(MeshCases, FarFromTheOrigin) {
  const Vec3 mine(431'250.05, 5'712'500.05, 120.1);
  const Triangles box = boxAt(mine, Vec3::Ones());
  MeshFile text = readMeshBytes(stlOf(box, "far"), ".stl", "far");
  ASSERT_TRUE(text.triangles) << text.what;
  const MeshHealth kept = mend(*text.triangles);
  EXPECT_NEAR(kept.volume, 1.0, 1e-6);
  EXPECT_LT((0.5 * (kept.bounds.lower + kept.bounds.upper) - mine).norm(), 1e-6);
  EXPECT_EQ(kept.coarseStep, 0.0);
  Triangles rounded = box;
  for (Vec3& point : rounded.points) {
    point = point.cast<float>().cast<double>();
  }
  const MeshHealth lost = mend(rounded);
  EXPECT_NEAR(lost.coarseStep, 0.5, 0.2);
  EXPECT_NE(notesOf(lost).at(0).find("single precision"), std::string::npos) << notesOf(lost).at(0);
  // A flat mesh has no volume, and is not called closed.
  Triangles flat = boxAt({0, 0, 0}, {1, 1, 1e-7});
  const MeshHealth none = mend(flat);
  EXPECT_NE(whyWeightless(none).what, "");
  EXPECT_EQ(summaryOf(none, flat.corners.size()).find("closed"), std::string::npos);
}

TEST(MeshCases, ClosingIsOfferedWhereItHelps) {
  Triangles sheet;
  sheet.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.corners = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_EQ(whyWeightless(mend(sheet)).remedy.find("close_holes"), std::string::npos);
  Triangles cup = boxAt({0, 0, 0}, Vec3::Ones());
  cup.corners.resize(10);
  EXPECT_NE(whyWeightless(mend(cup)).remedy.find("close_holes"), std::string::npos);
}

TEST(MeshCases, OpenEdgesAndCrowdedOnesAreNamedByTheirPlaces) {
  Triangles open = boxAt({0, 0, 0}, Vec3::Ones());
  open.corners.pop_back();
  const MeshHealth health = mend(open);
  const Weightless why = whyWeightless(health);
  EXPECT_NE(why.what.find("it is open: 3 open edges, the first from ["), std::string::npos) << why.what;
  EXPECT_FALSE(why.remedy.empty());
  // A fin on a box: one of its edges has three triangles.
  Triangles fin = boxAt({0, 0, 0}, Vec3::Ones());
  const auto first = static_cast<std::uint32_t>(fin.points.size());
  fin.points.insert(fin.points.end(), {Vec3(0.5, 0.5, -0.5), Vec3(0.5, 0.5, 0.5), Vec3(2, 2, 0)});
  fin.corners.push_back({first, first + 1, first + 2});
  const MeshHealth finned = mend(fin);
  EXPECT_EQ(finned.crowdedEdges, 1U);
  EXPECT_FALSE(finned.isClosed());
  std::string notes;
  for (const std::string& note : notesOf(finned)) {
    notes += note + "\n";
  }
  EXPECT_NE(notes.find("1 edge of more than two triangles, the first from [0.5, 0.5, -0.5] to [0.5, 0.5, 0.5]"),
            std::string::npos)
      << notes;
}

/// Bytes decide where they tell what they are; names of files may be wrong.
TEST(MeshCases, ContentDecidesOverTheName) {
  const std::string facets =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
  const std::string obj = "# part\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string rows = "0 0 0\n1 0 0\n0 1 0\n";
  const auto triangles = [](const std::string& bytes, const char* ending) {
    const MeshFile file = readMeshBytes(bytes, ending, "part");
    EXPECT_TRUE(file.triangles) << ending << ": " << file.what;
    return file.triangles ? file.triangles->corners.size() : 0;
  };
  for (const char* ending : {".stl", ".obj", ".ply", ".txt"}) {
    EXPECT_EQ(triangles("solid a\n" + facets + "endsolid a\n", ending), 1U);
    EXPECT_EQ(triangles(obj, ending), 1U);
    EXPECT_EQ(triangles(ply + rows + "3 0 1 2\n", ending), 1U);
  }
  EXPECT_EQ(triangles("; made by a slicer\nsolid a\n" + facets + facets + "endsolid a\n", ".stl"), 2U)
      << "a remark before";
  EXPECT_EQ(triangles(facets + facets, ".stl"), 2U) << "no beginning";
  std::string wide = "\xFF\xFE";
  for (const char c : "solid a\n" + facets + "endsolid a\n") {
    wide += std::string{c, '\0'};
  }
  EXPECT_EQ(triangles(wide, ".stl"), 1U) << "UTF-16";
  // A row of another element, and a cloud of points.
  const MeshFile few = readMeshBytes(
      ply.substr(0, ply.find("vertex 3")) + "vertex 4" + ply.substr(ply.find("vertex 3") + 8) + rows + "3 0 1 2\n",
      ".ply", "few.ply");
  EXPECT_NE(few.what.find("after the last value of a row"), std::string::npos) << few.what;
  const MeshFile cloud = readMeshBytes(
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
      "property float z\nend_header\n" +
          rows,
      ".ply", "cloud.ply");
  EXPECT_NE(cloud.what.find("cloud of points"), std::string::npos) << cloud.what;
  // A binary file with a count that is too small for its bytes.
  std::string binary = stlOf(trianglesOf(BoxMesh{Vec3::Ones(), 1, false}), "box");
  binary[80] = 6;
  const MeshFile half = readMeshBytes(binary, ".stl", "half.stl");
  EXPECT_NE(half.what.find("announces 6 triangles and has just room for 12"), std::string::npos) << half.what;
}

}  // namespace
}  // namespace scree
