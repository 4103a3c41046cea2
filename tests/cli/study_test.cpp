#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "app/studies/html_page.h"
#include "app/studies/svg_plot.h"
#include "app/studies/warm_start_table.h"
#include "engine/io/output_file.h"
#include "tests/cli/process.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  std::string field;
  while (std::getline(stream, field, ',')) {
    fields.push_back(field);
  }
  return fields;
}

TEST(NeededSweeps, AreWhereAPowerLawCrossesTheToleranceForGood) {
  // Error 1/sweeps, with a dip under the tolerance that does not last.
  const std::vector<ErrorPoint> curve = {{5, 0.01}, {10, 0.1}, {20, 0.05}, {40, 0.025}};
  const Needed needed = neededSweeps(curve, 0.04);
  EXPECT_TRUE(needed.known());
  EXPECT_NEAR(needed.sweeps, 25.0, 1e-9);  // round-off of logarithms
  EXPECT_EQ(neededSweeps(curve, 0.2).text(), "<= 5");
  EXPECT_EQ(neededSweeps(curve, 0.02).text(), "> 40");
  EXPECT_EQ(neededSweeps({}, 0.02).text(), "-");
  EXPECT_EQ(neededSweeps({{10, 0.1}, {20, 0.0}}, 0.02).text(), "20");
}

TEST(Svg, PlacesPointsOnLogarithmicAxesAndLeavesOutWhatTheyCannotShow) {
  Plot plot{.title = "a < b", .logX = true, .logY = true};
  plot.curves = {{"one", {{1.0, 10.0}, {10.0, 100.0}, {0.0, 5.0}, {5.0, std::nan("")}}}};
  const std::string svg = svgText(plot);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  // The corners of the frame, 80..560 by 420..40 pixels, and nothing else.
  EXPECT_NE(svg.find("points=\"80.0,420.0 560.0,40.0 \""), std::string::npos) << svg;
}

