// Study of the sweeps that containers and drums need: fits of made data, errors at contacts, a small container against
// the number of sweeps, and its wall.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "app/studies/iterations/iteration_report.h"
#include "app/studies/iterations/iteration_runs.h"
#include "app/studies/iterations/least_squares.h"
#include "app/studies/iterations/sweep_law.h"
#include "app/studies/stepping.h"
#include "engine/planning/servin_rules.h"
#include "engine/scene/scene.h"
#include "engine/settings/presets.h"

namespace scree {
namespace {

/// Closed form of a straight line: slope and its standard error s/√Σ(x - x̄)².
TEST(LeastSquares, AStraightLineHasTheErrorsOfTheClosedForm) {
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(5, 0.0, 4.0);
  const Eigen::VectorXd y{{1.0, 2.5, 5.5, 6.5, 9.5}};
  const LeastSquares found = leastSquares(
      [&](const Eigen::VectorXd& v) { return Eigen::VectorXd(y - (v[0] * Eigen::VectorXd::Ones(5) + v[1] * x)); },
      Eigen::Vector2d(0.0, 0.0));
  ASSERT_TRUE(found.isFound);
  const double slope = (x.array() - 2.0).matrix().dot(y) / 10.0;
  const Eigen::VectorXd left = y - (y.mean() + slope * (x.array() - 2.0)).matrix();
  const double scatter = std::sqrt(left.squaredNorm() / 3.0);
  // Differences of a linear function are exact to round-off over the difference, 1e-10.
  EXPECT_NEAR(found.values[1], slope, 1e-8);
  EXPECT_NEAR(found.scatter, scatter, 1e-8);
  EXPECT_NEAR(found.errors[1], scatter / std::sqrt(10.0), 1e-8);
  EXPECT_NEAR(found.errors[0], scatter * std::sqrt(0.2 + 4.0 / 10.0), 1e-8);
}

std::vector<SweepPoint> madePoints(const SweepLaw& law, bool flows) {
  std::vector<SweepPoint> points;
  for (const double width : {3.0, 6.0, 9.0, 15.0, 80.0}) {
    for (const double height : {4.0, 12.0, 40.0, 150.0}) {
      SweepPoint point{.tolerance = 0.05, .height = height, .width = width};
      point.inertialNumber = flows && width > 50.0 ? 0.01 * height / 4.0 : 0.0;
      point.sweeps = sweepsOf(law, point);
      points.push_back(point);
    }
  }
  return points;
}

TEST(SweepLaw, TheFitFindsTheConstantsOfMadeData) {
  for (const SweepLaw& law :
       {SweepLaw{.factor = 0.3, .flow = 2.0, .height = 0.44}, SweepLaw{.factor = 0.05, .flow = 11.0, .height = 1.7},
        SweepLaw{.factor = 2.0, .flow = -0.4, .height = 0.1}}) {
    const SweepFit fit = fittedLaw(madePoints(law, true));
    ASSERT_TRUE(fit.isFound);
    // Made without scatter: what is left is the end of the search.
    EXPECT_NEAR(fit.law.factor / law.factor, 1.0, 1e-7);
    EXPECT_NEAR(fit.law.flow / law.flow, 1.0, 1e-7);
    EXPECT_NEAR(fit.law.height / law.height, 1.0, 1e-7);
    EXPECT_LT(fit.scatter, 1e-7);
  }
  const SweepFit resting = fittedLaw(madePoints({.factor = 0.2, .flow = 3.0, .height = 0.6}, false));
  EXPECT_FALSE(resting.hasFlow);
  EXPECT_NEAR(resting.law.factor, 0.2, 1e-7);
  EXPECT_NEAR(resting.law.height, 0.6, 1e-7);
  EXPECT_EQ(resting.law.flow, 0.0);
}

/// Points off the law by a factor up and down in turn: the scatter is its logarithm, and errors grow with it.
TEST(SweepLaw, ScatterMakesStandardErrors) {
  const SweepLaw law;
  SweepFit fits[2];
  for (int i = 0; i < 2; ++i) {
    std::vector<SweepPoint> points = madePoints(law, true);
    for (std::size_t at = 0; at < points.size(); ++at) {
      points[at].sweeps *= std::pow(i == 0 ? 1.05 : 1.1025, at % 2 == 0 ? 1.0 : -1.0);
    }
    fits[i] = fittedLaw(points);
    ASSERT_TRUE(fits[i].isFound);
    EXPECT_NEAR(fits[i].law.height, law.height, 4.0 * fits[i].errors.height);
  }
  EXPECT_NEAR(fits[0].scatter, std::log(1.05) * std::sqrt(20.0 / 17.0), 0.1 * std::log(1.05));
  EXPECT_NEAR(fits[1].errors.height / fits[0].errors.height, 2.0, 0.2);
  EXPECT_FALSE(fittedLaw(std::vector<SweepPoint>(2)).isFound) << "two points are too few";
}

/// Table I of the paper, rows 1, 3 and 13: 19, 511 and 13200 sweeps by the published constants.
TEST(SweepLaw, IsThatOfThePaper) {
  EXPECT_NEAR(sweepsOf({}, {.tolerance = 0.05, .height = 10.0, .width = 6.0}), 19.0, 0.5);
  EXPECT_NEAR(sweepsOf({}, {.tolerance = 0.01, .height = 100.0, .width = 15.0, .inertialNumber = 0.1}), 511.0, 0.5);
  EXPECT_NEAR(sweepsOf({}, {.tolerance = 0.01, .height = 1000.0, .width = 1.0}), 13200.0, 0.5);
}

/// A ball thrown along a floor, which slides: friction opposes it with all of the cone in the solution of one contact,
/// and the overlap is that of its weight by the law of Hertz.
TEST(ContactErrors, ASingleContactHasNone) {
  const std::string text =
      "scree: 1\nname: Slide\nduration: 1 s\ntime_step: 2 ms\ngravity: [0, 0, -9.8 m/s2]\n"
      "materials:\n  grain: {density: 1909.859 kg/m3, youngs_modulus: 5 MPa, poisson_ratio: 0.25}\n"
      "default_pair: {restitution: 0, friction: 0.3, stiffness: hertz, damping_time: 1 ms}\n"
      "bodies:\n  floor:\n    shapes: [{plane: {material: grain}}]\n"
      "particles:\n  - sphere: {diameter: 10 mm, position: [0, 0, 5 mm], velocity: [2 m/s, 0, 0], material: grain}\n"
      "bounds: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n";
  SceneResult result = loadSceneText(text, "slide.yaml", {});
  ASSERT_TRUE(result.scene);
  World& world = result.scene->world;
  applySolver(world.parameters, presetParameters(Preset::paper));
  ContactErrors errors;
  watchSteps(world, [&](const StepData& data) {
    if (world.time > 0.05) {
      addContactErrors(world, data, errors);
    }
    return world.time < 0.1;
  });
  // It slides until 2 u/(7 μ g) = 0.19 s.
  ASSERT_GT(errors.steps, 20U);
  EXPECT_EQ(errors.contacts, errors.steps);
  EXPECT_EQ(errors.sliding, errors.steps);
  EXPECT_NEAR(errors.slide(), 0.0, 1e-5);      // single precision
  EXPECT_NEAR(errors.direction(), 0.0, 1e-3);  // the angle goes as the root of the cosine's round-off
  const double modulus = 5e6 / (2.0 * (1.0 - 0.25 * 0.25));
  const double stiffness = 4.0 / 3.0 * modulus * std::sqrt(0.005);
  const double overlap = std::pow(1e-3 * 9.8 / stiffness, 2.0 / 3.0);
  EXPECT_NEAR(errors.overlap() / (overlap / 0.01), 1.0, 0.02);  // what damping leaves after 25 steps
}

/// All scenes are read, with as many grains as asked.
TEST(IterationSystems, ScenesHoldTheirGrains) {
  for (const bool quick : {true, false}) {
    for (const IterationSystem& system : iterationSystems(quick)) {
      if (system.grains > 8000 || (system.kind == IterationKind::drum && system.speed > 0.03)) {
        continue;  // the same text with other numbers
      }
      const SceneResult result = loadSceneText(iterationScene(system), system.name(), {});
      for (const SceneError& error : result.errors) {
        ADD_FAILURE() << error.text();
      }
      ASSERT_TRUE(result.scene) << system.name();
      EXPECT_EQ(result.scene->world.particles.size(), static_cast<std::size_t>(system.grains));
      EXPECT_NEAR(result.scene->world.particles.mass.front(), kIterationMass, 1e-9);
    }
  }
}

constexpr double kTestTolerance = 0.05;

IterationPlan smallPlan() {
  IterationPlan plan = iterationPlan(true);
  plan.ramp = 2.0;
  plan.containerTime = 1.0;
  return plan;
}

const IterationCase& containerOf(int grains) {
  static const auto make = [](int count) {
    return *iterationCase({.kind = IterationKind::container, .width = 6.0, .grains = count}, 1, smallPlan());
  };
  static const IterationCase low = make(150);
  static const IterationCase tall = make(600);
  return grains == 150 ? low : tall;
}

/// The error falls with the number of sweeps. A run with √2 times the sweeps may be worse by the scatter of a bed that
/// falls in on itself; with twice the sweeps it is not.
TEST(IterationStudy, ErrorsFallWithSweeps) {
  for (const int grains : {150, 600}) {
    const IterationCase& one = containerOf(grains);
    std::vector<const IterationRun*> cold;
    for (const IterationRun& run : one.runs) {
      if (run.way == kColdWay) {
        cold.push_back(&run);
      }
    }
    ASSERT_GE(cold.size(), 3U);
    for (std::size_t i = 2; i < cold.size(); ++i) {
      EXPECT_LT(cold[i]->overlapError, cold[i - 2]->overlapError) << grains << " grains, " << cold[i]->sweeps;
    }
    EXPECT_LT(one.reference.errors.overlap(), 0.01) << "E and weight make less than 1 % of d";
    EXPECT_GT(one.reference.errors.overlap(), 0.0005);
  }
}

TEST(IterationStudy, TallerContainersNeedMoreSweeps) {
  const Needed low = neededOf(containerOf(150), kColdWay, kTestTolerance);
  const Needed tall = neededOf(containerOf(600), kColdWay, kTestTolerance);
  ASSERT_TRUE(tall.known());
  EXPECT_GT(containerOf(600).height, 3.0 * containerOf(150).height);
  EXPECT_GT(tall.sweeps, 1.3 * low.sweeps);
}

/// As many substeps as stiffness asks for, and a warm start: a single sweep of each leaves less than a tenth of the
/// tolerance in a bed at rest, where one solve from zero takes more than ten.
TEST(IterationStudy, TheDefaultPresetNeedsFewerSweeps) {
  const Needed own = neededOf(containerOf(600), kOwnWay, 0.1 * kTestTolerance);
  EXPECT_EQ(own.text(), "<= 1");
  EXPECT_GT(neededOf(containerOf(600), kColdWay, kTestTolerance).sweeps, 10.0);
}

/// The rule of `ndem check` for the own warm start in four substeps against the sweeps that it takes for 1 %. Factors
/// of beds scatter by less than a tenth; of a low one the top layer, which carries nothing, is a good part.
TEST(IterationStudy, TheRuleForWarmSubstepsHolds) {
  for (const int grains : {150, 600}) {
    const IterationCase& one = containerOf(grains);
    const Needed needed = neededOf(one, kFixedWay, 0.01);
    ASSERT_TRUE(needed.known()) << grains;
    const double rule = sweepsOfSubstep(warmSweepRule(0.01, one.height, one.system.width, 0.0), 4);
    EXPECT_GT(needed.sweeps / rule, 1.0 / 1.5) << grains;
    EXPECT_LT(needed.sweeps / rule, 1.5) << grains;
  }
}

/// Janssen: the pressure on the wall saturates, and the fit keeps to within the scatter of single forces. 600 grains in
/// 6 d are 20 d deep: three strips and the uppermost, which does not count; so more of them are needed.
TEST(IterationStudy, PressureOnTheWallSaturates) {
  IterationPlan plan = smallPlan();
  const IterationSystem system{.kind = IterationKind::container, .width = 6.0, .grains = 1800};
  const std::optional<World> start = iterationStart(system, 1, plan);
  ASSERT_TRUE(start);
  plan.containerTime = 0.5;
  const IterationWay way{.name = "default", .solver = presetParameters(Preset::accurate)};
  const IterationRun run = iterationRun(system, *start, way, way.solver.sweeps, plan);
  const JanssenProfile profile = janssenProfile(run.wall, system.width, bedHeight(system, *start), kIterationDiameter);
  ASSERT_TRUE(profile.isFitted);
  ASSERT_GE(profile.points.size(), 8U);
  const WallPoint& lowest = profile.points.back();
  EXPECT_LT(lowest.pressure, 0.3 * profile.hydrostatic);
  EXPECT_GT(profile.mobilised, 0.1);
  EXPECT_LE(profile.mobilised, kIterationFriction + 1e-6) << "Coulomb's cone";
  EXPECT_GT(profile.meanRatio, 0.2);
  EXPECT_LT(profile.meanRatio, 1.5);
  // A strip's pressure scatters by the single forces in it; twice the standard error is what a fit may be off.
  EXPECT_LT(profile.deviation, 2.0 * profile.expected);
  // Equilibrium: p_inf = ρ g D/(4 m), within the same scatter.
  EXPECT_NEAR(profile.fittedPressure / profile.closedPressure, 1.0, 2.0 * profile.expected);
}

TEST(IterationStudy, ReportsTablesAndPlots) {
  IterationStudy study{.isQuick = true, .cases = {containerOf(150), containerOf(600)}};
  const std::vector<ReportSection> sections = iterationSections(study);
  ASSERT_EQ(sections.size(), 4U);
  EXPECT_EQ(sections[0].tables[0].rows.size(), study.cases.size());
  EXPECT_EQ(sections[0].tables[1].rows[0][6], "0.3 ± 0.005") << "the published constants";
  EXPECT_NE(htmlPage("Sweeps", iterationText(study), sections).find("<svg "), std::string::npos);
  for (const std::string& text : {iterationCsv(study), iterationWallCsv(study), iterationLawCsv(study)}) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    const auto fields = std::count(line.begin(), line.end(), ',');
    while (std::getline(lines, line)) {
      std::string unquoted;
      bool isIn = false;
      for (const char c : line) {
        isIn = c == '"' ? !isIn : isIn;
        unquoted += isIn ? ' ' : c;
      }
      EXPECT_EQ(std::count(unquoted.begin(), unquoted.end(), ','), fields) << line;
      EXPECT_EQ(line.find("nan"), std::string::npos) << line;
    }
  }
}

}  // namespace
}  // namespace scree
