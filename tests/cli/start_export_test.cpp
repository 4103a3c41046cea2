// `ndem export --liggghts` and `--yade`: starts read back by `ndem import`, and runs of LIGGGHTS and YADE from them
// that agree with closed forms.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <sstream>

#include "engine/formats/particles/particle_file.h"
#include "engine/scene/scene.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

constexpr double kGrainRadius = 0.005;
constexpr double kPullOfEarth = 9.81;
constexpr double kFloorStiffness = 2e4;

// Grains, in order: one falls, one slides on the floor, one lies on it, one falls on it from 44 mm and bounces, one
// lies on a belt.
constexpr std::string_view kGrainsOnPlanes = R"(
scree: 1
name: Grains on planes
duration: 0.15 s
time_step: 1 ms
materials:
  ore: {density: 2500 kg/m3}
  glass: {density: 2400 kg/m3}
  belt: {density: 1200 kg/m3}
default_pair: {stiffness: 20 kN/m, friction: 0.5, restitution: 0.5}
pairs:
  - {between: [ore, glass], friction: 0.3}
  - {between: [ore, belt], friction: 0.2}
bodies:
  floor: {shapes: [{plane: {position: [0, 0, 0], material: glass}}]}
  belt:
    position: [0, 1 m, 0.2 m]
    shapes: [{rectangle: {size: [1 m, 0.5 m], material: belt, surface_velocity: [0.5, 0, 0]}}]
particles:
  - sphere: {position: [0, 0, 0.5], diameter: 10 mm, material: ore}
  - sphere: {position: [0.1, 0, 5.0001 mm], diameter: 10 mm, material: ore, velocity: [1, 0, 0]}
  - sphere: {position: [0, 0.1, 5.0001 mm], diameter: 10 mm, material: ore}
  - sphere: {position: [0, 0.2, 54.05 mm], diameter: 10 mm, material: ore}
  - sphere: {position: [0, 1, 205.0001 mm], diameter: 10 mm, material: ore}
)";

// A plate sets out after 50 ms and hits a grain 10 mm ahead, away from edges of its triangles; another grain goes round
// a periodic box.
constexpr std::string_view kPlate = R"(
scree: 1
name: Plate
duration: 0.1 s
time_step: 1 ms
gravity: [0, 0, 0]
periodic: {y: [-50 mm, 50 mm]}
materials:
  ore: {density: 2500 kg/m3, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
  steel: {density: 7800 kg/m3, youngs_modulus: 50 MPa, poisson_ratio: 0.3}
default_pair: {stiffness: hertz, friction: 0, restitution: 0.5}
pairs:
  - {between: [ore, steel], friction: 0, restitution: 0.4}
bodies:
  plate:
    shapes: [{box: {size: [10 mm, 40 mm, 40 mm], material: steel}}]
    motion: [translate: {direction: x, speed: 1 m/s, start: 0.05 s}]
particles:
  - sphere: {position: [20 mm, 6 mm, 2 mm], diameter: 10 mm, material: ore}
  - sphere: {position: [0.2, 0, 0], diameter: 10 mm, material: ore, velocity: [0, 1.5, 0]}
)";

bool isInstalled(const char* program) {
  return std::system(fmt::format("command -v {} > /dev/null", program).c_str()) == 0;
}

double grainMass() { return 2500.0 * 4.0 / 3.0 * std::numbers::pi * std::pow(kGrainRadius, 3); }

/// Sum of the masses in the last frame of a dump, whose rows end with them [kg].
double massIn(const fs::path& dump) {
  std::ifstream file(dump);
  double sum = 0.0;
  bool isRow = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("ITEM:")) {
      isRow = line.starts_with("ITEM: ATOMS");
      sum = isRow ? 0.0 : sum;
    } else if (isRow) {
      sum += std::stod(line.substr(line.rfind(' ', line.find_last_not_of(' '))));
    }
  }
  return sum;
}

