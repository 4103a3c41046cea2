// What ndem says of words that are not its own, and of values that are not allowed.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

/// A command line that cannot be used, and what is said of it.
struct Slip {
  std::vector<std::string> words;
  std::string said;
};

/// One message and where to look; no number of many digits.
void expectRefusal(const Slip& slip) {
  const ProcessResult result = runNdem(slip.words);
  std::string line = "ndem";
  for (const std::string& word : slip.words) {
    line += " " + word;
  }
  EXPECT_EQ(result.code, 1) << line << "\n" << result.err;
  EXPECT_NE(result.err.find(slip.said), std::string::npos) << line << "\n" << result.err << "wanted: " << slip.said;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << line << "\n" << result.err;
  EXPECT_NE(result.err.find("--help\n"), std::string::npos) << line << "\n" << result.err;
  EXPECT_LT(result.err.size(), 700U) << line << "\n" << result.err;
  EXPECT_EQ(result.err.find("000000000000000000"), std::string::npos) << line << "\n" << result.err;
  EXPECT_EQ(result.out, "") << line;
}

TEST(Words, AreCorrectedWhenMistyped) {
  for (const Slip& slip : std::vector<Slip>{
           {{"rum", "drum"}, "there is no command 'rum': did you mean 'run'?"},
           {{"study", "galery"}, "there is no command 'galery': did you mean 'gallery'?"},
           {{"run", "drum", "--untill", "5"}, "there is no option '--untill': did you mean '--until'?"},
           {{"run", "drum", "--guard", "stopp"}, "--guard: there is no 'stopp': did you mean 'stop'?"},
           {{"render", "drum", "--out", "a.mp4", "--colour", "sped"},
            "--colour: there is no 'sped': did you mean 'speed'?"},
           {{"render", "drum", "--out", "a.avi"}, "--out: 'a.avi' is no film: give a file that ends with .mp4"},
           {{"render", "drum", "--out", "a.mp4", "--show", "window"}, "use one of: scene, scene-and-legend"},
           {{"completion", "bsh"}, "did you mean 'bash'?"},
           {{"study", "gallery", "--only", "volcano"}, "--only: there is no 'volcano': use one of: box, silo"},
           {{"study", "truth", "--only", "drun"}, "did you mean 'drum'?"},
       }) {
    expectRefusal(slip);
  }
}

TEST(Words, OfEarlierVersionsTellTheNewOnes) {
  for (const Slip& slip : std::vector<Slip>{
           {{"study", "gallery", "--output", "a.csv"}, "there is no option '--output' here: use --out"},
           {{"study", "gallery", "--threads", "2"}, "use --jobs"},
           {{"study", "gallery", "--class", "silo"}, "use --only"},
           {{"study", "truth", "--system", "drum"}, "use --only"},
           {{"study", "repose", "--variant", "x", "--out", "a"}, "use --only"},
           {{"study", "reduction", "--systems", "drum", "--out", "a"}, "use --only"},
           {{"study", "warm-start", "--part", "drum", "--out", "a"}, "use --only"},
           {{"study", "triaxial", "--setup", "cold", "--out", "a"}, "use --ways"},
           {{"compare", "a", "b", "--csv", "c"}, "use --out"},
           {{"render", "drum", "--out", "a.mp4", "--record-size", "720p"}, "use --size"},
       }) {
    expectRefusal(slip);
  }
}

