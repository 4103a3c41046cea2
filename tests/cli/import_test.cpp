// `ndem import`: files are looked at and become scenes; scripts of LIGGGHTS become scenes with a list of what was not
// taken over.
#include <fmt/format.h>

#include <numbers>

#include "app/setups/script_values.h"
#include "app/setups/setup.h"
#include "engine/scene/scene.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

TEST(ScriptValues, FormulasAndVariables) {
  const ScriptVariables variables = {{"r", "0.0025"}, {"d", "2*v_r"}, {"name", "bed"}, {"a", "v_a+1"}};
  const std::vector<std::pair<std::string, std::optional<double>>> all = {{"1+2*3", 7.0},
                                                                          {"(1+2)*3", 9.0},
                                                                          {"2^3^2", 512.0},
                                                                          {"-2^2", 4.0},
                                                                          {"v_d/2", 0.0025},
                                                                          {"sqrt(4)+abs(-1)", 3.0},
                                                                          {"1e-3*1E+2", 0.1},
                                                                          {"PI", std::numbers::pi},
                                                                          {"v_unknown", std::nullopt},
                                                                          {"step*2", std::nullopt},
                                                                          {"1+", std::nullopt},
                                                                          {"v_a", std::nullopt},
                                                                          {"(1", std::nullopt},
                                                                          {"", std::nullopt}};
  for (const auto& [text, value] : all) {
    EXPECT_EQ(valueOfExpression(text, variables), value) << text;
  }
  EXPECT_EQ(substituted("radius ${r} of ${name} $(v_d*2)", variables), "radius 0.0025 of bed 0.01");
  EXPECT_EQ(substituted("$r", variables), "0.0025");
  EXPECT_EQ(substituted("${gone}", variables), std::nullopt);
}

constexpr const char* kScript = R"(# Grains fall into a box with a turning mesh.
atom_style  granular
atom_modify map array
boundary    f f f
newton      off
units       si
variable    r equal 0.005
variable    steps equal 1000*2
region      all block -0.1 0.1 -0.1 0.1 0.0 0.4 units box
create_box  2 all
timestep    0.00001
fix m1 all property/global youngsModulus peratomtype 5.e6 1e7
fix m2 all property/global poissonsRatio peratomtype 0.45 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 2 &
    0.9 0.8 0.8 0.7
fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.4 0.4 0.3
fix m5 all property/global coefficientRollingFriction peratomtypepair 2 0.1 0.2 0.2 0.0
fix m6 all property/global cohesionEnergyDensity peratomtypepair 2 1 1 1 1
pair_style gran model hertz tangential history rolling_friction cdt # a remark
pair_coeff * *
fix grav all gravity 9.81 vector 0.0 0.0 -1.0
fix floor all wall/gran model hertz tangential history primitive type 2 zplane 0.0
fix roof all wall/gran model hertz tangential history primitive type 2 zplane 0.4
fix pipe all wall/gran model hertz tangential history primitive type 2 zcylinder 0.1 0 0
fix cad all mesh/surface file paddle.stl type 2 scale 0.001 move 0 0 0.05
fix unused all mesh/surface file paddle.stl type 1
fix walls all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad
fix turn all move/mesh mesh cad rotate origin 0 0 0.05 axis 0 0 1 period 2
fix pts1 all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant ${r}
fix pts2 all particletemplate/sphere 15485867 atom_type 1 density constant 2500 radius constant $(v_r*0.8)
fix pdd all particledistribution/discrete 32452843 2 pts1 0.7 pts2 0.3
region pack block -0.05 0.05 -0.05 0.05 0.1 0.3
fix ins all insert/pack seed 49979687 distributiontemplate pdd insert_every once overlapcheck yes all_in yes vel constant 0 0 -0.5 region pack particles_in_region 100
fix rate all insert/rate/region seed 49979693 distributiontemplate pdd nparticles 500 particlerate 1000 insert_every 1000 region pack
fix i all nve/sphere
fix odd all drag 1 2 3
variable t equal step*dt
run ${steps}
)";

constexpr const char* kPaddle = "v -50 -1 -10\nv 50 -1 -10\nv 50 -1 10\nv -50 -1 10\nf 1 2 3 4\n";

