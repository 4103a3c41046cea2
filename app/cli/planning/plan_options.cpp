#include "app/cli/planning/plan_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/processors.h"

namespace scree {

namespace {

template <typename To, typename From>
void take(To& to, const std::optional<From>& from) {
  if (from) {
    to = *from;
  }
}

}  // namespace

void takeGiven(PlanInput& input, const GivenNumbers& given) {
  PlannedBed& bed = input.bed;
  // Of two numbers that say the same, the one given holds.
  if (given.inertialNumber) {
    bed.speed.reset();
  }
  if (given.youngsModulus) {
    input.law.stiffness.reset();
  }
  if (given.diameter || given.density || given.youngsModulus || given.stiffness) {
    input.smoothStep.reset();  // was that of the scene's grains
  }
  if (given.grains) {
    setGrains(bed, *given.grains);
  }
  take(bed.height, given.height);
  take(bed.width, given.width);
  take(bed.diameter, given.diameter);
  take(bed.density, given.density);
  take(bed.inertialNumber, given.inertialNumber);
  take(bed.speed, given.approach);
  take(bed.contacts, given.contacts);
  take(input.law.youngsModulus, given.youngsModulus);
  take(input.law.stiffness, given.stiffness);
  take(input.tolerance, given.tolerance);
  take(input.level, given.level);
  take(input.threads, given.threads);
  if (input.threads == 0) {
    input.threads = std::max(1, usableProcessors() / 2);
  }
}

std::vector<PlanNumber> numbersOf(const PlanInput& input, const Plan& plan) {
  const PlannedBed& bed = input.bed;
  std::vector<PlanNumber> numbers = {
      {"--grains", fmt::format("{:.0f}", plan.grains), "grains"},
      {"--height", fmt::format("{:.4g}", plan.height), "diameters along gravity"},
      {"--width", fmt::format("{:.4g}", plan.width), "diameters across"},
      {"--diameter", fmt::format("'{:.4g} mm'", 1e3 * bed.diameter), "mean diameter"},
      {"--density", fmt::format("{:.4g}", bed.density), "kg/m³, of a grain"},
  };
  if (input.law.stiffness) {
    numbers.push_back({"--stiffness", fmt::format("{:.4g}", *input.law.stiffness), "N/m, linear law"});
  } else {
    numbers.push_back({"--youngs-modulus", fmt::format("{:.4g}", input.law.youngsModulus),
                       fmt::format("Pa, Hertz's law, Poisson's ratio {:g}", input.law.poissonRatio)});
  }
  numbers.push_back({"--inertial-number", fmt::format("{:.3g}", bed.inertialNumber), "0: at rest"});
  numbers.push_back({"--approach", fmt::format("{:.3g}", plan.speed), "m/s, of neighbours against each other"});
  numbers.push_back(
      {"--contacts", fmt::format("{:.3g}", plan.contacts / plan.grains), "contacts a grain, for Scree's costs"});
  numbers.push_back({"--tolerance", fmt::format("{:g}", input.tolerance), "mean overlap error in diameters"});
  numbers.push_back({"--until", fmt::format("'{:g} s'", input.seconds), "simulated time"});
  numbers.push_back({"--threads", fmt::format("{}", input.threads), "threads"});
  numbers.push_back({"--level", fmt::format("{:g}", input.level), "share of the grains that are merged"});
  return numbers;
}

}  // namespace scree
