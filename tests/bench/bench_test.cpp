#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/bench/compare.h"
#include "tests/bench/precision_picture.h"
#include "tests/bench/record.h"
#include "tests/bench/report.h"
#include "tests/bench/statistics.h"

namespace scree::bench {
namespace {

Record recordOf(const std::string& name, double value, double spread) {
  Record record;
  record.kind = "step";
  record.name = name;
  record.start = "a";
  record.setValue("ns", {value, value * (1.0 - spread), value * (1.0 + spread), 7});
  return record;
}

std::optional<Record> never(const std::string&) {
  ADD_FAILURE() << "measured again without need";
  return std::nullopt;
}

Judgement judged(const Record& before, const Record& after, const Remeasure& remeasure) {
  const std::vector<Judgement> all = compare({.records = {before}}, {.records = {after}}, remeasure);
  EXPECT_EQ(all.size(), 1U);
  return all.front();
}

TEST(Statistics, QuartilesHoldTheMiddleHalf) {
  const Spread spread = spreadOf({5.0, 1.0, 4.0, 2.0, 3.0});
  EXPECT_DOUBLE_EQ(spread.median, 3.0);
  EXPECT_DOUBLE_EQ(spread.low, 2.0);
  EXPECT_DOUBLE_EQ(spread.high, 4.0);
  EXPECT_EQ(spread.repeats, 5);
}

TEST(Compare, ChangesWithinTheNoiseAreTheSame) {
  // Quartiles 4 % on either side of both: a band of 2 sqrt(2) 4 % = 11 %.
  EXPECT_EQ(judged(recordOf("x", 100, 0.04), recordOf("x", 110, 0.04), never).verdict, Verdict::same);
  // Repeats that agree do not make the machine exact: 5 % at least.
  EXPECT_EQ(judged(recordOf("x", 100, 0), recordOf("x", 104, 0), never).verdict, Verdict::same);
  EXPECT_EQ(judged(recordOf("x", 100, 0), recordOf("x", 80, 0), never).verdict, Verdict::faster);
}

TEST(Compare, IsSlowerOnlyWhenEveryMeasurementIs) {
  int calls = 0;
  const auto recovers = [&](const std::string&) { return std::optional(recordOf("x", ++calls == 2 ? 101 : 130, 0)); };
  const Judgement excused = judged(recordOf("x", 100, 0), recordOf("x", 130, 0), recovers);
  EXPECT_EQ(excused.verdict, Verdict::same);
  EXPECT_EQ(excused.measurements, 3);

  const auto stays = [](const std::string&) { return std::optional(recordOf("x", 125, 0)); };
  const Judgement blamed = judged(recordOf("x", 100, 0), recordOf("x", 130, 0), stays);
  EXPECT_EQ(blamed.verdict, Verdict::slower);
  EXPECT_DOUBLE_EQ(blamed.ratio, 1.25);
  EXPECT_TRUE(anySlower({blamed}));
  EXPECT_FALSE(anySlower({excused}));
}

TEST(Compare, OtherEnginesAndOtherMeasuresAreNotJudged) {
  Record theirs = recordOf("x", 200, 0);
  theirs.engine = "bullet";
  EXPECT_EQ(judged(recordOf("x", 100, 0), theirs, never).verdict, Verdict::other);
  Record wall = recordOf("x", 200, 0);
  wall.measure = "wall";
  EXPECT_EQ(judged(recordOf("x", 100, 0), wall, never).verdict, Verdict::other);
  const auto both = compare({.records = {recordOf("old", 1, 0)}}, {.records = {recordOf("new", 1, 0)}}, never);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].verdict, Verdict::missing);
  EXPECT_EQ(both[1].verdict, Verdict::missing);
}

TEST(Compare, SpeedBoughtWithErrorsIsRemarked) {
  Record before = recordOf("x", 100, 0);
  Record after = recordOf("x", 50, 0);
  before.meanOverlap = 0.001;
  after.meanOverlap = 0.002;
  EXPECT_NE(judged(before, after, never).remark.find("overlap"), std::string::npos);
}

