// VTK files of the kinds that ParaView, LIGGGHTS and others write, and broken ones.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <fstream>

#include "engine/formats/particles/particle_file.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

/// Two particles: (0.1, 0.2, 0.3) r 0.01, and (-0.15, 0, 0.2) r 0.005.
void expectPair(const ParticleFile& file, const std::string& from) {
  ASSERT_EQ(file.what, "") << from;
  ASSERT_EQ(file.particles.size(), 2U) << from;
  EXPECT_EQ(file.particles[0].position, Vec3(0.1, 0.2, 0.3)) << from;
  EXPECT_EQ(file.particles[1].position, Vec3(-0.15, 0.0, 0.2)) << from;
  EXPECT_EQ(file.particles[0].radius, 0.01) << from;
  EXPECT_EQ(file.particles[1].radius, 0.005) << from;
}

ParticleFile readVtkCase(const std::string& name) {
  return readParticleFile(std::filesystem::path(SCREE_SOURCE_DIR) / "tests/data/cases/vtk" / name);
}

TEST(VtkCases, FilesOfTheKindsThatPeopleHave) {
  expectPair(readVtkCase("metadata.vtk"), "metadata");
  const ParticleFile cells = readVtkCase("cells_first.vtk");
  expectPair(cells, "cells first");
  EXPECT_EQ(cells.particles[0].velocity, Vec3(1, 2, 3));
  const ParticleFile pieces = readVtkCase("two_pieces.vtu");
  ASSERT_EQ(pieces.what, "");
  ASSERT_EQ(pieces.particles.size(), 2U);
  EXPECT_EQ(pieces.particles[1].position.x(), 0.4);
  EXPECT_EQ(pieces.particles[1].radius, 0.005);
}

const std::string kLegacyHead = "# vtk DataFile Version 4.2\nany title\nASCII\nDATASET POLYDATA\n";
const std::string kLegacyPoints = "POINTS 2 double\n0.1 0.2 0.3 -0.15 0 0.2\n";
const std::string kLegacyRadii = "POINT_DATA 2\nSCALARS radius double 1\nLOOKUP_TABLE default\n0.01 0.005\n";

std::string withCrLf(const std::string& text) {
  std::string bytes;
  for (const char c : text) {
    bytes += c == '\n' ? "\r\n" : std::string(1, c);
  }
  return bytes;
}

TEST(VtkCases, LegacySections) {
  const std::vector<std::pair<const char*, std::string>> all = {
      {"plain", kLegacyHead + kLegacyPoints + kLegacyRadii},
      {"CR LF", withCrLf(kLegacyHead + kLegacyPoints + kLegacyRadii)},
      {"cells of version 4", kLegacyHead + kLegacyPoints + "VERTICES 2 4\n1 0\n1 1\n" + kLegacyRadii},
      {"cells of version 5", kLegacyHead + kLegacyPoints +
                                 "VERTICES 3 2\nOFFSETS vtktypeint64\n0 1 2\nCONNECTIVITY vtktypeint64\n0 1\n" +
                                 kLegacyRadii},
      {"cells and types", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n" + kLegacyPoints +
                              "CELLS 2 4\n1 0\n1 1\nCELL_TYPES 2\n1\n1\n" + kLegacyRadii},
      {"field of text", kLegacyHead + kLegacyPoints +
                            "POINT_DATA 2\nFIELD FieldData 2\nname 1 2 string\niron ore\nlime stone\nradius 1 2 "
                            "float\n0.01 0.005\n"},
      {"a field of the data set first",
       "# vtk DataFile Version 4.2\nt\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nTIME 1 "
       "1 double\n0.25\n" +
           kLegacyPoints + kLegacyRadii},
      {"vectors before", kLegacyHead + kLegacyPoints +
                             "POINT_DATA 2\nVECTORS f float\n1 2 3 4 5 6\nNORMALS n float\n0 0 1 0 0 1\nTENSORS s "
                             "float\n1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\nSCALARS radius float\nLOOKUP_TABLE "
                             "default\n0.01 0.005\n"},
      {"colours and a table", kLegacyHead + kLegacyPoints +
                                  "POINT_DATA 2\nCOLOR_SCALARS c 3\n1 0 0 0 1 0\nLOOKUP_TABLE t 1\n0 0 0 1\nSCALARS "
                                  "Radius float 1\nLOOKUP_TABLE t\n0.01 0.005\n"},
      {"cells last", kLegacyHead + kLegacyPoints + kLegacyRadii +
                         "CELL_DATA 2\nSCALARS radius float 1\nLOOKUP_TABLE "
                         "default\n7 8\n"},
      {"diameters",
       kLegacyHead + kLegacyPoints + "POINT_DATA 2\nSCALARS Diameter double 1\nLOOKUP_TABLE default\n0.02 0.01\n"},
  };
  for (const auto& [name, text] : all) {
    expectPair(readParticleBytes(text), name);
  }
}

