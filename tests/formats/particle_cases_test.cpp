// Tables and packed files of particles, of the kinds that users of other programs have trouble with: read right, or
// refused with the line and a remedy; never read wrong in silence.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>
#include <numbers>

#include "tests/formats/particle_expectations.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {
TEST(ParticleCases, TablesOfTheKindsThatPeopleHave) {
  expectOne(readCase("tables/decimal_commas.csv"), "decimal commas");
  expectOne(readCase("tables/empty_cell.csv"), "empty cell");
  expectOne(readCase("tables/colours.csv"), "colours", 0.0);
  expectOne(readCase("tables/units_in_header.csv"), "units");
  EXPECT_TRUE(readCase("tables/units_in_header.csv").isInMetres);
  expectOne(readCase("tables/byte_order_mark.csv"), "mark");
  expectRefused(readCase("tables/radius_zero.csv"), "zero", 3, "not above 0", "size");
}

TEST(ParticleCases, DecimalCommas) {
  for (const char* text :
       {"x;y;z;r\n0,1;0,2;0,3;0,01\n", "x;y;z;r\n+0,1;2,0E-1;0,3;1,0e-2\n", "x y z r\n0,1 0,2 0,3 0,01\n",
        "0,1 0,2 0,3 0,01\n", "0,1;0,2;0,3;0,01\n", "x\ty\tz\tr\n0,1\t0,2\t0,3\t0,01\n",
        "x,y,z,r\n\"0,1\",\"0,2\",\"0,3\",\"0,01\"\n", "sep=;\nx;y;z;r\n0,1;0,2;0,3;0,01\n",
        "x|y|z|r\n0,1|0,2|0,3|0,01\n", "# x;y;z;r\n0,1;0,2;0,3;0,01\n", "x; y; z; r;\n0,1; 0,2; 0,3; 0,01;\n",
        "x;y;z;d\n,1;,2;,3;,02\n"}) {
    const ParticleFile file = readParticleBytes(text);
    expectOne(file, text);
    ASSERT_FALSE(file.notes.empty()) << text;
    EXPECT_NE(file.notes[0].find("decimal commas"), std::string::npos) << text << file.notes[0];
  }
  expectAllRefused({
      {"x,y,z,r\n0,1,0,2,0,3,0,01\n", 2, "8 cells for 4 columns", "decimal commas"},
      {"0,1,0,2,0,3,0,01\n", 1, "8 columns without names", "semicolons"},
      {"x;y;z;r\n0,1;0.2;0,3;0,01\n", 2, "both decimal points and decimal commas", "throughout"},
      {"x;y;z;r\n0.1;0.2;0.3;0.01\n0,1;0,2;0,3;0,01\n", 3, "both decimal points and decimal commas", "throughout"},
      {"x;y;z;r\n1.000,5;0,2;0,3;0,01\n", 2, "signs or blanks between thousands", "without them"},
      {"x;y;z;r\n1,000,5;0;0;1\n", 2, "between thousands", "without them"},
      {"x;y;z;r\n1 250,5;0;0;1\n", 2, "between thousands", "without them"},
      {"x;y;z;r\n1'250;0;0;1\n", 2, "between thousands", "without them"},
      {"x,y,z,r\n\"1,250\",\"2,500\",3,10\n", 0, "'1,250' may be a thousand", "semicolons"},
      {"x\ty\tz\tr\n1,250\t2,500\t3\t10\n", 0, "'1,250' may be a thousand", "semicolons"},
  });
}

