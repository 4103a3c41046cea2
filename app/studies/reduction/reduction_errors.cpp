#include "app/studies/reduction/reduction_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/studies/reduction/reduction_costs.h"
#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

/// Differences of a run from the reference, in the order of the columns.
using Errors = std::vector<const Comparison*>;
using RunErrors = std::pair<const Group*, Errors>;

Errors errorsOf(const std::vector<Comparison>& comparisons, const Group& run, const Group& reference) {
  Errors errors;
  for (const Comparison& one : comparisons) {
    if (one.run == &run && one.full == &reference && one.compared.asked == Asked::within) {
      errors.push_back(&one);
    }
  }
  return errors;
}

/// Size of the errors: mean of the absolute differences over their limits.
double sizeOf(const Errors& errors) {
  double sum = 0.0;
  for (const Comparison* one : errors) {
    sum += std::abs(one->values.mean) / one->compared.limit;
  }
  return sum / static_cast<double>(errors.size());
}

/// Text of the error in a column; empty if the run has none.
std::string shownError(const Errors& errors, const std::string& column) {
  const auto found =
      std::ranges::find(errors, column, [](const Comparison* one) -> const std::string& { return one->compared.name; });
  return found == errors.end() ? "" : (*found)->meanAndError();
}

/// Text on the time of a run in full with the same error, over the time of a merged run: "3.8 (accurate) to 6.9
/// (paper-warm)", from the slowest run with a larger error to the fastest without.
std::string equalInFull(const std::vector<RunErrors>& runs, const Group& reference, const Group& merged,
                        const Errors& errors) {
  const Group* least = nullptr;
  const Group* most = &reference;
  for (const auto& [run, theirs] : runs) {
    if ((*run)[0]->isFull() && sizeOf(theirs) <= sizeOf(errors) && wallOf(*run) < wallOf(*most)) {
      most = run;
    }
  }
  for (const auto& [run, theirs] : runs) {
    if ((*run)[0]->isFull() && sizeOf(theirs) > sizeOf(errors) && wallOf(*run) < wallOf(*most) &&
        (least == nullptr || wallOf(*run) > wallOf(*least))) {
      least = run;
    }
  }
  const auto text = [&merged](const Group& run) {
    return fmt::format("{:.1f} ({})", wallOf(run) / wallOf(merged), run[0]->what.solver);
  };
  return least == nullptr ? text(*most) : text(*least) + " to " + text(*most);
}

}  // namespace

std::optional<ReportTable> errorTable(const std::vector<Group>& groups, const std::vector<Comparison>& comparisons) {
  const Group* reference = fullGroup(groups, kFineReference);
  reference = reference == nullptr ? fullGroup(groups, kReference) : reference;
  if (reference == nullptr) {
    return std::nullopt;
  }
  std::vector<RunErrors> runs;
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
  std::vector<std::string> columns;
  for (const Comparison* one : runs[0].second) {
    columns.push_back(one->compared.name);
  }
  table.head.insert(table.head.end(), columns.begin(), columns.end());
  table.head.emplace_back("error, of what is allowed");
  table.head.emplace_back("in full at equal error: times slower");
  for (const auto& [group, errors] : runs) {
    std::vector<std::string> row = {(*group)[0]->what.name(), cell(1e3 * wallOf(*group), 2),
                                    cell(wallOf(*reference) / wallOf(*group), 1)};
    for (const std::string& column : columns) {
      row.push_back(shownError(errors, column));
    }
    row.push_back(cell(sizeOf(errors), 2));
    row.push_back((*group)[0]->isFull() ? "" : equalInFull(runs, *reference, *group, errors));
    table.rows.push_back(std::move(row));
  }
  table.note = fmt::format(
      "What each is off by from {} in means over the seeds, ± the standard error; and the size of that in parts of "
      "what is allowed of merged runs, as a mean over these columns. The last column: from the slowest of the runs in "
      "full here that are farther off than the merged one to the quickest of those that are not.",
      name);
  return table;
}

}  // namespace scree
