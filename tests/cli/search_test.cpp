// Searches of ndem sweep: surfaces, optimum and errors on functions that are known, and the command on a small scene.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <set>
#include <thread>

#include "app/sweep/sampling.h"
#include "app/sweep/search/evolution.h"
#include "app/sweep/search/search_state.h"
#include "app/sweep/search/search_words.h"
#include "app/sweep/sweep_folder.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

std::vector<SurfaceSample> samplesOf(const std::function<double(const VectorXd&)>& law, std::size_t count, int seeds,
                                     double scatter, std::mt19937& chance) {
  std::normal_distribution<double> normal;
  std::vector<SurfaceSample> samples;
  for (const std::vector<double>& share : sampleUnit(SampleMethod::sobol, static_cast<int>(count), 2, 5)) {
    SurfaceSample& sample = samples.emplace_back();
    sample.place = Eigen::Map<const VectorXd>(share.data(), 2);
    for (int i = 0; i < seeds; ++i) {
      sample.values.push_back(law(sample.place) + scatter * normal(chance));
    }
  }
  return samples;
}

double quadratic(const VectorXd& x) { return 2.0 + x[0] - 3.0 * x[1] + 4.0 * x[0] * x[0] - x[0] * x[1] + x[1] * x[1]; }

TEST(SearchSurface, APolynomialIsFoundWithItsDerivatives) {
  std::mt19937 chance(1);
  const auto surface = Surface::fit(samplesOf(quadratic, 16, 1, 0.0, chance), wholeBox(2));
  ASSERT_TRUE(surface);
  const Vector2d at(0.3, 0.8);
  EXPECT_NEAR(surface->value(at), quadratic(at), 1e-4);
  EXPECT_NEAR(surface->gradient(at)[0], 1.0 + 8.0 * 0.3 - 0.8, 1e-3);
  EXPECT_NEAR(surface->gradient(at)[1], -3.0 - 0.3 + 2.0 * 0.8, 1e-3);
  EXPECT_NEAR(surface->hessian(at)(0, 0), 8.0, 1e-2);
  EXPECT_NEAR(surface->hessian(at)(0, 1), -1.0, 1e-2);
  EXPECT_NEAR(surface->hessian(at)(1, 1), 2.0, 1e-2);
  EXPECT_FALSE(Surface::fit(samplesOf(quadratic, 5, 1, 0.0, chance), wholeBox(2))) << "six coefficients";
}

TEST(SearchSurface, AHigherDegreeIsTakenWhereItPredictsBetter) {
  std::mt19937 chance(1);
  const auto cubic = [](const VectorXd& x) { return std::pow(x[0] - 0.3, 3.0) + x[1]; };
  EXPECT_EQ(Surface::fit(samplesOf(cubic, 32, 2, 1e-4, chance), wholeBox(2))->degree(), 3);
  EXPECT_EQ(Surface::fit(samplesOf(cubic, 12, 2, 1e-4, chance), wholeBox(2))->degree(), 2) << "too few for a cubic";
}

TEST(SearchSurface, ItsErrorIsTheScatterOfRepeatedFits) {
  std::mt19937 chance(2);
  const Vector2d at(0.6, 0.4);
  const Vector2d other(0.2, 0.5);
  double squares = 0.0;
  double variances = 0.0;
  double squaresOfDifference = 0.0;
  double variancesOfDifference = 0.0;
  constexpr int kRepeats = 400;
  for (int i = 0; i < kRepeats; ++i) {
    const auto surface = Surface::fit(samplesOf(quadratic, 16, 3, 0.5, chance), wholeBox(2));
    squares += std::pow(surface->value(at) - quadratic(at), 2.0);
    variances += surface->variance(at);
    squaresOfDifference += std::pow(surface->value(at) - surface->value(other) - quadratic(at) + quadratic(other), 2.0);
    variancesOfDifference += surface->varianceOfDifference(at, other);
  }
  // 400 repeats know a mean square to 7 %; roughness that is chance widens it a little.
  EXPECT_GT(std::sqrt(variances / squares), 0.9);
  EXPECT_LT(std::sqrt(variances / squares), 1.25);
  EXPECT_GT(std::sqrt(variancesOfDifference / squaresOfDifference), 0.9);
  EXPECT_LT(std::sqrt(variancesOfDifference / squaresOfDifference), 1.25);
}

