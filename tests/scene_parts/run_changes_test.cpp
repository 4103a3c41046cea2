// Settings of a run written into the text of its scene.
#include "engine/scene_parts/run_changes.h"

#include <gtest/gtest.h>

#include <numbers>

#include "engine/scene/scene.h"

namespace scree {
namespace {

const std::string kRunScene =
    "scree: 1\n"
    "name: Run\n"
    "time_step: 5 ms  # as measured\n"
    "materials: {ore: {density: 3700 kg/m3}, wall: {density: 7800 kg/m3}}\n"
    "default_pair: {friction: 0.5, stiffness: 1e7 N/m}\n"
    "solver: {sweeps: 20}\n"
    "bodies:\n"
    "  drum:\n"
    "    position: [0, 0, 1]\n"
    "    orientation: {axis: x, angle: 90 deg}\n"
    "    shapes:\n"
    "      - hollow_cylinder: {diameter: 1, length: 2, axis: y, material: wall}\n"
    "    motion:\n"
    "      - rotate: {axis: y, speed: 10 rpm}  # slow\n"
    "particles: [{sphere: {diameter: 10 mm, position: [0, 0, 1], material: ore}}]\n"
    "sensors:\n"
    "  eye: {position: [0, 0, 100 mm], shape: {box: {size: [1, 1, 1]}}}\n"
    "  gone: {shape: {sphere: {diameter: 1}}}\n"
    "# the end\n";

RunSettings settingsOf(const Scene& scene) {
  RunSettings run{scene.world.parameters, scene.world.materials, scene.world.sensors, {}, {}, {}};
  for (const Body& body : scene.world.bodies) {
    auto& made = run.made.emplace_back(body.name, std::vector<std::shared_ptr<const MadeMesh>>()).second;
    for (const ShapeInstance& shape : body.shapes) {
      const auto* mesh = std::get_if<MeshShape>(&shape.shape);
      made.push_back(mesh == nullptr ? nullptr : mesh->made);
    }
    std::vector<double>& speeds = run.driveSpeeds.emplace_back(body.name, std::vector<double>()).second;
    for (const Drive& drive : body.drives) {
      speeds.push_back(drive.speed.value);
    }
  }
  return run;
}

Scene loaded(const std::string& text) {
  SceneResult result = loadSceneText(text, "f.yaml");
  for (const SceneError& error : result.errors) {
    ADD_FAILURE() << error.text() << "\n" << text;
  }
  return result.scene ? std::move(*result.scene) : Scene{};
}

TEST(RunChanges, ARunAsItBeganChangesNothing) {
  const TakenOver taken = withRun(kRunScene, "f.yaml", settingsOf(loaded(kRunScene)));
  ASSERT_TRUE(taken.text.text) << taken.text.problem;
  EXPECT_EQ(*taken.text.text, kRunScene);
  EXPECT_EQ(taken.changes, 0);
  EXPECT_TRUE(taken.left.empty());
}

TEST(RunChanges, TheTextGivesTheRunAsItIs) {
  RunSettings run = settingsOf(loaded(kRunScene));
  run.driveSpeeds[0].second[0] = 2.0 * std::numbers::pi;  // 60 rpm
  setValue(run.parameters, ParameterKey::sweeps, 35);
  setValue(run.parameters, ParameterKey::timeStep, 0.002);
  setValue(run.parameters, ParameterKey::mergeSpeed, 0.25);
  setChoice(run.parameters, ChoiceKey::merging, static_cast<int>(Switch::on));
  run.materials.pairs[0].friction = 0.75;
  run.sensors[0].pose.position = {0.5, 0, 0.1};
  run.sensors[0].enabled = false;
  run.sensors.erase(run.sensors.begin() + 1);
  SplitSensor onDrum;
  onDrum.name = "on drum";
  onDrum.body = 0;
  onDrum.shape = SensorCylinder{0.1, 0.3};
  onDrum.pose = {{0, 0.5, 0}, Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()))};
  run.sensors.push_back(onDrum);
  const TakenOver taken = withRun(kRunScene, "f.yaml", run);
  ASSERT_TRUE(taken.text.text) << taken.text.problem;
  EXPECT_TRUE(taken.left.empty()) << taken.left.front();
  EXPECT_EQ(taken.changes, 9) << *taken.text.text;
  const Scene after = loaded(*taken.text.text);
  EXPECT_NEAR(std::get<Rotation>(after.world.bodies[0].drives[0].motion).axis.y(), 1.0, 1e-12);
  EXPECT_NEAR(after.world.bodies[0].drives[0].speed.value, 2.0 * std::numbers::pi, 1e-7);
  EXPECT_EQ(valueOf(after.world.parameters, ParameterKey::sweeps), 35);
  EXPECT_NEAR(valueOf(after.world.parameters, ParameterKey::timeStep), 0.002, 1e-12);
  EXPECT_NEAR(valueOf(after.world.parameters, ParameterKey::mergeSpeed), 0.25, 1e-12);
  EXPECT_EQ(choiceOf(after.world.parameters, ChoiceKey::merging), static_cast<int>(Switch::on));
  EXPECT_EQ(after.world.materials.pairs, run.materials.pairs);
  ASSERT_EQ(after.world.sensors.size(), 2U);
  EXPECT_LT((after.world.sensors[0].pose.position - Vec3(0.5, 0, 0.1)).norm(), 1e-9);
  EXPECT_FALSE(after.world.sensors[0].enabled);
  EXPECT_EQ(after.world.sensors[1].body, 0U);
  EXPECT_LT((after.world.sensors[1].pose.position - onDrum.pose.position).norm(), 1e-9);
  EXPECT_LT((after.world.sensors[1].pose.orientation * Vec3::UnitZ() - onDrum.pose.orientation * Vec3::UnitZ()).norm(),
            1e-5);
  for (const char* kept : {"5 ms", "# as measured", "60 rpm}  # slow", "500 mm, 0, 100 mm", "# the end"}) {
    const bool isThere = taken.text.text->find(kept) != std::string::npos;
    EXPECT_EQ(isThere, std::string(kept) != "5 ms") << kept << "\n" << *taken.text.text;
  }
}

