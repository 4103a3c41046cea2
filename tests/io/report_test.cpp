#include "engine/io/report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "engine/io/checkpoint_file.h"
#include "engine/io/output_file.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/io/sample_world.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

using Json = nlohmann::ordered_json;

TEST(Report, SaysWhatTheRunDid) {
  World world = sampleWorld();
  world.faults.push_back({.step = 1, .time = 0.001, .id = 7, .what = "left the bounds"});
  world.faultCount = 1;
  StepData data;
  RunReport report;
  report.sceneName = "sample";
  report.overrides = {{"solver.sweeps", "150"}};
  double overlaps = 0.0;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(step(world, data));
    report.statistics.add(data);
    overlaps += data.report.meanOverlap;
  }
  const Json json = Json::parse(reportJson(report, world, data));
  EXPECT_EQ(json["format"]["version"], kReportVersion);
  EXPECT_EQ(json["run"]["steps"], 4);
  EXPECT_EQ(json["overrides"][0]["key"], "solver.sweeps");
  EXPECT_TRUE(json["resumed_from"].is_null());
  EXPECT_EQ(json["parameters"]["time_step"], 1e-3);
  EXPECT_EQ(json["parameters"]["sweeps"].dump(), "150");
  EXPECT_EQ(json["parameters"]["warm_start"], "history");
  EXPECT_EQ(json["materials"]["pairs"].size(), 3U);  // 2 materials: aa, ab, bb
  EXPECT_EQ(json["counts"]["particles"], 2);
  EXPECT_EQ(json["counts"]["sinks"][0]["particles"], 1);
  EXPECT_EQ(json["counts"]["left_by_size"].size(), 1U);
  EXPECT_EQ(json["counts"]["left_by_size"][0]["smallest_m"], 0.04);
  EXPECT_EQ(json["counts"]["left_by_size"][0]["mass_kg"]["hole, left"], world.sinks[0].mass);
  EXPECT_EQ(json["counts"]["left_by_size"][0]["share"]["hole, left"], 1.0);
  EXPECT_EQ(json["troubles"]["list"][0]["what"], "left the bounds");
  EXPECT_EQ(json["overlap"]["mean_over_steps"].get<double>(), overlaps / 4.0);
  EXPECT_GT(json["overlap"]["largest"].get<double>(), 0.0);
  EXPECT_EQ(json["solver"]["sweeps"], 600);
  EXPECT_EQ(json["solver"]["residuals_at_end"]["rolling"]["rms_m_s"], data.report.residuals.back().rms[2]);
  EXPECT_EQ(json["state_hash"], fmt::format("{:016x}", stateHash(world)));
  std::vector<std::string> stages;
  for (const auto& [name, seconds] : json["stages_s"].items()) {
    stages.push_back(name);
  }
  ASSERT_EQ(stages.size(), kStageNames.size() + 1);
  EXPECT_TRUE(std::equal(kStageNames.begin(), kStageNames.end(), stages.begin()));
  EXPECT_EQ(json["stages_s"]["total"].get<double>(), report.statistics.stages.total());
}

TEST(Report, NothingInItBreaksTheJson) {
  World world = sampleWorld();
  world.sinks[0].name = "quote \" and \xff no UTF-8";
  world.budget.kinetic = std::numeric_limits<double>::quiet_NaN();
  const Json json = Json::parse(reportJson({}, world, {}));
  EXPECT_TRUE(json["budget"]["kinetic_J"].is_null());
}

TEST(CheckpointFile, RestoresTheStateBitForBit) {
  const TestFolder folder;
  World world = sampleWorld();
  StepData data;
  ASSERT_TRUE(step(world, data));
  writeCheckpoint(world, folder / "c.state");
  EXPECT_EQ(saveState(readCheckpoint(folder / "c.state")), saveState(world));
}

TEST(CheckpointFile, WhatCannotBeReadIsNamed) {
  const TestFolder folder;
  const auto messageOf = [](const std::filesystem::path& file) -> std::string {
    try {
      readCheckpoint(file);
    } catch (const CheckpointError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(messageOf(folder / "absent").find("absent"), std::string::npos);
  EXPECT_NE(messageOf(folder.path()), "");
  writeFileAtomically(folder / "text", std::string_view("no state at all, but long enough to hold a header"));
  EXPECT_NE(messageOf(folder / "text").find("text: not a saved state"), std::string::npos);
  std::vector<std::byte> cut = saveState(sampleWorld());
  cut.resize(cut.size() / 2);
  writeFileAtomically(folder / "cut", cut);
  EXPECT_NE(messageOf(folder / "cut").find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace scree
