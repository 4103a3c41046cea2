#include "engine/collision/grid_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/collision/collision_constants.h"

namespace scree {

namespace {

/// Spheres in a cubic metre where they are: as close as equal ones lie in a bed, or spread over the whole box.
double densityOf(const SphereSurvey& survey) {
  const auto all = static_cast<double>(survey.finite);
  const double radius = survey.radii / all;
  return std::min(1.0 / (collision::kInBed * radius * radius * radius),
                  all / (survey.bounds.upper - survey.bounds.lower).prod());
}

double cube(double x) { return x * x * x; }

/// Lets two levels find each other the cheaper way. `density` is that of all spheres [1/m^3].
void joinLevels(std::size_t coarse, std::size_t fine, double density, const SphereSurvey& survey, LevelPlan& plan) {
  const auto all = static_cast<double>(survey.finite);
  const auto inCoarse = static_cast<double>(plan.count[coarse]);
  const auto inFine = static_cast<double>(plan.count[fine]);
  const double fineReach = plan.searches[fine].reach;
  const double both = plan.searches[coarse].reach + fineReach;
  const double lines = (both / fineReach + 1.0) * (both / fineReach + 1.0);
  const double inCell = density * inCoarse / all * cube(2.0 * plan.searches[coarse].reach);
  const double within = density * inFine / all * cube(2.0 * both);
  const double fromFine = inFine * (collision::kLookInLevel + collision::kLookAtOne * inCell);
  const double fromCoarse =
      inCoarse * (collision::kLookInLevel + collision::kLookInLine * lines + collision::kTestOne * within);
  if (fromCoarse < fromFine) {
    plan.searches[coarse].finer |= 1U << fine;
  } else {
    plan.searches[fine].coarser |= 1U << coarse;
  }
  plan.cost += std::min(fromFine, fromCoarse);
}

LevelPlan planWith(std::size_t shift, const SphereSurvey& survey) {
  LevelPlan plan;
  plan.shift = shift;
  for (std::size_t size = 0; size < kSizes; ++size) {
    plan.count[plan.levelOf(size)] += survey.ofSize[size];
  }
  const double density = densityOf(survey);
  for (std::size_t k = 0; k < collision::kMaxLevels; ++k) {
    const std::size_t first = std::max(k * collision::kSizesPerLevel, shift) - shift;
    const double ratio =
        std::ldexp(1.0 + static_cast<double>(first % collision::kSizesPerLevel) / double{collision::kSizesPerLevel},
                   static_cast<int>(first / collision::kSizesPerLevel));
    plan.searches[k].reach = survey.largest / ratio;
    if (plan.count[k] == 0) {
      continue;
    }
    const auto here = static_cast<double>(plan.count[k]);
    const double inCell = density * here / static_cast<double>(survey.finite) * cube(2.0 * plan.searches[k].reach);
    plan.cost += here * (collision::kLookAtOwn + collision::kLookAtOne * inCell);
    for (std::size_t coarse = 0; coarse < k; ++coarse) {
      if (plan.count[coarse] > 0) {
        joinLevels(coarse, k, density, survey, plan);
      }
    }
  }
  return plan;
}

}  // namespace

std::size_t SphereSurvey::sizeOf(double reach) const {
  constexpr int kDropped = 52 - std::bit_width(collision::kSizesPerLevel - 1);  // digits of the ratio
  constexpr int kOne = 1023 * static_cast<int>(collision::kSizesPerLevel);
  const auto steps = static_cast<int>(std::bit_cast<std::uint64_t>(largest / reach) >> kDropped) - kOne;
  return static_cast<std::size_t>(std::clamp(steps, 0, static_cast<int>(kSizes) - 1));
}

std::size_t LevelPlan::levelOf(std::size_t size) const {
  return std::min((size + shift) / collision::kSizesPerLevel, collision::kMaxLevels - 1);
}

LevelPlan planLevels(const SphereSurvey& survey) {
  LevelPlan best = planWith(0, survey);
  for (std::size_t shift = 1; shift < collision::kSizesPerLevel; ++shift) {
    const LevelPlan plan = planWith(shift, survey);
    if (plan.cost < best.cost) {
      best = plan;
    }
  }
  return best;
}

}  // namespace scree
