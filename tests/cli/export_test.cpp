// `ndem export`: what it writes reads back equal, by the readers here and by those of VTK and LIGGGHTS.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/formats/mesh_file.h"
#include "engine/formats/particles/particle_file.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

/// Exports the rain after 0.3 s.
void exportRain(const std::string& scene, const std::string& file, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"export", scene, "--time", "0.3 s", "--out", file};
  words.insert(words.end(), more.begin(), more.end());
  const ProcessResult done = runNdem(words);
  ASSERT_EQ(done.code, 0) << file << done.err;
  EXPECT_NE(done.out.find("at 0.3 s"), std::string::npos) << done.out;
}

TEST_F(Ndem, ExportsReadBackEqual) {
  exportRain(scene, path("rain.csv"));
  const ParticleFile table = readParticleFile(path("rain.csv"));
  ASSERT_EQ(table.what, "");
  ASSERT_GT(table.particles.size(), 40U);
  EXPECT_TRUE(table.isInMetres);
  for (const char* name :
       {"rain.dump", "rain.lammpstrj", "rain.data", "rain.xyz", "rain.extxyz", "rain.vtp", "rain.vtu"}) {
    exportRain(scene, path(name));
    const ParticleFile file = readParticleFile(path(name));
    ASSERT_EQ(file.what, "") << name;
    ASSERT_EQ(file.particles.size(), table.particles.size()) << name;
    // VTK holds places in double precision, and the rest in single.
    const bool isVtk = std::string(name).find(".vt") != std::string::npos;
    for (std::size_t i = 0; i < table.particles.size(); ++i) {
      const FileParticle& a = table.particles[i];
      const FileParticle& b = file.particles[i];
      EXPECT_EQ(a.position, b.position) << name;
      const double share = isVtk ? 1e-7 : 0.0;
      EXPECT_NEAR(a.radius, b.radius, share * a.radius) << name;
      EXPECT_LE((a.velocity - b.velocity).norm(), share * a.velocity.norm()) << name;
      EXPECT_LE((a.angularVelocity - b.angularVelocity).norm(), share * a.angularVelocity.norm()) << name;
    }
  }
  EXPECT_TRUE(readParticleFile(path("rain.data")).isInMetres) << "by its units";
  // A dump begins as LIGGGHTS wants it, and atoms have the same numbers in both.
  EXPECT_TRUE(readFile(folder / "rain.dump").starts_with("ITEM: TIMESTEP\n"));
  const auto firstAtom = [this](const std::string& name, const std::string& head) {
    const std::string text = readFile(folder / name);
    return std::stoi(text.substr(text.find(head) + head.size()));
  };
  EXPECT_GE(firstAtom("rain.dump", "radius mass\n"), 1) << "LIGGGHTS knows no atom 0";
  EXPECT_EQ(firstAtom("rain.dump", "radius mass\n"), firstAtom("rain.data", "Atoms # sphere\n\n"));
}

TEST_F(Ndem, ExportsTheSameOfARecording) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.4", "--record", path("rain.scree")}).code, 0);
  exportRain(scene, path("scene.dump"));
  exportRain(path("rain.scree"), path("recording.dump"));
  EXPECT_EQ(readFile(folder / "scene.dump"), readFile(folder / "recording.dump"));
  const ProcessResult late = runNdem({"export", path("rain.scree"), "--time", "5 s", "--out", path("late.dump")});
  EXPECT_NE(late.code, 0);
  EXPECT_NE(late.err.find("the recording goes from 0 s to 0.4 s"), std::string::npos) << late.err;
  const ProcessResult ending = runNdem({"export", scene, "--out", path("rain.docx")});
  EXPECT_EQ(ending.code, 1);
  EXPECT_NE(ending.err.find("ends with none of .dump"), std::string::npos) << ending.err;
}

TEST_F(Ndem, ExportsContactsAndBodies) {
  ASSERT_EQ(runNdem({"export", scene, "--time", "0.5 s", "--out", path("forces.csv"), "--forces"}).code, 0);
  const std::string forces = readFile(folder / "forces.csv");
  EXPECT_GT(lines(forces), 30U);
  EXPECT_EQ(forces.substr(0, forces.find('\n')),
            "a,b,body,x [m],y [m],z [m],normal_x,normal_y,normal_z,normal_force [N],friction_x [N],friction_y "
            "[N],friction_z [N],kept");
  EXPECT_NE(forces.find(",box,"), std::string::npos) << "grains lie on the box";
  exportRain(scene, path("bodies.stl"));
  exportRain(scene, path("bodies.obj"));
  const MeshFile stl = readMeshFile(path("bodies.stl"));
  const MeshFile obj = readMeshFile(path("bodies.obj"));
  ASSERT_TRUE(stl.triangles && obj.triangles);
  EXPECT_EQ(stl.triangles->corners.size(), obj.triangles->corners.size());
  const std::string text = readFile(folder / "bodies.obj");
  EXPECT_NE(text.find("o box\n"), std::string::npos);
  EXPECT_NE(text.find("o paddle\n"), std::string::npos);
}

