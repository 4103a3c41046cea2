#include "app/document/settings_edit.h"

#include <gtest/gtest.h>

#include "engine/base/random.h"
#include "engine/formats/made_meshes.h"

namespace scree {
namespace {

SplitSensor sensorAt(std::string name, double x) {
  SplitSensor sensor;
  sensor.name = std::move(name);
  sensor.pose.position.x() = x;
  return sensor;
}

World worldWith(std::vector<SplitSensor> sensors) {
  World world;
  world.sensors = std::move(sensors);
  world.granulation.fines.push_back({.name = "bed", .pose = {}});
  world.bodies.resize(1);
  world.bodies[0].name = "drum";
  world.bodies[0].drives.resize(1);
  world.materials.add({.name = "ore", .youngsModulus = 6e6});
  return world;
}

void applyAll(World& world, const std::vector<WorldCommand>& commands) {
  for (const WorldCommand& command : commands) {
    EXPECT_EQ(applyCommand(world, command), "");
  }
}

TEST(SettingsEdit, CommandsLeadFromAnyListOfSensorsToAnyOther) {
  Random random(3);
  const auto list = [&] {
    std::vector<SplitSensor> sensors;
    const auto count = static_cast<int>(random.uniform(0.0, 6.0));
    for (int i = 0; i < count; ++i) {
      const auto number = static_cast<int>(random.uniform(0.0, 4.0));
      sensors.push_back(sensorAt("s" + std::to_string(number), std::floor(random.uniform(0.0, 2.0))));
    }
    return sensors;
  };
  for (int i = 0; i < 300; ++i) {
    const World from = worldWith(list());
    const World to = worldWith(list());
    World now = from;
    applyAll(now, commandsBetween(settingsOf(from), settingsOf(to)));
    ASSERT_EQ(now.sensors.size(), to.sensors.size());
    EXPECT_TRUE(commandsBetween(settingsOf(now), settingsOf(to)).empty());
    for (std::size_t k = 0; k < to.sensors.size(); ++k) {
      EXPECT_EQ(now.sensors[k].name, to.sensors[k].name);
      EXPECT_EQ(now.sensors[k].pose.position.x(), to.sensors[k].pose.position.x());
    }
  }
}

TEST(SettingsEdit, ADeletedSensorComesBackToItsPlaceByOneCommand) {
  const World all = worldWith({sensorAt("a", 1), sensorAt("b", 2), sensorAt("c", 3)});
  World fewer = all;
  ASSERT_EQ(applyCommand(fewer, RemoveSensor{1}), "");
  const auto back = commandsBetween(settingsOf(fewer), settingsOf(all));
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(std::get<AddSensor>(back[0]).place, 1U);
}

TEST(SettingsEdit, NumbersOfAMeshAreTakenBackByOneCommand) {
  const OutletMesh outlet{.diameter = 0.2, .length = 0.2, .gaps = 2, .beta = 0.02, .spiral = 0.1, .rim = 0.02};
  World before = worldWith({});
  const MadeMesh made = outlet;
  before.bodies[0].shapes.emplace_back().shape =
      MeshShape{.mesh = meshOf(made), .made = std::make_shared<const MadeMesh>(made)};
  World after = before;
  OutletMesh wider = outlet;
  wider.beta = 0.03;
  ASSERT_EQ(applyCommand(after, setMadeMesh(0, 0, wider)), "");
  EXPECT_EQ(describeEdit(settingsOf(before), settingsOf(after), after, "several"),
            "change of beta of drum (20 mm to 30 mm)");
  const auto back = commandsBetween(settingsOf(after), settingsOf(before));
  ASSERT_EQ(back.size(), 1U);
  ASSERT_EQ(applyCommand(after, back[0]), "");
  EXPECT_TRUE(*madeMeshOf(after, 0, 0) == made);
  EXPECT_TRUE(commandsBetween(settingsOf(after), settingsOf(before)).empty());
  EXPECT_TRUE(changesSettings(setMadeMesh(0, 0, wider)));
}

TEST(SettingsEdit, EveryKindOfSettingIsTakenBack) {
  const World before = worldWith({sensorAt("a", 1)});
  const std::vector<WorldCommand> changes = {SetParameter{ParameterKey::sweeps, 33},
                                             SetParameter{ParameterKey::gravityX, 0.5},
                                             SetChoice{ChoiceKey::merging, 1},
                                             SetPreset{Preset::accurate},
                                             SetReductionPreset{ReductionPreset::paperTrF},
                                             ChangeSensor{0, sensorAt("b", 2)},
                                             AddSensor{sensorAt("c", 3)},
                                             RemoveSensor{0},
                                             SetDriveSpeed{0, 0, 0.7},
                                             SetPairLaw{0, 0, PairLawKey::friction, 0.3},
                                             SetPairLaw{0, 0, PairLawKey::rollingLength, 1e-3},
                                             SetYoungsModulus{0, 7e6},
                                             SetGranulationLaw{GranulationKey::abrasion, 1.0},
                                             SetGranulationLaw{GranulationKey::breakEnergy, 20.0},
                                             SetGranulationLaw{GranulationKey::largest, 0.02},
                                             SetFeed{false, 0, 0.5}};
  for (const WorldCommand& change : changes) {
    World world = before;
    ASSERT_TRUE(changesSettings(change));
    ASSERT_EQ(applyCommand(world, change), "");
    EXPECT_FALSE(commandsBetween(settingsOf(before), settingsOf(world)).empty());
    applyAll(world, commandsBetween(settingsOf(world), settingsOf(before)));
    EXPECT_TRUE(commandsBetween(settingsOf(before), settingsOf(world)).empty());
  }
  EXPECT_FALSE(changesSettings(SplitAll{}));
  EXPECT_FALSE(changesSettings(MovePull{}));
}

TEST(SettingsEdit, OfAnotherTimeOnlyWhatIsThereIsChanged) {
  const WorldSettings from = settingsOf(worldWith({sensorAt("a", 1), sensorAt("b", 2)}));
  const WorldSettings to = settingsOf(worldWith({sensorAt("a", 1), sensorAt("b", 9)}));
  const auto same = commandsBetween(from, to, from);
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ(same->size(), 1U);
  EXPECT_FALSE(commandsBetween(from, to, settingsOf(worldWith({sensorAt("a", 1)}))).has_value()) << "not there";
  EXPECT_FALSE(commandsBetween(from, to, settingsOf(worldWith({sensorAt("a", 1), sensorAt("x", 2)}))).has_value())
      << "another one";
  World other = worldWith({sensorAt("a", 1), sensorAt("b", 2)});
  World changed = other;
  ASSERT_EQ(applyCommand(changed, SetParameter{ParameterKey::sweeps, 33}), "");
  EXPECT_TRUE(commandsBetween(settingsOf(other), settingsOf(changed), settingsOf(changed))->empty()) << "it is so";
}

TEST(SettingsEdit, ChangesAreToldInWords) {
  const World before = worldWith({sensorAt("box 1", 1)});
  const auto told = [&](const WorldCommand& change) {
    World after = before;
    EXPECT_EQ(applyCommand(after, change), "");
    return describeEdit(settingsOf(before), settingsOf(after), after, "a preset");
  };
  const SplitSensor& box = before.sensors[0];
  SplitSensor moved = box;
  moved.pose.position.z() = 3.0;
  EXPECT_EQ(told(ChangeSensor{0, moved}), "move of sensor 'box 1'");
  SplitSensor turned = box;
  turned.pose.orientation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitX()));
  EXPECT_EQ(told(ChangeSensor{0, turned}), "turn of sensor 'box 1'");
  SplitSensor sized = box;
  sized.shape = SensorBox{Vec3::Constant(0.9)};
  EXPECT_EQ(told(ChangeSensor{0, sized}), "resizing of sensor 'box 1'");
  SplitSensor off = box;
  off.enabled = false;
  EXPECT_EQ(told(ChangeSensor{0, off}), "turning off of sensor 'box 1'");
  SplitSensor carried = box;
  carried.body = 0;
  EXPECT_EQ(told(ChangeSensor{0, carried}), "another carrier of sensor 'box 1'");
  EXPECT_EQ(told(AddSensor{sensorAt("new", 3)}), "new sensor 'new'");
  EXPECT_EQ(told(RemoveSensor{0}), "deletion of sensor 'box 1'");
  EXPECT_EQ(told(SetParameter{ParameterKey::sweeps, 33}),
            "change of " + std::string(infoOf(ParameterKey::sweeps).label) + " (150 to 33)");
  EXPECT_EQ(told(SetDriveSpeed{0, 0, 0.5}), "change of the speed of drum (0 to 0.5)");
  EXPECT_EQ(told(SetPairLaw{0, 0, PairLawKey::friction, 0.3}), "change of Friction of ore on ore (0.5 to 0.3)");
  EXPECT_EQ(told(SetYoungsModulus{0, 7e6}), "change of Young's modulus of ore (6e+06 to 7e+06 Pa)");
  EXPECT_EQ(told(SetGranulationLaw{GranulationKey::abrasion, 1.0}), "change of Abrasion (off to on)");
  EXPECT_EQ(told(SetGranulationLaw{GranulationKey::largest, 0.02}), "change of Largest diameter (no limit to 0.02 m)");
  EXPECT_EQ(told(SetFeed{false, 0, 0.5}), "change of the feed of bed (0 to 0.5 kg/s)");
  EXPECT_EQ(told(SetPreset{Preset::accurate}), "a preset");
}

}  // namespace
}  // namespace scree