TEST(Record, SurvivesItsFile) {
  Results results{.provenance = {.commit = "abc", .processor = "A \"fast\", one", .cores = 2}};
  results.records = {recordOf("step/x", 123.456, 0.1)};
  results.records[0].stageMs[3] = 0.25;
  const Results back = fromCsv(toCsv(results));
  ASSERT_EQ(back.records.size(), 1U);
  EXPECT_EQ(back.provenance.processor, results.provenance.processor);
  EXPECT_EQ(back.provenance.cores, 2.0);
  EXPECT_EQ(back.records[0].name, "step/x");
  EXPECT_EQ(back.records[0].value, 123.456);
  EXPECT_EQ(back.records[0].stageMs[3], 0.25);
  EXPECT_TRUE(std::isnan(back.records[0].creep));
}

TEST(Record, RefusesWhatIsNoResult) {
  EXPECT_THROW(fromCsv("a,b\n1,2\n"), std::runtime_error);
  EXPECT_THROW(fromCsv("name,value\nx\n"), std::runtime_error);
  EXPECT_THROW(fromCsv("name,value\nx,fast\n"), std::runtime_error);
}

TEST(Report, TellsWhatFastGainsAndCouldGainAtMost) {
  const auto of = [](const std::string& settings, double ms, double sweeps) {
    Record record = recordOf("step/bed/" + settings, 1.0, 0.1);
    record.scene = "bed";
    record.settings = settings;
    record.msPerStep = ms;
    record.stageMs[static_cast<std::size_t>(Stage::solve)] = sweeps;
    return record;
  };
  const Record fast = of("fast", 5.0, 1.0);
  const std::string text = reportText({.provenance = {}, .records = {fast, of("paper", 20.0, 18.0)}});
  EXPECT_TRUE(std::regex_search(text, std::regex("bed +5 +20 +20 +4 +5\n"))) << text;
  EXPECT_EQ(reportText({.provenance = {}, .records = {fast}}).find("if its sweeps"), std::string::npos);
}

Record precisionOf(const std::string& engine, const std::string& series, const std::string& label, double cost,
                   double error) {
  Record record = recordOf("precision/bed/" + engine + "/" + series + "/" + label, cost, 0.0);
  record.kind = "precision";
  record.engine = engine;
  record.scene = "bed";
  record.settings = label;
  record.cpuPerSimulated = cost;
  record.medianCreep = error;
  return record;
}

/// Whether each tag is closed in the order of its opening.
bool isWellFormed(const std::string& xml) {
  static const std::regex kTag(R"(<(/?)(\w+)(?: [\w:-]+="[^"<]*")*(/?)>)");
  std::vector<std::string> open;
  std::size_t tags = 0;
  for (std::sregex_iterator it(xml.begin(), xml.end(), kTag), end; it != end; ++it, ++tags) {
    if ((*it)[1].length() > 0) {
      if (open.empty() || open.back() != (*it)[2]) {
        return false;
      }
      open.pop_back();
    } else if ((*it)[3].length() == 0) {
      open.push_back((*it)[2]);
    }
  }
  return tags > 0 && open.empty() && static_cast<std::size_t>(std::ranges::count(xml, '<')) == tags;
}

TEST(Picture, DrawsALineAlongSettingsAndOneColourAnEngine) {
  const std::string svg = precisionPicture(
      {.provenance = {},
       .records = {precisionOf("scree", "sweeps", "2", 1.0, 1e-3), precisionOf("scree", "sweeps", "4", 10.0, 1e-4),
                   precisionOf("scree", "presets", "fast", 2.0, 1e-4),
                   precisionOf("bullet", "iterations", "10", 10.0, 1e-3)}});
  EXPECT_TRUE(isWellFormed(svg)) << svg;
  // From 1 to 10 s and from 0.1 to 1 mm/s: corners of the frame.
  EXPECT_NE(svg.find("points=\"80.0,40.0 560.0,420.0 \""), std::string::npos) << svg;
  EXPECT_NE(svg.find(">fast</text>"), std::string::npos);
  EXPECT_NE(svg.find("Bullet, iterations"), std::string::npos);
  EXPECT_EQ(svg.find("LIGGGHTS"), std::string::npos);
  EXPECT_THROW(precisionPicture({}), std::runtime_error);
}

