#include "app/cli/reduction_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/cli/warm_start_table.h"

namespace scree {

namespace {

/// One run's differences from the reference, in the order of the columns.
using Errors = std::vector<const Comparison*>;

Errors errorsOf(const std::vector<Comparison>& comparisons, const Group& run, const Group& reference) {
  Errors errors;
  for (const Comparison& one : comparisons) {
    if (one.run == &run && one.full == &reference && one.compared.asked == Asked::within) {
      errors.push_back(&one);
    }
  }
  return errors;
}

double wallOf(const Group& group) {
  return meanOver(group, [](const ReductionRun& run) { return run.wallPerStep(); });
}

/// A standard error, where it is known.
double doubtOf(const Comparison& one) {
  const double error = one.standardError();
  return std::isfinite(error) ? error : 0.0;
}

/// Whether no difference is larger than the other run's, but for the standard errors of both.
bool isNoWorse(const Errors& one, const Errors& other) {
  return one.size() == other.size() &&
         std::ranges::equal(one, other, [](const Comparison* mine, const Comparison* theirs) {
           const double doubt = std::hypot(doubtOf(*mine), doubtOf(*theirs));
           return mine->compared.name == theirs->compared.name &&
                  std::abs(mine->values.mean) <= std::abs(theirs->values.mean) + doubt;
         });
}

std::string shown(const Comparison& one) {
  const double error = one.standardError();
  return std::isfinite(error) ? fmt::format("{} ± {}", one.mean(), cell(error, 2)) : one.mean();
}

}  // namespace

std::optional<ReportTable> errorTable(const std::vector<Group>& groups, const std::vector<Comparison>& comparisons) {
  const Group* reference = fullGroup(groups, kFineReference);
  reference = reference == nullptr ? fullGroup(groups, kReference) : reference;
  if (reference == nullptr) {
    return std::nullopt;
  }
  std::vector<std::pair<const Group*, Errors>> runs;
  for (const Group& group : groups) {
    if (Errors errors = errorsOf(comparisons, group, *reference); !errors.empty()) {
      runs.emplace_back(&group, std::move(errors));
    }
  }
  if (runs.empty()) {
    return std::nullopt;
  }
  const std::string name = (*reference)[0]->what.solver;
  ReportTable table{.title = "Speed beside error", .head = {"run", "ms a step", "times faster than " + name}};
  for (const Comparison* one : runs[0].second) {
    table.head.push_back(one->compared.name);
  }
  table.head.emplace_back("in full at no larger errors: times slower");
  for (const auto& [group, errors] : runs) {
    std::vector<std::string> row = {(*group)[0]->what.name(), cell(1e3 * wallOf(*group), 2),
                                    cell(wallOf(*reference) / wallOf(*group), 1)};
    for (const Comparison* one : errors) {
      row.push_back(shown(*one));
    }
    row.resize(table.head.size() - 1);
    const Group* cheapest = reference;
    for (const auto& [other, theirs] : runs) {
      if ((*other)[0]->isFull() && isNoWorse(theirs, errors) && wallOf(*other) < wallOf(*cheapest)) {
        cheapest = other;
      }
    }
    row.push_back((*group)[0]->isFull()
                      ? ""
                      : fmt::format("{:.1f} ({})", wallOf(*cheapest) / wallOf(*group), (*cheapest)[0]->what.solver));
    table.rows.push_back(std::move(row));
  }
  table.note = fmt::format(
      "What each is off by from {} in means over the seeds, ± the standard error. The last column: the quickest of the "
      "runs in full here of which no error is larger than the merged run's, but for the standard errors of both; "
      "settings in between that were not run may need less.",
      name);
  return table;
}

}  // namespace scree