TEST(ParticleCases, CellsStayInTheirColumns) {
  for (const char* text :
       {"id,label,x,y,z,r,mass\n1,,0.1,0.2,0.3,0.01,0.05\n", "id,label,x,y,z,r\n1,\"a, b\",0.1,0.2,0.3,0.01\n",
        "label;x;y;z;r\n\"iron; \"\"A\"\"\";0.1;0.2;0.3;0.01\n", "label x y z r\n\"iron ore\" 0.1 0.2 0.3 0.01\n",
        "x,y,z,r,vx,vy,vz\n0.1,0.2,0.3,0.01,,,\n", ",x,y,z,r\n0,0.1,0.2,0.3,0.01\n",
        "label\tx\ty\tz\tr\niron ore\t0.1\t0.2\t0.3\t0.01\n", "\tx\ty\tz\tr\n\t0.1\t0.2\t0.3\t0.01\n",
        "x,y,z,r,,\n0.1,0.2,0.3,0.01,,\n", "note,x,y,z,r\n\"two\nlines\",0.1,0.2,0.3,0.01\n",
        "z,y,x,radius,type\n0.3,0.2,0.1,0.01,ore\n", "#id label x y z r\n1 a 0.1 0.2 0.3 0.01\n"}) {
    expectOne(readParticleBytes(text), text);
  }
  expectAllRefused({
      {"id label x y z r\n1 iron ore 0.1 0.2 0.3 0.01\n", 2, "7 cells for 6 columns", "quotation marks"},
      {"id,label,x,y,z,r\n1,iron, ore,0.1,0.2,0.3,0.01\n", 2, "7 cells for 6 columns", "quotation marks"},
      {"x,y,z,r\n0.1,,0.3,0.01\n", 2, "a cell is empty in column 'y'", "number"},
      {"x,y,z,r\n0.1,0.2,0.3,0.01\n0.1,0.2,0.3,\n", 3, "a cell is empty in column 'r'", "number"},
      {"x,y,z,r\n0.1,0.2,0.3\n", 2, "3 cells for 4 columns", "every column"},
      {"label,x,y,z,r\n\"open,0.1,0.2,0.3,0.01\n0,0,0,1\n", 2, "quotation mark is not closed", "close it"},
      {"x,y,z,r\n0.1,0.2,n/a,0.01\n", 2, "'n/a' in column 'z' is no number", "number"},
      {"x,y,z,r\n0.1,0.2,inf,0.01\n", 2, "no finite number", "number"},
      {"x,y,z,r\n#N/A,0.2,0.3,0.01\n", 2, "'#N/A' in column 'x' is no number", "take the row out"},
      {"x,y,z,r\n0,0,0,1\n#DIV/0!,0.2,0.3,0.01\n", 3, "'#DIV/0!' in column 'x' is no number", "take the row out"},
      {"id x y z r\n#1 0.1 0.2 0.3 0.01\n", 2, "begins with '#'", "take the sign out"},
      {"x,y,z,x,r\n0.1,0.2,0.3,4,0.01\n", 1, "'x' stands twice", "once"},
      {"x,y,z,r\n0.1,0.2,0.3,0.01 m\n", 2, "'0.01 m' in column 'r' is no number", "name of the column"},
  });
}

TEST(ParticleCases, NamesOfColumnsAsProgramsWriteThem) {
  for (const char* names :
       {"Points:0,Points:1,Points:2,radius", "Points_0,Points_1,Points_2,Radius",
        "\"Position.X\",\"Position.Y\",\"Position.Z\",\"Radius\"", "Position [X],Position [Y],Position [Z],Radius",
        "pos_x,pos_y,pos_z,rad", "X,Y,Z,R", "posx,posy,posz,particle_radius",
        "x_coordinate,y_coordinate,z_coordinate,r", "Coordinates (0),Coordinates (1),Coordinates (2),Radii",
        "center_x,center_y,center_z,radius", "position_0,position_1,position_2,radius"}) {
    expectOne(readParticleBytes(std::string(names) + "\n0.1,0.2,0.3,0.01\n"), names);
  }
  const ParticleFile moving = readParticleBytes(
      "x y z d velocity:0 velocity:1 velocity:2 omega_x omega_y omega_z\n0.1 0.2 0.3 0.02 1 2 3 4 5 6\n");
  expectOne(moving, "velocities");
  EXPECT_EQ(moving.particles[0].velocity, Vec3(1, 2, 3));
  EXPECT_EQ(moving.particles[0].angularVelocity, Vec3(4, 5, 6));
}