template <typename T>
std::string bigEndian(std::initializer_list<T> numbers) {
  std::string bytes;
  for (const T number : numbers) {
    std::string one(sizeof number, '\0');
    std::memcpy(one.data(), &number, sizeof number);
    bytes.append(one.rbegin(), one.rend());
  }
  return bytes;
}

TEST(VtkCases, LegacyBinaryWithTextAndRemarksOnArrays) {
  const std::string text =
      "# vtk DataFile Version 5.1\nt\nBINARY\nDATASET POLYDATA\nPOINTS 2 double\n" +
      bigEndian<double>({0.1, 0.2, 0.3, -0.15, 0.0, 0.2}) +
      "\nMETADATA\nINFORMATION 1\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0.25 0.37\n\n"
      "VERTICES 3 2\nOFFSETS vtktypeint64\n" +
      bigEndian<std::int64_t>({0, 1, 2}) + "\nCONNECTIVITY vtktypeint64\n" + bigEndian<std::int64_t>({0, 1}) +
      "\nCELL_DATA 2\nSCALARS radius float\nLOOKUP_TABLE default\n" + bigEndian<float>({7, 8}) +
      "\nPOINT_DATA 2\nFIELD FieldData 3\nname 1 2 string\n" + "\xC4iron\xC3ore" + "\nid 1 2 vtkIdType\n" +
      bigEndian<std::int32_t>({4, 5}) + "\nradius 1 2 double\n" + bigEndian<double>({0.01, 0.005}) + "\n";
  expectPair(readParticleBytes(text), "binary");
  for (const std::size_t size : {text.size() - 9, text.size() / 2, std::size_t{100}}) {
    const ParticleFile cut = readParticleBytes(text.substr(0, size));
    EXPECT_FALSE(cut.what.empty()) << size;
    EXPECT_FALSE(cut.remedy.empty()) << size;
  }
}

struct RefusedVtk {
  std::string text;
  const char* what;
  const char* remedy;
};