class StartExport : public Ndem {
 protected:
  /// Exports a scene for a program, runs that, and reads the last frame of its dump.
  std::vector<FileParticle> run(std::string_view text, const std::string& program) {
    writeFileAtomically(folder / "scene.yaml", text);
    const ProcessResult done = runNdem({"export", path("scene.yaml"), "--" + program, path("start")});
    EXPECT_EQ(done.code, 0) << done.err;
    const char* command = program == "yade" ? "yade -n -x start.py" : "liggghts -in in.start";
    EXPECT_EQ(std::system(fmt::format("cd {} && {} > log 2>&1", path("start"), command).c_str()), 0)
        << readFile(folder / "start" / "log");
    const ParticleFile dump = readParticleFile(folder / "start" / "grains.dump");
    EXPECT_EQ(dump.what, "") << readFile(folder / "start" / "log");
    return dump.particles;
  }

  void expectGrainsOnPlanes(const std::string& program) {
    const std::vector<FileParticle> grains = run(kGrainsOnPlanes, program);
    ASSERT_EQ(grains.size(), 5U);
    const double time = 0.15;
    EXPECT_NEAR(massIn(folder / "start" / "grains.dump"), 5.0 * grainMass(), 1e-9 * grainMass());
    EXPECT_NEAR(grains[0].position.z(), 0.5 - 0.5 * kPullOfEarth * time * time, 5e-5) << "falls";
    EXPECT_NEAR(grains[0].velocity.z(), -kPullOfEarth * time, 1e-3);
    // It slides until friction has turned it, after 2 u/(7 μ g), and rolls with 5/7 u.
    const double sliding = 2.0 / (7.0 * 0.3 * kPullOfEarth);
    EXPECT_NEAR(grains[1].velocity.x(), 5.0 / 7.0, 3e-3) << "slides, then rolls";
    EXPECT_NEAR(grains[1].angularVelocity.y() * kGrainRadius, 5.0 / 7.0, 3e-3);
    EXPECT_NEAR(grains[1].position.x(),
                0.1 + sliding - 0.5 * 0.3 * kPullOfEarth * sliding * sliding + 5.0 / 7.0 * (time - sliding), 1e-3);
    // At rest: linear F = k δ; with Hertz's law of the same largest overlap at V = √(g d), F = 4/3 E* √r δ^1.5.
    const double weight = grainMass() * kPullOfEarth;
    const double speed = std::sqrt(kPullOfEarth * 2.0 * kGrainRadius);
    const double modulus = 0.9375 * std::pow(kFloorStiffness, 1.25) /
                           (std::sqrt(kGrainRadius) * std::pow(grainMass() * speed * speed, 0.25));
    const double overlap = program == "yade" ? std::pow(0.75 * weight / (modulus * std::sqrt(kGrainRadius)), 2.0 / 3.0)
                                             : weight / kFloorStiffness;
    EXPECT_NEAR(kGrainRadius - grains[2].position.z(), overlap, 0.02 * overlap) << "lies";
    EXPECT_LT(grains[2].velocity.norm(), 1e-4);
    // It hits the floor after 0.1 s and leaves with half of its speed.
    const double fall = std::sqrt(2.0 * 0.04905 / kPullOfEarth);
    const double away = 0.5 * kPullOfEarth * fall;
    EXPECT_NEAR(grains[3].velocity.z(), away - kPullOfEarth * (time - fall), 0.02) << "bounces";
    EXPECT_NEAR(grains[3].position.z(),
                kGrainRadius + away * (time - fall) - 0.5 * kPullOfEarth * std::pow(time - fall, 2), 7e-4);
    // The belt drags it until it rolls, with 2/7 of the belt's speed.
    EXPECT_NEAR(grains[4].velocity.x(), 2.0 / 7.0 * 0.5, 5e-3) << "on the belt";
    EXPECT_GT(grains[4].position.z(), 0.2 + 0.99 * kGrainRadius);
  }

  void expectPlate(const std::string& program) {
    const std::vector<FileParticle> grains = run(kPlate, program);
    ASSERT_EQ(grains.size(), 2U);
    // The plate goes 10 mm from 0.05 s to 0.06 s; the grain leaves with (1 + e) times its speed.
    EXPECT_NEAR(grains[0].velocity.x(), 1.4, 0.015);
    EXPECT_NEAR(grains[0].position.x(), 0.02 + 1.4 * 0.04, 1.5e-3);
    EXPECT_NEAR(grains[0].velocity.y(), 0.0, 1e-6);
    // 0.15 m along an axis of 0.1 m.
    EXPECT_NEAR(std::abs(grains[1].position.y()), 0.05, 1e-6);
    EXPECT_NEAR(grains[1].velocity.y(), 1.5, 1e-9);
  }
};

