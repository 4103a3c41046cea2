// Dumps, data files, XYZ and VTK files of the kinds that users of other programs have trouble with: read right, or
// refused with the line and a remedy; never read wrong in silence.
#include <fmt/format.h>

#include "tests/formats/particle_expectations.h"

namespace scree {
namespace {

std::string dump(const std::string& columns, const std::string& rows, int count = 1,
                 const std::string& box = "ITEM: BOX BOUNDS ff ff ff\n0 2\n0 4\n-1 1\n") {
  return fmt::format("ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n{}\n{}ITEM: ATOMS {}\n{}", count, box, columns, rows);
}

TEST(ParticleCases, DumpsOfTheKindsThatPeopleHave) {
  const ParticleFile unwrapped = readCase("dumps/unwrapped.dump");
  ASSERT_EQ(unwrapped.what, "");
  ASSERT_EQ(unwrapped.particles.size(), 2U);
  EXPECT_EQ(unwrapped.particles[1].position, Vec3(2.5, 0.2, 0.3));
  EXPECT_EQ(unwrapped.particles[1].radius, 0.005);
  expectRefused(readCase("dumps/local.dump"), "local", 3, "local quantities", "dump");
  expectRefused(readCase("dumps/cut_in_number.dump"), "cut", 11, "in the middle of a line", "cut short");
  const ParticleFile packed = readCase("dumps/compressed.dump.gz");
  ASSERT_EQ(packed.what, "");
  EXPECT_EQ(packed.particles[1].radius, 0.0125);
}

TEST(ParticleCases, PlacesInDumps) {
  const std::string tilted = "ITEM: BOX BOUNDS xy xz yz pp pp pp\n0 3.5 1\n0 4 0.5\n-1 1 0\n";
  // A box of 2 x 4 x 2 whose y edge leans by 1 and whose z edge leans by 0.5 along x.
  const std::vector<std::pair<std::string, std::string>> all = {
      {dump("id type x y z radius", "1 1 0.1 0.2 0.3 0.01\n"), "x"},
      {dump("id x y z xu yu zu radius", "1 0.1 0.2 0.3 9 9 9 0.01\n"), "x before xu"},
      {dump("id xu yu zu radius", "1 0.1 0.2 0.3 0.01\n"), "xu"},
      {dump("radius zs ys xs id", "0.01 0.65 0.05 0.05 1\n"), "xs in any order"},
      {dump("id xsu ysu zsu diameter", "1 0.05 0.05 0.65 0.02\n"), "xsu"},
      {dump("id xs ys zs radius", "1 -0.1375 0.05 0.65 0.01\n", 1, tilted), "a tilted box"},
      {dump("id type mol x y z vx vy vz fx fy fz c_1 radius", "1 1 0 0.1 0.2 0.3 0 0 0 0 0 0 7 0.01 \n"), "further"},
      {"ITEM: UNITS\ncgs\n" + dump("x y z radius", "10 20 30 1\n"), "units"},
      {"ITEM: TIMESTEP\n0\nITEM: TIME\n0.5\n" + dump("x y z radius", "0.1 0.2 0.3 0.01\n"), "time"},
      {dump("x y z radius", "0 0 0 1\n") + dump("x y z radius", "0.1 0.2 0.3 0.01\n"), "the last frame"},
      {"\xEF\xBB\xBF" + dump("x y z radius", "0.1 0.2 0.3 0.01\n"), "a mark"},
  };
  for (const auto& [text, name] : all) {
    const ParticleFile file = readParticleBytes(text);
    ASSERT_EQ(file.what, "") << name;
    ASSERT_EQ(file.particles.size(), 1U) << name;
    EXPECT_NEAR((file.particles[0].position - Vec3(0.1, 0.2, 0.3)).norm(), 0.0, 1e-12) << name;
    EXPECT_NEAR(file.particles[0].radius, 0.01, 1e-15) << name;
  }
}

TEST(ParticleCases, FramesOfDumpsAreChosen) {
  const std::string text =
      dump("x y z radius", "0 0 0 1\n") + dump("x y z radius", "0.1 0.2 0.3 0.01\n") + dump("x y z radius", "", 0);
  expectOne(readParticleBytes(text, {.frame = 2}), "frame 2");
  expectRefused(readParticleBytes(text), "an empty last frame", 0, "frame 3 of 3 has no atoms", "frame: 2");
  expectRefused(readParticleBytes(text, {.frame = 4}), "frame 4", 0, "there is no frame 4", "1 to 3");
  expectRefused(readParticleBytes("x,y,z,r\n"), "no rows", 0, "no particles", "table");
}

TEST(ParticleCases, DumpsThatCannotBeRead) {
  expectAllRefused({
      {dump("id type", "1 1\n"), 9, "no places", "dump again"},
      {dump("xs ys zs radius", "0 0 0 1\n", 1, ""), 5, "bounds of the box", "dump again"},
      {dump("x y z radius", "0 0 0 1\n", 2), 10, "ends after 1 of 2 atoms", "cut short"},
      {dump("x y z radius", "0 0 0 1\n0 0 0 1\n", 1), 11, "'0 0 0 1' where 'ITEM: ...' should be", "number of atoms"},
      {dump("x y z radius", "0 0 0\n"), 10, "3 values for 4 columns", "dump again"},
      {dump("x y z radius", "0 0 nan 1\n"), 10, "'nan' is no finite number", "dump again"},
      {dump("x y z radius", "0 0 0 0.01"), 10, "in the middle of a line", "cut short"},
      {dump("x y z radius", "0 0 0 1\n") + "ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n", 13, "cannot be read",
       "dump again"},
      {dump("x y z radius", "0 0 0 1\n") + "ITEM: TIMESTEP\n5\n", 12, "ends in the head of a frame", "cut short"},
      {"ITEM: NUMBER OF ATOMS\nmany\nITEM: ATOMS x y z\n", 2, "number of atoms cannot be read", "dump again"},
      {"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ENTRIES\n1\n", 3, "local quantities", "dump again"},
      {"ITEM: TIMESTEP\n0\n", 0, "no atoms", "dump again"},
      {std::string("\0\0\0\1ITEM:\0", 10), 0, "binary", "text"},
  });
}

TEST(ParticleCases, DataFilesOfLammps) {
  const std::string head = "LAMMPS data file\n\n1 atoms\n1 atom types\n\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\n";
  const ParticleFile file =
      readParticleBytes(head + "Atoms # sphere\n\n7 1 0.02 2500 0.1 0.2 0.3 0 0 0\n\nVelocities\n\n7 1 2 3 4 5 6\n");
  expectOne(file, "sphere");
  EXPECT_EQ(file.particles[0].velocity, Vec3(1, 2, 3));
  EXPECT_EQ(file.particles[0].angularVelocity, Vec3(4, 5, 6));
  expectOne(readParticleBytes(head + "Atoms # atomic\n\n1 1 0.1 0.2 0.3\n"), "atomic", 0.0);
  expectAllRefused({
      {head + "Atoms\n\n1 1 0.02 2500 0.1 0.2 0.3\n", 10, "does not say its style", "Atoms # sphere"},
      {head + "Atoms # ellipsoid\n\n1 1 1 2500 0.1 0.2 0.3\n", 10, "style 'ellipsoid'", "write_data"},
      {head + "Atoms # sphere\n\n1 1 0.02 2500 0.1\n", 12, "5 values for 7", "write_data"},
      {head + "Atoms # sphere\n", 10, "ends inside a section", "cut short"},
      {head, 0, "no section 'Atoms'", "write_data"},
  });
}

TEST(ParticleCases, Xyz) {
  expectOne(readParticleBytes("1\nplain\nFe 0.1 0.2 0.3\n"), "plain", 0.0);
  expectOne(readParticleBytes("1\nLattice=\"1 0 0 0 1 0 0 0 1\" Properties=species:S:1:pos:R:3:radius:R:1\nFe 0.1 0.2 "
                              "0.3 0.01\n"),
            "extended");
  const std::string frames =
      "1\nProperties=pos:R:3:Radius:R:1\n0 0 0 1\n1\nProperties=Radius:R:1:pos:R:3\n0.01 0.1 0.2 0.3\n";
  expectOne(readParticleBytes(frames), "the last frame");
  expectOne(readParticleBytes("1\nProperties=Radius:R:1:pos:R:3\n0.01 0.1 0.2 0.3\n" + frames, {.frame = 1}),
            "frame 1");
  expectAllRefused({
      {"2\nplain\nFe 0 0 0\n", 3, "ends after 1 of 2 particles", "cut short"},
      {"1\nProperties=species:S:1:radius:R:1\nFe 1\n", 2, "no places", "extended XYZ"},
      {"1\nplain\nFe 0 0 x\n", 3, "'x' is no finite number", "again"},
      {"1\nplain\nFe 0 0\n", 3, "3 values for 4 columns", "again"},
      {"2\ncomment\n0.1 0.2 0.3 0.01\n0.4 0.2 0.3 0.01\n", 3, "'0.1' where the name of the particle",
       "begin each row with a name"},
      {"1\n0.1 0.2 0.3 0.01\n0.4 0.2 0.3 0.01\n", 2, "numbers where the line of text", "name the columns"},
      {"1\nProperties=pos:R:3:pos:R:3\n0 0 0 1 1 1\n", 2, "'pos_0' stands twice", "again"},
      {"1\nProperties=pos:R:many\n0 0 0\n", 2, "list of properties cannot be read", "again"},
  });
}

const std::string kDataHead = "2 atoms\n1 atom types\n\n0 1 xlo xhi\n0 2 ylo yhi\n0 3 zlo zhi\n\n";

TEST(ParticleCases, DataFilesTellUnitsTypesAndTheirBox) {
  const ParticleFile cgs = readParticleBytes("LAMMPS data file via write_data, units = cgs, timestep = 0\n\n" +
                                             kDataHead + "Atoms # sphere\n\n1 1 2 2.5 10 20 30\n2 1 2 2.5 40 20 30\n");
  ASSERT_EQ(cgs.what, "");
  EXPECT_TRUE(cgs.isInMetres);
  EXPECT_NEAR((cgs.particles[0].position - Vec3(0.1, 0.2, 0.3)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(cgs.particles[0].radius, 0.01, 1e-17);
  EXPECT_NEAR(cgs.density.value_or(0.0), 2500.0, 1e-9);
  ASSERT_TRUE(cgs.box);
  EXPECT_NEAR((cgs.box->upper - Vec3(0.01, 0.02, 0.03)).norm(), 0.0, 1e-15);
  EXPECT_EQ(cgs.mapping, "place and diameter");
  const ParticleFile lj = readParticleBytes("a file, units = lj\n\n" + kDataHead +
                                            "Atoms # sphere\n\n1 1 2 2.5 10 20 30\n2 2 2 2.5 40 20 30\n\nVelocities\n\n"
                                            "1 1 0 0 0 0 0\n2 0 0 0 0 0 0\n");
  EXPECT_FALSE(lj.isInMetres);
  EXPECT_TRUE(notes(lj, "units 'lj' have no length"));
  EXPECT_TRUE(notes(lj, "2 types of particles become one material"));
  EXPECT_EQ(lj.types, 2U);
  EXPECT_EQ(lj.mapping, "place, diameter and velocity");
  // Types by names, and sections that are not read.
  const ParticleFile labels = readParticleBytes("t\n\n" + kDataHead +
                                                "Atom Type Labels\n\n1 ore\n\nMasses\n\nore 1.0\n\nAtoms # sphere\n\n"
                                                "1 ore 2 2.5 1 2 3\n2 ore 2 2.5 4 2 3\n\nBonds\n\n1 1 1 2\n");
  ASSERT_EQ(labels.what, "");
  EXPECT_EQ(labels.particles.size(), 2U);
  EXPECT_TRUE(notes(labels, "sections that are not read: Atom Type Labels, Masses, Bonds"));
  expectAllRefused({
      {"t\n\n" + kDataHead + "Atoms # sphere\n\n1 1 2 2 1 2 3\n2 1 2 2 4 2 3\n3 1 2 2 7 2 3\n", 14,
       "more rows than the 2", "mend the number"},
      {"t\n\n" + kDataHead + "Atoms # sphere\n\n1 1 2 2 1 2 3\n1 1 2 2 4 2 3\n", 13, "atom 1 stands twice",
       "write_data"},
      {"t\n\n" + kDataHead + "Atoms # sphere\n\n1 1 2 2 1 2 3\n2 1 2 2 4 2 3\n\nAtoms # sphere\n\n1 1 2 2 1 2 3\n", 15,
       "stands twice", "keep one"},
      {"t\n\n" + kDataHead + "Atoms # sphere\n\n1 1 2 2 1 2 3\n2 1 2 2 4", 13, "ends in the middle of a line",
       "cut short"},
      {"t\n\n" + kDataHead + "Atoms # sphere\n\n1 1 2 2 1 2 3\n2 1 2 2 4 2 3\nsome words\n", 14,
       "'some words' where a section", "write_data"},
  });
}

TEST(ParticleCases, DumpsTellTypesAndColumns) {
  const ParticleFile two =
      readParticleBytes(dump("id type x y z radius angmomx", "1 1 0.1 0.2 0.3 0.01 5\n2 2 1 2 3 0.01 6\n", 2));
  ASSERT_EQ(two.what, "");
  EXPECT_TRUE(notes(two, "2 types of particles become one material"));
  EXPECT_TRUE(notes(two, "columns that are not read: angmomx"));
  const ParticleFile scaled = readParticleBytes(dump("id type xs ys zs radius", "1 1 0.1 0.2 0.3 0.01\n"));
  EXPECT_FALSE(notes(scaled, "not read")) << "places are read";
  expectRefused(readParticleBytes(dump("id x y z radius", "7 0.1 0.2 0.3 0.01\n7 1 2 3 0.01\n", 2)), "twins", 11,
                "the atom 7 is there twice", "keep one");
  expectOne(readParticleBytes("# written by a script\n" + dump("x y z radius", "0.1 0.2 0.3 0.01\n")), "remark");
  expectRefused(readParticleBytes("ITEM: TIMESTEP\n0\nITEM: NUMBER OF AT"), "cut", 3, "middle of a line", "cut short");
  expectRefused(readParticleBytes("---\ncreator: LAMMPS\ntimestep: 0\nkeywords: [ id, x, y, z ]\n"), "yaml", 0, "YAML",
                "custom");
}

TEST(ParticleCases, XyzTellsWhatItDoesNotRead) {
  const ParticleFile file = readParticleBytes(
      "2\nProperties=species:S:1:pos:R:3:radius:R:1:forces:R:3\nA 0.1 0.2 0.3 0.01 1 2 3\nB 1 2 3 0.01 1 2 3\n");
  ASSERT_EQ(file.what, "");
  EXPECT_TRUE(notes(file, "properties that are not read: forces_0, forces_1, forces_2"));
  EXPECT_TRUE(notes(file, "2 types"));
  EXPECT_TRUE(notes(readParticleBytes("1\ntext\nA 0.1 0.2 0.3 0.01\n"), "further columns have no names"));
}

/// Meshes and lines in VTK files are no particles; arrays for each axis are a vector.
TEST(ParticleCases, CellsOfVtkAreLookedAt) {
  const std::string head =
      "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 float\n"
      "0.1 0.2 0.3 1 0 0 0 1 0\n";
  expectRefused(readParticleBytes(head + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n5\n"), "triangle", 0,
                "mesh or set of lines", "as STL");
  const std::string vertices = head +
                               "CELLS 3 6\n1 0\n1 1\n1 2\nCELL_TYPES 3\n1\n1\n1\nPOINT_DATA 3\n"
                               "SCALARS vx float 1\nLOOKUP_TABLE default\n1 2 3\nSCALARS vy float 1\n"
                               "LOOKUP_TABLE default\n4 5 6\nSCALARS vz float 1\nLOOKUP_TABLE default\n7 8 9\n"
                               "SCALARS heat float 1\nLOOKUP_TABLE default\n7 8 9\n";
  const ParticleFile file = readParticleBytes(vertices);
  ASSERT_EQ(file.what, "");
  EXPECT_EQ(file.particles[1].velocity, Vec3(2.0, 5.0, 8.0));
  EXPECT_TRUE(notes(file, "arrays that are not read: heat"));
  EXPECT_TRUE(notes(readParticleBytes(vertices.substr(0, vertices.size() - 1)), "no end"));
  expectRefused(readParticleBytes("# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 2 float\n"
                                  "0 0 0 1 0 0\nLINES 1 3\n2 0 1\n"),
                "line", 0, "1 cell", "radii");
  const std::string xml =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece "
      "NumberOfPoints=\"3\" NumberOfCells=\"1\"><Points><DataArray type=\"Float64\" "
      "NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0</DataArray></Points><Cells>"
      "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">5</DataArray></Cells></Piece>"
      "</UnstructuredGrid></VTKFile>";
  expectRefused(readParticleBytes(xml), "vtu", 0, "mesh or set of lines", "STL");
}

}  // namespace
}  // namespace scree