TEST(VtkCases, LegacyThatCannotBeRead) {
  const RefusedVtk all[] = {
      {kLegacyHead + kLegacyPoints + "CELL_DATA 2\nSCALARS radius float 1\nLOOKUP_TABLE default\n1 2\nPOINT_DATA 2\n",
       "'radius' is of cells", "Cell Data to Point Data"},
      {kLegacyHead + "POINTS 2 double\n0.1 0.2 0.3 -0.15 0\n" + kLegacyRadii, "where a number should be",
       "save it again"},
      {kLegacyHead + "POINTS 2 double\n0.1 0.2", "ends inside an array", "save it again"},
      {kLegacyHead + kLegacyPoints + "POINT_DATA 2\nSCALARS radius quad 1\nLOOKUP_TABLE default\n1 2\n",
       "'quad' is no type", "save it again"},
      {kLegacyHead + kLegacyPoints + "POINT_DATA 3\nSCALARS radius float 1\nLOOKUP_TABLE default\n1 2 3\n",
       "3 numbers for 2 points", "save it again"},
      {kLegacyHead + "POINTS many double\n", "'many' where a number of values", "save it again"},
      {"# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING 1 1 "
       "1\nPOINT_DATA 8\nSCALARS s float 1\nLOOKUP_TABLE default\n1 2 3 4 5 6 7 8\n",
       "no points: a data set of kind 'STRUCTURED_POINTS'", "points"},
      {kLegacyHead + kLegacyPoints + "POLYGONS 1 4\n3 0 1 0\n" + kLegacyRadii, "a surface of 1 polygon", "Glyph"},
      {"# vtk DataFile Version 3.0\nt\nUTF8\n", "'utf8' where ASCII or BINARY", "save it again"},
      {kLegacyHead + kLegacyPoints + "POINT_DATA 2\nSCALARS radius float 1\nLOOKUP_TABLE default\n0.1 0\n",
       "not above 0", "size"},
      {kLegacyHead + kLegacyPoints + "POINT_DATA 2\nSCALARS radius float 1\nLOOKUP_TABLE default\n0.1 nan\n",
       "not finite", "take it out"},
      {kLegacyHead + kLegacyPoints + "SOMETHING 2\n", "'something' where a section", "save it again"},
  };
  for (const RefusedVtk& one : all) {
    const ParticleFile file = readParticleBytes(one.text);
    EXPECT_NE(file.what.find(one.what), std::string::npos) << one.text << file.what;
    EXPECT_NE(file.remedy.find(one.remedy), std::string::npos) << one.text << file.remedy;
  }
}

std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63U];
    }
  }
  return text;
}

template <typename T>
std::string raw(std::initializer_list<T> numbers) {
  std::string bytes(sizeof(T) * numbers.size(), '\0');
  std::memcpy(bytes.data(), numbers.begin(), bytes.size());
  return bytes;
}

std::string packed(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                     bytes.size()),
            Z_OK);
  result.resize(size);
  return result;
}

/// File with one piece of two points; the arrays as `points` and `radii` are given, with what follows the set.
std::string xmlFile(const std::string& points, const std::string& radii, const std::string& attributes = "",
                    const std::string& rest = "") {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" {}>\n<PolyData><Piece NumberOfPoints=\"2\" "
      "NumberOfVerts=\"2\"><PointData "
      "Scalars=\"radius\">{}</PointData><Points>{}</Points></Piece></PolyData>{}</VTKFile>\n",
      attributes, radii, points, rest);
}
std::string array(const std::string& name, const std::string& form, const std::string& text, int components = 1) {
  return fmt::format("<DataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"{}\" {}>{}</DataArray>", name,
                     components, form, text);
}

const std::string kPoints = raw<double>({0.1, 0.2, 0.3, -0.15, 0.0, 0.2});
const std::string kRadii = raw<double>({0.01, 0.005});

