// Runs, what they report, and how they go on.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "engine/io/recording_file.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

TEST_F(Ndem, ReportOfAShortRun) {
  const ProcessResult run =
      runNdem({"run", scene, "--until", "200 ms", "--set", "solver.sweeps=20", "--report", path("out/r.json")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");  // quiet when standard error is no terminal
  EXPECT_NE(run.out.find("Rain"), std::string::npos);
  EXPECT_NE(run.out.find("r.json"), std::string::npos);
  const Json report = json("out/r.json");
  EXPECT_EQ(report["scene"]["name"], "Rain");
  EXPECT_EQ(report["scene"]["seed"], 7);
  EXPECT_EQ(report["overrides"][0], (Json{{"key", "solver.sweeps"}, {"value", "20"}}));
  EXPECT_EQ(report["parameters"]["sweeps"], 20);
  EXPECT_EQ(report["run"]["steps"], 100);
  EXPECT_NEAR(report["run"]["end_time_s"].get<double>(), 0.2, 1e-9);  // round-off of 100 sums
  EXPECT_EQ(report["counts"]["particles"], 40);                       // 1 + 200/s for 0.2 s, minus the one in the sink
  EXPECT_EQ(report["counts"]["sinks"][0]["particles"], 1);
  EXPECT_EQ(report["troubles"]["count"], 0);
  EXPECT_EQ(report["exit"]["code"], 0);
  EXPECT_GT(report["stages_s"]["solve"].get<double>(), 0.0);
}

TEST_F(Ndem, SameRunSameHashWithAnyThreadsAndLocale) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--report", path("a")}).code, 0);
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--report", path("b"), "--threads", "3"},
                    {.environment = {"LC_ALL=de_DE.UTF-8"}})
                .code,
            0);
  EXPECT_EQ(json("a")["state_hash"], json("b")["state_hash"]);
  EXPECT_EQ(json("a")["run"]["most_threads"], 1) << "more do not pay off here";
  EXPECT_EQ(json("b")["parameters"]["threads"], 3);
  EXPECT_EQ(json("b")["run"]["most_threads"], 3);
}

TEST_F(Ndem, ResumedRunEqualsTheUninterruptedOneBitForBit) {
  const std::vector<std::string> outputs = {"--csv", path("csv"), "--vtk", path("vtk"), "--every", "0.02"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", scene});
    const ProcessResult result = runNdem(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
  };
  run({"--until", "0.4", "--report", path("whole.json"), "--checkpoint", path("whole.state"), "--csv", path("whole"),
       "--vtk", path("whole"), "--every", "0.02"});
  run({"--until", "0.25", "--checkpoint", path("half.state"), "--csv", path("parts"), "--vtk", path("parts"), "--every",
       "0.02"});
  run({"--until", "0.4", "--resume", path("half.state"), "--report", path("rest.json"), "--checkpoint",
       path("rest.state"), "--csv", path("parts"), "--vtk", path("parts"), "--every", "0.02"});
  EXPECT_EQ(json("whole.json")["state_hash"], json("rest.json")["state_hash"]);
  EXPECT_EQ(json("rest.json")["resumed_from"], path("half.state"));
  EXPECT_EQ(json("rest.json")["run"]["steps"], 75);
  EXPECT_EQ(readFile(folder / "whole.state"), readFile(folder / "rest.state"));
  // Tables and collections go on where the first part ended.
  for (const char* name : {"timeseries.csv", "departures.csv", "particles.pvd", "bodies.pvd", "particles_000020.vtp"}) {
    EXPECT_EQ(readFile(folder / "whole" / name), readFile(folder / "parts" / name)) << name;
  }
}

TEST_F(Ndem, ResumeTakesSolverSettingsAndRefusesOthers) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.02", "--set", "solver.sweeps=50", "--checkpoint", path("c")}).code, 0);
  const auto resumed = [&](const std::string& setting) {
    return runNdem({"run", scene, "--until", "0.04", "--resume", path("c"), "--report", path("r"), "--set", setting});
  };
  EXPECT_EQ(resumed("solver.warm_start=off").code, 0);
  EXPECT_EQ(json("r")["parameters"]["sweeps"], 50);  // of the checkpoint, not of the scene's file
  EXPECT_EQ(json("r")["parameters"]["warm_start"], "off");
  EXPECT_EQ(resumed("solver.sweeps=30").code, 0);  // the file's own value counts when it is set
  EXPECT_EQ(json("r")["parameters"]["sweeps"], 30);
  const ProcessResult refused = resumed("emitters.rain.rate=1");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("emitters.rain.rate"), std::string::npos);
}