/// The Atomic Simulation Environment knows chemical elements only.
TEST_F(Ndem, AseReadsTheXyzThatIsExported) {
  constexpr const char* kPython = "/usr/bin/python3";
  if (std::system(fmt::format("{} -c 'import ase' 2>/dev/null", kPython).c_str()) != 0) {
    GTEST_SKIP() << "needs ASE (package python3-ase)";
  }
  exportRain(scene, path("rain.csv"));
  exportRain(scene, path("rain.xyz"));
  writeFileAtomically(folder / "read.py", R"py(
import csv, sys
from ase.io import read
rows = list(csv.DictReader(open(sys.argv[1] + '/rain.csv')))
atoms = read(sys.argv[1] + '/rain.xyz', format='extxyz')
materials = atoms.info['Materials'] if not isinstance(atoms.info['Materials'], str) else atoms.info['Materials'].split()
n = len(rows)
assert n > 10 and atoms.positions.shape == (n, 3)
for i, row in enumerate(rows):
    assert list(atoms.positions[i]) == [float(row[axis + ' [m]']) for axis in 'xyz'], i
    assert atoms.arrays['radius'][i] == float(row['radius [m]']), i
    assert list(atoms.arrays['velo'][i]) == [float(row['v' + axis + ' [m/s]']) for axis in 'xyz'], i
    assert list(atoms.arrays['angular_velocity'][i]) == [float(row['w' + axis + ' [rad/s]']) for axis in 'xyz'], i
    assert materials[atoms.arrays['material'][i] - 1] == row['material'], i
)py");
  EXPECT_EQ(std::system(fmt::format("{} {} {}", kPython, path("read.py"), folder.path().string()).c_str()), 0);
}

/// glTF has single precision: places are counted from the node of the scene, far away.
TEST_F(Ndem, GltfOfAMinesGridKeepsItsPlaces) {
  const std::string far = path("far.yaml");
  writeFileAtomically(
      far,
      "scree: 1\nname: far\nmaterials: {rock: {density: 2500 kg/m3}}\ndefault_pair: {friction: 0.5}\n"
      "bounds: {lower: [431240, 5712490, 0], upper: [431260, 5712510, 20]}\n"
      "bodies: {plate: {position: [431250.05, 5712500.05, 9], shapes: [{box: {size: [1 m, 1 m, 1 m], "
      "material: rock}}]}}\n"
      "particles:\n  - sphere: {diameter: 0.1 m, position: [431250.05, 5712500.05, 9.6], material: rock}\n");
  const ProcessResult made = runNdem({"export", far, "--out", path("far.glb")});
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string bytes = readFile(folder / "far.glb");
  const std::size_t begin = bytes.find("JSON") + 4;
  const nlohmann::json json =
      nlohmann::json::parse(bytes.substr(begin, bytes.find(std::string("BIN\0", 4)) - 4 - begin));
  const auto& origin = json["nodes"][0]["translation"];
  const Vec3 far0(origin[0].get<double>(), -origin[2].get<double>(), origin[1].get<double>());
  for (std::size_t i = 1; i < json["nodes"].size(); ++i) {
    const auto& at = json["nodes"][i]["translation"];
    const Vec3 place(at[0].get<double>(), at[1].get<double>(), at[2].get<double>());
    EXPECT_LT(place.norm(), 100.0);
    EXPECT_LT((place + far0 - Vec3(431250.05, 5712500.05, 9.3)).norm(), 2.0);
  }
  EXPECT_GE(json["nodes"].size(), 3U);
}