TEST(SearchSurface, RoughnessCountsAsAnErrorEverywhere) {
  std::mt19937 chance(3);
  const auto steps = [](const VectorXd& x) {
    return 10.0 * x[0] + (std::sin(40.0 * x[0] + 31.0 * x[1]) > 0.0 ? 1.0 : -1.0);
  };
  const auto surface = Surface::fit(samplesOf(steps, 64, 2, 0.01, chance), wholeBox(2));
  EXPECT_NEAR(surface->roughness(), 1.0, 0.25);
  EXPECT_GT(std::sqrt(surface->variance(Vector2d(0.5, 0.5))), 0.75);
}

/// Study over two keys from 0 to 10, matched to numbers.
SearchStudy studyOf(std::size_t numbers) {
  SearchStudy study;
  study.keys = {"a", "b"};
  study.ranges = {{.from = 0.0, .to = 10.0}, {.from = 0.0, .to = 10.0}};
  study.scenes.emplace_back();
  for (std::size_t n = 0; n < numbers; ++n) {
    study.numbers.push_back({.name = fmt::format("number {}", n), .scene = 0, .path = n});
  }
  study.points = 16;
  study.stages = 4;
  study.budget = 1'000'000;
  study.precision.resize(2);
  return study;
}

using Law = std::function<std::vector<double>(double a, double b)>;

/// Runs a search on a law with chance.
SearchState searchOn(const SearchStudy& study, const Law& law, double scatter, unsigned seed) {
  return searchState(study, [&](std::size_t place, const SearchSetting& setting) -> std::optional<SettingValues> {
    std::mt19937 chance(seed * 100003U + static_cast<unsigned>(place));
    std::normal_distribution<double> normal;
    SettingValues values;
    for (const double value : law(std::stod(setting.row[0]), std::stod(setting.row[1]))) {
      std::vector<double>& ofSeeds = values.emplace_back();
      for (int i = 0; i < study.seeds; ++i) {
        ofSeeds.push_back(value + scatter * normal(chance));
      }
    }
    return values;
  });
}

/// Shares of repeats with the truth within one and two stated errors.
struct Coverage {
  int count = 0;
  int one = 0;
  int two = 0;

  void add(const KeyResult& result, double truth) {
    const double side = std::abs(truth - result.value) /
                        (truth < result.value ? result.value - result.low : result.high - result.value);
    ++count;
    one += side <= 1.0 ? 1 : 0;
    two += side <= 2.0 ? 1 : 0;
  }
  double share(int part) const { return static_cast<double>(part) / count; }
};

void expectHonest(const Coverage& coverage) {
  // 400 answers, of which two each belong together: 68 % to 3.3 %, 95 % to 1.5 %.
  EXPECT_GT(coverage.share(coverage.one), 0.60);
  EXPECT_LT(coverage.share(coverage.one), 0.80);
  EXPECT_GT(coverage.share(coverage.two), 0.91);
  EXPECT_LT(coverage.share(coverage.two), 0.995);
}

/// Two angles that grow with both keys and level off, as those of a pile and a drum do.
std::vector<double> angles(double a, double b) {
  return {10.0 + 20.0 * (1.0 - std::exp(-0.25 * b)) + 1.0 * a, 20.0 + 25.0 * (1.0 - std::exp(-0.2 * a)) + 0.5 * b};
}

TEST(Search, StatedErrorsOfAMatchHoldTheTruthAsOftenAsTheySay) {
  SearchStudy study = studyOf(2);
  Coverage coverage;
  for (unsigned repeat = 0; repeat < 200; ++repeat) {
    std::mt19937 chance(repeat);
    std::normal_distribution<double> normal;
    const double a = std::uniform_real_distribution<double>(2.0, 7.0)(chance);
    const double b = std::uniform_real_distribution<double>(2.0, 7.0)(chance);
    const std::vector<double> truth = angles(a, b);
    study.measured = {{truth[0] + 0.4 * normal(chance), 0.4}, {truth[1] + 0.3 * normal(chance), 0.3}};
    study.seed = repeat;
    const SearchState state = searchOn(study, angles, 1.0, repeat);
    ASSERT_TRUE(state.isOver);
    ASSERT_NE(state.landscape(), nullptr);
    const std::vector<KeyResult> results = keyResults(study, *state.landscape());
    coverage.add(results[0], a);
    coverage.add(results[1], b);
  }
  expectHonest(coverage);
}