TEST(Report, HoldsOthersAgainstTheCheapestThatErrsAsLittle) {
  const std::string text = reportText(
      {.provenance = {},
       .records = {precisionOf("scree", "unrested", "2", 1.0, 1e-2), precisionOf("scree", "unrested", "4", 2.0, 1e-4),
                   precisionOf("scree", "unrested", "8", 4.0, 1e-5),
                   precisionOf("bullet", "iterations", "10", 10.0, 1e-3)}});
  EXPECT_TRUE(std::regex_search(text, std::regex("bullet/iterations/10 .* 5 +4\n"))) << text;
}

// Every kernel, a whole step and the engines that are installed on a bed of 96 spheres; what comes out must be a
// complete file.
TEST(Program, MeasuresATinyCaseAndWritesTheResults) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "scree_bench_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "out.csv").string();
  const std::string command = std::string("\"") + SCREE_BENCH_PATH + "\" run --tiny --states \"" +
                              (folder / "states").string() + "\" --out \"" + file + "\" --picture \"" +
                              (folder / "precision.svg").string() + "\" >\"" + (folder / "table.txt").string() +
                              "\" 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const Results results = fromCsv(text.str());
  EXPECT_FALSE(results.provenance.commit.empty());
  EXPECT_FALSE(results.provenance.date.empty());
  EXPECT_FALSE(results.provenance.compiler.empty());
  EXPECT_GE(results.provenance.cores, 1.0);
  std::stringstream picture;
  picture << std::ifstream(folder / "precision.svg").rdbuf();
  EXPECT_TRUE(isWellFormed(picture.str())) << picture.str();
  const std::string again =
      std::string("\"") + SCREE_BENCH_PATH + "\" picture \"" + file + "\" \"" + (folder / "again.svg").string() + "\"";
  ASSERT_EQ(std::system(again.c_str()), 0);
  std::stringstream redrawn;
  redrawn << std::ifstream(folder / "again.svg").rdbuf();
  EXPECT_EQ(redrawn.str(), picture.str());
  std::set<std::string> kinds;
  for (const Record& record : results.records) {
    kinds.insert(record.kind);
    EXPECT_GT(record.value, 0.0) << record.name;
    EXPECT_LE(record.low, record.value) << record.name;
    EXPECT_GE(record.high, record.value) << record.name;
    EXPECT_EQ(record.particles, 96.0) << record.name;
    EXPECT_GE(record.contacts, record.kind == "reduced" ? 0.0 : 1.0) << record.name;  // all may have merged
    EXPECT_FALSE(record.measure.empty()) << record.name;
    if (record.kind == "step") {
      EXPECT_GT(record.sweeps, 0.0);
      EXPECT_GT(record.meanOverlap, 0.0);
      EXPECT_GT(record.nsPerContactSweep, 0.0);
      EXPECT_GT(record.stageMs[static_cast<std::size_t>(Stage::solve)], 0.0);
    }
    if (record.kind == "precision") {
      EXPECT_GE(record.medianCreep, 0.0) << record.name;
      EXPECT_LT(record.medianCreep, 0.1) << record.name;
      EXPECT_GE(record.fastCreep, record.medianCreep) << record.name;
    }
    if (record.kind == "reduced") {
      EXPECT_GE(record.reductionLevel, 0.0);
      EXPECT_LE(record.reductionLevel, 1.0);
      EXPECT_GT(record.speedUp, 0.0);
      EXPECT_GT(record.reductionOverhead, 0.0);
      EXPECT_LT(record.reductionOverhead, 1.0);
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"error", "kernel", "peer", "precision", "reduced", "step"}));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace scree::bench
