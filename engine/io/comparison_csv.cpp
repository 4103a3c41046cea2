#include "engine/io/comparison_csv.h"

#include <fmt/format.h>

#include <iterator>

namespace scree {

std::string comparisonCsv(const MethodComparison& comparison) {
  std::string text = "step,method,warm_start,contacts,solve_s,sweep";
  for (const char* measure : {"rms", "largest"}) {
    for (const std::string_view kind : kRowKindNames) {
      fmt::format_to(std::back_inserter(text), ",{}_{}_m_s", kind, measure);
    }
  }
  text += "\n";
  for (const MethodCurve& curve : comparison.curves) {
    for (std::size_t sweep = 0; sweep < curve.residuals.size(); ++sweep) {
      const SweepResidual& residual = curve.residuals[sweep];
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", comparison.step, nameOf(curve.method),
                     nameOf(curve.warmStart), curve.contacts, curve.seconds, sweep + 1, fmt::join(residual.rms, ","),
                     fmt::join(residual.largest, ","));
    }
  }
  return text;
}

}  // namespace scree