TEST(Words, ValuesSayWhatIsAllowed) {
  const std::vector<Slip> slips = {
      {{"run", "drum", "--until", "-1"}, "--until: '-1' is too small: give more than 0 s"},
      {{"run", "drum", "--until", "0"}, "give more than 0 s"},
      {{"run", "drum", "--until", "nan"}, "'nan' is not a finite number"},
      {{"run", "drum", "--until", "inf"}, "'inf' is not a finite number"},
      {{"run", "drum", "--until", "1e300"}, "'1e300' is too large for a time: stay below 1000000000 s"},
      {{"run", "drum", "--until", "5 kg"}, "'kg' is not a unit of a time: use s, ms"},
      {{"run", "drum", "--until", "soon"}, "'soon' is not a time"},
      {{"run", "drum", "--every", "0 ms"}, "--every: '0 ms' is too small: give more than 0 s"},
      {{"run", "drum", "--threads", "-1"}, "--threads: '-1' is not a whole number from 0 to 256"},
      {{"run", "drum", "--threads", "1e9"}, "is not a whole number from 0 to 256"},
      {{"run", "drum", "--record", "a", "--mark-every", "0"}, "--mark-every: '0' is not a whole number from 1"},
      {{"run", "drum", "--set", "nonsense"}, "--set: 'nonsense' is not key=value"},
      {{"study", "gallery", "--jobs", "0"}, "--jobs: '0' is not a whole number from 1 to 256"},
      {{"study", "gallery", "--jobs", "99999999999999999999"}, "is not a whole number from 1 to 256"},
      {{"study", "gallery", "--seeds", "0"}, "--seeds: '0' is not a whole number from 1 to 1000"},
      {{"study", "reduction", "--threads", "0", "--out", "a"}, "is not a whole number from 1 to 256"},
      {{"study", "precision", "drum", "--time", "0"}, "--time: '0' is too small: give more than 0 s"},
      {{"study", "precision", "drum", "--time", "nan"}, "--time: 'nan' is not a finite number"},
      {{"study", "precision", "drum", "--from", "-1 ms"}, "--from: '-1 ms' is too small: give at least 0 s"},
      {{"compare", "a", "b", "--from", "-2"}, "--from: '-2' is too small: give at least 0 s"},
      {{"compare", "a", "b", "--from", "3", "--to", "2"}, "--to: 2 s is not after --from 3 s"},
      {{"compare", "a", "b", "--filter", "0"}, "--filter: '0' is too small: give more than 0 1/s"},
      {{"render", "drum", "--out", "a.mp4", "--seconds", "0"}, "--seconds: '0' is too small"},
      {{"render", "drum", "--out", "a.mp4", "--fps", "0"}, "--fps: '0' is not a whole number from 1 to 240"},
      {{"render", "drum", "--out", "a.mp4", "--speed", "1e300"},
       "--speed: '1e300' is too large for a plain number: give 0.0001 to 10000"},
      {{"render", "drum", "--out", "a.mp4", "--size", "1x1"}, "--size: '1x1' is no size: give 720p, 1080p"},
      {{"render", "drum"}, "--out is required"},
      {{"run"}, "SCENE is required"},
      {{"study", "repose"}, "--out is required"},
      {{"run", "drum", "--until"}, "--until needs a value: TIME"},
      {{"run", "drum", "--until", "1", "--until", "2"}, "--until is given more than once"},
      {{"study"}, "give one of its commands: all, repose, warm-start"},
  };
  for (const Slip& slip : slips) {
    expectRefusal(slip);
  }
}

TEST_F(Ndem, TimesTakeUnitsInEveryCommand) {
  ASSERT_EQ(
      runNdem({"run", scene, "--until", "100 ms", "--every", "20ms", "--csv", path("a"), "--record", path("r")}).code,
      0);
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1 s", "--every", "20 ms", "--csv", path("b")}).code, 0);
  const ProcessResult compared = runNdem({"compare", path("a"), path("b"), "--columns", "kinetic", "--from", "20 ms",
                                          "--to", "0.1 s", "--filter", "5 Hz", "--json"});
  ASSERT_EQ(compared.code, 0) << compared.err;
  const Json json = Json::parse(compared.out);
  EXPECT_EQ(json["runs"], 2);
  EXPECT_NEAR(json["from_s"].get<double>(), 0.02, 1e-9);
  EXPECT_EQ(json["filter_hz"], 5.0);
  ASSERT_GE(json["columns"].size(), 1U);
  EXPECT_EQ(json["columns"][0]["runs_differ"], 0.0);
}

TEST_F(Ndem, ScriptsReadJson) {
  const ProcessResult check = runNdem({"check", scene, "--json"});
  ASSERT_EQ(check.code, 0) << check.err;
  const Json good = Json::parse(check.out);
  EXPECT_EQ(good["name"], "Rain");
  EXPECT_EQ(good["particles"]["count"], 1);
  EXPECT_EQ(good["sinks"], Json::array({"drain"}));
  EXPECT_TRUE(good["errors"].empty());
  EXPECT_TRUE(good["advice"].is_array());
  const ProcessResult bad = runNdem({"check", scene, "--json", "--set", "solver.sweps=3"});
  EXPECT_EQ(bad.code, 2);
  const Json errors = Json::parse(bad.out)["errors"];
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0]["remedy"].get<std::string>().find("sweeps"), std::string::npos);
  const ProcessResult scenes = runNdem({"scenes", "--json"});
  ASSERT_EQ(scenes.code, 0) << scenes.err;
  const Json list = Json::parse(scenes.out);
  EXPECT_GT(list.size(), 10U);
  EXPECT_TRUE(std::ranges::any_of(list, [](const Json& one) { return one["scene"] == "drum"; }));
  EXPECT_TRUE(Json::parse(runNdem({"schema", "--json"}).out).is_object());
}

}  // namespace
}  // namespace scree
