// Landings on a belt and the bed that they make, as `ndem run --belt` writes them.
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

constexpr std::string_view kBeltScene = R"(
scree: 1
name: Belt
description: Grains rain on a belt. For tests.
duration: 0.6 s
time_step: 1 ms
materials:
  glass: {density: 2500}
default_pair: {restitution: 0, friction: 0.5, rolling_resistance: 0.1, stiffness: 10000}
bodies:
  belt:
    shapes:
      - rectangle: {size: [0.4, 2], material: glass}
    motion:
      - belt: {shape: 0, direction: y, speed: 0.2}
emitters:
  rain:
    position: [0, 0, 0.1]
    size: [0.05, 0.05, 0.02]
    diameter: 10 mm
    material: glass
    rate: 50
)";

TEST_F(Ndem, WritesLandingsAndTheBedOnABelt) {
  writeFileAtomically(folder / "belt.yaml", kBeltScene);
  const ProcessResult result =
      runNdem({"run", path("belt.yaml"), "--belt", path("out"), "--from", "0.3", "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  // A fall of 0.1 m takes 0.14 s: 50 a second for the other 0.46 s, give or take the heights of two grains.
  const std::string landings = readFile(folder / "out/landings.csv");
  EXPECT_TRUE(landings.starts_with("time [s],particle,across [m],along [m],moving along [m],mass [kg],diameter [m]\n"));
  EXPECT_NEAR(static_cast<double>(lines(landings)) - 1.0, 50.0 * 0.46, 3.0);
  // From 0.3 s on the belt went 0.06 m: 16 by 2 cells of 2.5 diameters.
  EXPECT_EQ(lines(readFile(folder / "out/bed.csv")), 1U + 16U * 2U);
  EXPECT_EQ(lines(readFile(folder / "out/profile.csv")), 1U + 16U);
  EXPECT_NE(result.out.find("sigma_h"), std::string::npos) << result.out;
  // To watch changes nothing.
  ASSERT_EQ(runNdem({"run", path("belt.yaml"), "--report", path("plain.json")}).code, 0);
  EXPECT_EQ(json("report.json").at("state_hash"), json("plain.json").at("state_hash"));
}

TEST_F(Ndem, RefusesBeltsThatAreNotThere) {
  const ProcessResult none = runNdem({"run", scene, "--belt", path("out")});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("the scene has no belt"), std::string::npos) << none.err;
  EXPECT_EQ(runNdem({"run", scene, "--from", "1"}).code, 1) << "--from is of --belt";
}

}  // namespace
}  // namespace scree