TEST(NdemStudy, WarmStartOfAColumnTellsTheSweepsEachSetupNeeds) {
  const TestFolder folder;
  const ProcessResult run =
      runNdem({"study", "warm-start", "--quick", "--only", "column", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream table(readFile(folder / "study" / "warm_start.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line,
            "part,system,setup,method,warm_start,warm_start_factor,substeps,sweeps,quantity,value,unit,published");
  std::map<std::string, double> needed;  // of the column of 25 spheres, for 1 % of its height
  double gain = 0.0;
  std::string published;
  while (std::getline(table, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    ASSERT_GE(fields.size(), 10U) << line;
    if (fields[1] == "N=25" && fields[8] == "sweeps_for_1%") {
      needed[fields[2]] = std::stod(fields[9]);
    }
    if (fields[2] == "history 0.85" && fields[8] == "gain_over_cold_at_1%") {
      gain = std::stod(fields[9]);
      published = fields.back();
    }
  }
  // Cold sweeps pass the weight on by a contact each: about 1.5 N for 1 %. Measured 38; half and double are wrong.
  EXPECT_GE(needed["cold"], 25);
  EXPECT_LE(needed["cold"], 55);
  EXPECT_LT(needed["history 0.85"], needed["cold"]);
  EXPECT_LT(needed["NNCG cold"], needed["cold"]);
  // Measured 3.0, published 3 on average over columns and tolerances.
  EXPECT_GE(gain, 2.0);
  EXPECT_LE(gain, 4.5);
  EXPECT_EQ(published, "3");
  const std::string report = readFile(folder / "study" / "report.md");
  EXPECT_NE(report.find("history 0.85"), std::string::npos);
  EXPECT_NE(report.find("column_1_percent.svg"), std::string::npos);
  const std::string plot = readFile(folder / "study" / "column_1_percent.svg");
  EXPECT_EQ(plot.rfind("<svg ", 0), 0U);
  EXPECT_NE(plot.find("history 0.85, published gain"), std::string::npos);
}

TEST(NdemStudy, WarmStartOfABedTellsHowMuchSlowerEachPresetCreeps) {
  const TestFolder folder;
  const ProcessResult run =
      runNdem({"study", "warm-start", "--quick", "--only", "creep", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string report = readFile(folder / "study" / "report.md");
  EXPECT_NE(report.find("times slower with 16."), std::string::npos) << "the sweeps of the preset fast";
  EXPECT_NE(report.find("Processor time of a step"), std::string::npos);
}

TEST(NdemStudy, WarmStartSaysWhatIsWrongBeforeItRuns) {
  const TestFolder folder;
  EXPECT_EQ(runNdem({"study", "warm-start", "--only", "silo", "--out", folder.path().string()}).code, 1);
  EXPECT_EQ(runNdem({"study", "warm-start", "--only", "column"}).code, 1);
  writeFileAtomically(folder / "file", "");
  const ProcessResult blocked =
      runNdem({"study", "warm-start", "--quick", "--only", "column", "--out", (folder / "file").string()});
  EXPECT_EQ(blocked.code, 4) << blocked.err;
  EXPECT_NE(blocked.err.find("warm_start.csv"), std::string::npos) << blocked.err;
  EXPECT_EQ(blocked.err.find("N = "), std::string::npos) << blocked.err;
}

TEST(NdemStudy, PrecisionPutsErrorsBesideTheirCost) {
  const TestFolder folder;
  const ProcessResult run = runNdem({"study", "precision", "hopper", "--set", "particles.0.fill.count=300", "--from",
                                     "0.3", "--time", "0.05", "--starts", "2", "--case", "sweeps=2", "--case",
                                     "sweeps=2,substeps=2", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream table(readFile(folder / "study" / "precision.csv"));
  std::map<std::string, std::vector<double>> creep;
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line.rfind("solver,start_s,substeps,step_s,creep_m_s,", 0), 0U) << line;
  while (std::getline(table, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    if (line.front() == '"') {
      continue;  // a name with a comma
    }
    ASSERT_EQ(fields.size(), 11U) << line;
    EXPECT_GT(std::stod(fields[3]), 0.0) << "a step takes time";
    creep[fields[0]].push_back(std::stod(fields[4]));
  }
  for (const std::string name :
       {"fast", "default", "accurate", "paper", "paper-warm", "sweeps=2", "scatter of the truth"}) {
    EXPECT_EQ(creep[name].size(), 2U) << name;
  }
  EXPECT_GT(creep["paper"].front(), creep["accurate"].front());
  EXPECT_NE(run.out.find("kinetic energy"), std::string::npos);
  EXPECT_NE(readFile(folder / "study" / "precision.html").find("<svg "), std::string::npos);
  const ProcessResult wrong = runNdem({"study", "precision", "hopper", "--case", "sweps=2"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("sweps"), std::string::npos) << wrong.err;
}

TEST(NdemStudy, CollisionPutsFormulasBesideTheIteration) {
  const TestFolder folder;
  const ProcessResult run = runNdem({"study", "collision", "--quick", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("collision.html"), std::string::npos) << run.out;
  std::istringstream table(readFile(folder / "study" / "collision.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line.rfind("restitution,duration_s,speed_m_s,formulas_restitution,", 0), 0U) << line;
  int rows = 0;
  for (; std::getline(table, line); ++rows) {
    const std::vector<std::string> fields = fieldsOf(line);
    ASSERT_EQ(fields.size(), 15U) << line;
    EXPECT_NEAR(std::stod(fields[3]) / std::stod(fields[0]), 1.0, 0.017) << line;
    EXPECT_NEAR(std::stod(fields[6]) / std::stod(fields[1]), 1.0, 2e-4) << line;
    EXPECT_EQ(fields[12], "1") << line;
  }
  EXPECT_EQ(rows, 10);
  EXPECT_NE(run.out.find("same bits"), std::string::npos);
  EXPECT_NE(readFile(folder / "study" / "collision.html").find("<svg "), std::string::npos);
  EXPECT_NE(readFile(folder / "study" / "collision_return.svg").find("<svg "), std::string::npos);
  EXPECT_FALSE(readFile(folder / "study" / "collision_return.csv").empty());
}

/// A column has no walls and no drum: of its sweeps the paper says that they grow about in proportion to its height.
TEST(NdemStudy, IterationsTellTheSweepsOfColumns) {
  const TestFolder folder;
  const std::filesystem::path out = folder / "study";
  const ProcessResult run = runNdem({"study", "iterations", "--quick", "--only", "columns", "--out", out.string()});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream table(readFile(out / "iterations.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line.rfind("kind,width,grains,speed,seed,height,", 0), 0U) << line;
  std::map<int, std::vector<ErrorPoint>> curves;  // by grains
  while (std::getline(table, line)) {
    EXPECT_EQ(line.rfind("column,1,", 0), 0U) << line;
    if (line.find(",\"cold\",") == std::string::npos) {
      continue;  // other names have commas in them
    }
    const std::vector<std::string> fields = fieldsOf(line);
    ASSERT_EQ(fields.size(), 17U) << line;
    curves[std::stoi(fields[2])].push_back({.sweeps = std::stod(fields[8]), .error = std::stod(fields[12])});
  }
  ASSERT_EQ(curves.size(), 3U);
  for (const int grains : {5, 10}) {
    const Needed low = neededSweeps(curves[grains], 0.05);
    const Needed tall = neededSweeps(curves[2 * grains], 0.05);
    ASSERT_TRUE(low.known() && tall.known()) << grains;
    // In proportion to the height it is 2; by diffusion, which the paper expects of other solves, it would be 4.
    EXPECT_GT(tall.sweeps / low.sweeps, 1.5) << grains;
    EXPECT_LT(tall.sweeps / low.sweeps, 3.0) << grains;
  }
  EXPECT_NE(readFile(out / "iterations.html").find("<svg "), std::string::npos);
  EXPECT_NE(readFile(out / "scenes" / "column_5.yaml").find("stack"), std::string::npos);
  EXPECT_EQ(runNdem({"check", (out / "scenes" / "column_5.yaml").string()}).code, 0);
}

TEST(NdemStudy, PrecisionAndTruthSayWhatIsWrongBeforeTheyRun) {
  const ProcessResult noCase = runNdem({"study", "precision", "hopper", "--case", ""});
  EXPECT_EQ(noCase.code, 1);
  EXPECT_NE(noCase.err.find("--case is empty"), std::string::npos) << noCase.err;
  for (const std::string option : {"--only", "--ways"}) {
    for (const std::string name : {"", "nosuch"}) {
      const ProcessResult run = runNdem({"study", "truth", option, name});
      EXPECT_EQ(run.code, 1) << option << ' ' << name;
      EXPECT_NE(run.err.find(option + ": there is no"), std::string::npos) << run.err;
    }
  }
}

TEST(NdemStudy, AnInterruptedGalleryKeepsTheScenesThatAreDone) {
  const TestFolder folder;
  const std::filesystem::path table = folder / "gallery.csv";
  const ProcessResult run = runNdem({"study", "gallery", "--only", "drum", "--scenes", "20", "--seeds", "2", "--jobs",
                                     "2", "--no-would-move", "--out", table.string()},
                                    {.interruptWhenTold = "drum_0"});
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_NE(run.err.find(" of 20 scenes are in the tables"), std::string::npos) << run.err;
  EXPECT_NE(readFile(table).find("drum"), std::string::npos) << "the scene that was told";
}

TEST(HtmlPage, NeedsNoOtherFileAndEscapesText) {
  ReportSection section{.title = "drum", .text = "a < b"};
  section.tables = {{.title = "T", .head = {"x", "y"}, .rows = {{"1 & 2", "3"}}, .note = "note"}};
  section.plots = {{"drum.svg", Plot{.title = "P", .curves = {{"one", {{0.0, 1.0}, {1.0, 2.0}}}}}}};
  const std::string page = htmlPage("Title", "Text", {section});
  EXPECT_EQ(page.rfind("<!DOCTYPE html>", 0), 0U);
  EXPECT_NE(page.find("<td>1 &amp; 2</td><td>3</td>"), std::string::npos) << page;
  EXPECT_NE(page.find("a &lt; b"), std::string::npos);
  EXPECT_NE(page.find("<polyline"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_NE(markdownText("Title", "Text", {section}).find("| 1 & 2 | 3 |"), std::string::npos);
}

TEST(NdemStudy, ReductionComparesRunsFromOneState) {
  const TestFolder folder;
  const ProcessResult run = runNdem({"study", "reduction", "--quick", "--only", "conveyor,collapse,drum,conveyor-90k",
                                     "--presets", "local,paper-cs", "--solvers", "default", "--against",
                                     "default,paper", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream table(readFile(folder / "study" / "reduction.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "system,seed,solver,reduction,quantity,value,deviation,unit,published");
  std::map<std::string, double> values;  // by "system/solver/reduction/quantity"
  std::string published;
  while (std::getline(table, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    ASSERT_GE(fields.size(), 6U) << line;
    EXPECT_EQ(fields[1], "1");
    values[fields[0] + "/" + fields[2] + "/" + fields[3] + "/" + fields[4]] = std::stod(fields[5]);
    if (fields[0] == "drum" && fields[2] == "paper" && fields[4].rfind("angle_by_mass", 0) == 0) {
      published = fields.back();
    }
  }
  EXPECT_EQ(published, "43 ± 2");
  for (const std::string system : {"conveyor", "collapse", "drum", "conveyor-90k"}) {
    const auto valueOf = [&](const std::string& key) {
      EXPECT_EQ(values.count(system + "/" + key), 1U) << system << " " << key;
      return values[system + "/" + key];
    };
    // Something rests in each of them and something flows.
    EXPECT_GT(valueOf("default/full/oracle_5mm/s_1.5rad/s_3"), 5.0) << system;
    EXPECT_LT(valueOf("default/full/oracle_5mm/s_1.5rad/s_3"), 100.0) << system;
    EXPECT_GE(valueOf("default/full/oracle_5mm/s_1.5rad/s_1"), valueOf("default/full/oracle_5mm/s_1.5rad/s_10"))
        << system;
    EXPECT_GE(valueOf("default/local/reduction_level"), 0.0) << system;
    EXPECT_LE(valueOf("default/local/reduction_level"), 100.0) << system;
    EXPECT_GT(valueOf("paper/full/wall_per_step"), valueOf("default/full/wall_per_step")) << system;
    EXPECT_LE(valueOf("default/full/wall_solve"), valueOf("default/full/wall_per_step")) << system;
    // A millionth of a diameter for one grain, grown since, and far from a diameter for all of them.
    EXPECT_GT(valueOf("default/full/twin_rms_at_end"), 0.0) << system;
    EXPECT_LT(valueOf("default/full/twin_rms_at_end"), 5e-3) << system;
    EXPECT_EQ(valueOf("default/local/splits_region: split sensor"), 0.0) << system << ": there is none";
    EXPECT_GE(valueOf("default/local/splits_motion"), valueOf("default/local/splits_motion: passing")) << system;
    // The contact split's runs have sensors where the paper had them; what merges in the drum's goes on into it.
    // One of the conveyor does so as well.
    EXPECT_GT(valueOf("default/paper-cs/splits_region: split sensor"), system == "drum" ? 10.0 : -1.0) << system;
    EXPECT_LE(valueOf("default/full/shadow_front_recall"), valueOf("default/full/shadow_front_recall_in_time"))
        << system;
  }
  // Half a second after the gate went up it still flows down: the one burst that is seen.
  EXPECT_EQ(values["collapse/default/full/late_bursts"], 1.0);
  EXPECT_EQ(values["collapse/default/local/late_bursts"], 1.0);
  EXPECT_EQ(values.count("drum/default/full/late_bursts"), 0U) << "nothing rests there";
  EXPECT_NEAR(values["drum/default/full/angle_by_mass_0-0.5_s"], 32.0,
              6.0);  // measured 31.8: it has turned for 1 s only
  const std::string page = readFile(folder / "study" / "reduction.html");
  EXPECT_NE(page.find("40.6 ± 0.5"), std::string::npos) << "the published angle of the conveyor";
  EXPECT_NE(page.find("<svg "), std::string::npos);
  for (const char* title : {"Merged against full", "By depth under the surface of the drum", "What deciding costs"}) {
    EXPECT_NE(page.find(title), std::string::npos) << title;
  }
  EXPECT_NE(page.find("within 5"), std::string::npos) << "what is asked of the drum's torque";
  for (const char* asked : {"times faster, of 1/(0.05 + (1-h))", "at least 1<", "at most 10<"}) {
    EXPECT_NE(page.find(asked), std::string::npos) << "what is asked of time: " << asked;
  }
  // What the systems' chapters call missed is in the first one, each with a reason where the runs hold one.
  const std::size_t systems = page.find("<h2>conveyor</h2>");
  ASSERT_NE(systems, std::string::npos);
  const auto countOf = [](std::string_view text, std::string_view wanted) {
    int count = 0;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
      ++count;
    }
    return count;
  };
  const std::string_view verdicts = std::string_view(page).substr(0, systems);
  EXPECT_NE(verdicts.find("What is asked for, and what is missed"), std::string::npos);
  EXPECT_GT(countOf(verdicts, "<td>missed</td>"), 0);  // half a second of the published contact split, if nothing else
  EXPECT_EQ(countOf(verdicts, "<td>missed</td>"), countOf(std::string_view(page).substr(systems), "<td>missed</td>"));
  EXPECT_GT(countOf(verdicts, " hold in the mean."), 3) << "each system";
  EXPECT_EQ(countOf(verdicts, "<td>times faster, of 1/"), countOf(verdicts, "of a full step beyond the free grains"));
  EXPECT_EQ(readFile(folder / "study" / "drum_default_level.svg").rfind("<svg ", 0), 0U);
  EXPECT_EQ(readFile(folder / "study" / "drum_default_full_1.csv").rfind("time_s,particles,level,oracle_", 0), 0U);
  const std::string decisions = readFile(folder / "study" / "decisions_drum_default_full_1.csv");
  EXPECT_EQ(decisions.rfind("time_s,particle,moved,front_at_once,front_in_time,contact_at_once,", 0), 0U);
  EXPECT_GT(std::count(decisions.begin(), decisions.end(), '\n'), 100);
}

// What is set of the reduction reaches the runs with merging and their oracle, and no run in full.
TEST(NdemStudy, ReductionTakesSettingsAndSeeds) {
  const TestFolder folder;
  const auto study = [&](const char* name, std::vector<std::string> settings) {
    std::vector<std::string> arguments = {"study",
                                          "reduction",
                                          "--quick",
                                          "--only",
                                          "drum",
                                          "--presets",
                                          "local",
                                          "--solvers",
                                          "fast",
                                          "--against",
                                          "fast",
                                          "--seeds",
                                          "2",
                                          "--from-seed",
                                          "4",
                                          "--out",
                                          (folder / name).string()};
    for (std::string& setting : settings) {
      arguments.insert(arguments.end(), {"--set", std::move(setting)});
    }
    return runNdem(arguments);
  };
  ASSERT_EQ(study("as_is", {}).code, 0);
  const ProcessResult set = study(
      "set", {"reduction.merge_normal_in=2.5 mm/s", "reduction.merge_normal_out=2.5 mm/s",
              "reduction.merge_tangential=3 mm/s", "reduction.merge_rolling=0.5 rad/s", "reduction.split_speed=0.015"});
  ASSERT_EQ(set.code, 0) << set.err;
  ASSERT_EQ(study("light", {"gravity=[0, 0, -5 m/s2]"}).code, 0);
  const auto lineOf = [&](const char* name, const char* run, int line) {
    std::istringstream series(readFile(folder / name / (std::string("drum_fast_") + run + ".csv")));
    std::string text;
    for (int i = 0; i <= line; ++i) {
      std::getline(series, text);
    }
    return text;
  };
  const auto endOf = [](const std::string& line) { return line.substr(line.size() - 40); };  // energies and the like
  EXPECT_NE(lineOf("set", "full_5", 0).find(",oracle_2.5/2.5/3mm/s_0.5rad/s_7,"), std::string::npos);
  EXPECT_EQ(lineOf("as_is", "full_5", 0).find("2.5/2.5/3"), std::string::npos);
  for (const int sample : {1, 10}) {
    EXPECT_EQ(endOf(lineOf("set", "full_4", sample)), endOf(lineOf("as_is", "full_4", sample)));
  }
  EXPECT_NE(endOf(lineOf("set", "local_4", 10)), endOf(lineOf("as_is", "local_4", 10)));
  EXPECT_NE(endOf(lineOf("light", "full_4", 10)), endOf(lineOf("as_is", "full_4", 10)));
  const std::string page = readFile(folder / "set" / "reduction.html");
  EXPECT_NE(page.find("Seeds 4 to 5, 1 thread. Set in runs with merging, after their presets: "
                      "reduction.merge_normal_in = 2.5 mm/s, reduction.merge_normal_out = 2.5 mm/s, "
                      "reduction.merge_tangential = 3 mm/s, reduction.merge_rolling = 0.5 rad/s, "
                      "reduction.split_speed = 0.015."),
            std::string::npos);
  // What cannot be is said before anything runs.
  EXPECT_EQ(study("no", {"solver.sweeps=3"}).code, 1);
  EXPECT_EQ(study("no", {"reduction.preset=paper-cs"}).code, 1);
  const ProcessResult unknown = study("no", {"reduction.split_sped=0.015"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("split_speed"), std::string::npos) << unknown.err;
  EXPECT_EQ(study("no", {"bodies.mill.density=1"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "no"));
}

// The finer reference sweeps four times as often in a step, and merged runs and runs in full are held against both.
TEST(NdemStudy, ReductionHasAReferenceWithSmallSteps) {
  const TestFolder folder;
  const ProcessResult run =
      runNdem({"study", "reduction", "--quick", "--only", "drum", "--presets", "local", "--solvers", "fast",
               "--against", "paper-500x4,fast,fast,fast-40,paper-500", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream table(readFile(folder / "study" / "reduction.csv"));
  std::map<std::string, double> cost;   // ms of the processor a step, by solver: what else runs does not matter
  std::map<std::string, double> walls;  // ms a step, by solver, and of the merged run
  for (std::string line; std::getline(table, line);) {
    const std::vector<std::string> fields = fieldsOf(line);
    if (fields.at(4) == "wall_per_step") {
      walls[fields[2] + (fields[3] == "full" ? "" : ", " + fields[3])] = std::stod(fields[5]);
    }
    if (fields.at(3) == "full" && fields.at(4) == "processor_per_step") {
      cost[fields[2]] = std::stod(fields[5]);
    }
  }
  ASSERT_EQ(cost.size(), 4U) << "each once";
  EXPECT_GT(cost["fast-40"], 2.0 * cost["fast"]);           // of whose step the sweeps are a third
  EXPECT_GT(cost["paper-500x4"], 2.0 * cost["paper-500"]);  // measured 3.2 times
  EXPECT_GT(cost["paper-500"], 5.0 * cost["fast"]);         // measured 14 times
  const std::string page = readFile(folder / "study" / "reduction.html");
  // What merging takes beside what it is off by: of the runs in full one is no farther off, the reference if no other.
  const std::size_t errors = page.find("Speed beside error");
  ASSERT_NE(errors, std::string::npos);
  const std::string_view beside = std::string_view(page).substr(errors, page.find("</table>", errors) - errors);
  EXPECT_NE(beside.find("times faster than paper-500x4"), std::string_view::npos);
  for (const char* row : {"fast, full", "fast-40, full", "fast, local", "paper-500, full"}) {
    EXPECT_NE(beside.find("<td>" + std::string(row) + "</td>"), std::string_view::npos) << row;
  }
  EXPECT_EQ(beside.find("<td>paper-500x4, full</td>"), std::string_view::npos) << "it is what they are off from";
  int chosen = 0;  // the quickest of those no farther off; there may be a slower one before it
  for (const auto& [solver, wall] : walls) {
    const std::string cell = fmt::format("{:.1f} ({})</td>", wall / walls["fast, local"], solver);
    chosen += beside.find(cell) == std::string_view::npos ? 0 : 1;
  }
  EXPECT_EQ(chosen, 1) << beside;
  for (const char* reference : {"paper-500", "paper-500x4"}) {
    for (const char* own : {"fast, full", "fast, local"}) {
      const std::string row = "<td>" + std::string(own) + "</td><td>" + reference + "</td><td>by mass";
      EXPECT_NE(page.find(row), std::string::npos) << row;
    }
  }
}

TEST(NdemStudy, ReductionSaysWhatIsWrongBeforeItRuns) {
  const TestFolder folder;
  const std::string out = folder.path().string();
  EXPECT_EQ(runNdem({"study", "reduction", "--only", "silo", "--out", out}).code, 1);
  EXPECT_EQ(runNdem({"study", "reduction", "--presets", "magic", "--out", out}).code, 1);
  EXPECT_EQ(runNdem({"study", "reduction", "--quick"}).code, 1);
  for (const char* solver : {"quick", "fast-", "fast-0", "fast-12x", "fast-x4", "paper-500x4y", "paper-warm-1e3"}) {
    for (const char* option : {"--against", "--solvers"}) {
      const ProcessResult refused = runNdem({"study", "reduction", option, solver, "--out", out});
      EXPECT_EQ(refused.code, 1) << solver;
      EXPECT_NE(refused.err.find("such as fast-12, paper-500"), std::string::npos) << refused.err;
    }
  }
  writeFileAtomically(folder / "file", "");
  const ProcessResult blocked = runNdem({"study", "reduction", "--quick", "--out", (folder / "file").string()});
  EXPECT_EQ(blocked.code, 4) << blocked.err;
  EXPECT_NE(blocked.err.find("reduction.csv"), std::string::npos) << blocked.err;
  EXPECT_EQ(blocked.err.find("ms a step"), std::string::npos) << blocked.err;
}

TEST(NdemStudy, TriaxialShearsOneSampleWithManySolvers) {
  const TestFolder folder;
  const ProcessResult run =
      runNdem({"study", "triaxial", "--quick", "--seeds", "1", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream table(readFile(folder / "study" / "triaxial.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line,
            "sample,setup,sweeps,seed,critical_axial_Pa,fluctuation_Pa,side_motors_Pa,side_on_grains_Pa,mean_overlap,"
            "wall_s,troubles,published_Pa");
  int rows = 0;
  std::map<std::string, double> stress;  // by sample
  while (std::getline(table, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    ASSERT_GE(fields.size(), 11U) << line;
    ++rows;
    // A material bears more along the axis than from the sides.
    EXPECT_GT(std::stod(fields[4]), 120.0) << line;
    stress[fields[0]] = std::stod(fields[4]);
    EXPECT_NEAR(std::stod(fields[6]), 100.0, 5.0) << "the motors hold their pressure: " << line;
    EXPECT_EQ(fields[10], "0") << line;
  }
  EXPECT_EQ(rows, 7) << "three setups with two numbers of sweeps, and another speed";
  // No more than some times as much, and walls of 100 kg are no part of the material: they resist a fast shear.
  EXPECT_LT(stress["\"as the scene\""], 1000.0);
  EXPECT_GT(stress["\"four times the speed\""], 2.0 * stress["\"as the scene\""]);
  const std::string page = readFile(folder / "study" / "triaxial.html");
  EXPECT_NE(page.find("1000 ± 200 from 200 on"), std::string::npos) << "the published stress";
  EXPECT_NE(page.find("four times the speed"), std::string::npos);
  EXPECT_EQ(readFile(folder / "study" / "triaxial_sweeps_1.svg").rfind("<svg ", 0), 0U);
  EXPECT_EQ(readFile(folder / "study" / "triaxial_curves.csv").rfind("sample,setup,sweeps,seed,strain,", 0), 0U);
}

TEST(NdemStudy, TriaxialOfSomeSamplesAndWaysToSolve) {
  const TestFolder folder;
  const auto study = [&](const std::string& only, const std::string& setup) {
    return runNdem({"study", "triaxial", "--quick", "--seeds", "1", "--only", only, "--ways", setup, "--out",
                    (folder / "study").string()});
  };
  const ProcessResult run = study("as the scene", "history");
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string table = readFile(folder / "study" / "triaxial.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2) << "two numbers of sweeps: " << table;
  EXPECT_EQ(table.find("cold"), std::string::npos);
  const ProcessResult unknown = study("rough", "history");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("as the scene; four times the speed"), std::string::npos) << unknown.err;
  const ProcessResult noWay = study("as the scene", "lukewarm");
  EXPECT_EQ(noWay.code, 1);
  EXPECT_NE(noWay.err.find("cold; history 0.85"), std::string::npos) << noWay.err;
}

TEST(NdemStudy, GalleryWritesItsScenesAndComparesRuns) {
  const TestFolder folder;
  const std::vector<std::string> box = {"study", "gallery", "--only", "box", "--scenes", "1"};
  const auto run = [&box](std::vector<std::string> more) {
    more.insert(more.begin(), box.begin(), box.end());
    return runNdem(more);
  };
  ASSERT_EQ(run({"--first", "2", "--write", (folder / "scenes").string()}).code, 0);
  EXPECT_EQ(runNdem({"check", (folder / "scenes" / "box_2.yaml").string()}).code, 0);
  const ProcessResult compared = run({"--seeds", "1", "--no-would-move", "--out", (folder / "box.csv").string()});
  ASSERT_EQ(compared.code, 0) << compared.err;
  EXPECT_NE(compared.out.find("| box | 1 | 0 |"), std::string::npos) << compared.out;
  const std::string table = readFile(folder / "box.csv");
  EXPECT_EQ(table.rfind("class,number,quantity,unit,full,merged,", 0), 0U);
  EXPECT_NE(table.find("box,0,centre z,d,"), std::string::npos);
  EXPECT_EQ(runNdem({"study", "gallery", "--only", "volcano"}).code, 1);
}

TEST(NdemStudy, PelletsPutTheLawAndThePaperBesideOurs) {
  const TestFolder folder;
  const ProcessResult run =
      runNdem({"study", "pellets", "--quick", "--only", "friction,rolling", "--out", (folder / "study").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("17.745: arctan μ_r"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("## Elasticity"), std::string::npos) << "it was not asked for";
  std::istringstream table(readFile(folder / "study" / "pellets.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "part,way,quantity,unit,value,deviation,law,published");
  EXPECT_NE(readFile(folder / "study" / "pellets.html").find("<h2>Onset of sliding</h2>"), std::string::npos);
  const ProcessResult unknown = runNdem({"study", "pellets", "--only", "heap", "--out", folder.path().string()});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("fine-pile"), std::string::npos) << unknown.err;
  EXPECT_EQ(runNdem({"study", "pellets", "--quick"}).code, 1) << "--out is required";
}

}  // namespace
}  // namespace scree
