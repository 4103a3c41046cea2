#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "engine/population/population_balance.h"

// Distributions over size classes with closed forms.
namespace scree::testing {

inline constexpr double kPelletDensity = 3700.0;  ///< kg/m³
inline constexpr double kGranules = 1e4;          ///< granules of most starts

/// Numbers in the classes of granules with the share `below(D)` smaller than D.
inline std::vector<double> numbersBelow(const SizeClasses& classes, double all,
                                        const std::function<double(double)>& below) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    numbers.push_back(all * (below(classes.edges[i + 1]) - below(classes.edges[i])));
  }
  return numbers;
}

/// n(v) = all/mean exp(-v/mean).
inline std::vector<double> exponentialNumbers(const SizeClasses& classes, double all, double meanVolume) {
  // 1 - exp(-x) would lose the digits of small classes.
  return numbersBelow(classes, all, [&](double d) { return -std::expm1(-volumeOfDiameter(d) / meanVolume); });
}

/// Normal distribution over the diameter.
inline std::vector<double> normalNumbers(const SizeClasses& classes, double all, double mean, double deviation) {
  return numbersBelow(classes, all,
                      [&](double d) { return 0.5 * std::erfc((mean - d) / (deviation * std::sqrt(2.0))); });
}

inline double sumOf(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Sum of v^order over the granules.
inline double volumeMoment(const SizeClasses& classes, const std::vector<double>& numbers, double order) {
  const std::vector<double> volumes = classVolumes(classes);
  double total = 0.0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    total += numbers[i] * std::pow(volumes[i], order);
  }
  return total;
}

/// Sum of absolute differences over the sum of the expected numbers.
inline double relativeDifference(const std::vector<double>& numbers, const std::vector<double>& expected) {
  double difference = 0.0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    difference += std::abs(numbers[i] - expected[i]);
  }
  return difference / sumOf(expected);
}

/// `count` classes of equal width.
inline SizeClasses equalClasses(double smallest, double largest, std::size_t count) {
  return refinedClasses({{smallest, largest}}, count);
}

inline PopulationModel modelWith(const SizeClasses& classes) {
  PopulationModel model;
  model.classes = classes;
  model.density = kPelletDensity;
  return model;
}

/// State at one time; the run must reach it and keep mass and number to rounding.
inline PopulationState stateAt(const PopulationModel& model, const PopulationState& start, double time,
                               const PopulationControl& control = {}) {
  const PopulationRun run = runPopulation(model, start, {time}, control);
  EXPECT_EQ(run.problem, "");
  if (run.states.size() != 1) {
    return start;
  }
  const PopulationState& state = run.states[0];
  // Sums of some hundred terms over some thousand steps round to parts in 1e13 of what has passed.
  const double mass = massOf(model, start.number) + massOf(model, start.product) + start.fines + state.fedMass;
  const double number = sumOf(start.number) + state.fedNumber + state.breakages + state.coalescences;
  EXPECT_NEAR(massBalanceOf(model, state), massBalanceOf(model, start), 1e-12 * mass);
  EXPECT_NEAR(numberBalanceOf(state), numberBalanceOf(start), 1e-12 * number);
  for (const double count : state.number) {
    EXPECT_GE(count, 0.0);
  }
  return state;
}

}  // namespace scree::testing