TEST(Search, StatedErrorsOfAMinimumHoldTheTruthAsOftenAsTheySay) {
  SearchStudy study = studyOf(1);
  Coverage coverage;
  for (unsigned repeat = 0; repeat < 200; ++repeat) {
    std::mt19937 chance(repeat);
    const double a = std::uniform_real_distribution<double>(2.5, 7.5)(chance);
    const double b = std::uniform_real_distribution<double>(2.5, 7.5)(chance);
    study.seed = repeat;
    const Law bowl = [a, b](double x, double y) {
      return std::vector<double>{std::pow(x - a, 2.0) + 0.5 * (x - a) * (y - b) + 0.5 * std::pow(y - b, 2.0)};
    };
    const SearchState state = searchOn(study, bowl, 2.0, repeat);
    const std::vector<KeyResult> results = keyResults(study, *state.landscape());
    coverage.add(results[0], a);
    coverage.add(results[1], b);
  }
  expectHonest(coverage);
}

bool hasDoubt(const SearchStudy& study, const SearchState& state, const std::string& words) {
  for (const std::string& doubt : doubtsOf(study, *state.landscape())) {
    if (doubt.find(words) != std::string::npos) {
      return true;
    }
  }
  return false;
}

TEST(Search, OneAngleDoesNotTellTwoKeysApartAndThatIsSaid) {
  SearchStudy study = studyOf(1);
  study.measured = {{12.0, 0.5}};
  const SearchState state = searchOn(
      study, [](double a, double b) { return std::vector<double>{a + b}; }, 0.3, 1);
  EXPECT_TRUE(hasDoubt(study, state, "do not tell the keys apart")) << searchState(study, {}).end;
  const Eigen::MatrixXd correlation = state.landscape()->correlation();
  EXPECT_LT(correlation(0, 1), -0.9);
  // Along the valley the sum is the measured one.
  Vector2d place(0.8, 0.5);
  place = state.landscape()->bestWith(place, {0});
  EXPECT_NEAR(10.0 * (place[0] + place[1]), 12.0, 0.6);
  study = studyOf(2);
  study.measured = {{12.0, 0.5}, {2.0, 0.5}};
  const Law both = [](double a, double b) { return std::vector<double>{a + b, a - b}; };
  const SearchState apart = searchOn(study, both, 0.3, 1);
  EXPECT_TRUE(doubtsOf(study, *apart.landscape()).empty());
  EXPECT_NEAR(apart.landscape()->correlation()(0, 1), 0.0, 0.2);
  EXPECT_NEAR(keyResults(study, *apart.landscape())[0].error(), 0.5 / std::sqrt(2.0), 0.1);
}

TEST(Search, WhatCannotBeReachedIsSaid) {
  SearchStudy study = studyOf(2);
  study.measured = {{30.0, 0.5}, {2.0, 0.5}};
  const Law both = [](double a, double b) { return std::vector<double>{a + b, a - b}; };
  const SearchState far = searchOn(study, both, 0.3, 1);
  EXPECT_TRUE(hasDoubt(study, far, "No setting gives all measured values"));
  EXPECT_TRUE(hasDoubt(study, far, "lies at the upper end of the range of a"));
}