TEST(VtkCases, XmlForms) {
  const std::string ascii = "format=\"ascii\"";
  const std::string binary = "format=\"binary\"";
  const auto headed = [](const std::string& data) {
    return raw<std::uint32_t>({static_cast<std::uint32_t>(data.size())}) + data;
  };
  const auto headed8 = [](const std::string& data) { return raw<std::uint64_t>({data.size()}) + data; };
  expectPair(readParticleBytes(xmlFile(array("Points", ascii, "\n 0.1 0.2\n0.3 -0.15 0 0.2 ", 3),
                                       array("radius", ascii, "0.01\n0.005"))),
             "text");
  expectPair(readParticleBytes(xmlFile(array("Points", binary, "\n  " + base64(headed(kPoints)) + "\n", 3),
                                       array("radius", binary, base64(headed(kRadii))))),
             "base64");
  expectPair(readParticleBytes(xmlFile(array("Points", binary, base64(headed8(kPoints)), 3),
                                       array("radius", binary, base64(headed8(kRadii))), "header_type=\"UInt64\"")),
             "base64 with heads of 8 bytes");
  const std::string big = bigEndian<std::uint32_t>({48}) + bigEndian<double>({0.1, 0.2, 0.3, -0.15, 0.0, 0.2});
  expectPair(readParticleBytes(xmlFile(array("Points", binary, base64(big), 3), array("radius", ascii, "0.01 0.005"),
                                       "byte_order=\"BigEndian\"")),
             "big-endian");
  // Two blocks of 32 and 16 bytes.
  const std::string first = packed(kPoints.substr(0, 32));
  const std::string second = packed(kPoints.substr(32));
  const std::string head = raw<std::uint32_t>(
      {2, 32, 16, static_cast<std::uint32_t>(first.size()), static_cast<std::uint32_t>(second.size())});
  const std::string zlib = "compressor=\"vtkZLibDataCompressor\"";
  const std::string squeezed = packed(kRadii);
  const std::string headOfRadii = raw<std::uint32_t>({1, 16, 0, static_cast<std::uint32_t>(squeezed.size())});
  expectPair(readParticleBytes(xmlFile(array("Points", binary, base64(head) + base64(first + second), 3),
                                       array("radius", binary, base64(headOfRadii) + base64(squeezed)), zlib)),
             "compressed");
  const std::string at0 = "format=\"appended\" offset=\"0\"";
  const auto appended = [](const std::string& encoding, const std::string& data) {
    return "<AppendedData encoding=\"" + encoding + "\">\n _" + data + "\n</AppendedData>";
  };
  const std::string rawPoints = headed(kPoints);
  expectPair(
      readParticleBytes(xmlFile(array("Points", at0, "", 3),
                                array("radius", fmt::format("format=\"appended\" offset=\"{}\"", rawPoints.size()), ""),
                                "", appended("raw", rawPoints + headed(kRadii)))),
      "appended");
  const std::string codedPoints = base64(rawPoints);
  expectPair(readParticleBytes(
                 xmlFile(array("Points", at0, "", 3),
                         array("radius", fmt::format("format=\"appended\" offset=\"{}\"", codedPoints.size()), ""), "",
                         appended("base64", codedPoints + base64(headed(kRadii))))),
             "appended base64");
  const std::string rawPacked = head + first + second;
  expectPair(
      readParticleBytes(xmlFile(array("Points", at0, "", 3),
                                array("radius", fmt::format("format=\"appended\" offset=\"{}\"", rawPacked.size()), ""),
                                zlib, appended("raw", rawPacked + headOfRadii + squeezed))),
      "appended and compressed");
}

std::string textPiece(const std::string& place, const std::string& name, const std::string& size) {
  return fmt::format("<Piece NumberOfPoints=\"1\"><PointData>{}</PointData><Points>{}</Points></Piece>",
                     array(name, "format=\"ascii\"", size), array("Points", "format=\"ascii\"", place, 3));
}
std::string unstructured(const std::string& pieces) {
  return "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>" + pieces + "</UnstructuredGrid></VTKFile>";
}
const std::string kFirstPiece = textPiece("0.1 0.2 0.3", "radius", "0.01");
const std::string kSecondPiece = textPiece("-0.15 0 0.2", "radius", "0.005");