TEST_F(Ndem, RecordedRunReplaysEqualWithAnyThreads) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.2", "--record", path("r.scree"), "--report", path("r.json")}).code, 0);
  for (const char* threads : {"1", "3"}) {
    const ProcessResult replay = runNdem({"replay", path("r.scree"), "--threads", threads});
    EXPECT_EQ(replay.code, 0) << replay.err;
    EXPECT_NE(replay.out.find("equal: 100 steps to 0.2 s, 10 states compared"), std::string::npos) << replay.out;
  }
  // Its last mark is the state that the report tells.
  const Recording recording = readRecording(folder / "r.scree").recording;
  EXPECT_EQ(fmt::format("{:016x}", recording.marks.back().hash), json("r.json")["state_hash"].get<std::string>());
  const ProcessResult again = runNdem({"run", scene, "--until", "0.2", "--record", path("r.scree")});
  EXPECT_EQ(again.code, 4);
  EXPECT_NE(again.err.find("r.scree"), std::string::npos) << again.err;
  EXPECT_EQ(readRecording(folder / "r.scree").damage, "");
}

TEST_F(Ndem, ReplayNamesTheFirstStepThatDiffers) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--record", path("r.scree"), "--mark-every", "5"}).code, 0);
  Recording recording = readRecording(folder / "r.scree").recording;
  ASSERT_EQ(recording.marks.size(), 10U);
  recording.marks[6].hash ^= 1;
  writeRecording(recording, folder / "hash.scree");
  const ProcessResult hash = runNdem({"replay", path("hash.scree")});
  EXPECT_EQ(hash.code, 7);
  EXPECT_NE(hash.out.find("differs: after step 35"), std::string::npos) << hash.out;
  EXPECT_NE(hash.out.find("after step 30"), std::string::npos) << hash.out;
  // A command that nobody gave.
  recording.marks[6].hash ^= 1;
  recording.commands.push_back({21, 0.042, SetDriveSpeed{1, 0, 3.1}, {}});
  writeRecording(recording, folder / "command.scree");
  const ProcessResult command = runNdem({"replay", path("command.scree")});
  EXPECT_EQ(command.code, 7);
  EXPECT_NE(command.out.find("differs: after step 25"), std::string::npos) << command.out;
}

