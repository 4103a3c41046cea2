#include "app/studies/iterations/iteration_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "app/studies/experiment_parts.h"

namespace scree {

IterationStudy iterationStudy(const std::vector<IterationSystem>& systems, bool quick, int seeds, int firstSeed,
                              int jobs) {
  const IterationPlan plan = iterationPlan(quick);
  std::vector<std::optional<IterationCase>> cases(systems.size() * static_cast<std::size_t>(seeds));
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The smallest first: a study that is interrupted has most of its cases.
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return systems[i % systems.size()].grains; });
  runJobs(cases.size(), jobs, [&](std::size_t at) {
    const std::size_t i = order[at];
    const IterationSystem& system = systems[i % systems.size()];
    const int seed = firstSeed + static_cast<int>(i / systems.size());
    cases[i] = iterationCase(system, seed, plan);
    return fmt::format("{}, seed {}", system.name(), seed);
  });
  IterationStudy study{.isQuick = quick, .seeds = seeds};
  for (std::optional<IterationCase>& one : cases) {
    if (one) {
      study.cases.push_back(std::move(*one));
    }
  }
  return study;
}

}  // namespace scree
