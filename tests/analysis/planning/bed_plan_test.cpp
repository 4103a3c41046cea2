#include "engine/planning/bed_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "engine/planning/servin_rules.h"

namespace scree {
namespace {

PlanInput bed() {
  PlanInput input;
  input.bed.height = 20.0;
  input.bed.width = 30.0;
  return input;
}

/// The example of section 3.3: d = 10 mm, E = 10 GPa, 0.1 m/s, ε = 0.01, a column.
TEST(BedPlan, ExampleOfThePaper) {
  PlanInput input;
  input.bed.height = 100.0;
  input.bed.width = 1.0;
  input.bed.speed = 0.1;
  input.law.youngsModulus = 1e10;
  const Plan plan = planOf(input);
  EXPECT_NEAR(plan.nonsmooth.step, 1e-3, 1e-12);
  EXPECT_NEAR(plan.smooth.step, 1e-6, 1e-6);  // the paper says 1e-6 of the same order
  EXPECT_NEAR(plan.ratio(), 1e-3 * plan.nonsmooth.sweeps * (plan.smooth.step / 1e-6), 1e-9);
}

TEST(BedPlan, TwoOfGrainsHeightAndWidthGiveTheThird) {
  const double layer = 0.25 * std::numbers::pi * 900.0;
  EXPECT_NEAR(planOf(bed()).grains, 20.0 * layer, 1e-6);
  PlanInput input;
  input.bed.grains = 20.0 * layer;
  input.bed.width = 30.0;
  EXPECT_NEAR(planOf(input).height, 20.0, 1e-9);
  input.bed.width.reset();
  input.bed.height = 20.0;
  EXPECT_NEAR(planOf(input).width, 30.0, 1e-9);
  input.bed.height.reset();
  const Plan cube = planOf(input);
  EXPECT_NEAR(cube.height, cube.width, 1e-9);
  EXPECT_NEAR(grainsOf(cube.height, cube.width), 20.0 * layer, 1e-6);
  input.bed.grains = 25.0;
  input.bed.width = 1.0;
  EXPECT_NEAR(planOf(input).height, 25.0, 1e-12) << "grains on each other";
}

TEST(BedPlan, MoreGrainsMakeItWider) {
  PlannedBed bed = {.grains = 100.0, .height = 5.0, .width = 8.0};
  setGrains(bed, 400.0);
  EXPECT_EQ(bed.grains, 400.0);
  EXPECT_NEAR(*bed.width, 16.0, 1e-12);
  setGrains(bed, 1.0);
  EXPECT_EQ(bed.width, 1.0) << "no narrower than a grain";
  PlannedBed none;
  setGrains(none, 7.0);
  EXPECT_EQ(none.grains, 7.0);
  EXPECT_FALSE(none.width);
}

TEST(BedPlan, ScalesAsTheEquations) {
  const Plan plan = planOf(bed());
  PlanInput input = bed();
  input.tolerance *= 4.0;
  EXPECT_NEAR(planOf(input).nonsmooth.sweeps, plan.nonsmooth.sweeps / 4.0, 1e-9);
  EXPECT_NEAR(planOf(input).nonsmooth.step, 2.0 * plan.nonsmooth.step, 1e-12);
  EXPECT_EQ(planOf(input).smooth, plan.smooth);
  input = bed();
  input.law.youngsModulus *= 100.0;
  EXPECT_NEAR(planOf(input).smooth.effort, 10.0 * plan.smooth.effort, 1e-6 * plan.smooth.effort);
  EXPECT_EQ(planOf(input).nonsmooth, plan.nonsmooth);
  input = bed();
  input.seconds = 60.0;
  EXPECT_NEAR(planOf(input).scree.seconds, 60.0 * plan.scree.seconds, 1e-9 * plan.scree.seconds * 60.0);
  input = bed();
  input.law.stiffness = 3000.0;
  const double mass = 2500.0 * std::numbers::pi / 6.0 * 1e-6;
  EXPECT_NEAR(planOf(input).smooth.step, 0.17 * std::sqrt(mass / 3000.0), 1e-12);
}

TEST(BedPlan, MoreOfAnythingCostsMore) {
  const auto scree = [](const PlanInput& input) { return planOf(input).scree.seconds; };
  const double seconds = scree(bed());
  PlanInput input = bed();
  input.bed.height = 21.0;
  EXPECT_GT(scree(input), seconds);
  input = bed();
  input.bed.width = 31.0;
  EXPECT_GT(scree(input), seconds);
  input = bed();
  input.bed.contacts = 2.5;
  EXPECT_GT(scree(input), seconds);
  input = bed();
  input.bed.inertialNumber = 1.0;
  EXPECT_GT(planOf(input).nonsmooth.effort, planOf(bed()).nonsmooth.effort);
  input = bed();
  input.solver.sweeps = 50.0;
  EXPECT_GT(scree(input), seconds);
  input = bed();
  input.threads = 2;
  EXPECT_NEAR(scree(input), seconds / 1.75, 0.01 * seconds);
  input.threads = 1000;
  EXPECT_NEAR(scree(input), seconds * shareOfThreads(15, 31102.0), 0.02 * seconds) << "2000 contacts a thread";
}

TEST(BedPlan, StiffGrainsTakeMoreSubsteps) {
  PlanInput input = bed();
  input.law.stiffness = 3000.0;
  EXPECT_EQ(planOf(input).scree.substeps, 4.0);
  double last = 4.0;
  for (const double stiffness : {1e4, 1e5, 1e6, 1e9}) {
    input.law.stiffness = stiffness;
    const double substeps = planOf(input).scree.substeps;
    EXPECT_GE(substeps, last);
    last = substeps;
  }
  EXPECT_EQ(last, 16.0);
  input.solver.substeps = input.solver.mostSubsteps = 7;
  EXPECT_EQ(planOf(input).scree.substeps, 7.0) << "as given";
  input.solver = {.substeps = 1};
  EXPECT_EQ(planOf(input).scree.substeps, 1.0) << "a step without substeps stays one";
}

TEST(BedPlan, MergingLeavesTheShareThatIsFree) {
  PlanInput input = bed();
  EXPECT_EQ(planOf(input).merged, planOf(input).scree.seconds);
  input.level = 0.9;
  EXPECT_NEAR(planOf(input).merged, 0.15 * planOf(input).scree.seconds, 1e-12);
  input.level = 1.0;
  EXPECT_NEAR(planOf(input).merged, 0.05 * planOf(input).scree.seconds, 1e-12);
}

/// Substeps of 0.05 √(m/k), or a tenth of the Rayleigh time; a contact in each costs the same, and a search is due
/// while the fastest grain goes a twentieth of a diameter, half of the skin.
TEST(BedPlan, ScreesSmoothStepIsThatOfItsStableSubstep) {
  PlanInput input = bed();
  const double mass = input.bed.density * std::numbers::pi / 6.0 * std::pow(input.bed.diameter, 3.0);
  input.law.stiffness = 1e4;
  Plan plan = planOf(input);
  EXPECT_NEAR(plan.screeSmooth.step, 0.05 * std::sqrt(mass / 1e4), 1e-12);
  const StepCosts costs;
  const double search = costs.grain * plan.grains + costs.contact * plan.contacts;
  input.bed.fastest = 0.0;
  input.bed.gravity = 0.0;
  plan = planOf(input);
  const double springs = costs.spring * plan.contacts / plan.screeSmooth.step;
  EXPECT_NEAR(plan.screeSmooth.effort, springs, 1e-9 * springs);
  input.bed.fastest = 0.5;
  EXPECT_NEAR(planOf(input).screeSmooth.effort, springs + search * 0.5 / (0.05 * input.bed.diameter), 1e-9 * springs);
  input.bed.fastest = 1e4;
  EXPECT_NEAR(planOf(input).screeSmooth.effort, springs + search / plan.screeSmooth.step, 1e-9 * springs)
      << "no more than one a substep";
  input.bed.gravity = 9.81;
  input.law.stiffness.reset();
  input.law.youngsModulus = 1e7;
  input.law.poissonRatio = 0.25;
  plan = planOf(input);
  const double rayleigh = std::numbers::pi * 0.5 * input.bed.diameter * std::sqrt(input.bed.density / 4e6) / 0.917375;
  EXPECT_NEAR(plan.screeSmooth.step, 0.1 * rayleigh, 1e-12);
  input.smoothStep = 3e-6;
  EXPECT_EQ(planOf(input).screeSmooth.step, 3e-6) << "that of the scene's own grains";
}

TEST(BedPlan, CostsAddUp) {
  const StepCosts costs = {
      .step = 1.0, .grain = 100.0, .contact = 1e3, .substep = 1e4, .row = 1e5, .fewRows = 3e5, .coupling = 2e5};
  StepWork work = {.grains = 2.0, .contacts = 3.0, .substeps = 4.0, .sweeps = 5.0};
  EXPECT_DOUBLE_EQ(stepSeconds(costs, work), 1.0 + 200.0 + 3e3 + 12e4 + 15.0 * 3e5);
  work.contacts = 2.0 * kFewContacts;
  const double sweeps = 5.0 * kFewContacts * (2.0 * 1e5 + 2e5);
  EXPECT_DOUBLE_EQ(stepSeconds(costs, work), 1.0 + 200.0 + work.contacts * (1e3 + 4e4) + sweeps);
  work.hasBodies = true;
  EXPECT_DOUBLE_EQ(stepSeconds(costs, work), 1.0 + 200.0 + work.contacts * (1e3 + 4e4) + sweeps + 5.0 * 2e5);
}

TEST(BedPlan, RefusesWhatMakesNoBed) {
  const auto refusal = [](auto change) {
    PlanInput input = bed();
    change(input);
    return complaintOn(input);
  };
  EXPECT_EQ(refusal([](PlanInput&) {}), "");
  EXPECT_EQ(refusal([](PlanInput& i) { i.tolerance = 0.0; }), "tolerance 0 diameters is not from 1e-06 to 1 diameters");
  EXPECT_EQ(refusal([](PlanInput& i) { i.bed.width = 0.5; }), "width 0.5 diameters is not from 1 to 1e+06 diameters");
  EXPECT_EQ(refusal([](PlanInput& i) { i.level = 1.5; }), "reduction level 1.5 is not from 0 to 1");
  EXPECT_EQ(refusal([](PlanInput& i) { i.bed.diameter = std::numeric_limits<double>::quiet_NaN(); }).substr(0, 8),
            "diameter");
  EXPECT_EQ(refusal([](PlanInput& i) { i.law.youngsModulus = -1.0; }).substr(0, 15), "Young's modulus");
  EXPECT_EQ(refusal([](PlanInput& i) { i.threads = 0; }), "0 threads are none");
  EXPECT_EQ(refusal([](PlanInput& i) { i.bed.width.reset(); }),
            "the size of the bed is not known: give its grains, or its height and width");
  EXPECT_EQ(refusal([](PlanInput& i) { i.bed.gravity = 0.0; }),
            "without gravity and approach any step will do: give a time step");
  EXPECT_EQ(refusal([](PlanInput& i) {
              i.bed.gravity = 0.0;
              i.solver.step = 1e-3;
            }),
            "");
}

TEST(BedPlan, IsFiniteForAllInputsThatAreTaken) {
  for (const double gravity : {0.0, 9.81}) {
    for (const double size : {1.0, 1e6}) {
      for (const double speed : {0.0, 1e4}) {
        PlanInput input;
        input.bed.width = size;
        input.bed.height = size;
        input.bed.gravity = gravity;
        input.bed.speed = speed;
        input.solver.step = 1e-3;
        ASSERT_EQ(complaintOn(input), "");
        const Plan plan = planOf(input);
        for (const PlannedWay* way : {&plan.smooth, &plan.nonsmooth, &plan.scree}) {
          EXPECT_TRUE(std::isfinite(way->effort) && way->effort > 0.0) << gravity << " " << size << " " << speed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scree
