// Study of collisions of a set duration: the equation integrated against closed forms and series, both choices of
// stiffness and dashpot, the return of the material's own law, and the report.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "app/studies/collision/collision_report.h"
#include "app/studies/collision/collision_study.h"
#include "app/studies/collision/sedimentation_report.h"

namespace scree {
namespace {

constexpr double kUnitStep = 1e-4;  // of z'' + 2 λ z' + z^1.5 = 0, whose collisions take 3.2 to 4

/// Collision of mass, stiffness and speed 1, with d = 2 λ.
HertzBounce unitBounce(double lambda) {
  return bounceOf({.mass = 1.0, .stiffness = 1.0, .dashpot = 2.0 * lambda}, 1.0, kUnitStep, 40.0);
}

TEST(CollisionStudy, UndampedCollisionsAreThoseOfHertz) {
  // (4/5)^(3/5) √π Γ(2/5)/Γ(9/10) with m = k = u = 1, as the paper has it: 3.218; deepest at (5/4)^(2/5).
  const double duration = std::pow(0.8, 0.6) * std::sqrt(std::numbers::pi) * std::tgamma(0.4) / std::tgamma(0.9);
  EXPECT_NEAR(duration, 3.218, 5e-4);
  EXPECT_NEAR(elasticDuration({.mass = 1.0, .stiffness = 1.0}, 1.0), duration, 1e-12);
  const HertzBounce bounce = unitBounce(0.0);
  EXPECT_NEAR(bounce.duration, duration, 1e-7);  // third order, and the bend of z^1.5 at the touch
  EXPECT_NEAR(bounce.restitution, 1.0, 1e-9);
  EXPECT_NEAR(bounce.depth, std::pow(1.25, 0.4), 1e-7);
  for (const double speed : {0.01, 1.0, 20.0}) {
    const HertzContact contact{.mass = 0.003, .stiffness = elasticStiffness(0.003, speed, 2e-3)};
    EXPECT_NEAR(elasticDuration(contact, speed), 2e-3, 1e-15);
    const HertzBounce hit = bounceOf(contact, speed, 2e-7, 1.0);
    EXPECT_NEAR(hit.duration, 2e-3, 1e-9);
    EXPECT_NEAR(hit.depth / elasticDepth(contact, speed), 1.0, 1e-6);
  }
}

/// The series of Ray, Kempe and Fröhlich: e = 1 - 3.576 λ + 5.131 λ², √(deepest) = 1.046 - 0.748 λ + 0.578 λ²,
/// duration = 3.218 + 1.152 λ. First coefficients by their closed forms, which are 3.5756, 0.7478 and 1.1507. Second of
/// e: a collision run backwards is one at e u with λ of the other sign, over e^(1/5), so that e(-λ e^(-1/5)) = 1/e(λ),
/// of which 2 α²/5 = 5.114 follows; the paper's number is 0.3 % from it. Second of the depth: the figure of the paper,
/// within what steps leave of a deepest point that lies between two of them.
TEST(CollisionStudy, DampedCollisionsFollowTheSeriesOfThePaper) {
  constexpr double kSmall = 1e-3;
  const std::array<HertzBounce, 4> bounces = {unitBounce(0.0), unitBounce(kSmall), unitBounce(2.0 * kSmall),
                                              unitBounce(3.0 * kSmall)};
  const auto first = [&](auto value) {
    return (-11.0 * value(bounces[0]) + 18.0 * value(bounces[1]) - 9.0 * value(bounces[2]) + 2.0 * value(bounces[3])) /
           (6.0 * kSmall);
  };
  const auto second = [&](auto value) {
    return (2.0 * value(bounces[0]) - 5.0 * value(bounces[1]) + 4.0 * value(bounces[2]) - value(bounces[3])) /
           (2.0 * kSmall * kSmall);
  };
  const auto restitution = [](const HertzBounce& bounce) { return bounce.restitution; };
  const auto root = [](const HertzBounce& bounce) { return std::sqrt(bounce.depth); };
  const double ratio = std::sqrt(std::numbers::pi) * std::tgamma(1.4) / std::tgamma(0.9);
  const double alpha = 2.0 * std::pow(25.0 / 16.0, 0.2) * ratio / 0.9;
  EXPECT_NEAR(alpha, 3.576, 5e-4);
  EXPECT_NEAR(first(restitution), -alpha, 1e-4);
  EXPECT_NEAR(second(restitution), 0.4 * alpha * alpha, 2e-3);
  EXPECT_NEAR(second(restitution) / 5.131, 1.0, 4e-3);
  EXPECT_NEAR(first(root), -0.5 * std::pow(16.0 / 25.0, 0.2) * ratio / 0.9, 1e-4);
  EXPECT_NEAR(second(root), 0.578, 2e-2);
  EXPECT_NEAR(first([](const HertzBounce& bounce) { return bounce.duration; }),
              std::pow(2500.0, 0.2) / 9.0 * ratio * ratio, 1e-4);
}

/// Damping of a linear term in a Hertz contact: grains stick from some λ on.
TEST(CollisionStudy, TooMuchDampingSticks) {
  const HertzBounce stuck = unitBounce(5.0);
  EXPECT_EQ(stuck.restitution, 0.0);
  EXPECT_GT(stuck.depth, 0.0);
}

TEST(CollisionStudy, TheIterationMeetsWhatIsWanted) {
  for (const double restitution : {1.0, 0.97, 0.8, 0.5, 0.3, 0.18, 0.1}) {
    for (const double duration : {1e-4, 1e-2}) {
      for (const double speed : {0.01, 5.0}) {
        const WantedBounce wanted{.mass = 2e-3, .speed = speed, .restitution = restitution, .duration = duration};
        const IteratedChoice choice = iteratedChoice(wanted);
        ASSERT_TRUE(choice.isFound) << restitution << ' ' << duration << ' ' << speed;
        EXPECT_LE(choice.integrations, 20);
        const HertzBounce bounce = measuredBounce(wanted, choice.contact);
        // 1e-4 of the iteration and some 1e-5 of its hundred steps a collision.
        EXPECT_NEAR(bounce.restitution / restitution, 1.0, 1.5e-4);
        EXPECT_NEAR(bounce.duration / duration, 1.0, 1.5e-4);
      }
    }
  }
  // Without damping it is Hertz at once.
  const IteratedChoice elastic = iteratedChoice({.mass = 1.0, .speed = 1.0, .restitution = 1.0, .duration = 1.0});
  EXPECT_EQ(elastic.integrations, 1);
  EXPECT_EQ(elastic.contact.dashpot, 0.0);
  EXPECT_EQ(elastic.contact.stiffness, elasticStiffness(1.0, 1.0, 1.0));
}

/// The paper's accuracies of the formulas: 0.14 % and 1.7 % for e, 0.3 % and 1.2 % for T, at e from 0.3 on and at 0.18.
/// The restitutions are round ones, at which e is 0.14 % off too; between them, at 0.45, it is 0.151 %.
TEST(CollisionStudy, TheFormulasAreAsGoodAsTold) {
  const auto off = [](double restitution) {
    const WantedBounce wanted{.mass = 1e-3, .speed = 0.7, .restitution = restitution, .duration = 1e-3};
    const HertzBounce bounce = measuredBounce(wanted, directChoice(wanted));
    return std::pair(std::abs(bounce.restitution / restitution - 1.0), std::abs(bounce.duration / 1e-3 - 1.0));
  };
  for (const double restitution : {1.0, 0.97, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3}) {
    EXPECT_LE(off(restitution).first, 1.4e-3) << restitution;
    EXPECT_LE(off(restitution).second, 3e-3) << restitution;
  }
  EXPECT_NEAR(off(0.5).first, 1.4e-3, 5e-5) << "the figure itself is met";
  EXPECT_NEAR(off(0.18).first, 0.017, 5e-4);
  EXPECT_NEAR(off(0.18).second, 0.012, 5e-4);
}

/// A quick study, made once.
const CollisionStudy& quickStudy() {
  static const CollisionStudy study = collisionStudy(collisionGrid(true));
  return study;
}

TEST(CollisionStudy, MeasuresWhatChoicesAndGrainsDo) {
  const CollisionGrid grid = collisionGrid(true);
  const CollisionStudy& study = quickStudy();
  EXPECT_EQ(study.choices.size(), grid.restitutions.size() * grid.durations.size() * grid.speeds.size());
  EXPECT_EQ(study.grains.size(), study.choices.size());
  const std::vector<CollisionErrors> errors = collisionErrors(study);
  ASSERT_EQ(errors.size(), grid.restitutions.size());
  for (const CollisionErrors& one : errors) {
    EXPECT_LE(std::abs(one.iteratedRestitution), 0.015) << one.restitution;
    EXPECT_LE(std::abs(one.iteratedDuration), 0.015) << one.restitution;
    // Substeps of T/83 leave grains within 0.01 of e, as those of the material do (METHOD.md 18), and 1 % of T besides
    // the formulas' own deviation.
    EXPECT_LE(0.01 * std::abs(one.grainRestitution) * one.restitution, 0.01) << one.restitution;
    EXPECT_NEAR(one.grainDuration, one.directDuration, 1.0) << one.restitution;
    // Each of the iteration's integrations is a hundred steps of three forces; the formulas are two roots and a power.
    EXPECT_GT(one.iteratedSeconds, 20.0 * one.directSeconds) << one.restitution;
    EXPECT_GT(one.directSeconds, 0.0);
  }
  EXPECT_GT(errors.back().integrations, errors[1].integrations) << "lower restitutions take longer";
}

/// The exact material law is the limit of a short collision time, to the bit, and a long one is met.
TEST(CollisionStudy, TheMaterialsOwnLawReturns) {
  int same = 0;
  for (const OwnBounces& one : quickStudy().owns) {
    if (one.share < 0.6) {
      EXPECT_EQ(one.bounce, one.own) << one.share;
      ++same;
    } else {
      EXPECT_NE(one.bounce, one.own) << one.share;
      EXPECT_NEAR(one.bounce.duration / one.pair.collisionTime, 1.0, 0.025) << one.share;
      EXPECT_NEAR(one.bounce.restitution, one.pair.restitution, 0.01) << one.share;
      EXPECT_GT(one.bounce.substep, one.own.substep) << one.share;
    }
  }
  EXPECT_EQ(same, 4);
  // The material's own collision is that of Hertz: 0.05 % by a hundred substeps of it.
  const OwnBounces& elastic = quickStudy().owns.front();
  EXPECT_NEAR(elastic.own.duration / (elastic.pair.collisionTime / elastic.share), 1.0, 5e-3);
}

TEST(CollisionStudy, ReportsTablesPlotsAndValues) {
  const CollisionStudy& study = quickStudy();
  const std::vector<ReportSection> sections = collisionSections(study);
  ASSERT_EQ(sections.size(), 2U);
  ASSERT_EQ(sections[0].tables.size(), 2U);
  EXPECT_EQ(sections[0].tables[0].rows.size(), 4U) << "four accuracies are told";
  EXPECT_EQ(sections[0].tables[0].rows[1][1], "1.7");
  EXPECT_EQ(sections[0].tables[0].rows[1][2].substr(0, 4), "-1.6") << sections[0].tables[0].rows[1][2];
  EXPECT_EQ(sections[0].tables[1].rows.size(), collisionGrid(true).restitutions.size());
  EXPECT_EQ(sections[1].tables[0].rows.size(), study.owns.size());
  const std::string page = htmlPage("Collisions", "", sections);
  std::size_t plots = 0;
  for (std::size_t at = page.find("<svg "); at != std::string::npos; at = page.find("<svg ", at + 1)) {
    ++plots;
  }
  EXPECT_EQ(plots, 3U);
  for (const auto& [text, rows] : {std::pair(collisionCsv(study), study.choices.size()),
                                   std::pair(collisionReturnCsv(study), study.owns.size())}) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    const auto fields = std::count(line.begin(), line.end(), ',');
    std::size_t count = 0;
    for (; std::getline(lines, line); ++count) {
      EXPECT_EQ(std::count(line.begin(), line.end(), ','), fields) << line;
      EXPECT_EQ(line.find("nan"), std::string::npos) << line;
    }
    EXPECT_EQ(count, rows);
  }
}

TEST(Sedimentation, EnergiesAreThoseOfBothChoices) {
  std::vector<SedimentationResult> results;
  for (const SedimentationCase& one : sedimentationCases(true)) {
    results.push_back(sedimentationResult(one));
    const SedimentationResult& result = results.back();
    EXPECT_EQ(layerGrains(), 195U);
    ASSERT_EQ(result.engine.energies.size(), result.iteration.energies.size());
    const SedimentationEnergy& start = result.engine.energies.front();
    const SedimentationEnergy& end = result.engine.energies.back();
    const bool isWeak = one.restitution > 0.9;
    // Collisions make differences of any kind grow, those of the choices as those of rounding: of 100 grains that go on
    // bouncing each energy differs by some 2 % of the whole at the start, of grains that come to rest by 0.2 %. The run
    // beside shows that it is so. Twice that is allowed.
    const double bound = isWeak ? 0.04 : 0.005;
    for (const SedimentationRun* other : {&result.engine, &result.formulas, &result.beside}) {
      const SedimentationDifference apart = differenceOf(*other, result.iteration);
      EXPECT_LE(std::max({apart.potential, apart.kinetic, apart.elastic, apart.total}), bound) << one.restitution;
    }
    // Until the first grain touches all is alike: a fall from 0.3 m over the layer takes 0.19 s.
    for (std::size_t i = 0; result.engine.energies[i].time < 0.05; ++i) {
      const double time = result.engine.energies[i].time;
      EXPECT_NEAR(result.engine.energies[i].total(), start.total(), 1e-3 * start.total()) << time;
    }
    // As the paper says: weakly damped grains still move as the run ends, others rest.
    EXPECT_EQ(end.kinetic > 0.01 * start.total(), isWeak);
    // Energy is only lost, but for what substeps make of it.
    double lowest = start.total();
    for (const SedimentationEnergy& energy : result.engine.energies) {
      EXPECT_LE(energy.total(), lowest + 0.01 * start.total());
      lowest = std::min(lowest, energy.total());
    }
    EXPECT_GT(result.iteration.choices, 1000U);
    EXPECT_GT(result.iteration.choiceSeconds / static_cast<double>(result.iteration.choices),
              5.0 * result.formulas.choiceSeconds / static_cast<double>(result.formulas.choices));
  }
  const ReportSection section = sedimentationSection(results);
  EXPECT_EQ(section.tables[0].rows.size(), 8U);
  EXPECT_EQ(section.tables[1].rows.size(), 4U);
  EXPECT_EQ(section.plots.size(), 2U);
  const std::string table = sedimentationCsv(results);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2 * 4 * 201);
  EXPECT_EQ(table.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace scree