TEST(ParticleCases, ColoursAreNoSizes) {
  for (const char* names :
       {"x,y,z,r,g,b", "x,y,z,r,g,q", "X,Y,Z,R,G,B", "x;y;z;b;g;r", "x y z g b r", "x\ty\tz\tr\tg\tb"}) {
    std::string row = "0.1,0.2,0.3,255,128,0";
    for (char& c : row) {
      const std::string_view separators = ";\t ";
      for (const char s : separators) {
        c = c == ',' && std::string_view(names).find(s) != std::string_view::npos ? s : c;
      }
    }
    const ParticleFile file = readParticleBytes(std::string(names) + "\n" + row + "\n");
    expectOne(file, names, 0.0);
    ASSERT_FALSE(file.notes.empty()) << names;
  }
  expectOne(readParticleBytes("x,y,z,r,g,b,radius\n0.1,0.2,0.3,255,0,0,0.01\n"), "a radius beside");
  expectOne(readParticleBytes("x,y,z,d,r,g,b\n0.1,0.2,0.3,0.02,255,0,0\n"), "a diameter beside");
}

TEST(ParticleCases, SizesAreAboveZero) {
  for (const char* size : {"0", "-0.01", "0.0", "-0", "0e0", "-1e-9", "1e-400"}) {
    expectRefused(readParticleBytes(fmt::format("x,y,z,r\n0.1,0.2,0.3,0.01\n0,0,0,{}\n", size)), size, 3, "not above 0",
                  "size");
    expectRefused(readParticleBytes(fmt::format("x,y,z,diameter\n0,0,0,{}\n", size)), size, 2, "not above 0", "size");
    expectRefused(readParticleBytes(fmt::format("1\nProperties=pos:R:3:radius:R:1\n0 0 0 {}\n", size)), size, 3,
                  "not above 0", "size");
  }
}

TEST(ParticleCases, UnitsInTheNames) {
  for (const char* text :
       {"x [mm],y [mm],z [mm],r [mm]\n100,200,300,10\n", "x (cm),y (cm),z (cm),d (cm)\n10,20,30,2\n",
        "x/mm;y/mm;z/mm;r/mm\n100;200;300;10\n", "x_mm,y_mm,z_mm,radius_mm\n100,200,300,10\n",
        "x [m],y [m],z [m],r [mm]\n0.1,0.2,0.3,10\n", "x,y,z,r\nmm,mm,mm,mm\n100,200,300,10\n",
        "x,y,z,r\n[mm],[mm],[mm],[um]\n100,200,300,10000\n", "x [mm] y [mm] z [mm] r [mm]\n100 200 300 10\n",
        "\"x, in the hall [mm]\",x [mm],y [mm],z [mm],r [mm]\n0,100,200,300,10\n",
        "x [ mm ],y [ mm ],z [ mm ],r [ mm ]\n100,200,300,10\n",
        "Position X [mm],Position Y [mm],Position Z [mm],Radius [mm]\n100,200,300,10\n"}) {
    const ParticleFile file = readParticleBytes(text);
    expectOne(file, text);
    EXPECT_TRUE(file.isInMetres) << text;
  }
  const ParticleFile moving =
      readParticleBytes("x [mm],y [mm],z [mm],r [mm],vx [mm/s],wz [rpm]\n100,200,300,10,500,60\n");
  expectOne(moving, "speeds");
  EXPECT_DOUBLE_EQ(moving.particles[0].velocity.x(), 0.5);
  EXPECT_DOUBLE_EQ(moving.particles[0].angularVelocity.z(), 2.0 * std::numbers::pi);
  expectAllRefused({
      {"x [mm],y,z [mm],r [mm]\n1,2,3,4\n", 1, "'y' has no unit", "all of them"},
      {"x,y,z,r [mm]\n1,2,3,4\n", 1, "'r' has a unit", "all of them"},
      {"x [mm],y [mm],z [mm],r\n1,2,3,4\n", 1, "'r' has no unit", "all of them"},
      {"x,y,z,r,vx [mm/s]\n1,2,3,4,5\n", 1, "'vx' has a unit", "all of them"},
      {"x [furlong],y [furlong],z [furlong],r [m]\n1,2,3,4\n", 1, "'furlong' of column 'x' is no unit of a length",
       "mm"},
      {"x [s],y [s],z [s],r [s]\n1,2,3,4\n", 1, "'s' of column 'x' is no unit of a length", "mm"},
  });
}

