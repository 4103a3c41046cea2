#include "engine/planning/bed_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/planning/servin_rules.h"
#include "engine/settings/rayleigh_time.h"
#include "engine/settings/settings_constants.h"
#include "engine/settings/substeps_needed.h"

namespace scree {

namespace {

constexpr double kContactsOfBeds = 2.2;  // shipped scenes with dense beds: 1.8 to 2.5
constexpr double kWidthOfColumn = 1.5;   // diameters: grains stand on each other
constexpr double kStandardSweeps = 8.0;  // a substep, of the preset default
constexpr double kMostSweeps = 1e6;
constexpr double kMostOfAnything = 1e15;  // grains, contacts, sweeps: more is a slip

bool isWithin(double value, double least, double most) { return value >= least && value <= most; }

/// A quantity of the input with what it may be.
struct Bounded {
  const char* name;
  std::optional<double> value;
  double least;
  double most;
  const char* unit;
};

std::array<Bounded, 19> boundsOf(const PlanInput& input) {
  const PlannedBed& b = input.bed;
  const PlannedLaw& l = input.law;
  const PlannedSolver& s = input.solver;
  return {{
      {"grains", b.grains, 1.0, kMostOfAnything, ""},
      {"height", b.height, 1e-3, 1e9, " diameters"},
      {"width", b.width, 1.0, 1e6, " diameters"},
      {"diameter", b.diameter, 1e-9, 1e3, " m"},
      {"density", b.density, 1e-3, 1e6, " kg/m³"},
      {"gravity", b.gravity, 0.0, 1e6, " m/s²"},
      {"inertial number", b.inertialNumber, 0.0, 10.0, ""},
      {"approach", b.speed, 0.0, 1e4, " m/s"},
      {"speed of the fastest grain", b.fastest, 0.0, 1e4, " m/s"},
      {"contacts a grain", b.contacts, 0.0, 12.0, ""},
      {"Young's modulus", l.youngsModulus, 1.0, 1e15, " Pa"},
      {"Poisson's ratio", l.poissonRatio, -1.0, 0.5, ""},
      {"stiffness", l.stiffness, 1e-6, 1e15, " N/m"},
      {"time step", s.step, 1e-9, 10.0, " s"},
      {"substeps", s.substeps, 1.0, 1000.0, ""},
      {"sweeps", s.sweeps, 1.0, kMostSweeps, ""},
      {"tolerance", input.tolerance, 1e-6, 1.0, " diameters"},
      {"time of the run", input.seconds, 0.0, 1e9, " s"},
      {"reduction level", input.level, 0.0, 1.0, ""},
  }};
}

/// Grains, height and width from those that are given.
void completeBed(const PlannedBed& bed, Plan& plan) {
  const auto layerOf = [](double width) { return grainsOf(1.0, width); };
  if (bed.height && bed.width) {
    plan.height = *bed.height;
    plan.width = *bed.width;
    plan.grains = bed.grains.value_or(std::max(1.0, grainsOf(plan.height, plan.width)));
    return;
  }
  plan.grains = bed.grains.value_or(0.0);
  if (bed.width) {
    plan.width = *bed.width;
  } else if (bed.height) {
    plan.width = std::max(1.0, std::sqrt(4.0 * plan.grains / (std::numbers::pi * *bed.height)));
  } else {
    plan.width = std::max(1.0, std::cbrt(4.0 * plan.grains / std::numbers::pi));
  }
  plan.height = bed.height.value_or(plan.grains / layerOf(plan.width));
}

double massOf(double density, double diameter) {
  return density * std::numbers::pi / 6.0 * diameter * diameter * diameter;
}

double massOf(const PlannedBed& bed) { return massOf(bed.density, bed.diameter); }

double smoothStep(const PlanInput& input) {
  const double mass = massOf(input.bed);
  if (input.law.stiffness) {
    return smoothLinearStep(mass, *input.law.stiffness);
  }
  return smoothHertzStep(mass, hertzStiffness(input.law.youngsModulus, input.law.poissonRatio, input.bed.diameter));
}

/// dF/dδ/m of contacts half way down [1/s²].
double stiffnessUnderWeight(const PlanInput& input, double height) {
  const double mass = massOf(input.bed);
  if (input.law.stiffness) {
    return *input.law.stiffness / mass;
  }
  const double k = hertzStiffness(input.law.youngsModulus, input.law.poissonRatio, 0.5 * input.bed.diameter);
  const double load = 0.5 * mass * input.bed.gravity * height;
  return 1.5 * k * std::cbrt(load / k) / mass;
}

/// Adds the times of a run to a way whose step and time of a step are known.
void complete(PlannedWay& way, double seconds, double share) {
  way.effort = way.stepSeconds / way.step;
  way.seconds = way.effort * seconds * share;
}

/// Searches for contacts in a substep of smooth DEM: one while the fastest grain goes half of the skin with gravity,
/// and no more than one (METHOD.md 18).
double searchesOf(const PlannedBed& bed, const Plan& plan, double substep) {
  const double way = 0.25 * settings::kSmoothSkin * bed.diameter;
  const double speed = bed.fastest.value_or(plan.speed * plan.height);
  const double root = speed + std::sqrt(speed * speed + 2.0 * bed.gravity * way);
  return std::min(1.0, substep * root / (2.0 * way));
}

/// Time of a substep of smooth DEM on one core [s]: forces of all contacts, and its share of a search.
double smoothSeconds(const StepCosts& costs, const PlannedBed& bed, const Plan& plan) {
  const double search = plan.grains * costs.grain + plan.contacts * costs.contact;
  return plan.contacts * costs.spring + searchesOf(bed, plan, plan.screeSmooth.step) * search;
}

/// Substeps as substepsOf() takes them, with the stiffness of contacts half way down (METHOD.md 8.1).
double substepsFor(const PlannedSolver& solver, double stiffness, double sweeps) {
  if (solver.substeps == 1 || solver.mostSubsteps <= solver.substeps) {
    return solver.substeps;
  }
  const double needed = std::ceil(substepsNeeded(stiffness, static_cast<int>(sweeps)));
  return std::clamp<double>(needed, solver.substeps, solver.mostSubsteps);
}

void planSolver(const PlanInput& input, double cold, Plan& plan) {
  const PlannedSolver& s = input.solver;
  PlannedWay& way = plan.scree;
  way.step = s.step.value_or(plan.nonsmooth.step);
  const double solve =
      s.isWarm ? warmSweepRule(input.tolerance, plan.height, plan.width, input.bed.inertialNumber) : cold;
  plan.sweepsAdvised = std::ceil(sweepsOfSubstep(solve, s.substeps));
  const double sweeps = s.sweeps.value_or(std::clamp(plan.sweepsAdvised, kStandardSweeps, kMostSweeps));
  way.substeps = substepsFor(s, way.step * way.step * stiffnessUnderWeight(input, plan.height), sweeps);
  way.sweeps = way.substeps * sweeps;
}

}  // namespace

void setGrains(PlannedBed& bed, double grains) {
  if (bed.grains && bed.width && *bed.grains > 0.0) {
    bed.width = std::max(1.0, *bed.width * std::sqrt(grains / *bed.grains));
  }
  bed.grains = grains;
}

double soundSubstep(const PlannedLaw& law, double density, double diameter) {
  if (law.stiffness) {
    return settings::kShareOfPeriod * std::sqrt(massOf(density, diameter) / *law.stiffness);
  }
  return settings::kShareOfRayleigh * 0.5 * diameter * rayleighRatio(law.youngsModulus, law.poissonRatio, density);
}

double standardContacts(double width) { return width < kWidthOfColumn ? 1.0 : kContactsOfBeds; }

std::string complaintOn(const PlanInput& input) {
  for (const Bounded& b : boundsOf(input)) {
    if (b.value && !isWithin(*b.value, b.least, b.most)) {
      return fmt::format("{} {:g}{} is not from {:g} to {:g}{}", b.name, *b.value, b.unit, b.least, b.most, b.unit);
    }
  }
  const PlannedBed& bed = input.bed;
  if (!bed.grains && !(bed.height && bed.width)) {
    return "the size of the bed is not known: give its grains, or its height and width";
  }
  const bool isMoved = bed.gravity > 0.0 || bed.speed.value_or(0.0) > 0.0;
  if (!isMoved && !input.mostStep && !input.solver.step) {
    return "without gravity and approach any step will do: give a time step";
  }
  if (input.threads < 1) {
    return fmt::format("{} threads are none", input.threads);
  }
  return {};
}

Plan planOf(const PlanInput& input, const StepCosts& costs) {
  Plan plan;
  const PlannedBed& bed = input.bed;
  completeBed(bed, plan);
  plan.speed =
      bed.speed.value_or(relativeSpeed(bed.inertialNumber, bed.gravity, bed.diameter, plan.height, plan.width));
  plan.contacts = plan.grains * bed.contacts.value_or(standardContacts(plan.width));

  plan.smooth.step = smoothStep(input);
  plan.smooth.stepSeconds = kPaperSmoothCost * plan.grains;
  complete(plan.smooth, input.seconds, shareOfThreads(input.threads, plan.contacts));

  const double cold = sweepRule(input.tolerance, plan.height, plan.width, bed.inertialNumber);
  const double rule = nonsmoothStep(input.tolerance, bed.diameter, plan.speed, bed.gravity);
  plan.nonsmooth.step = std::min(rule, input.mostStep.value_or(rule));
  if (!std::isfinite(plan.nonsmooth.step)) {
    plan.nonsmooth.step = *input.solver.step;
  }
  plan.nonsmooth.sweeps = cold;
  plan.nonsmooth.stepSeconds = kPaperSweepCost * cold * kPaperContacts * plan.grains;
  complete(plan.nonsmooth, input.seconds, shareOfThreads(input.threads, plan.contacts));

  planSolver(input, cold, plan);
  plan.scree.stepSeconds =
      stepSeconds(costs, {.grains = plan.grains,
                          .contacts = plan.contacts,
                          .substeps = plan.scree.substeps,
                          .sweeps = plan.scree.sweeps + plan.scree.substeps * input.solver.impactSweeps,
                          .hasBodies = input.solver.hasBodies});
  complete(plan.scree, input.seconds, shareOfThreads(input.threads, plan.contacts));
  plan.screeSmooth.step = input.smoothStep.value_or(soundSubstep(input.law, bed.density, bed.diameter));
  plan.screeSmooth.stepSeconds = smoothSeconds(costs, bed, plan);
  complete(plan.screeSmooth, input.seconds, shareOfThreads(input.threads, plan.contacts));
  plan.merged = plan.scree.seconds * shareMerged(input.level);
  plan.memory = memoryBytes(plan.grains, plan.contacts);
  return plan;
}

}  // namespace scree
