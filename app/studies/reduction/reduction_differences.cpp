#include "app/studies/reduction/reduction_differences.h"

#include <cmath>

#include "app/studies/warm_start_table.h"

namespace scree {

ReportTable differenceTable(const std::vector<Comparison>& comparisons) {
  ReportTable table{
      .title = "Merged against full",
      .head = {"run", "against", "of", "mean difference", "standard error", "asked for", "mean", "seeds that hold"}};
  for (const Comparison& one : comparisons) {
    const double error = one.standardError();
    table.rows.push_back({(*one.run)[0]->what.name(), (*one.full)[0]->what.solver, one.compared.name, one.mean(),
                          std::isfinite(error) ? cell(error, 2) : "", one.asked(),
                          !one.isAsked() ? ""
                          : one.holds()  ? "holds"
                                         : "missed",
                          one.seeds()});
  }
  table.note =
      "Runs of the same seed start from the same state; means over the windows that are named, or those of the table "
      "above. The standard error is over seeds. h is of the merged run alone, and its oracle of the run that it is "
      "held against. Runs in full are held against those with more sweeps (paper-500, steps of 5 ms), with smaller "
      "steps (accurate) and with both (paper-500x4): what the solver alone makes differ. Why something is missed is in "
      "the first chapter.";
  return table;
}

}  // namespace scree