/// Runs of a program from a start; skipped, with the reason, where it is not installed.
class StartRun : public StartExport, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    StartExport::SetUp();
    if (!isInstalled(GetParam())) {
      GTEST_SKIP() << "needs the package " << GetParam() << "; that of YADE, over 0.5 GB, is not installed by ./test";
    }
  }
};

TEST_P(StartRun, GrainsFallSlideLieAndBounce) { expectGrainsOnPlanes(GetParam()); }

TEST_P(StartRun, APlateHits) { expectPlate(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Programs, StartRun, ::testing::Values("liggghts", "yade"),
                         [](const auto& program) { return std::string(program.param); });

TEST_F(StartExport, ReadsBackAsAScene) {
  writeFileAtomically(folder / "scene.yaml", R"(
scree: 1
name: Round trip
duration: 0.4 s
time_step: 1 ms
gravity: [0, 1, -9.5]
periodic: {x: [-50 mm, 70 mm]}
materials:
  ore: {density: 2600 kg/m3, youngs_modulus: 6 MPa, poisson_ratio: 0.25}
  steel: {density: 7800 kg/m3, youngs_modulus: 70 MPa, poisson_ratio: 0.3}
default_pair: {stiffness: hertz, friction: 0.5, restitution: 0.4, rolling_resistance: 0.1}
pairs:
  - {between: [ore, steel], friction: 0.25, restitution: 0.6, rolling_resistance: 0.05}
bodies:
  floor: {shapes: [{plane: {position: [0, 0, -30 mm], material: steel}}]}
  roof: {shapes: [{plane: {normal: [0, 0, -1], position: [0, 0, 300 mm], material: steel}}]}
  paddle:
    shapes: [{box: {size: [20 mm, 4 mm, 10 mm], material: steel}}]
    motion: [rotate: {point: [0, 0, 10 mm], axis: z, speed: -3 rad/s}]
particles:
  - fill: {region: {box: {lower: [-50 mm, -40 mm, 30 mm], upper: [70 mm, 40 mm, 120 mm]}}, count: 40, diameter: 10 mm,
           material: ore, layout: random, spacing: 1, velocity: [0.1, 0, 0]}
)");
  const ProcessResult done = runNdem(
      {"export", path("scene.yaml"), "--time", "0.02 s", "--liggghts", path("start"), "--out", path("now.csv")});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_NE(done.out.find("otherwise: the time step is"), std::string::npos) << done.out;
  const ProcessResult back = runNdem({"import", path("start/in.start"), "--out", path("back.yaml")});
  ASSERT_EQ(back.code, 0) << back.err;
  EXPECT_EQ(back.out.find("not taken over"), std::string::npos) << back.out;
  const SceneResult first = loadScene(folder / "scene.yaml");
  const SceneResult second = loadScene(folder / "back.yaml");
  ASSERT_TRUE(first.scene && second.scene) << readFile(folder / "back.yaml");
  const World& ours = first.scene->world;
  const World& theirs = second.scene->world;
  // The state after 0.02 s, in the same order; nothing has touched yet, so that nothing is pushed apart.
  const ParticleFile now = readParticleFile(path("now.csv"));
  ASSERT_EQ(now.particles.size(), theirs.particles.size());
  for (std::size_t i = 0; i < now.particles.size(); ++i) {
    EXPECT_NEAR((now.particles[i].position - theirs.particles.position[i]).norm(), 0.0, 1e-12);
    EXPECT_NEAR((now.particles[i].velocity - theirs.particles.velocity[i]).norm(), 0.0, 1e-12);
    EXPECT_NEAR((now.particles[i].angularVelocity - theirs.particles.angularVelocity[i]).norm(), 0.0, 1e-9);
    EXPECT_NEAR(theirs.particles.mass[i], ours.particles.mass[i], 1e-9 * ours.particles.mass[i]);
  }
  EXPECT_NEAR((ours.parameters.gravity - theirs.parameters.gravity).norm(), 0.0, 1e-8);
  EXPECT_NEAR(ours.periodic.lower.x(), theirs.periodic.lower.x(), 1e-9);
  EXPECT_NEAR(ours.periodic.length.x(), theirs.periodic.length.x(), 1e-9);
  EXPECT_FALSE(theirs.periodic.isAlong(2));
  EXPECT_NEAR(second.scene->duration, 0.38, 1e-6);
  ASSERT_EQ(theirs.materials.list.size(), 2U);
  for (MaterialIndex a = 0; a < 2; ++a) {
    EXPECT_NEAR(theirs.materials.list[a].youngsModulus, ours.materials.list[a].youngsModulus, 1.0);
    EXPECT_NEAR(theirs.materials.list[a].poissonRatio, ours.materials.list[a].poissonRatio, 1e-9);
    for (MaterialIndex b = 0; b < 2; ++b) {
      const PairLaw& mine = ours.materials.pair(a, b);
      const PairLaw& other = theirs.materials.pair(a, b);
      EXPECT_NEAR(other.restitution, mine.restitution, 1e-9);
      EXPECT_NEAR(other.friction, mine.friction, 1e-9);
      EXPECT_NEAR(other.rollingResistance, mine.rollingResistance, 1e-9);
      EXPECT_EQ(other.law, StiffnessLaw::hertz);
    }
  }
  ASSERT_EQ(theirs.bodies.size(), 3U);
  const auto bodyOf = [&](const std::string& name) {
    return *std::ranges::find_if(theirs.bodies, [&](const Body& body) { return body.name.ends_with(name); });
  };
  const Body floor = bodyOf("floor");
  const Body roof = bodyOf("roof");
  EXPECT_NEAR((floor.pose * floor.shapes[0].local).toWorld(Vec3::UnitZ()).z(), 1.0 - 0.03, 1e-12);
  EXPECT_NEAR((roof.pose * roof.shapes[0].local).toWorld(Vec3::UnitZ()).z(), 0.3 - 1.0, 1e-12);
  const Body paddle = bodyOf("paddle");
  ASSERT_EQ(paddle.drives.size(), 1U);
  EXPECT_NEAR(paddle.drives[0].speed.value, 3.0, 1e-8);
  EXPECT_NEAR(std::get<Rotation>(paddle.drives[0].motion).axis.z(), -1.0, 1e-12);
}

TEST_F(StartExport, AsksForWhatIsMissing) {
  const ProcessResult nothing = runNdem({"export", scene});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_NE(nothing.err.find("give --out FILE, --liggghts DIR or --yade DIR"), std::string::npos) << nothing.err;
  const ProcessResult forces = runNdem({"export", scene, "--yade", path("start"), "--forces"});
  EXPECT_EQ(forces.code, 1);
  EXPECT_NE(forces.err.find("give --out FILE.csv"), std::string::npos) << forces.err;
  const ProcessResult file = runNdem({"export", scene, "--liggghts", scene});
  EXPECT_EQ(file.code, 1);
  EXPECT_NE(file.err.find("is a file: give a folder"), std::string::npos) << file.err;
  std::string empty(kScene);
  empty.replace(empty.find("particles:"), empty.find("emitters:") - empty.find("particles:"), "");
  writeFileAtomically(folder / "empty.yaml", empty);
  const ProcessResult early = runNdem({"export", path("empty.yaml"), "--liggghts", path("start")});
  EXPECT_EQ(early.code, 2) << early.out;
  EXPECT_NE(early.err.find("give a later --time"), std::string::npos) << early.err;
  const ProcessResult later = runNdem({"export", path("empty.yaml"), "--time", "0.2", "--liggghts", path("start")});
  EXPECT_EQ(later.code, 0) << later.err;
  for (const char* part : {"left out: the emitter rain", "left out: the sink drain"}) {
    EXPECT_NE(later.out.find(part), std::string::npos) << later.out;
  }
}

}  // namespace
}  // namespace scree