TEST(VtkCases, PiecesAndListsOfFiles) {
  expectPair(readParticleBytes(unstructured(kFirstPiece + kSecondPiece)), "two pieces");
  const std::string empty = "<Piece NumberOfPoints=\"0\"><PointData></PointData><Points></Points></Piece>";
  expectPair(readParticleBytes(unstructured(empty + kFirstPiece + empty + kSecondPiece)), "empty pieces");

  const TestFolder folder;
  std::filesystem::create_directories(folder / "parts");
  const auto write = [&](const std::string& name, const std::string& text) { std::ofstream(folder / name) << text; };
  write("parts/a.vtu", unstructured(kFirstPiece));
  write("parts/b.vtu", unstructured(kSecondPiece));
  write("bed.pvtu",
        "<VTKFile type=\"PUnstructuredGrid\"><PUnstructuredGrid><Piece Source=\"parts/a.vtu\"/><Piece "
        "Source=\"parts/b.vtu\"/></PUnstructuredGrid></VTKFile>");
  expectPair(readParticleFile(folder / "bed.pvtu"), "pvtu");
  write("run.pvd",
        "<VTKFile type=\"Collection\"><Collection><DataSet timestep=\"1\" file=\"bed.pvtu\"/><DataSet timestep=\"0\" "
        "file=\"parts/a.vtu\"/></Collection></VTKFile>");
  expectPair(readParticleFile(folder / "run.pvd"), "pvd, its last time");
  const ParticleFile first = readParticleFile(folder / "run.pvd", {.frame = 1});
  ASSERT_EQ(first.what, "");
  EXPECT_EQ(first.particles.size(), 1U);
  EXPECT_EQ(readParticleFile(folder / "run.pvd", {.frame = 3}).what, "there is no frame 3");
  write("gone.pvtu",
        "<VTKFile type=\"PUnstructuredGrid\"><PUnstructuredGrid><Piece "
        "Source=\"parts/c.vtu\"/></PUnstructuredGrid></VTKFile>");
  const ParticleFile gone = readParticleFile(folder / "gone.pvtu");
  EXPECT_NE(gone.what.find("parts/c.vtu"), std::string::npos) << gone.what;
  EXPECT_NE(gone.remedy.find("beside it"), std::string::npos);
  write("round.pvd",
        "<VTKFile type=\"Collection\"><Collection><DataSet timestep=\"0\" file=\"round.pvd\"/></Collection></VTKFile>");
  EXPECT_NE(readParticleFile(folder / "round.pvd").what.find("again and again"), std::string::npos);
}

TEST(VtkCases, XmlThatCannotBeRead) {
  const std::string ascii = "format=\"ascii\"";
  const std::string points = array("Points", ascii, "0.1 0.2 0.3 -0.15 0 0.2", 3);
  const std::string inCells = "<Piece NumberOfPoints=\"1\"><Points>" + array("Points", ascii, "0 0 0", 3) +
                              "</Points><CellData>" + array("radius", ascii, "1") + "</CellData></Piece>";
  const RefusedVtk all[] = {
      {unstructured(kFirstPiece + textPiece("0 0 0", "diameter", "1")), "different arrays", "one piece"},
      {xmlFile(array("Points", ascii, "0.1 0.2 0.3", 3), ""), "a piece of 2 points has 3 coordinates", "save it again"},
      {xmlFile(points, array("radius", ascii, "0.01")), "1 numbers for 2 points", "save it again"},
      {xmlFile(points, array("radius", ascii, "0.01 few")), "'few' where a number should be", "save it again"},
      {xmlFile(points, "", "compressor=\"vtkLZ4DataCompressor\""), "vtkLZ4DataCompressor", "ZLib"},
      {xmlFile(points, array("radius", "format=\"binary\"", base64(raw<std::uint32_t>({99}) + kRadii))), "cut short",
       "again"},
      {xmlFile(points, array("radius", "format=\"appended\" offset=\"9\"", "")), "outside the appended data",
       "save it again"},
      {unstructured(inCells), "'radius' is of cells", "Cell Data to Point Data"},
      {"<VTKFile type=\"ImageData\"><ImageData></ImageData></VTKFile>", "no points: a data set of kind 'ImageData'",
       "points"},
      {"<?xml version=\"1.0\"?><gpx></gpx>", "not VTK", ".vtp"},
      {xmlFile(points, array("radius", ascii, "0.01 0.005")).substr(0, 300), "no sound XML", "again"},
  };
  for (const RefusedVtk& one : all) {
    const ParticleFile file = readParticleBytes(one.text);
    EXPECT_NE(file.what.find(one.what), std::string::npos) << one.text << file.what;
    EXPECT_NE(file.remedy.find(one.remedy), std::string::npos) << one.text << file.remedy;
  }
}

}  // namespace
}  // namespace scree
