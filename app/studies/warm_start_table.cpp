#include "app/studies/warm_start_table.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {

std::string csvText(const std::vector<Measurement>& rows) {
  std::string text =
      "part,system,setup,method,warm_start,warm_start_factor,substeps,sweeps,quantity,value,unit,published\n";
  for (const Measurement& row : rows) {
    const Parameters& p = row.solver.parameters;
    const std::string factor = p.warmStart == WarmStart::history ? fmt::format("{:g}", p.warmStartFactor) : "";
    text +=
        fmt::format("{},{},{},{},{},{},{},{:.6g},{},{:.6g},{},{}\n", row.part, row.system, row.solver.name,
                    nameOf(p.method), nameOf(p.warmStart), factor, p.substeps,
                    row.sweeps.value_or(row.solver.totalSweeps()), row.quantity, row.value, row.unit, row.published);
  }
  return text;
}

std::string Needed::text() const {
  if (sweeps <= 0.0) {
    return "-";
  }
  const char* prefix = bound == Bound::atMost ? "<= " : bound == Bound::moreThan ? "> " : "";
  return fmt::format("{}{:.0f}", prefix, std::ceil(sweeps));
}

Needed neededSweeps(const std::vector<ErrorPoint>& curve, double tolerance) {
  if (curve.empty()) {
    return {};
  }
  std::size_t within = curve.size();
  while (within > 0 && curve[within - 1].error <= tolerance) {
    --within;
  }
  if (within == 0) {
    return {Needed::Bound::atMost, curve.front().sweeps};
  }
  if (within == curve.size()) {
    return {Needed::Bound::moreThan, curve.back().sweeps};
  }
  const ErrorPoint& outside = curve[within - 1];
  const ErrorPoint& inside = curve[within];
  // An error of exactly zero has no logarithm; the result is then the far end of the interval.
  const double share = inside.error > 0.0 && std::isfinite(outside.error)
                           ? std::log(outside.error / tolerance) / std::log(outside.error / inside.error)
                           : 1.0;
  return {Needed::Bound::exact, outside.sweeps * std::pow(inside.sweeps / outside.sweeps, share)};
}

std::string cell(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}

std::string tableRow(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& text : cells) {
    row += " " + text + " |";
  }
  return row + "\n";
}

std::string tableHead(const std::vector<std::string>& cells) {
  return tableRow(cells) + tableRow(std::vector<std::string>(cells.size(), "---"));
}

}  // namespace scree