TEST(RunChanges, NumbersOfMadeMeshesAreWritten) {
  const std::string text(kRunScene);
  const std::size_t at = text.find("bodies:\n") + 8;
  const std::string scene = text.substr(0, at) +
                            "  outlet:\n"
                            "    shapes:\n"
                            "      - mesh:\n"
                            "          make:\n"
                            "            outlet:\n"
                            "              diameter: 400 mm\n"
                            "              length: 500 mm\n"
                            "              widths: [20 mm, 30 mm]  # as measured\n"
                            "              bump_height: 8 mm\n"
                            "              bump_width: 40 mm\n"
                            "              bump_density: 100\n"
                            "          material: wall\n" +
                            text.substr(at);
  RunSettings run = settingsOf(loaded(scene));
  ASSERT_EQ(run.made[0].first, "outlet");
  auto outlet = std::get<OutletMesh>(*run.made[0].second[0]);
  outlet.widths.widths = {0.025, 0.045};
  outlet.bumps.height = 0.012;
  outlet.spiral = 0.25;
  run.made[0].second[0] = std::make_shared<const MadeMesh>(outlet);
  const TakenOver taken = withRun(scene, "f.yaml", run);
  ASSERT_TRUE(taken.text.text) << taken.text.problem;
  EXPECT_TRUE(taken.left.empty()) << taken.left.front();
  EXPECT_EQ(taken.changes, 3) << *taken.text.text;
  EXPECT_NE(taken.text.text->find("widths: [25 mm, 45 mm]  # as measured"), std::string::npos) << *taken.text.text;
  EXPECT_NE(taken.text.text->find("bump_height: 12 mm"), std::string::npos) << *taken.text.text;
  const Scene after = loaded(*taken.text.text);
  const auto& mesh = std::get<MeshShape>(after.world.bodies[0].shapes[0].shape);
  const auto& now = std::get<OutletMesh>(*mesh.made);
  EXPECT_NEAR(now.widths.widths.at(1), 0.045, 1e-12);
  EXPECT_NEAR(now.spiral, 0.25, 1e-9);
}

TEST(RunChanges, EachValueOfALawCounts) {
  RunSettings run = settingsOf(loaded(kRunScene));
  run.materials.pairs[0].friction = 0.75;
  run.materials.pairs[0].restitution = 0.11;
  const TakenOver taken = withRun(kRunScene, "f.yaml", run);
  ASSERT_TRUE(taken.text.text) << taken.text.problem;
  EXPECT_EQ(taken.changes, 2) << *taken.text.text;
}

TEST(RunChanges, ABrokenTextIsTold) {
  const TakenOver taken = withRun("scree: 1\nbodies: [", "f.yaml", {});
  EXPECT_FALSE(taken.text.text);
  EXPECT_NE(taken.text.problem, "");
}

}  // namespace
}  // namespace scree
