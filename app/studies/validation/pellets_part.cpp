#include <fmt/format.h>

#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "app/studies/pellets/pellet_runs.h"
#include "app/studies/validation/validation_parts.h"

// Iron ore pellets against closed forms and the published values, and their long pile.
namespace scree {

namespace {

/// Limits of the quantities for which the law or the paper gives a range.
ValidationLimits pelletLimits(const PelletValue& value) {
  if (value.quantity.ends_with("δ/d = 0.10")) {
    return {-2.0, 2.0};
  }
  if (value.part == "friction") {
    return {-0.5, 0.5};
  }
  if (value.part == "restitution" && value.deviation > 0.0 && value.way.find("5 ms") != std::string::npos) {
    return {0.10, 0.24};
  }
  if (value.quantity.starts_with("angle")) {
    return {17.7, 17.9};
  }
  return {};
}

ValidationRow pelletRow(const PelletValue& value) {
  const ValidationLimits limits = pelletLimits(value);
  ValidationRow row;
  row.part = "pellets";
  row.system = "one pellet, " + value.part;
  row.way = value.way;
  row.quantity = value.quantity;
  row.unit = value.unit;
  row.source = "law " + value.closedForm + (value.published.empty() ? "" : "; paper " + value.published);
  row.low = limits.low;
  row.high = limits.high;
  const double values[] = {value.value};
  return measuredRow(std::move(row), values);
}

/// Mean angle of the segments of each whole run of a way with a share of the rolling resistance [°].
std::vector<double> pileAngles(const std::vector<PelletPileRun>& runs, const PelletPileRun& like) {
  std::vector<double> angles;
  for (const PelletPileRun& run : runs) {
    if (run.way == like.way && run.rolling == like.rolling && run.isAcross == like.isAcross && run.failure.empty()) {
      angles.push_back(run.shape.meanAngle() * 180.0 / std::numbers::pi);
    }
  }
  return angles;
}

std::vector<ValidationRow> pileRows(const std::vector<PelletPileRun>& runs, int firstSeed) {
  std::vector<ValidationRow> rows;
  for (const PelletPileRun& run : runs) {
    if (run.seed != firstSeed || run.isAcross) {
      continue;
    }
    ValidationRow row;
    row.part = "pellets";
    row.system = fmt::format("long pile, rolling resistance at {:.0f} %", 100.0 * run.rolling);
    row.way = run.way;
    row.quantity = "angle by means of segments";
    row.unit = "°";
    row.source = run.rolling == 1.0  ? "paper 36 ± 2; plant 34 ± 3"
                 : run.rolling > 0.0 ? "paper 22"
                                     : "paper 15, which melts to 0";
    if (run.rolling == 1.0) {
      row.low = 31.0;
      row.high = 37.0;
      row.source += "; asked: the plant's";
    }
    if (const ValidationRow measured = measuredRow(row, pileAngles(runs, run)); measured.seeds > 0) {
      rows.push_back(measured);
    }
  }
  return rows;
}

}  // namespace

std::vector<ValidationRow> measurePellets(const ValidationSettings& settings) {
  PelletsOptions options{.only = {"elasticity", "restitution", "friction", "rolling", "pile"},
                         .seeds = settings.seeds,
                         .firstSeed = settings.firstSeed,
                         .jobs = settings.jobs,
                         .quick = settings.isQuick};
  if (!settings.isQuick) {
    options.only.clear();
  }
  const PelletResults results = pelletResults(options);
  std::vector<ValidationRow> rows;
  for (const PelletValue& value : results.values) {
    rows.push_back(pelletRow(value));
  }
  for (ValidationRow& row : pileRows(results.piles, settings.firstSeed)) {
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace scree
