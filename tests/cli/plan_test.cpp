// ndem plan: from numbers, from a scene, and what it refuses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/console/exit_codes.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

Json planned(std::vector<std::string> words) {
  words.insert(words.begin(), "plan");
  words.emplace_back("--json");
  const ProcessResult result = runNdem(words);
  EXPECT_EQ(result.code, 0) << result.err;
  return result.code == 0 ? Json::parse(result.out) : Json();
}

/// Row 3 of the paper's table I, but for gravity, which is 9.81 m/s² here.
TEST(Plan, FromNumbers) {
  const Json plan = planned({"--height", "100", "--width", "15", "--diameter", "1 mm", "--youngs-modulus", "10 MPa",
                             "--inertial-number", "0.1", "--tolerance", "0.01"});
  EXPECT_NEAR(plan["numbers"]["grains"].get<double>(), 17671.5, 0.1);
  EXPECT_NEAR(plan["nonsmooth_as_published"]["sweeps_a_step"].get<double>(), 511.0, 0.5);
  EXPECT_NEAR(plan["nonsmooth_as_published"]["time_step_s"].get<double>(), 1.43e-3, 0.01e-3);
  EXPECT_NEAR(plan["smooth_as_published"]["time_per_simulated_s"].get<double>(), 6250.0, 10.0);
  EXPECT_NEAR(plan["nonsmooth_over_smooth"].get<double>(), 1.0, 0.05);
  EXPECT_FALSE(plan["costs"]["measured_here"].get<bool>());
}

TEST_F(Ndem, PlanTakesTheNumbersOfAScene) {
  const Json plan = planned({scene, "--until", "1 s"});
  EXPECT_EQ(plan["title"], "Rain");
  EXPECT_NEAR(plan["numbers"]["grains"].get<double>(), 101.0, 1e-9) << "one, and 200 a second for a second";
  EXPECT_NEAR(plan["numbers"]["stiffness_N_m"].get<double>(), 1e4, 1e-6);
  EXPECT_NEAR(plan["scree"]["time_step_s"].get<double>(), 2e-3, 1e-12);
  EXPECT_EQ(plan["notes"].size(), 1U) << "the sink";
  const ProcessResult check = runNdem({"check", scene, "--set", "solver.method=smooth"});
  const std::string substep =
      fmt::format("substeps of at most {:.3g} s", plan["scree_smooth"]["time_step_s"].get<double>());
  EXPECT_NE(check.out.find(substep), std::string::npos) << substep << " in\n" << check.out;
  const double seconds = plan["scree"]["run_time_s"].get<double>();
  EXPECT_GT(seconds, 0.0);
  const Json more = planned({scene, "--until", "1 s", "--grains", "1e4", "--set", "solver.sweeps=60"});
  EXPECT_GT(more["scree"]["run_time_s"].get<double>(), 50.0 * seconds);
  const Json merged = planned({scene, "--until", "1 s", "--level", "0.9"});
  EXPECT_NEAR(merged["merged_run_time_s"].get<double>(), 0.15 * seconds, 1e-9);
}

/// Each number stands beside the option that changes it.
TEST_F(Ndem, PlanTellsTheOptionsOfItsNumbers) {
  const ProcessResult text = runNdem({"plan", scene});
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* part : {"--grains", "--height", "--width", "--diameter          '10 mm'", "--density           2500",
                           "--stiffness         1e+04", "--until             '0.5 s'", "nonsmooth over smooth",
                           "memory", "Grains that leave through sinks"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  }
  EXPECT_EQ(text.out.find("merged at"), std::string::npos);
  const ProcessResult merged = runNdem({"plan", scene, "--level", "0.5"});
  EXPECT_NE(merged.out.find("merged at h = 0.5: "), std::string::npos) << merged.out;
}

TEST_F(Ndem, PlanRefusesInOneMessage) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> slips = {
      {{"plan"}, "ndem plan: the size of the bed is not known: give its grains, or its height and width"},
      {{"plan", "--grains", "0"}, "--grains: '0' is too small"},
      {{"plan", "--grains", "many"}, "--grains: 'many' is not"},
      {{"plan", "--grains", "9", "--tolerance", "0"}, "--tolerance: '0' is too small"},
      {{"plan", "--grains", "9", "--level", "2"}, "--level: '2' is too large"},
      {{"plan", "--grains", "9", "--diameter", "10 kg"}, "'kg' is not a unit of a length"},
      {{"plan", "--grains", "9", "--diameter", "1e-12"}, "diameter 1e-12 m is not from 1e-09 to 1000 m"},
      {{"plan", "--grains", "9", "--set", "seed=2"}, "--set: there is no scene to change: give one"},
      {{"plan", "--grans", "9"}, "did you mean '--grains'?"},
  };
  for (const auto& [words, said] : slips) {
    const ProcessResult result = runNdem(words);
    EXPECT_EQ(result.code, kUsage) << said << result.err;
    EXPECT_NE(result.err.find(said), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(runNdem({"plan", "nothing"}).code, kBadScene);
  EXPECT_EQ(runNdem({"plan", scene, "--set", "solver.sweps=3"}).code, kBadScene);
}

TEST(Plan, CalibrationIsTold) {
  const ProcessResult result = runNdem({"plan", "--grains", "1000", "--calibrate", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "measuring what a step costs here, for 10 s\n");
  const Json costs = Json::parse(result.out)["costs"];
  EXPECT_TRUE(costs["measured_here"].get<bool>());
  EXPECT_GT(costs["contact_sweep_s"].get<double>(), 1e-10);
  EXPECT_LT(costs["contact_sweep_s"].get<double>(), 1e-5);
}

}  // namespace
}  // namespace scree