TEST(ParticleCases, Encodings) {
  const std::string text = "x,y,z,r\n0.1,0.2,0.3,0.01\n";
  const auto wide = [&](const char* mark, bool lowFirst) {
    std::string bytes = mark;
    for (const char c : text) {
      bytes += lowFirst ? std::string{c, '\0'} : std::string{'\0', c};
    }
    return bytes;
  };
  const auto withEnds = [&](const std::string& end) {
    std::string bytes;
    for (const char c : text) {
      bytes += c == '\n' ? end : std::string(1, c);
    }
    return bytes;
  };
  expectOne(readParticleBytes("\xEF\xBB\xBF" + text), "UTF-8 with a mark");
  expectOne(readParticleBytes(wide("\xFF\xFE", true)), "UTF-16LE");
  expectOne(readParticleBytes(wide("\xFE\xFF", false)), "UTF-16BE");
  expectOne(readParticleBytes(wide("", true)), "UTF-16LE without a mark");
  expectOne(readParticleBytes(wide("", false)), "UTF-16BE without a mark");
  expectOne(readParticleBytes(withEnds("\r\n")), "CR LF");
  expectOne(readParticleBytes(withEnds("\r")), "CR");
  expectOne(readParticleBytes(withEnds("\r\n\r\n")), "empty lines between");
  expectOne(readParticleBytes("\xEF\xBB\xBF# caf\xC3\xA9\r\n" + withEnds("\r\n")), "a remark in UTF-8");
  expectOne(readParticleBytes("name,x,y,z,r\nM\xFChle,0.1,0.2,0.3,0.01\n"), "a name in Latin-1");
  expectRefused(readParticleBytes("PK\x03\x04 and so on"), "xlsx", 0, "spreadsheet", "CSV");
  expectRefused(readParticleBytes("\xD0\xCF\x11\xE0 and so on"), "xls", 0, "office program", "CSV");
  expectRefused(readParticleBytes(std::string("x,y,z,r\n0.1,0.2,\0,3\n", 20)), "binary", 0, "binary", "text");
}

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(text.size() + 1000, '\0');
  std::string plain = text;
  stream.next_in = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(ParticleCases, LargeFilesAreReadAsSmallOnes) {
  std::string text = "x,y,z,r\n";
  for (int i = 0; i < 100000; ++i) {
    text += fmt::format("{},0,0,0.01\n", i);
  }
  const ParticleFile file = readParticleBytes(text);
  ASSERT_EQ(file.what, "");
  EXPECT_EQ(file.particles.size(), 100000U);
  EXPECT_EQ(file.particles.back().position.x(), 99999.0);
  EXPECT_EQ(file.kind, "table");
}

std::string zstdPacked(const std::string& bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
  return packed;
}

