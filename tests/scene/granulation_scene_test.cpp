// The section of granulation: what it makes, and one message for each thing that cannot be.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

/// The small scene with a section of granulation; its lines are indented by two.
std::string withGranulation(const std::string& section) {
  return std::string(kSmallScene) + "granulation:\n" + section;
}

TEST(GranulationScene, MakesZonesAndLaws) {
  const World world = sceneOf(withGranulation(R"(  fines_density: 2200 kg/m3
  held_moisture: 6 %
  exchange: 0.5 1/s
  largest: 20 mm
  fines:
    bed: {position: [0, 0, 1], size: [1, 2, 3], rate: 12 g/s, amount: 3 kg, start: 1 s}
  sprays:
    water: {size: [1, 1, 1], rate: 1 g/s}
  layering: {by: rolling, strip_mass: 20 g/m2, least_moisture: 5 %}
  coalescence:
    criterion: {ennis: {viscosity: 10 mPa s, asperity: 20 um}}
  breakage: {energy: 20 J/kg, fines: 10 %, smallest: 2 mm}
  abrasion: {rate: 5 mg/J, enabled: false}
)"))
                          .world;
  const Granulation& g = world.granulation;
  ASSERT_EQ(g.fines.size(), 1U);
  EXPECT_EQ(g.fines[0].name, "bed");
  EXPECT_EQ(g.fines[0].halfExtents, Vec3(0.5, 1.0, 1.5));
  EXPECT_DOUBLE_EQ(g.fines[0].rate, 0.012);
  EXPECT_EQ(g.fines[0].stored, 3.0);
  EXPECT_EQ(g.fines[0].fed, 3.0);
  ASSERT_EQ(g.sprays.size(), 1U);
  EXPECT_EQ(g.laws.layering, Switch::on);
  EXPECT_EQ(g.laws.layeringBy, LayeringBy::rolling);
  EXPECT_DOUBLE_EQ(g.laws.uptake, 0.02);
  EXPECT_DOUBLE_EQ(g.laws.leastMoisture, 0.05);
  EXPECT_EQ(g.laws.sticking, Sticking::ennis);
  EXPECT_DOUBLE_EQ(g.laws.viscosity, 0.01);
  EXPECT_DOUBLE_EQ(g.laws.asperity, 2e-5);
  EXPECT_EQ(g.laws.breakage, Switch::on);
  EXPECT_EQ(g.laws.breakEnergy, 20.0);
  EXPECT_DOUBLE_EQ(g.laws.finesShare, 0.1);
  EXPECT_EQ(g.laws.abrasion, Switch::off);
  EXPECT_DOUBLE_EQ(g.laws.abrasionRate, 5e-6);
  EXPECT_EQ(g.laws.largest, 0.02);
}

TEST(GranulationScene, SinksGiveBackAndBridgesTakeFromFilms) {
  const std::string text = std::string(kSmallScene) + R"(sinks:
  under:
    size: [1, 1, 1]
    gives_back: {position: [0, 0, 2], size: [1, 2, 0], delay: 3 s, velocity: [0, 0, -1]}
)";
  const Sink sink = sceneOf(text).world.sinks.at(0);
  ASSERT_TRUE(sink.giveBack);
  EXPECT_EQ(sink.giveBack->pose.position, Vec3(0, 0, 2));
  EXPECT_EQ(sink.giveBack->halfExtents, Vec3(0.5, 1.0, 0.0));
  EXPECT_EQ(sink.giveBack->delay, 3.0);
  EXPECT_EQ(sink.giveBack->velocity, Vec3(0, 0, -1));
  const World wet =
      sceneOf(replaced(kSmallScene, "friction: 0.9", "friction: 0.9, surface_tension: 0.07, bridge_volume: films"))
          .world;
  EXPECT_TRUE(wet.materials.pair(0, 0).cohesion.fromFilms);
  EXPECT_TRUE(wet.materials.areCohesive());
}

TEST(GranulationScene, MoistureIsThatOfTheMaterial) {
  const World world = sceneOf(replaced(kSmallScene, "density: ", "moisture: 25 %, density: ")).world;
  ASSERT_GT(world.particles.size(), 0U);
  EXPECT_NEAR(world.particles.water[0], 0.2 * world.particles.mass[0], 1e-15);
  EXPECT_NEAR(world.particles.moisture(0), 0.25, 1e-12);
}

TEST(GranulationScene, HasOneMessageForEachThingThatCannotBe) {
  const auto says = [](const std::string& section, std::string_view what) {
    const std::string messages = messagesOf(withGranulation(section));
    EXPECT_NE(messages.find(what), std::string::npos) << section << messages;
    EXPECT_EQ(std::count(messages.begin(), messages.end(), '\n'), 1) << messages;
    EXPECT_EQ(messages.find("f.yaml:"), 0U) << messages;
  };
  const std::string bed = "  fines:\n    bed: {size: [1, 1, 1]}\n";
  says("  layering: {uptake: 1 g/m2/s}\n", "layering without fines: add a box under 'fines'");
  says(bed + "  layering: {by: rolling, uptake: 1 g/m2/s}\n", "layering by rolling takes 'strip_mass' alone");
  says(bed + "  layering: {strip_mass: 1 g/m2}\n", "layering by area takes 'uptake' alone");
  says("  sprays:\n    water: {size: [1, 1, 1], amount: 1 kg}\n", "spray 'water' has an 'amount'");
  says("  fines:\n    bed: {size: [1, 1, 1], start: 2 s, stop: 1 s}\n", "'bed' stops before it starts");
  says("  breakage: {energy: 20 J/kg, fines: 10 %}\n", "smallest");
  says("  coalescence: {enabled: true}\n", "criterion");
  says("  coalescence:\n    criterion: {probability: {share: 2}}\n", "share");
  says("  exchange: 1 m\n", "exchange");
  says("  fines:\n    bed: {size: [1, 1, 1], rate: -1 kg/s}\n", "rate");
}

}  // namespace
}  // namespace scree
