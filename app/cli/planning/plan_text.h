#pragma once

#include <string>
#include <vector>

#include "engine/planning/bed_plan.h"

namespace scree {

/// A plan with what it was made from.
struct PlanReport {
  std::string title;
  PlanInput input;
  StepCosts costs;
  bool isMeasured = false;         ///< the costs were measured just now
  std::vector<std::string> notes;  ///< on the scene
  Plan plan;
};

/// The report for people, with lines of at most 100 characters.
std::string planText(const PlanReport& report);
/// The report as JSON; units are in the names.
std::string planJson(const PlanReport& report);

}  // namespace scree
