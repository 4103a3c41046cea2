#include <fmt/format.h>

#include <map>

#include "app/console/signals.h"
#include "app/studies/validation/validation_parts.h"
#include "app/studies/warm_start/warm_start_parts.h"

// Column, pile and drum of the paper on warm starting: all numbers that the paper gives too.
namespace scree {

namespace {

/// Limits where the paper gives its scatter.
ValidationLimits warmStartLimits(const std::string& published) {
  return published == "58 ± 5" ? ValidationLimits{53.0, 63.0} : ValidationLimits{};
}

ValidationRow warmStartRow(const Measurement& measured) {
  ValidationRow row;
  row.part = "warm-start";
  row.system = measured.part + (measured.system.empty() ? "" : ", " + measured.system);
  row.way =
      fmt::format("{}, {:g} sweeps", measured.solver.name, measured.sweeps.value_or(measured.solver.totalSweeps()));
  row.quantity = measured.quantity;
  row.unit = measured.unit;
  row.source = "published: " + measured.published;
  const ValidationLimits limits = warmStartLimits(measured.published);
  row.low = limits.low;
  row.high = limits.high;
  return row;
}

}  // namespace

std::vector<ValidationRow> measureWarmStarts(const ValidationSettings& settings) {
  const WarmStartOptions options{.jobs = settings.jobs, .quick = settings.isQuick};
  std::vector<ValidationRow> rows;
  std::vector<std::vector<double>> values;
  std::map<std::string, std::size_t> places;
  for (PartResult (*const measure)(const WarmStartOptions&) : {columnPart, pilePart, drumPart}) {
    if (signalReceived() != 0) {
      break;
    }
    for (const Measurement& measured : measure(options).rows) {
      if (measured.published.empty()) {
        continue;
      }
      const ValidationRow row = warmStartRow(measured);
      const auto [place, isNew] = places.emplace(row.key(), rows.size());
      if (isNew) {
        rows.push_back(row);
        values.emplace_back();
      }
      values[place->second].push_back(measured.value);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = measuredRow(rows[i], values[i]);
  }
  return rows;
}

}  // namespace scree