/// A number that falls towards a corner of the ranges: nothing is known of how keys replace each other there.
TEST(Search, AnOptimumInACornerIsSaidAndNoTradeOff) {
  SearchStudy study = studyOf(1);
  const Law plane = [](double a, double b) { return std::vector<double>{5.0 * a - 3.0 * b + 0.1 * a * b}; };
  const SearchState corner = searchOn(study, plane, 0.3, 1);
  ASSERT_NE(corner.landscape(), nullptr);
  EXPECT_TRUE(hasDoubt(study, corner, "The optimum lies at the lower end of the range of a, 0,"));
  EXPECT_TRUE(hasDoubt(study, corner, "The optimum lies at the upper end of the range of b, 10,"));
  EXPECT_TRUE(hasDoubt(study, corner, "widen the range"));
  EXPECT_FALSE(hasDoubt(study, corner, "do not tell the keys apart"));
  // At an edge one key leads out; the other is known.
  const Law edge = [](double a, double b) { return std::vector<double>{5.0 * a + (b - 4.0) * (b - 4.0)}; };
  const SearchState side = searchOn(study, edge, 0.3, 1);
  EXPECT_TRUE(hasDoubt(study, side, "The optimum lies at the lower end of the range of a, 0,"));
  EXPECT_FALSE(hasDoubt(study, side, "the range of b"));
  EXPECT_FALSE(hasDoubt(study, side, "do not tell the keys apart"));
  EXPECT_NEAR(keyResults(study, *side.landscape())[1].value, 4.0, 0.3);
  // A valley whose best place lies at an end by chance is one still.
  study.seed = 5;
  const Law valley = [](double a, double b) { return std::vector<double>{(a + b - 12.0) * (a + b - 12.0)}; };
  const SearchState along = searchOn(study, valley, 0.3, 5);
  EXPECT_NEAR(along.landscape()->optimum()[0], 1.0, 1e-6);
  EXPECT_TRUE(hasDoubt(study, along, "do not tell the keys apart"));
  EXPECT_FALSE(hasDoubt(study, along, "goes on falling"));
}

TEST(Search, TwoValleysAreBothWithinTheStatedEnds) {
  SearchStudy study = studyOf(1);
  study.measured = {{4.0, 0.5}};
  study.stages = 3;
  // (a - 5)² is 4 at 3 and at 7, and b does nothing.
  const Law valleys = [](double a, double) { return std::vector<double>{(a - 5.0) * (a - 5.0)}; };
  const SearchState state = searchOn(study, valleys, 0.1, 1);
  const KeyResult a = keyResults(study, *state.landscape()).front();
  ASSERT_EQ(a.gaps.size(), 1U);
  EXPECT_NEAR(a.gaps[0].first, 5.0 - std::sqrt(3.5), 0.1);
  EXPECT_NEAR(a.gaps[0].second, 5.0 + std::sqrt(3.5), 0.1);
  EXPECT_NEAR(a.low, 5.0 - std::sqrt(4.5), 0.1);
  EXPECT_NEAR(a.high, 5.0 + std::sqrt(4.5), 0.1);
  EXPECT_TRUE(hasDoubt(study, state, "More than one value of a fits"));
  EXPECT_NE(textOf(a).find(", from 2.8"), std::string::npos) << textOf(a);
}

TEST(Search, AKeyThatDoesNothingIsNotDetermined) {
  SearchStudy study = studyOf(1);
  study.measured = {{5.0, 0.5}};
  const SearchState state = searchOn(
      study, [](double a, double) { return std::vector<double>{a}; }, 0.3, 1);
  const std::vector<KeyResult> results = keyResults(study, *state.landscape());
  EXPECT_NEAR(results[0].value, 5.0, 0.5);
  EXPECT_GT(results[0].error(), 0.45);
  EXPECT_LT(results[0].error(), 0.9) << "b is at its best for each a, also where chance bends the surface";
  EXPECT_TRUE(hasDoubt(study, state, "do not determine b"));
  EXPECT_NE(textOf(results[1]).find("not determined"), std::string::npos);
}

TEST(Search, StagesDependOnlyOnResultsOfThoseBefore) {
  SearchStudy study = studyOf(2);
  study.measured = {{25.0, 0.4}, {40.0, 0.3}};
  for (const SearchMethod method : {SearchMethod::stages, SearchMethod::cmaes}) {
    study.method = method;
    const SearchState whole = searchOn(study, angles, 1.0, 1);
    for (std::size_t known = 0; known < whole.settings.size(); known += 5) {
      const SearchState part =
          searchState(study, [&](std::size_t place, const SearchSetting&) -> std::optional<SettingValues> {
            return place < known ? std::optional(whole.values[place]) : std::nullopt;
          });
      EXPECT_FALSE(part.isOver);
      EXPECT_EQ(part.settings.size(), (known / 16 + 1) * 16);
      for (std::size_t i = 0; i < part.settings.size(); ++i) {
        ASSERT_EQ(part.settings[i].row, whole.settings[i].row);
      }
    }
  }
}

