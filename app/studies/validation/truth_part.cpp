#include <fmt/format.h>

#include <map>

#include "app/console/signals.h"
#include "app/studies/truth/truth_study.h"
#include "app/studies/validation/validation_parts.h"

// Bias of the presets against small steps in the systems of the study of the truth.
namespace scree {

namespace {

/// What is asked of the bias, in the unit of the measure [°, points, % of the reference, d].
struct AskedBias {
  double limit = kNoValue;
  bool isRelative = false;
};

AskedBias askedBias(const TruthMeasure& measure, const std::string& system) {
  if (measure.unit == "°") {
    return {0.5, false};
  }
  if (system == "silo" || system == "hopper") {
    return {2.0, true};
  }
  if (system == "triaxial") {
    return {5.0, true};
  }
  return measure.unit == "%" ? AskedBias{2.0, false} : AskedBias{};
}

std::vector<double> differences(const std::vector<double>& values, const std::vector<double>& reference,
                                bool isRelative) {
  std::vector<double> all;
  for (std::size_t i = 0; i < values.size() && i < reference.size(); ++i) {
    const double difference = values[i] - reference[i];
    all.push_back(isRelative ? 100.0 * difference / reference[i] : difference);
  }
  return all;
}

void addRows(const TruthResults& results, const TruthOutcome& outcome, std::vector<ValidationRow>& rows) {
  for (std::size_t measure = 0; measure < outcome.system.measures.size(); ++measure) {
    const TruthMeasure& what = outcome.system.measures[measure];
    const AskedBias asked = askedBias(what, outcome.system.name);
    const std::vector<double> reference = results.referenceOf(outcome, measure);
    for (const std::string_view way : {"fast", "default", "accurate", "converged"}) {
      ValidationRow row;
      row.part = "truth";
      row.system = outcome.system.name;
      row.way = way;
      row.quantity = what.name + (asked.isRelative ? ", relative difference" : ", difference");
      row.unit = asked.isRelative ? "%" : what.unit;
      row.source = fmt::format("steps of 0.4 and 0.2 ms, extrapolated to 0");
      if (way == "default") {
        row.low = -asked.limit;
        row.high = asked.limit;
      }
      row = measuredRow(row, differences(results.valuesOf(outcome, way, measure), reference, asked.isRelative));
      if (row.seeds > 0) {
        rows.push_back(row);
      }
    }
  }
}

}  // namespace

std::vector<ValidationRow> measureTruth(const ValidationSettings& settings) {
  std::vector<ValidationRow> rows;
  for (const TruthPart& part : truthParts()) {
    if (part.name != "systems") {
      continue;
    }
    const std::vector<std::string> systems =
        settings.isQuick ? std::vector<std::string>{"hopper"} : std::vector<std::string>{};
    const std::vector<std::string> ways =
        settings.isQuick ? std::vector<std::string>{"default", "0.4ms", "0.2ms"}
                         : std::vector<std::string>{"fast", "default", "accurate", "converged", "0.4ms", "0.2ms"};
    TruthResults results{.part = chosenPart(part, systems, ways), .firstSeed = settings.firstSeed};
    for (const TruthSystem& system : results.part.systems) {
      if (signalReceived() != 0) {
        break;
      }
      const TruthOutcome outcome = runTruthSystem(
          results.part, system, {.seeds = settings.seeds, .firstSeed = settings.firstSeed, .jobs = settings.jobs});
      addRows(results, outcome, rows);
    }
  }
  return rows;
}

}  // namespace scree