/// Files of other programs are refused by their kind, whatever their names end in.
TEST(ParticleCases, ForeignFilesAreNamed) {
  const std::vector<std::pair<std::string, const char*>> files = {
      {"ISO-10303-21;\nHEADER;\n", "STEP"},
      {"DBRep_DrawableShape\n", "BREP"},
      {"OFF\n8 6 0\n0 0 0\n", "OFF"},
      {"OFF\r\n8 6 0\r\n", "OFF"},
      {"glTF\x02\x00\x00\x00", "glTF"},
      {"{\"asset\": {\"version\": \"2.0\"}}", "glTF"},
      {"Kaydara FBX Binary  ", "FBX"},
      {"#VRML V2.0 utf8\n", "VRML"},
      {"$MeshFormat\n4.1 0 8\n", "Gmsh"},
      {"  0\nSECTION\n  2\nHEADER\n", "DXF"},
      {"999\nwritten by CAD\n  0\r\nSECTION\n", "DXF"},
      {"<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">", "COLLADA"},
      {"<!DOCTYPE html><html>", "web page"},
      {"\x89PNG\r\n", "picture"},
      {"\x89HDF\r\n", "HDF5"},
      {"%PDF-1.7", "PDF"},
      {std::string(72, ' ') + "S      1\n", "IGES"},
  };
  for (const auto& [bytes, kind] : files) {
    const ParticleFile file = readParticleBytes(bytes);
    EXPECT_NE(file.what.find(kind), std::string::npos) << kind << ": " << file.what;
    EXPECT_NE(file.remedy, "") << kind;
  }
  // A table that looks a little like one is a table.
  expectOne(readParticleBytes("off,x,y,z,r\n1,0.1,0.2,0.3,0.01\n"), "off");
}

/// Titles, dates and times above the names are left out, and told; lines keep their numbers.
TEST(ParticleCases, TitlesAboveTheNames) {
  for (const char* text :
       {"Simulation of a silo\nx,y,z,r\n0.1,0.2,0.3,0.01\n",
        "Run 12, Tuesday\n\nTime: 0.5 s\nx,y,z,r\n0.1,0.2,0.3,0.01\n",
        "\"Export\";\"2026\"\n\nx;y;z;r\n0,1;0,2;0,3;0,01\n",
        "Export\t1.0\n\"X\"\t\"Y\"\t\"Z\"\t\"Radius\"\n0.1\t0.2\t0.3\t0.01\n",
        "EDEM data\nq1: 3 particles\nPosition X (m),Position Y (m),Position Z (m),Radius (m)\n0.1,0.2,0.3,0.01\n"}) {
    const ParticleFile file = readParticleBytes(text);
    expectOne(file, text);
    EXPECT_TRUE(std::ranges::any_of(file.notes, [](const std::string& note) {
      return note.find("above the names left out") != std::string::npos;
    })) << text;
  }
  expectRefused(readParticleBytes("A title\nx,y,z,r\n0.1,0.2,0.3,0.01\n0.1,0.2,zero,0.01\n"), "line", 4, "no number",
                "write a number");
  // Rows above names are no titles.
  EXPECT_NE(readParticleBytes("1,2,3,0.1\nx,y,z,r\n0.1,0.2,0.3,0.01\n").what, "");
}

/// One density is that of the material; several are told. Radians are no unit.
TEST(ParticleCases, DensitiesAndSpinsOfTables) {
  const ParticleFile one = readParticleBytes("x,y,z,r,density\n0.1,0.2,0.3,0.01,2650\n");
  expectOne(one, "density");
  EXPECT_EQ(one.density, 2650.0);
  const ParticleFile grams = readParticleBytes("x [m],y [m],z [m],r [m],Rho [g/cm3]\n0.1,0.2,0.3,0.01,2.65\n");
  expectOne(grams, "grams");
  EXPECT_NEAR(grams.density.value_or(0.0), 2650.0, 1e-9);
  const ParticleFile two = readParticleBytes("x,y,z,r,rho\n0,0,0,1,2500\n3,0,0,1,7800\n");
  EXPECT_FALSE(two.density.has_value());
  ASSERT_EQ(two.notes.size(), 1U);
  EXPECT_NE(two.notes[0].find("2500 to 7800 kg/m3"), std::string::npos) << two.notes[0];
  expectRefused(readParticleBytes("x [m],y [m],z [m],r [m],rho [bar]\n0,0,0,1,2\n"), "bar", 1, "density", "kg/m3");
  const ParticleFile spun =
      readParticleBytes("x [m],y [m],z [m],r [m],wx [1/s],wy [1/s],wz [1/s]\n0.1,0.2,0.3,0.01,1,2,3\n");
  expectOne(spun, "spin");
  EXPECT_EQ(spun.particles[0].angularVelocity, Vec3(1.0, 2.0, 3.0));
}

TEST(ParticleCases, Archives) {
  const std::string head = "x,y,z,r\n";
  const std::string row = "0.1,0.2,0.3,0.01\n";
  expectOne(readParticleBytes(gzipped(head + row)), "gzip");
  expectOne(readParticleBytes(gzipped(head) + gzipped(row)), "two members");
  const std::string packed = gzipped(head + row);
  for (const std::size_t size : {std::size_t{3}, packed.size() / 2, packed.size() - 1}) {
    expectRefused(readParticleBytes(packed.substr(0, size)), "cut", 0, "cut short or damaged", "again");
  }
  // Two frames of zstd; the second one is of a program that did not know its size.
  const std::string zstd = zstdPacked(head) + zstdPacked(row);
  const ParticleFile unpackedFile = readParticleBytes(zstd);
  expectOne(unpackedFile, "zstd");
  EXPECT_EQ(unpackedFile.notes, std::vector<std::string>{"unpacked from zstd"});
  for (const std::size_t size : {std::size_t{5}, zstd.size() / 2 + 4, zstd.size() - 1}) {
    expectRefused(readParticleBytes(zstd.substr(0, size)), "cut zstd", 0, "cut short or damaged", "again");
  }
  expectRefused(readParticleBytes("\x28\xB5\x2F\xFD..."), "no zstd", 0, "zstd", "again");
  expectRefused(readParticleBytes("\xFD"
                                  "7zXZ..."),
                "xz", 0, "xz", "gzip");
  expectRefused(readParticleBytes("BZh91AY"), "bzip2", 0, "bzip2", "gzip");
}

/// Rows of several times, thousands of other countries, remarks, exponents of Fortran.
TEST(ParticleCases, TablesThatCouldBeReadWrong) {
  expectAllRefused({
      {"time,id,x,y,z,r\n0,1,0.1,0.2,0.3,0.01\n0.1,1,0.2,0.2,0.3,0.01\n", 3, "several times", "one time"},
      {"t [s],x,y,z,r\n0,0.1,0.2,0.3,0.01\n0.1,0.2,0.2,0.3,0.01\n", 3, "several times", "one time"},
      {"frame,x,y,z,r\n0,0.1,0.2,0.3,0.01\n1,0.2,0.2,0.3,0.01\n", 3, "several times", "one time"},
      {"x,y,z,r,density\n0,0,0,0.1,2500\n1,0,0,0.1,-5\n", 3, "is no density", "above 0"},
      {"x,y,z,r,density\n0,0,0,0.1,heavy\n", 2, "is no density", "rename the column"},
      {"x [m],y [m],z [m],r [m],wx [rpm],wy,wz\n0,0,0,0.1,1,1,1\n", 1, "'wy' has no unit", "all three"},
      {"particle id,x,y,z,r\n1,0.1,0.2,0.3,0.01\n1,0.2,0.2,0.3,0.01\n", 3, "there twice", "one time"},
      {"x y z r\n1,250 200 300 10\n", 0, "a thousand or a decimal", "decimal point"},
      {"x;y;z;r\n1.000;200;300;10\n", 0, "a thousand or a decimal", "without signs"},
  });
  EXPECT_TRUE(notes(readParticleBytes("id,x,y,z,r\n1,0.1,0.2,0.3,0.01\n1,0.2,0.2,0.3,0.01\n"), "rows share an id"));
  EXPECT_TRUE(notes(readParticleBytes("x,y,z,r,density\n0,0,0,0.1,2500\n1,0,0,0.1,\n"), "1 cell of densities empty"));
  EXPECT_TRUE(notes(readParticleBytes("x,y,z,r,density\n0,0,0,0.1,2500\n"), "density 2500 kg/m3 from the column"));
  EXPECT_TRUE(notes(readParticleBytes("x,y,z,r,density\n0,0,0,0.1,2.65\n"), "if it is in g/cm3"));
  EXPECT_EQ(readParticleBytes("t,x,y,z,r\n1,0.1,0.2,0.3,0.01\n2,0.2,0.2,0.3,0.01\n").what, "") << "types";
  EXPECT_EQ(readParticleBytes("x;y;z;r\n1.250;2.500;3.125;0.010\n").what, "");
  EXPECT_EQ(readParticleBytes("x;y;z;r\n1.250;2.5;3.125;10\n").what, "");
  EXPECT_EQ(readParticleBytes("x y z r\n1,250 2,5 3,125 0,01\n").what, "");
  expectOne(readParticleBytes("# gravel from pit seven\n0.1 0.2 0.3 0.01\n"), "remark of four words");
  expectOne(readParticleBytes("% x y z r\n0.1 0.2 0.3 0.01\n"), "per cent sign");
  expectOne(readParticleBytes("x y z r\n1.0D-1 2.0d-1 3.0D-01 1D-2\n"), "Fortran");
  expectOne(readParticleBytes("\"x\n[mm]\",\"y\n[mm]\",\"z\n[mm]\",\"r\n[mm]\"\n100,200,300,10\n"), "line in a name");
}

}  // namespace
}  // namespace scree