TEST(LiggghtsScript, BecomesASetUpWithAListOfWhatWasNotTaken) {
  ImportedSetup setup = readLiggghtsScript(kScript);
  EXPECT_EQ(setup.materials.size(), 2U);
  EXPECT_EQ(setup.materials[0].youngsModulus, 5e6);
  EXPECT_EQ(setup.materials[1].poissonRatio, 0.3);
  ASSERT_EQ(setup.pairs.size(), 3U);
  EXPECT_EQ(setup.pairs[1].restitution, 0.8);
  EXPECT_EQ(setup.pairs[2].friction, 0.3);
  EXPECT_EQ(setup.walls.size(), 5U);
  EXPECT_NEAR(setup.duration, 0.02, 1e-12);
  EXPECT_EQ(setup.gravity, Vec3(0, 0, -9.81));
  std::string doubts;
  for (const ScriptDoubt& doubt : setup.doubts) {
    doubts += fmt::format("{}: {} | {}\n", doubt.line, doubt.text, doubt.reason);
  }
  EXPECT_EQ(setup.doubts.size(), 3U) << doubts;
  EXPECT_NE(doubts.find("18: fix m6"), std::string::npos) << doubts;
  EXPECT_NE(doubts.find("fix odd all drag"), std::string::npos) << doubts;
  EXPECT_NE(doubts.find("variable t equal step*dt | the formula uses"), std::string::npos) << doubts;
}

TEST_F(Ndem, ImportsAScriptOfLiggghts) {
  writeFileAtomically(folder / "in.box", kScript);
  writeFileAtomically(folder / "paddle.stl",
                      "solid p\nfacet normal 0 1 0\nouter loop\nvertex -50 -1 -10\nvertex 50 -1 -10\nvertex 50 -1 "
                      "10\nendloop\nendfacet\nendsolid p\n");
  const ProcessResult done = runNdem({"import", path("in.box"), "--out", path("box.yaml")});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_NE(done.out.find("not taken over, 3 lines"), std::string::npos) << done.out;
  const SceneResult result = loadScene(folder / "box.yaml");
  ASSERT_TRUE(result.scene) << readFile(folder / "box.yaml");
  const World& world = result.scene->world;
  EXPECT_EQ(world.particles.size(), 100U);
  EXPECT_EQ(world.bodies.size(), 4U);
  EXPECT_EQ(world.emitters.size(), 1U);
  EXPECT_EQ(world.emitters[0].limit, 500U);
  EXPECT_EQ(result.scene->duration, 0.02);
  // 70 % of the mass has 5 mm radius, 30 % 4 mm.
  double large = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    all += world.particles.mass[i];
    large += world.particles.radius[i] > 0.0045 ? world.particles.mass[i] : 0.0;
  }
  EXPECT_NEAR(large / all, 0.7, 0.12);
  // It runs.
  const ProcessResult run = runNdem({"run", path("box.yaml"), "--until", "0.05 s"});
  EXPECT_EQ(run.code, 0) << run.err << run.out;
}

/// Settings of a script that its models do not use are left out and told; so are those without a counterpart.
TEST(LiggghtsScript, TakesWhatItsModelsUse) {
  const auto read = [](const std::string& more, const std::string& style = "gran model hertz tangential history") {
    return readLiggghtsScript(
        "units si\nboundary p f f\nregion all block -0.1 0.1 -0.2 0.2 0 0.4\ncreate_box 1 all\n"
        "fix m3 all property/global coefficientRestitution peratomtypepair 1 1.2\n"
        "fix m4 all property/global coefficientFriction peratomtypepair 1 0.5\n"
        "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.1\n"
        "pair_style " +
        style + "\n" + more);
  };
  const auto noted = [](const ImportedSetup& setup, const std::string& text) {
    return std::ranges::any_of(setup.notes, [&](const auto& note) { return note.find(text) != std::string::npos; }) ||
           std::ranges::any_of(setup.doubts,
                               [&](const auto& one) { return one.reason.find(text) != std::string::npos; });
  };
  ImportedSetup plain = read("");
  EXPECT_FALSE(plain.pairs[0].rolling);
  EXPECT_TRUE(noted(plain, "coefficientRollingFriction is not used"));
  EXPECT_EQ(plain.pairs[0].friction, 0.5);
  EXPECT_EQ(plain.pairs[0].restitution, 1.0);
  EXPECT_TRUE(noted(plain, "restitution 1.2 becomes 1"));
  const std::string scene = sceneOfSetup(plain, "plain");
  EXPECT_NE(scene.find("periodic: {x: [-0.1 m, 0.1 m]}"), std::string::npos) << scene;
  EXPECT_NE(scene.find("bounds: {lower: [-1000, -0.2, 0], upper: [1000, 0.2, 0.4]}"), std::string::npos) << scene;
  const ImportedSetup rolling = read("", "gran model hertz tangential history rolling_friction cdt");
  EXPECT_EQ(rolling.pairs[0].rolling, 0.1);
  const ImportedSetup smooth = read("", "gran model hertz tangential off");
  EXPECT_EQ(smooth.pairs[0].friction, 0.0);
  EXPECT_TRUE(noted(smooth, "tangential off"));
  EXPECT_TRUE(noted(read("region outer block 0 1 0 1 0 1 side out\n"), "side out"));
  EXPECT_TRUE(noted(read("fix w all wall/gran model hertz tangential off primitive type 1 zplane 0\n"), "of a wall"));
  EXPECT_EQ(read("fix w all wall/gran model hertz tangential off primitive type 1 zplane 0\n").walls.size(), 1U);
  EXPECT_TRUE(noted(readLiggghtsScript("timestep 1e-5\nrun 10\n"), "which means lj"));
}

