#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/planning/bed_plan.h"

namespace scree {

/// Numbers given to `ndem plan`; what is empty is the scene's, or the standard.
struct GivenNumbers {
  std::optional<double> grains;
  std::optional<double> height;         ///< diameters
  std::optional<double> width;          ///< diameters
  std::optional<double> diameter;       ///< m
  std::optional<double> density;        ///< kg/m³
  std::optional<double> youngsModulus;  ///< Pa
  std::optional<double> stiffness;      ///< N/m
  std::optional<double> inertialNumber;
  std::optional<double> approach;   ///< m/s
  std::optional<double> contacts;   ///< a grain
  std::optional<double> tolerance;  ///< diameters
  std::optional<double> level;
  std::optional<int> threads;  ///< 0: as many as pay off
};

/// Number of a plan beside the option that changes it.
struct PlanNumber {
  std::string option;
  std::string value;  ///< as it can be given
  std::string meaning;
};

/// Puts what is given in place of what `input` has.
void takeGiven(PlanInput& input, const GivenNumbers& given);

/// The numbers that a plan was made from.
std::vector<PlanNumber> numbersOf(const PlanInput& input, const Plan& plan);

}  // namespace scree
