#include "app/studies/truth/truth_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/studies/truth/truth_statistics.h"
#include "app/studies/truth/truth_way.h"
#include "engine/io/table_file.h"

namespace scree {

namespace {

using Values = std::vector<double>;

std::string cellOf(const TruthMean& mean, int digits, bool isDifference = true) {
  if (!std::isfinite(mean.mean)) {
    return "-";
  }
  const std::string value =
      isDifference ? fmt::format("{:+.{}f}", mean.mean, digits) : fmt::format("{:.{}f}", mean.mean, digits);
  return std::isfinite(mean.error) ? fmt::format("{} ± {:.{}f}", value, mean.error, digits) : value;
}

/// Calls row(outcome, measure, first cells) for each measure of each system.
template <typename Row>
void forMeasures(const TruthResults& results, Row row) {
  for (const TruthOutcome& outcome : results.outcomes) {
    for (std::size_t i = 0; i < outcome.system.measures.size(); ++i) {
      const TruthMeasure& measure = outcome.system.measures[i];
      row(outcome, i, std::vector<std::string>{outcome.system.name, fmt::format("{}, {}", measure.name, measure.unit)});
    }
  }
}

ReportTable meansTable(const TruthResults& results) {
  ReportTable table{.title = "Means", .head = {"system", "measure", "reference"}};
  for (const std::string_view way : results.part.ways) {
    table.head.emplace_back(way);
  }
  forMeasures(results, [&](const TruthOutcome& outcome, std::size_t i, std::vector<std::string> row) {
    const int digits = outcome.system.measures[i].digits;
    row.push_back(cellOf(truthMean(results.referenceOf(outcome, i)), digits, false));
    for (const std::string_view way : results.part.ways) {
      row.push_back(cellOf(truthMean(results.valuesOf(outcome, way, i)), digits, false));
    }
    table.rows.push_back(std::move(row));
  });
  return table;
}

/// Differences from the reference, or from its finer way before extrapolation: less far in the step, but with half the
/// scatter.
ReportTable differencesTable(const TruthResults& results, bool fromFine) {
  const std::string from = fromFine ? std::string(results.part.reference) : "the reference";
  ReportTable table{.title = fmt::format("Way less {}, paired by seed", from), .head = {"system", "measure"}};
  for (const std::string_view way : results.part.ways) {
    table.head.emplace_back(way);
  }
  forMeasures(results, [&](const TruthOutcome& outcome, std::size_t i, std::vector<std::string> row) {
    const Values reference =
        fromFine ? results.valuesOf(outcome, results.part.reference, i) : results.referenceOf(outcome, i);
    for (const std::string_view way : results.part.ways) {
      const TruthMean difference = pairedDifference(results.valuesOf(outcome, way, i), reference);
      row.push_back(cellOf(difference, outcome.system.measures[i].digits));
    }
    table.rows.push_back(std::move(row));
  });
  return table;
}

/// Table of differences of pairs of ways: where the bias comes from.
ReportTable shareTable(const TruthResults& results) {
  struct Pair {
    std::string_view name;
    std::string_view way;
    std::string_view less;
  };
  constexpr std::array<Pair, 6> kPairs = {{{"solver, fast", "fast", "converged"},
                                           {"solver, default", "default", "converged"},
                                           {"solver and substeps, accurate", "accurate", "converged"},
                                           {"step, converged less 0.2ms", "converged", "0.2ms"},
                                           {"impacts, stage less joined", "stage", "converged"},
                                           {"impacts at 0.2ms, stage less joined", "0.2ms-stage", "0.2ms"}}};
  ReportTable table{.title = "Parts, paired by seed", .head = {"system", "measure"}};
  const auto isRun = [&](std::string_view way) {
    return std::ranges::find(results.part.ways, way) != results.part.ways.end();
  };
  for (const Pair& pair : kPairs) {
    if (isRun(pair.way) && isRun(pair.less)) {
      table.head.emplace_back(pair.name);
    }
  }
  forMeasures(results, [&](const TruthOutcome& outcome, std::size_t i, std::vector<std::string> row) {
    for (const Pair& pair : kPairs) {
      if (isRun(pair.way) && isRun(pair.less)) {
        row.push_back(
            cellOf(pairedDifference(results.valuesOf(outcome, pair.way, i), results.valuesOf(outcome, pair.less, i)),
                   outcome.system.measures[i].digits));
      }
    }
    table.rows.push_back(std::move(row));
  });
  return table;
}

void appendValues(std::string& text, const TruthResults& results, const TruthOutcome& outcome, std::size_t measure) {
  const TruthMeasure& what = outcome.system.measures[measure];
  const auto append = [&](std::string_view way, const Values& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) {
        text += fmt::format("{},{},{},{},{},{},{:.6g}\n", results.part.name, outcome.system.name, csvField(what.name),
                            csvField(what.unit), way, results.firstSeed + static_cast<int>(i), values[i]);
      }
    }
  };
  for (const std::string_view way : results.part.ways) {
    append(way, results.valuesOf(outcome, way, measure));
  }
  append("reference", results.referenceOf(outcome, measure));
}

}  // namespace

ReportSection truthSection(const TruthResults& results) {
  ReportSection section{.title = results.part.name, .text = results.part.text + "\n"};
  for (const TruthOutcome& outcome : results.outcomes) {
    section.text += fmt::format("- {}: {}\n", outcome.system.name, outcome.system.text);
  }
  section.tables = {meansTable(results), differencesTable(results, false)};
  if (!results.part.coarser.empty()) {
    section.tables.push_back(differencesTable(results, true));
  }
  if (ReportTable shares = shareTable(results); shares.head.size() > 2) {
    section.tables.push_back(std::move(shares));
  }
  return section;
}

std::string truthCsv(const std::vector<TruthResults>& all, const std::string& command) {
  std::string text = fmt::format("# {}\n", command);
  for (const TruthWay& way : truthWays()) {
    text += fmt::format("# {}: {}\n", way.name, way.meaning);
  }
  for (const TruthResults& results : all) {
    text += fmt::format("# {}: {}\n", results.part.name, results.part.text);
    for (const TruthOutcome& outcome : results.outcomes) {
      text += fmt::format("# {}: {}\n", outcome.system.name, outcome.system.text);
    }
  }
  text += "part,system,measure,unit,way,seed,value\n";
  for (const TruthResults& results : all) {
    for (const TruthOutcome& outcome : results.outcomes) {
      for (std::size_t i = 0; i < outcome.system.measures.size(); ++i) {
        appendValues(text, results, outcome, i);
      }
    }
  }
  return text;
}

}  // namespace scree
