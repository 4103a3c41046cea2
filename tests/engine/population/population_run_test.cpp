// Runs of population balances: times, limits and input that is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/population/population_samples.h"

namespace scree {
namespace {

using testing::modelWith;

/// A model with every term, all of it usable.
PopulationModel fullModel() {
  PopulationModel model = modelWith(geometricClasses(0.004, 0.020, 5));
  model.feed.assign(5, 1.0);
  model.finesFeed = 0.1;
  model.layering = LayeringTerm{.growth = std::vector<double>(5, 1e-6)};
  model.abrasion = AbrasionTerm{std::vector<double>(5, 1e-7)};
  model.coalescence = CoalescenceTerm{.rate = 1e-5};
  model.breakage = BreakageTerm{std::vector<double>(5, 1e-3), 0.1};
  model.removal = RemovalTerm{100.0, {0.0, 0.0, 0.5, 1.0, 1.0}, 10.0};
  return model;
}

PopulationState fullStart(const PopulationModel& model) { return startOf(model, {10.0, 20.0, 30.0, 20.0, 10.0}, 0.5); }

/// Problem of the model after a change, which a run tells, too.
std::string problemAfter(const std::function<void(PopulationModel&, PopulationState&)>& change) {
  PopulationModel model = fullModel();
  PopulationState start = fullStart(model);
  change(model, start);
  const std::string problem = problemOf(model, start);
  const PopulationRun run = runPopulation(model, start, {1.0});
  EXPECT_EQ(run.problem, problem);
  EXPECT_EQ(run.states.size(), problem.empty() ? 1U : 0U);
  return problem;
}

TEST(PopulationRun, BadInputIsRefused) {
  using Model = PopulationModel;
  using State = PopulationState;
  const double nan = std::nan("");
  EXPECT_EQ(problemAfter([](Model&, State&) {}), "");
  const std::vector<std::pair<std::function<void(Model&, State&)>, std::string>> cases = {
      {[](Model& m, State&) { std::swap(m.classes.edges[1], m.classes.edges[2]); }, "sort the edges"},
      {[](Model& m, State&) { m.density = 0.0; }, "the density of granules is 0"},
      {[](Model& m, State&) { m.feed[2] = -1.0; }, "the feed has -1 for class 3"},
      {[](Model& m, State&) { m.feed.pop_back(); }, "the feed has 4 entries for 5 size classes"},
      {[&](Model& m, State&) { m.finesFeed = nan; }, "the feed of fines is nan kg/s"},
      {[](Model& m, State&) { m.layering->growth.clear(); }, "layering needs the growth"},
      {[](Model& m, State&) { m.layering->growth[0] = -1e-6; }, "the growth by layering has -1e-06 for class 1"},
      {[](Model& m, State&) { m.layering->uptake = -1.0; }, "the uptake of fines is -1 kg/s"},
      {[](Model& m, State& s) {
         m.layering->uptake = 1.0;
         s.number.assign(5, 0.0);
       },
       "no granules grow at the start"},
      {[&](Model& m, State&) { m.abrasion->loss[4] = nan; }, "the loss by abrasion has nan for class 5"},
      {[](Model& m, State&) { m.coalescence->rate = -1.0; }, "the rate of coalescence is -1"},
      {[](Model& m, State&) { m.coalescence->referenceVolume = 0.0; }, "the reference volume"},
      {[](Model& m, State&) { m.coalescence->table.setZero(4, 5); }, "4 rows and 5 columns for 5 size classes"},
      {[](Model& m, State&) {
         m.coalescence->table.setZero(5, 5);
         m.coalescence->table(1, 2) = 1.0;
       },
       "make it symmetric"},
      {[](Model& m, State&) { m.coalescence->table.setConstant(5, 5, -1.0); }, "has -1 for classes 1 and 1"},
      {[](Model& m, State&) { m.breakage->finesShare = 1.5; }, "the share of fines of breakage is 1.5"},
      {[](Model& m, State&) { m.breakage->rate.clear(); }, "the rate of breakage has 0 entries"},
      {[](Model& m, State&) { m.removal->residenceTime = 0.0; }, "the residence time is 0 s"},
      {[](Model& m, State&) { m.removal->productShare[4] = 1.1; }, "has 1.1 for class 5; needs 1 at most"},
      {[](Model& m, State&) { m.removal->recycleDelay = -1.0; }, "the time on the way back is -1 s"},
      {[](Model&, State& s) { s.number[1] = -3.0; }, "the population has -3 for class 2"},
      {[](Model&, State& s) { s.product.clear(); }, "the product has 0 entries"},
      {[](Model&, State& s) { s.fines = -1.0; }, "the mass of fines is -1 kg"},
      {[&](Model&, State& s) { s.time = nan; }, "the time of the population is nan s"},
      {[](Model& m, State& s) {
         m.removal->recycleDelay = 0.0;
         s.recycling[0] = 1.0;
       },
       "give the removal a recycle delay"}};
  for (const auto& [change, expected] : cases) {
    const std::string problem = problemAfter(change);
    EXPECT_NE(problem.find(expected), std::string::npos) << expected << " is not in: " << problem;
  }
  const PopulationModel model = fullModel();
  EXPECT_NE(runPopulation(model, fullStart(model), {2.0, 1.0}).problem.find("sort the times"), std::string::npos);
  EXPECT_NE(runPopulation(model, fullStart(model), {-1.0}).problem.find("sort the times"), std::string::npos);
  EXPECT_NE(runPopulation(model, fullStart(model), {1.0}, {.tolerance = 0.0}).problem.find("tolerance"),
            std::string::npos);
}

TEST(PopulationRun, TimesAreReachedExactly) {
  const PopulationModel model = fullModel();
  const std::vector<double> times = {0.0, 1.0 / 3.0, 1.0 / 3.0, 7.0, 10.0, 55.5};
  const PopulationRun run = runPopulation(model, fullStart(model), times);
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.states.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(run.states[i].time, times[i]);
  }
  EXPECT_EQ(run.states[0].number, fullStart(model).number);
  EXPECT_EQ(run.states[1].number, run.states[2].number);
  // Other times in between: the same within the tolerance of steps.
  const PopulationRun direct = runPopulation(model, fullStart(model), {55.5});
  EXPECT_LT(testing::relativeDifference(direct.states[0].number, run.states.back().number), 1e-4);
  // The same input gives the same bits.
  EXPECT_EQ(runPopulation(model, fullStart(model), {55.5}).states[0].number, direct.states[0].number);
}

TEST(PopulationRun, TheToleranceIsKept) {
  const PopulationModel model = fullModel();
  const std::vector<double> exact =
      runPopulation(model, fullStart(model), {200.0}, {.tolerance = 1e-10}).states[0].number;
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const PopulationRun run = runPopulation(model, fullStart(model), {200.0}, {.tolerance = tolerance});
    EXPECT_LT(testing::relativeDifference(run.states[0].number, exact), 10.0 * tolerance) << tolerance;
  }
}

