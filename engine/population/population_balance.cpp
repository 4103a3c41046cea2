#include "engine/population/population_balance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/population/population_constants.h"

namespace scree {
namespace {

double sumOf(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

bool isZeroOrMore(double value) { return std::isfinite(value) && value >= 0.0; }

/// Problem of a number that must be 0 or more.
std::string problemOfNumber(double value, std::string_view name, std::string_view unit) {
  return isZeroOrMore(value) ? "" : fmt::format("{} is {} {}; it must be a number of 0 or more", name, value, unit);
}

/// Problem of a list with a number of 0 to `most` for each class.
std::string problemOfList(const std::vector<double>& values, std::size_t classes, std::string_view name,
                          double most = std::numeric_limits<double>::max()) {
  if (values.size() != classes) {
    return fmt::format("{} has {} entries for {} size classes", name, values.size(), classes);
  }
  for (std::size_t i = 0; i < classes; ++i) {
    if (!isZeroOrMore(values[i])) {
      return fmt::format("{} has {} for class {}; needs a number of 0 or more", name, values[i], i + 1);
    }
    if (values[i] > most) {
      return fmt::format("{} has {} for class {}; needs {} at most", name, values[i], i + 1, most);
    }
  }
  return {};
}

std::string problemOfLayering(const PopulationModel& model, const PopulationState& state) {
  const LayeringTerm& layering = *model.layering;
  const std::size_t n = model.classes.count();
  if (!layering.uptake) {
    return layering.growth.empty() ? "layering needs the growth of each class or the uptake of all"
                                   : problemOfList(layering.growth, n, "the growth by layering");
  }
  if (!isZeroOrMore(*layering.uptake)) {
    return problemOfNumber(*layering.uptake, "the uptake of fines", "kg/s");
  }
  if (!layering.growth.empty()) {
    if (std::string problem = problemOfList(layering.growth, n, "the growth by layering"); !problem.empty()) {
      return problem;
    }
  }
  double growing = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    growing += state.number[i] * (layering.growth.empty() ? 1.0 : layering.growth[i]);
  }
  return *layering.uptake > 0.0 && !(growing > 0.0) ? "layering takes up fines, but no granules grow at the start; "
                                                      "begin with some or give the growth of each class"
                                                    : "";
}

std::string problemOfRemoval(const RemovalTerm& removal, std::size_t classes) {
  if (!std::isfinite(removal.residenceTime) || removal.residenceTime <= 0.0) {
    return fmt::format("the residence time is {} s; it must be above 0", removal.residenceTime);
  }
  if (!removal.productShare.empty()) {
    if (std::string problem = problemOfList(removal.productShare, classes, "the share of product", 1.0);
        !problem.empty()) {
      return problem;
    }
  }
  return problemOfNumber(removal.recycleDelay, "the time on the way back", "s");
}

std::string problemOfTerms(const PopulationModel& model) {
  const std::size_t n = model.classes.count();
  std::vector<std::string> problems;
  if (!model.feed.empty()) {
    problems.push_back(problemOfList(model.feed, n, "the feed"));
  }
  problems.push_back(problemOfNumber(model.finesFeed, "the feed of fines", "kg/s"));
  if (model.abrasion) {
    problems.push_back(problemOfList(model.abrasion->loss, n, "the loss by abrasion"));
  }
  if (model.coalescence) {
    problems.push_back(problemOf(*model.coalescence, classVolumes(model.classes)));
  }
  if (model.breakage) {
    problems.push_back(problemOfList(model.breakage->rate, n, "the rate of breakage"));
    const double share = model.breakage->finesShare;
    problems.push_back(isZeroOrMore(share) && share <= 1.0
                           ? ""
                           : fmt::format("the share of fines of breakage is {}; it lies between 0 and 1", share));
  }
  if (model.removal) {
    problems.push_back(problemOfRemoval(*model.removal, n));
  }
  const auto first = std::ranges::find_if(problems, [](const std::string& problem) { return !problem.empty(); });
  return first == problems.end() ? "" : *first;
}

std::string problemOfState(const PopulationModel& model, const PopulationState& state) {
  const std::size_t n = model.classes.count();
  // Errors of steps leave traces below 0 on the way back, by all granules that there have been.
  std::vector<double> recycling = state.recycling;
  const double trace = population::kTraceOnTheWay * (sumOf(state.number) + sumOf(state.product) + state.fedNumber +
                                                     state.aboveNumber + state.belowNumber + state.coalescences);
  std::ranges::replace_if(
      recycling, [&](double value) { return value < 0.0 && value >= -trace; }, 0.0);
  for (const auto& [values, name] : {std::pair{&state.number, "the population"},
                                     {&recycling, "the population on the way back"},
                                     {&state.product, "the product"}}) {
    if (std::string problem = problemOfList(*values, n, name); !problem.empty()) {
      return problem;
    }
  }
  for (const auto& [value, name, unit] : {std::tuple{state.fines, "the mass of fines", "kg"},
                                          {state.fedNumber, "the number fed", "granules"},
                                          {state.fedMass, "the mass fed", "kg"},
                                          {state.aboveNumber, "the number above the classes", "granules"},
                                          {state.aboveMass, "the mass above the classes", "kg"},
                                          {state.belowNumber, "the number below the classes", "granules"},
                                          {state.coalescences, "the number of coalescences", "granules"},
                                          {state.breakages, "the number of breakages", "granules"}}) {
    if (std::string problem = problemOfNumber(value, name, unit); !problem.empty()) {
      return problem;
    }
  }
  if (!std::isfinite(state.time)) {
    return fmt::format("the time of the population is {} s; it must be a number", state.time);
  }
  if (sumOf(recycling) > 0.0 && !(model.removal && model.removal->recycleDelay > 0.0)) {
    return "granules are on the way back, but there is no time on the way; give the removal a recycle delay";
  }
  return {};
}

}  // namespace

PopulationState startOf(const PopulationModel& model, std::vector<double> number, double fines) {
  PopulationState state;
  state.number = std::move(number);
  state.recycling.assign(model.classes.count(), 0.0);
  state.product.assign(model.classes.count(), 0.0);
  state.fines = fines;
  return state;
}

std::string problemOf(const PopulationModel& model, const PopulationState& state) {
  if (std::string problem = problemOf(model.classes); !problem.empty()) {
    return problem;
  }
  if (!std::isfinite(model.density) || model.density <= 0.0) {
    return fmt::format("the density of granules is {} kg/m³; it must be above 0", model.density);
  }
  if (std::string problem = problemOfTerms(model); !problem.empty()) {
    return problem;
  }
  if (std::string problem = problemOfState(model, state); !problem.empty()) {
    return problem;
  }
  return model.layering ? problemOfLayering(model, state) : "";
}

double massOf(const PopulationModel& model, const std::vector<double>& number) {
  const std::vector<double> volumes = classVolumes(model.classes);
  return model.density * std::inner_product(number.begin(), number.end(), volumes.begin(), 0.0);
}

double massBalanceOf(const PopulationModel& model, const PopulationState& state) {
  return massOf(model, state.number) + massOf(model, state.recycling) + massOf(model, state.product) + state.fines +
         state.aboveMass - state.fedMass;
}

double numberBalanceOf(const PopulationState& state) {
  return sumOf(state.number) + sumOf(state.recycling) + sumOf(state.product) + state.aboveNumber + state.belowNumber -
         state.fedNumber + state.coalescences - state.breakages;
}

}  // namespace scree