TEST(Search, BudgetAndPrecisionEndIt) {
  SearchStudy study = studyOf(2);
  study.measured = {{25.0, 0.1}, {40.0, 0.1}};
  study.budget = 100;
  const SearchState spent = searchOn(study, angles, 3.0, 1);
  EXPECT_EQ(spent.settings.size(), 33U) << "three runs each";
  EXPECT_EQ(spent.end, "the budget is spent");
  study.budget = 100'000;
  study.stages = 20;
  study.precision = {0.5, std::nullopt};
  const SearchState reached = searchOn(study, angles, 3.0, 1);
  EXPECT_EQ(reached.end, "the precision is reached");
  EXPECT_LE(keyResults(study, *reached.landscape())[0].error(), 0.5);
  EXPECT_GT(reached.stages.size(), 2U);
}

TEST(Search, FailedRunsDoNotBreakIt) {
  SearchStudy study = studyOf(2);
  study.measured = {{angles(4.0, 5.0)[0], 0.4}, {angles(4.0, 5.0)[1], 0.3}};
  for (const SearchMethod method : {SearchMethod::stages, SearchMethod::cmaes}) {
    study.method = method;
    const auto failing = [&](double share) {
      return searchState(study,
                         [&, share](std::size_t place, const SearchSetting& setting) -> std::optional<SettingValues> {
                           if (static_cast<double>(place * 7 % 10) < 10.0 * share) {
                             return SettingValues(2);
                           }
                           const std::vector<double> law = angles(std::stod(setting.row[0]), std::stod(setting.row[1]));
                           return SettingValues{{law[0], law[0] + 0.01}, {law[1], law[1] + 0.01}};
                         });
    };
    const SearchState some = failing(0.3);
    ASSERT_NE(some.landscape(), nullptr);
    const std::vector<KeyResult> results = keyResults(study, *some.landscape());
    EXPECT_NEAR(results[0].value, 4.0, results[0].error());
    EXPECT_NEAR(results[1].value, 5.0, results[1].error());
    const SearchState all = failing(1.0);
    EXPECT_TRUE(all.isOver);
    EXPECT_EQ(all.landscape(), nullptr);
    EXPECT_NE(all.end.find("no setting of its last stage"), std::string::npos) << all.end;
    EXPECT_EQ(all.stages.size(), 1U);
  }
}

TEST(Search, AnEvolutionFindsAMinimumThroughChance) {
  std::mt19937 chance(4);
  std::normal_distribution<double> normal;
  const EvolutionOptions options{.keys = 2, .population = 16, .generations = 15, .seed = 3};
  const auto generations = evolve(options, [&](const Generation& places) {
    std::vector<double> values;
    for (const VectorXd& place : places) {
      EXPECT_GE(place.minCoeff(), 0.0);
      EXPECT_LE(place.maxCoeff(), 1.0);
      values.push_back((place - Vector2d(0.3, 0.7)).squaredNorm() + 0.002 * normal(chance));
    }
    return std::optional(values);
  });
  ASSERT_EQ(generations.size(), 15U);
  VectorXd mean = VectorXd::Zero(2);
  for (const VectorXd& place : generations.back()) {
    mean += place / 16.0;
  }
  EXPECT_NEAR(mean[0], 0.3, 0.05);
  EXPECT_NEAR(mean[1], 0.7, 0.05);
}

/// In 0.2 s the scene emits a fifth of its rate beside one grain that is there: 61 grains are 300 to 305 a second.
class SearchCommand : public Ndem {
 protected:
  static constexpr const char* kRate = R"(
name: Rate
scenes:
  slow: {scene: rain.yaml, run: {until: 0.2 s}}
  long: {scene: rain.yaml, run: {until: 0.4 s, save_every: 100 ms}}
vary: {emitters.rain.rate: {from: 100, to: 500}}
match:
  slow.counts.particles: {value: 61, error: 2}
  long.counts.particles: {value: 121, error: 2}
seeds: 2
search: {points: 5, stages: 2}
)";
  std::string study(const std::string& text) const {
    writeFileAtomically(folder / "study.yaml", text);
    return path("study.yaml");
  }
  ProcessResult sweep(const std::string& study, const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"sweep", study, "--out", path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return runNdem(words);
  }
  void expectSame(const std::string& a, const std::string& b) const {
    for (const char* file : {"sweep.csv", "search.csv", "stages.csv", "sweep.html"}) {
      EXPECT_EQ(readFile(folder / a / file), readFile(folder / b / file)) << file;
    }
  }
};