/// A particle file has the units of the script that reads it, and its box where the script has none.
TEST_F(Ndem, ImportsScriptsThatReadDataFiles) {
  const std::string head =
      "grains\n\n2 atoms\n2 atom types\n\n0 20 xlo xhi\n0 20 ylo yhi\n0 40 zlo zhi\n\nAtoms # sphere\n\n";
  writeFileAtomically(folder / "one.data", head + "1 1 2 2.5 10 10 10\n2 1 2 2.5 15 10 10\n");
  writeFileAtomically(folder / "two.data", head + "1 1 2 2.5 10 10 10\n2 2 2 2.5 15 10 10\n");
  const std::string script =
      "units cgs\natom_style granular\nboundary f f f\nread_data NAME\n"
      "fix m1 all property/global youngsModulus peratomtype 5.e7\n"
      "fix m2 all property/global poissonsRatio peratomtype 0.3\n"
      "fix g all gravity 981 vector 0 0 -1\nrun 1\n";
  const auto import = [&](const std::string& name) {
    std::string text = script;
    writeFileAtomically(folder / "in.box", text.replace(text.find("NAME"), 4, name));
    return runNdem({"import", path("in.box"), "--out", path("box.yaml")});
  };
  ASSERT_EQ(import("one.data").code, 0);
  const SceneResult result = loadScene(folder / "box.yaml");
  ASSERT_TRUE(result.scene) << readFile(folder / "box.yaml");
  const World& world = result.scene->world;
  ASSERT_EQ(world.particles.size(), 2U);
  EXPECT_NEAR((world.particles.position[1] - Vec3(0.15, 0.1, 0.1)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(world.particles.radius[0], 0.01, 1e-12);
  EXPECT_NEAR(world.materials.list[0].density, 2500.0, 1e-6);
  EXPECT_NEAR((world.parameters.bounds.upper - Vec3(0.2, 0.2, 0.4)).norm(), 0.0, 1e-12);
  const ProcessResult two = import("two.data");
  EXPECT_NE(two.out.find("its particles of 2 types all become type_1"), std::string::npos) << two.out;
  const ProcessResult gone = import("gone.data");
  EXPECT_NE(gone.out.find("there is no such file"), std::string::npos) << gone.out;
}

/// A scene of far places has bounds around them, and loads.
TEST_F(Ndem, ImportsPlacesOfAMinesGrid) {
  writeFileAtomically(folder / "mine.csv",
                      "x,y,z,r\n431250.125,5712500.25,-320.5,0.05\n431251.125,5712500.25,-320.5,0.05\n");
  EXPECT_EQ(runNdem({"import", path("mine.csv"), "--out", path("mine.yaml")}).code, 0);
  const SceneResult result = loadScene(folder / "mine.yaml");
  ASSERT_TRUE(result.scene) << readFile(folder / "mine.yaml");
  EXPECT_EQ(result.scene->world.particles.position[0], Vec3(431250.125, 5712500.25, -320.5));
}

TEST_F(Ndem, ImportsParticlesAndMeshes) {
  writeFileAtomically(folder / "bed.csv", "x;y;z;r;label\n0,1;0,2;0,3;0,01;a\n0,2;0,2;0,3;0,005;b\n");
  const ProcessResult looked = runNdem({"import", path("bed.csv")});
  EXPECT_EQ(looked.code, 0) << looked.err;
  for (const char* part :
       {"2 particles, table", "place from x, y, z; radius from r", "semicolons between cells, decimal commas",
        "columns that are not read: label", "at [0.1, 0.2, 0.3] m, radius 0.01 m", "0.01 to 0.02 m",
        "taken as m: a scale of 1 mm", "Give --out"}) {
    EXPECT_NE(looked.out.find(part), std::string::npos) << part << "\n" << looked.out;
  }
  const ProcessResult dry = runNdem({"import", path("bed.csv"), "--out", path("bed.yaml"), "--dry-run"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_NE(dry.out.find("particles:\n  - file: {path: \"bed.csv\""), std::string::npos) << dry.out;
  EXPECT_FALSE(fs::exists(folder / "bed.yaml"));
  EXPECT_EQ(runNdem({"import", path("bed.csv"), "--out", path("bed.yaml")}).code, 0);
  const SceneResult bed = loadScene(folder / "bed.yaml");
  ASSERT_TRUE(bed.scene);
  EXPECT_EQ(bed.scene->world.particles.size(), 2U);
  const ProcessResult again = runNdem({"import", path("bed.csv"), "--out", path("bed.yaml")});
  EXPECT_NE(again.code, 0);
  EXPECT_NE(again.err.find("is there already"), std::string::npos);

  writeFileAtomically(folder / "bad.csv", "x,y,z,r\n0,0,0,-1\n");
  const ProcessResult bad = runNdem({"import", path("bad.csv")});
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.err.find("bad.csv:2: a radius or diameter is not above 0"), std::string::npos) << bad.err;

  writeFileAtomically(folder / "paddle.obj", kPaddle);
  const ProcessResult mesh = runNdem({"import", path("paddle.obj"), "--scale", "1 mm", "--out", path("paddle.yaml")});
  EXPECT_EQ(mesh.code, 0) << mesh.err;
  EXPECT_NE(mesh.out.find("2 triangles, 0.1 x 0 x 0.02 m, open"), std::string::npos) << mesh.out;
  EXPECT_NE(mesh.out.find("cannot be weighed: it is open"), std::string::npos) << mesh.out;
  EXPECT_TRUE(loadScene(folder / "paddle.yaml").scene);
}

TEST_F(Ndem, ListsDefectsOfAMeshAndClosesItsHoles) {
  // Twelve cubes of 10 mm and more without their lids, in a row.
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const double size = 10.0 + i;
    const double x = 30.0 * i;
    for (const auto& [a, b, c] :
         {std::array{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}) {
      text += fmt::format("v {} {} {}\n", x + size * a, size * b, size * c);
    }
    const int n = 8 * i;
    text +=
        fmt::format("f {3} {2} {1} {0}\nf {0} {1} {5} {4}\nf {1} {2} {6} {5}\nf {2} {3} {7} {6}\nf {3} {0} {4} {7}\n",
                    n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8);
  }
  writeFileAtomically(folder / "trays.obj", text);
  const ProcessResult open = runNdem({"import", path("trays.obj"), "--scale", "1 mm"});
  EXPECT_EQ(open.code, 0) << open.err;
  EXPECT_NE(open.out.find("  defects    hole of 4 edges, 29.7 mm across, at [0.3405, 0.0105, 0.021]\n"),
            std::string::npos)
      << open.out;
  EXPECT_EQ(open.out.find("hole of 4 edges, 15.6 mm"), std::string::npos) << "only the ten largest";
  EXPECT_NE(open.out.find("and 2 more\n"), std::string::npos) << open.out;
  EXPECT_NE(open.out.find("cannot be weighed: it is open"), std::string::npos) << open.out;
  const ProcessResult closed =
      runNdem({"import", path("trays.obj"), "--scale", "1 mm", "--close-holes", "--out", path("blocks.yaml")});
  EXPECT_EQ(closed.code, 0) << closed.err;
  EXPECT_NE(closed.out.find("12 holes closed by 24 triangles"), std::string::npos) << closed.out;
  EXPECT_EQ(closed.out.find("defects"), std::string::npos) << closed.out;
  EXPECT_EQ(closed.out.find("cannot be weighed"), std::string::npos) << closed.out;
  EXPECT_NE(readFile(folder / "blocks.yaml").find("close_holes: true"), std::string::npos);
  EXPECT_TRUE(loadScene(folder / "blocks.yaml").scene);
  writeFileAtomically(folder / "bed.csv", "x,y,z,r\n0,0,0,1\n");
  const ProcessResult table = runNdem({"import", path("bed.csv"), "--close-holes"});
  EXPECT_EQ(table.code, 2);
  EXPECT_NE(table.err.find("no mesh, so that there are no holes to close: leave --close-holes out"), std::string::npos)
      << table.err;
}

}  // namespace
}  // namespace scree