TEST_F(Ndem, VtkReadsWhatIsExported) {
  constexpr const char* kPython = "/usr/bin/python3";
  if (std::system(fmt::format("{} -c 'import vtk' 2>/dev/null", kPython).c_str()) != 0) {
    GTEST_SKIP() << "needs VTK's Python module (package python3-vtk9)";
  }
  for (const char* name : {"rain.csv", "rain.vtu", "rain.vtp", "bodies.stl", "bodies.obj", "rain.glb"}) {
    exportRain(scene, path(name));
  }
  writeFileAtomically(folder / "read.py", R"py(
import csv, sys, vtk
folder = sys.argv[1]
rows = list(csv.DictReader(open(folder + '/rain.csv')))
def read(reader, name):
    reader.SetFileName(folder + '/' + name)
    reader.Update()
    return reader.GetOutput()
for reader, name in ((vtk.vtkXMLUnstructuredGridReader(), 'rain.vtu'), (vtk.vtkXMLPolyDataReader(), 'rain.vtp')):
    data = read(reader, name)
    assert data.GetNumberOfPoints() == len(rows) == data.GetNumberOfCells(), name
    for i, row in enumerate(rows):
        place = data.GetPoint(i)
        assert list(place) == [float(row[axis + ' [m]']) for axis in 'xyz'], (name, i)
        radius = data.GetPointData().GetArray('radius').GetValue(i)
        assert abs(radius - float(row['radius [m]'])) < 1e-7 * radius, (name, i)
        assert data.GetPointData().GetArray('velocity').GetNumberOfComponents() == 3
stl = read(vtk.vtkSTLReader(), 'bodies.stl')
obj = read(vtk.vtkOBJReader(), 'bodies.obj')
assert stl.GetNumberOfCells() == obj.GetNumberOfCells() > 20
assert max(abs(a - b) for a, b in zip(stl.GetBounds(), obj.GetBounds())) < 1e-6
glb = read(vtk.vtkGLTFReader(), 'rain.glb')
shells, bounds = 0, vtk.vtkBoundingBox()
walk = glb.NewIterator()
while not walk.IsDoneWithTraversal():
    mesh = walk.GetCurrentDataObject()
    shells += 1
    bounds.AddBounds(mesh.GetBounds())
    walk.GoToNextItem()
assert shells >= len(rows) + 2, (shells, len(rows))
low = min(float(r['z [m]']) - float(r['radius [m]']) for r in rows)
box = [0.0] * 6
bounds.GetBounds(box)
# z up is y up there.
assert box[2] <= low + 1e-3 and box[3] < 1.0, box
)py");
  EXPECT_EQ(std::system(fmt::format("{} {} {}", kPython, path("read.py"), folder.path().string()).c_str()), 0);
}

TEST_F(Ndem, LiggghtsReadsWhatIsExported) {
  if (std::system("command -v liggghts > /dev/null") != 0) {
    GTEST_SKIP() << "needs LIGGGHTS (package liggghts)";
  }
  exportRain(scene, path("rain.data"));
  exportRain(scene, path("rain.dump"));
  writeFileAtomically(folder / "in.read", R"(atom_style granular
atom_modify map array sort 0 0
boundary f f f
newton off
communicate single vel yes
units si
read_data rain.data
neighbor 0.001 bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype 5.e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.9
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-7
fix move all nve/sphere
dump d all custom 1 back.dump id type x y z vx vy vz omegax omegay omegaz radius
dump_modify d format "%d %d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g"
run 0
read_dump rain.dump STEP x y z vx vy vz radius
run 0
)");
  // Numbers of atoms are those of the data file: the dump puts each atom where it is.
  std::string script = readFile(folder / "in.read");
  const std::string dumped = readFile(folder / "rain.dump");
  const std::size_t step = std::string("ITEM: TIMESTEP\n").size();
  script.replace(script.find("STEP"), 4, dumped.substr(step, dumped.find('\n', step) - step));
  writeFileAtomically(folder / "in.read", script);
  ASSERT_EQ(std::system(fmt::format("cd {} && liggghts -in in.read > log 2>&1", folder.path().string()).c_str()), 0)
      << readFile(folder / "log");
  const ParticleFile ours = readParticleFile(path("rain.data"));
  const ParticleFile back = readParticleFile(path("back.dump"));
  ASSERT_EQ(back.what, "");
  ASSERT_EQ(back.particles.size(), ours.particles.size());
  // Its order is its own.
  for (const FileParticle& a : ours.particles) {
    const auto same = std::ranges::find_if(
        back.particles, [&](const FileParticle& b) { return (a.position - b.position).norm() < 1e-12; });
    ASSERT_NE(same, back.particles.end());
    EXPECT_NEAR(same->radius, a.radius, 1e-15);
    EXPECT_NEAR((same->velocity - a.velocity).norm(), 0.0, 1e-12);
    EXPECT_NEAR((same->angularVelocity - a.angularVelocity).norm(), 0.0, 1e-9);
  }
}

}  // namespace
}  // namespace scree