TEST_F(SearchCommand, AKnownRateIsFoundForAnyNumberOfWorkersAndAfterAKill) {
  const std::string file = study(kRate);
  const ProcessResult plan = sweep(file, "one", {"--dry-run"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_NE(plan.out.find("stage 1 of at most 2: 20 points"), std::string::npos) << plan.out;
  const ProcessResult one = sweep(file, "one", {"--jobs", "1"});
  ASSERT_EQ(one.code, 0) << one.err << one.out;
  EXPECT_NE(one.out.find("Rate: 2 stages, 40 points, 40 done"), std::string::npos) << one.out;
  // Two numbers with errors of 10 and 5 grains a second.
  const std::string stages = readFile(folder / "one/stages.csv");
  const std::size_t last = stages.rfind("\r\n2,5,20,");
  ASSERT_NE(last, std::string::npos) << stages;
  std::vector<double> cells;
  std::istringstream row(stages.substr(last + 2));
  for (std::string cell; std::getline(row, cell, ',');) {
    cells.push_back(cell.empty() ? 0.0 : std::stod(cell));
  }
  EXPECT_NEAR(cells.at(5), 302.5, 3.0) << "whole grains: 60 at 300 to 305 a second";
  EXPECT_NEAR(cells.at(6), 1.0 / std::hypot(0.1, 0.2), 0.8);

  ASSERT_EQ(sweep(file, "two", {"--jobs", "2"}).code, 0);
  expectSame("one", "two");
  const int process = startNdem({"sweep", file, "--out", path("killed")});
  const fs::path points = folder / "killed/points";
  const auto countOf = [&] {
    return fs::exists(points) ? std::distance(fs::directory_iterator(points), fs::directory_iterator()) : 0;
  };
  for (int i = 0; i < 3000 && countOf() < 23; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  EXPECT_GE(countOf(), 23) << "it was in its second stage";
  const ProcessResult collected = sweep(file, "killed", {"--status"});
  EXPECT_EQ(collected.code, 0) << collected.err;
  EXPECT_NE(collected.out.find("stage 2 of at most 2: 40 points"), std::string::npos) << collected.out;
  ASSERT_EQ(sweep(file, "killed").code, 0);
  expectSame("one", "killed");
}

TEST_F(SearchCommand, ListedCommandsOfEachStageGiveTheSame) {
  const std::string file = study(kRate);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  for (int stage = 0; stage < 2; ++stage) {
    const ProcessResult list = sweep(file, "out", {"--list"});
    EXPECT_EQ(lines(list.out), 20U);
    writeFileAtomically(folder / "all.sh", list.out);
    ASSERT_EQ(std::system(("sh " + path("all.sh")).c_str()), 0);
  }
  EXPECT_EQ(sweep(file, "out", {"--list"}).out, "");
  ASSERT_EQ(sweep(file, "out", {"--collect"}).code, 0);
  expectSame("whole", "out");
}

TEST_F(SearchCommand, TheShippedCalibrationIsRead) {
  const ProcessResult status = sweep("calibration", "out", {"--status"});
  EXPECT_EQ(status.code, 0) << status.err;
  EXPECT_NE(status.out.find("stage 1 of at most 4: 64 points, 64 waiting"), std::string::npos) << status.out;
}

TEST_F(SearchCommand, AMinimumByAnEvolution) {
  // Squares are not in reports: the overlap grows with the weight of the grains, so that its least is at an end.
  const std::string file = study(
      "scene: rain.yaml\nvary: {emitters.rain.rate: {from: 100, to: 500, whole: on}}\nrun: {until: 0.2 s}\n"
      "minimise: counts.particles\nseeds: 1\nsearch: {method: cmaes, points: 6, stages: 3, seed: 2}\n");
  const ProcessResult run = sweep(file, "out");
  ASSERT_EQ(run.code, 0) << run.err << run.out;
  EXPECT_NE(run.out.find("3 stages, 18 points"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("at the lower end of the range of emitters.rain.rate"), std::string::npos) << run.out;
}

TEST_F(SearchCommand, FailedPointsAreToldAndTheSearchGoesOn) {
  // Large spheres reach too deep into the box: such scenes cannot be built.
  const std::string file = study(
      "scene: rain.yaml\nvary: {emitters.rain.rate: {from: 100, to: 500}, particles.0.sphere.diameter: {from: 10 mm, "
      "to: "
      "450 mm}}\nrun: {until: 0.2 s}\nmatch: {counts.particles: {value: 61, error: 2}}\n"
      "seeds: 1\nsearch: {points: 16, stages: 2}\n");
  const ProcessResult run = sweep(file, "out");
  EXPECT_EQ(run.code, 3) << run.err;
  EXPECT_NE(run.err.find("failed: emitters.rain.rate "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("overlap"), std::string::npos) << run.err;
  EXPECT_NE(run.out.find("2 stages, 32 points"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("optimum after stage 2"), std::string::npos) << run.out;
  const std::string table = readFile(folder / "out/sweep.csv");
  EXPECT_NE(table.find(",failed,"), std::string::npos);
  EXPECT_EQ(sweep(file, "out", {"--retry-failed"}).code, 3);
  EXPECT_EQ(readFile(folder / "out/sweep.csv"), table);
}

TEST_F(SearchCommand, BadSearchesAreToldWithPlaceAndRemedyAndRunNothing) {
  const std::string vary = "scene: rain.yaml\nvary: {emitters.rain.rate: {from: 100, to: 500}}\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {vary + "search: {}\n", ":1:1: a search without an aim"},
      {vary + "minimise: counts.particle\n", ":3:11: there is no 'particle' in 'counts'"},
      {vary + "minimise: run.wall_time_s\n", "must not depend on these"},
      {vary + "match: {counts.particles: 3}\n", ":3:27: 'counts.particles' is '3': write"},
      {vary + "match: {counts.particles: {value: 3}}\n", ":3:27: there is no 'error': write {value: 31.2, error: 0.4}"},
      {vary + "match: {counts.particles: {value: 3, error: 0}}\n", "is not above 0"},
      {vary + "minimise: counts.particles\nmatch: {counts.contacts: {value: 3, error: 1}}\n",
       "both 'match' and 'minimise'"},
      {vary + "minimise: counts.particles\ncompare: {}\n", ":4:1: 'compare' in a search: leave it out"},
      {vary + "minimise: counts.particles\nseeds: [1, 2]\n", ":4:8: 'seeds' is a list"},
      {vary + "minimise: counts.particles\nsearch: {method: simplex}\n", "use stages or cmaes"},
      {vary + "minimise: counts.particles\nsearch: {points: 3}\n", ":4:18: points is '3': give a whole number from 4"},
      {vary + "minimise: counts.particles\nsearch: {precision: {rate: 1}}\n", "unknown key 'rate'"},
      {vary + "minimise: counts.particles\nrun: {set: {emitters.rain.rate: 3}}\n",
       ":2:8: 'emitters.rain.rate' is set in 'run' too"},
      {"scene: rain.yaml\nminimise: counts.particles\n", "a search without keys to vary"},
      {"scene: rain.yaml\nvary: {solver.sweeps: [1, 2]}\nminimise: counts.particles\n",
       ":2:23: 'solver.sweeps' varies over a list"},
      {"scene: rain.yaml\nvary: {solver.sweeps: {from: 9, to: 2}}\nminimise: counts.particles\n", "does not rise"},
      {"scene: rain.yaml\nvary: {solver.swepes: {from: 1, to: 9}}\nminimise: counts.particles\n",
       ":2:8: solver.swepes: unknown key"},
      {"scenes: {a: {scene: rain.yaml}}\nvary: {solver.sweeps: {from: 1, to: 9}}\nminimise: counts.particles\n",
       "names no scene"},
      {"scenes: {a: {scene: rain.yaml}, b: {scene: rain.yaml}}\nvary: {solver.sweeps: {from: 1, to: 9}}\nminimise: "
       "a.counts.particles\n",
       "no number of the scene 'b'"},
  };
  for (const auto& [text, told] : cases) {
    const ProcessResult run = sweep(study(text), "out");
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_NE(run.err.find(told), std::string::npos) << text << "told\n" << run.err;
    EXPECT_FALSE(fs::exists(folder / "out/points")) << text;
  }
}

}  // namespace
}  // namespace scree