TEST(PopulationRun, SaysWhereItCannotGoOn) {
  const PopulationModel full = fullModel();
  const PopulationRun few = runPopulation(full, fullStart(full), {1e-3, 1e3}, {.mostSteps = 4});
  EXPECT_EQ(few.states.size(), 1U);
  EXPECT_NE(few.problem.find("needs more than 4 steps to go on from"), std::string::npos) << few.problem;
  // Rates of a high degree in the volume grow within no time.
  PopulationModel model = modelWith(geometricClasses(0.004, 0.040, 60));
  model.coalescence = CoalescenceTerm{
      .form = KernelForm::kapur, .rate = 1e-3, .referenceVolume = volumeOfDiameter(0.008), .sumExponent = 12.0};
  const PopulationState start = startOf(model, testing::normalNumbers(model.classes, 1e4, 0.008, 0.0005));
  const PopulationRun run = runPopulation(model, start, {1e-12, 1e3}, {.mostSteps = 20000});
  EXPECT_EQ(run.states.size(), 1U);
  EXPECT_NE(run.problem.find("its rates there ask for steps below"), std::string::npos) << run.problem;
}

// A population removed without feed comes to nothing, to the smallest number and beyond, in no more steps than that
// takes.
TEST(PopulationRun, APopulationMayDieOut) {
  for (const bool isRestricted : {false, true}) {
    PopulationModel model = modelWith(geometricClasses(0.004, 0.020, 10));
    model.coalescence = CoalescenceTerm{.rate = isRestricted ? 0.1 : 1e-4, .isRestrictedInSpace = isRestricted};
    model.removal =
        RemovalTerm{.residenceTime = 1.0, .productShare = std::vector<double>(10, 0.5), .recycleDelay = 5.0};
    model.layering = LayeringTerm{.growth = std::vector<double>(10, 1e-4)};
    model.finesFeed = 1e-3;
    const PopulationState start = startOf(model, testing::normalNumbers(model.classes, 1e4, 0.008, 0.0005));
    const PopulationState end = testing::stateAt(model, start, 8000.0, {.mostSteps = 10000});
    EXPECT_LT(testing::sumOf(end.number), 1e-100);
    EXPECT_GT(testing::sumOf(end.product) + end.aboveNumber, 100.0);
    EXPECT_EQ(problemOf(model, end), "");
  }
}

// A class that holds nothing gets nothing, and zero rates change nothing.
TEST(PopulationRun, NothingHappensWithoutTerms) {
  PopulationModel model = modelWith(geometricClasses(0.004, 0.040, 6));
  const PopulationState start = startOf(model, {0.0, 5.0, 0.0, 7.0, 0.0, 1.0}, 2.0);
  const PopulationRun run = runPopulation(model, start, {1e6});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.states[0].number, start.number);
  EXPECT_EQ(run.states[0].fines, 2.0);
  EXPECT_LE(run.steps, 2U);
}

}  // namespace
}  // namespace scree