TEST_F(Ndem, DamagedRecordingsReplayWhatIsLeft) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--record", path("r.scree")}).code, 0);
  const std::string content = readFile(folder / "r.scree");
  writeFileAtomically(folder / "cut.scree", std::string_view(content).substr(0, content.size() - 200));
  const ProcessResult cut = runNdem({"replay", path("cut.scree")});
  EXPECT_EQ(cut.code, 0);
  EXPECT_NE(cut.err.find("cut off"), std::string::npos) << cut.err;
  EXPECT_NE(cut.out.find("equal"), std::string::npos);
  EXPECT_EQ(runNdem({"replay", scene}).code, 5);
  EXPECT_EQ(runNdem({"replay", path("absent")}).code, 5);
  EXPECT_EQ(runNdem({"replay", path("r.scree"), "--threads", "-1"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--mark-every", "5"}).code, 1) << "of what?";
}

TEST_F(Ndem, InterruptedRecordingIsWhole) {
  const ProcessResult run = runNdem(
      {"run", scene, "--until", "100000 s", "--record", path("r.scree"), "--vtk", path("vtk"), "--every", "0.01"},
      {.interruptWhenExists = path("vtk/particles_000003.vtp")});
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_EQ(readRecording(folder / "r.scree").damage, "");
  EXPECT_EQ(runNdem({"replay", path("r.scree")}).code, 0);
}

TEST_F(Ndem, TablesAndFramesAreAsManyAsAskedFor) {
  const ProcessResult run =
      runNdem({"run", scene, "--until", "0.1", "--csv", path("csv"), "--vtk", path("vtk"), "--every", "20 ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines(readFile(folder / "csv/timeseries.csv")), 1 + 5U);
  const std::string header = readFile(folder / "csv/timeseries.csv").substr(0, 40);
  EXPECT_TRUE(header.starts_with("time_s,step,particles,contacts")) << header;
  std::size_t particleFrames = 0;
  std::size_t bodyFrames = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "vtk")) {
    const std::string name = entry.path().filename().string();
    particleFrames += name.starts_with("particles_") ? 1 : 0;
    bodyFrames += name.starts_with("bodies_") ? 1 : 0;
  }
  EXPECT_EQ(particleFrames, 6U);  // the start and five
  EXPECT_EQ(bodyFrames, 6U);

  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--csv", path("all")}).code, 0);
  EXPECT_EQ(lines(readFile(folder / "all/timeseries.csv")), 1 + 50U);
}

TEST_F(Ndem, MembersAreAskedEverySoOftenAndTheRunStays) {
  const auto run = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run",     scene,   "--set",    "reduction.merging=on", "--csv", path(name),
                                          "--every", "20 ms", "--report", path(name + ".json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = runNdem(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const std::string plain = run("plain", {});
  EXPECT_EQ(plain.find("would move"), std::string::npos) << plain;
  EXPECT_FALSE(json("plain.json")["reduction"].contains("would_move"));
  const std::string text = run("asked", {"--would-move", "100 ms"});
  EXPECT_NE(text.find("  would move mean "), std::string::npos) << text;
  EXPECT_NE(text.find("asked 5 times"), std::string::npos) << text;
  EXPECT_EQ(json("asked.json")["state_hash"], json("plain.json")["state_hash"]) << "a question changes no result";
  EXPECT_EQ(json("asked.json")["reduction"]["would_move"]["answers"], 5);
  const std::string before = readFile(folder / "plain/timeseries.csv");
  const std::string table = readFile(folder / "asked/timeseries.csv");
  EXPECT_EQ(lines(table), lines(before));
  const std::string header = table.substr(0, table.find('\n'));
  EXPECT_TRUE(header.ends_with(",asked_time_s,asked_members,would_move,would_move_largest_speed_m_s")) << header;
  EXPECT_TRUE(header.starts_with(before.substr(0, before.find('\n')))) << "the other columns stay";
  run("threads", {"--would-move", "100 ms", "--threads", "3"});
  EXPECT_EQ(readFile(folder / "threads/timeseries.csv"), table);
  EXPECT_EQ(runNdem({"run", scene, "--would-move", "0 s"}).code, 1);
}

TEST_F(Ndem, TheSolverIsMeasuredEverySoOftenAndTheRunStays) {
  const auto measured = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run",     scene,   "--csv",    path(name),
                                          "--every", "20 ms", "--report", path(name + ".json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = runNdem(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const std::string plain = measured("plain", {});
  EXPECT_EQ(plain.find("creep"), std::string::npos) << plain;
  EXPECT_FALSE(json("plain.json")["solver"].contains("error"));
  const std::string text = measured("measured", {"--solver-error", "250 ms"});
  EXPECT_NE(text.find("  error      creep "), std::string::npos) << text;
  EXPECT_NE(text.find("mm/s at most, measured 3 times"), std::string::npos) << "at the start and twice: " << text;
  const auto report = json("measured.json");
  EXPECT_EQ(report["state_hash"], json("plain.json")["state_hash"]) << "a question changes no result";
  const auto& error = report["solver"]["error"];
  EXPECT_EQ(error["answers"], 3);
  EXPECT_GT(error["mean_creep_m_s"], 0.0);
  EXPECT_GE(error["most_creep_m_s"], error["mean_creep_m_s"]);
  const std::string before = readFile(folder / "plain/timeseries.csv");
  const std::string table = readFile(folder / "measured/timeseries.csv");
  EXPECT_EQ(lines(table), lines(before));
  const std::string header = table.substr(0, table.find('\n'));
  EXPECT_EQ(header, before.substr(0, before.find('\n')) + ",solver_asked_time_s,creep_m_s,sinking_m_s,angle_rad");
  measured("threads", {"--solver-error", "250 ms", "--threads", "3"});
  EXPECT_EQ(readFile(folder / "threads/timeseries.csv"), table);
  measured("both", {"--solver-error", "250 ms", "--would-move", "250 ms"});
  const std::string both = readFile(folder / "both/timeseries.csv");
  EXPECT_TRUE(both.substr(0, both.find('\n'))
                  .ends_with("_largest_speed_m_s,solver_asked_time_s,creep_m_s,sinking_m_s,angle_rad"));
  EXPECT_EQ(runNdem({"run", scene, "--solver-error", "0 s"}).code, 1);
}

/// Lines of a table split at commas; none of its fields holds one.
std::vector<std::vector<std::string>> cellsOf(const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back(1);
    for (const char c : line) {
      if (c == ',') {
        rows.back().emplace_back();
      } else {
        rows.back().back() += c;
      }
    }
  }
  return rows;
}

TEST_F(Ndem, EventsAreAllThatMergedAndSplit) {
  const std::vector<std::string> base = {"run", scene, "--set", "reduction.merging=on", "--events"};
  const auto run = [&](const std::string& events, std::vector<std::string> more) {
    std::vector<std::string> arguments = base;
    arguments.push_back(path(events));
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = runNdem(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find(events), std::string::npos) << result.out;
  };
  run("whole.csv", {"--until", "1.6", "--report", path("whole.json")});
  const auto rows = cellsOf(readFile(folder / "whole.csv"));
  ASSERT_GT(rows.size(), 20U);
  const std::vector<std::string> header = {
      "step",  "time_s", "particle", "aggregate_before", "aggregate_after", "cause", "detail", "measured",
      "value", "limit",  "unit",     "partner"};
  ASSERT_EQ(rows[0], header);
  std::map<std::string, std::size_t> causes;
  std::map<std::string, std::size_t> details;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    ASSERT_EQ(row.size(), header.size()) << i;
    EXPECT_NEAR(std::stod(row[1]), 0.002 * std::stod(row[0]), 1e-9) << i;  // round-off of 800 sums
    ++causes[row[5]];
    ++details[row[6]];
    if (row[5] == "merge") {
      EXPECT_EQ(row[3], "0") << i;
      EXPECT_NE(row[4], "0") << i;
      EXPECT_EQ(row[6] + row[7] + row[8] + row[11], "quiet steps") << i << ": neither detail, value nor partner";
    } else {
      EXPECT_NE(row[3], "0") << i;
      EXPECT_EQ(row[4], "0") << i;
    }
    if (row[6] == "passing" || row[6] == "body") {
      EXPECT_EQ(row[5], "motion") << i;
      EXPECT_EQ(row[7] + row[10], "speedm/s") << i;
      EXPECT_GT(std::stod(row[8]), std::stod(row[9])) << i;
      EXPECT_TRUE(row[11].starts_with("particle ") || (row[6] == "body" && row[11].starts_with("body "))) << row[11];
    }
  }
  EXPECT_GT(details["passing"], 0U);
  const Json counts = json("whole.json")["reduction"];
  EXPECT_EQ(causes["merge"], counts["merges"].get<std::size_t>());
  for (const auto& [cause, count] : counts["splits"].items()) {
    EXPECT_EQ(causes[cause], count.get<std::size_t>()) << cause;
  }
  EXPECT_EQ(counts["splits"].size(), 6U);
  for (const auto& [detail, count] : counts["split_details"].items()) {
    EXPECT_EQ(details[detail], count.get<std::size_t>()) << detail;
  }
  EXPECT_EQ(counts["split_details"].size(), kSplitCauseCount - 1);
  // A run in two parts writes the same table.
  run("parts.csv", {"--until", "0.9", "--checkpoint", path("half.state")});
  run("parts.csv", {"--until", "1.6", "--resume", path("half.state")});
  EXPECT_EQ(readFile(folder / "parts.csv"), readFile(folder / "whole.csv"));
  EXPECT_EQ(runNdem({"run", scene, "--until", "0.1", "--events", "/dev/full", "--set", "reduction.merging=on"}).code,
            4);
}

TEST_F(Ndem, CheckSummarisesAndAdvises) {
  const ProcessResult check = runNdem({"check", scene});
  EXPECT_EQ(check.code, 0) << check.err;
  for (const char* part : {"Rain", "rain", "paddle", "drain", "glass", "time step", "sweeps"}) {
    EXPECT_NE(check.out.find(part), std::string::npos) << part << "\n" << check.out;
  }
}

TEST(NdemScenes, ListsTheShippedScenesAndRunsOneByName) {
  const ProcessResult scenes = runNdem({"scenes"});
  EXPECT_EQ(scenes.code, 0) << scenes.err;
  EXPECT_NE(scenes.out.find("Rotating drum: "), std::string::npos) << scenes.out;
  EXPECT_EQ(runNdem({"run", "drum", "--until", "5 ms"}).code, 0);
}

TEST(NdemSchema, PrintsPageAndJson) {
  const ProcessResult page = runNdem({"schema"});
  EXPECT_EQ(page.code, 0);
  EXPECT_NE(page.out.find("time_step"), std::string::npos);
  const ProcessResult schema = runNdem({"schema", "--json"});
  EXPECT_EQ(schema.code, 0);
  EXPECT_TRUE(Json::parse(schema.out).is_object());
}

}  // namespace
}  // namespace scree
