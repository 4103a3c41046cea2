#include "app/sweep/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/studies/html_page.h"
#include "app/sweep/sweep_values.h"
#include "engine/base/count_text.h"

namespace scree {

namespace {

constexpr std::size_t kMostCurves = 8;  // colours of a plot

/// Places of the values of a key on an axis: their numbers, or their order where they are none.
struct KeyAxis {
  std::vector<double> places;  ///< by row of the table
  std::string label;
  bool isLog = false;
  bool isOrder = false;
};

KeyAxis axisOf(const SweepStudy& study, const CollectedTable& table, std::size_t key) {
  KeyAxis axis{.label = study.keys[key]};
  std::optional<std::string> unit;
  std::vector<std::string> order;
  for (const std::size_t row : table.rows) {
    const std::string& value = study.rows[row][key];
    const auto number = unitNumberOf(value);
    axis.isOrder = axis.isOrder || !number || (unit && *unit != number->unit);
    if (number) {
      unit = number->unit;
      axis.places.push_back(number->value);
    }
    if (std::ranges::find(order, value) == order.end()) {
      order.push_back(value);
    }
  }
  if (axis.isOrder) {
    axis.places.clear();
    for (const std::size_t row : table.rows) {
      axis.places.push_back(static_cast<double>(1 + (std::ranges::find(order, study.rows[row][key]) - order.begin())));
    }
    axis.label += " (place in the list)";
    return axis;
  }
  axis.label += unit->empty() ? "" : fmt::format(" [{}]", *unit);
  const auto [least, most] = std::ranges::minmax(axis.places);
  constexpr double kWide = 50.0;  // ratio from which an axis is logarithmic
  axis.isLog = least > 0.0 && most > kWide * least;
  return axis;
}

/// Values of all keys but one: rows with the same others are one curve.
std::string othersOf(const SweepStudy& study, std::size_t row, std::size_t key) {
  std::string text;
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    if (k != key) {
      const std::string& name = study.keys[k];
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name.substr(name.rfind('.') + 1), study.rows[row][k]);
    }
  }
  return text.empty() ? "mean over seeds" : text;
}

Plot plotOf(const SweepStudy& study, const CollectedTable& table, std::size_t key, std::size_t number) {
  const KeyAxis axis = axisOf(study, table, key);
  Plot plot{.title = study.collect[number], .xLabel = axis.label, .yLabel = study.collect[number], .logX = axis.isLog};
  std::vector<std::string> names;
  for (const std::size_t row : table.rows) {
    const std::string name = othersOf(study, row, key);
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  const bool isOne = names.size() > kMostCurves;
  std::map<std::string, std::vector<std::size_t>> curves;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    curves[isOne ? "" : othersOf(study, table.rows[i], key)].push_back(i);
  }
  for (const std::string& name : isOne ? std::vector<std::string>{""} : names) {
    std::vector<std::size_t> places = curves[name];
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return axis.places[i]; });
    SvgCurve& curve = plot.curves.emplace_back();
    curve.name = isOne ? "all settings" : name;
    curve.line = isOne ? SvgLine::none : SvgLine::solid;
    for (const std::size_t i : places) {
      curve.points.emplace_back(axis.places[i], table.means[i][number].mean);
      curve.errors.push_back(table.means[i][number].error);
      if (axis.isOrder) {
        curve.labels.push_back(study.rows[table.rows[i]][key]);
      }
    }
  }
  return plot;
}

/// Seeds of a setting that are in the table.
std::size_t seedsOf(const CollectedTable& table, std::size_t row) {
  return static_cast<std::size_t>(
      std::ranges::count_if(table.runs, [row](const CollectedRun& run) { return run.point.row == row; }));
}

ReportTable meansTable(const SweepStudy& study, const CollectedTable& table) {
  ReportTable result{.title = "Means over seeds with their standard errors", .head = study.keys};
  result.head.insert(result.head.end(), study.collect.begin(), study.collect.end());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::string> cells = study.rows[table.rows[i]];
    const std::size_t seeds = seedsOf(table, table.rows[i]);
    for (const SeedMean& mean : table.means[i]) {
      cells.push_back(meanText(mean, seeds));
    }
    if (study.moreSeeds) {
      cells.push_back(fmt::format("{}", seeds));
    }
    result.rows.push_back(std::move(cells));
  }
  if (study.moreSeeds) {
    result.head.emplace_back("seeds");
  }
  if (study.seeds.size() < 2) {
    result.note = "One seed a setting: nothing tells how much of a difference is chance. Give 'seeds: 3' or more.";
  }
  return result;
}

ReportTable differencesTable(const SweepStudy& study, const CollectedTable& table) {
  const StudyComparison& compare = *study.compare;
  ReportTable result{
      .title = fmt::format("{}: differences from {}, paired by seeds", compare.key, compare.values.front()),
      .head = study.keys};
  for (const std::string& path : study.collect) {
    result.head.push_back(path);
    if (compare.bounds.contains(path)) {
      result.head.push_back(fmt::format("bound {:g}", compare.bounds.at(path)));
    }
  }
  for (const PairedDifference& difference : table.differences) {
    std::vector<std::string>& cells = result.rows.emplace_back(study.rows[difference.other]);
    const std::size_t seeds = seedsOf(table, difference.other);
    for (std::size_t c = 0; c < study.collect.size(); ++c) {
      cells.push_back(meanText(difference.means[c], seeds));
      if (const auto bound = compare.bounds.find(study.collect[c]); bound != compare.bounds.end()) {
        cells.push_back(boundText(difference.means[c], bound->second));
      }
    }
  }
  result.note =
      "Means of the differences over seeds with their standard errors. A bound is surely kept or broken where the "
      "difference is more than two of them away from it.";
  return result;
}

ReportTable failuresTable(const SweepStudy& study, const CollectedTable& table) {
  ReportTable result{.title = "Runs that failed or are not done", .head = {"run", "point", "state", "reason"}};
  for (const CollectedRun& run : table.runs) {
    if (!run.counts()) {
      result.rows.push_back({nameOfPoint(study, run.point), run.point.hash, run.state, run.reason});
    }
  }
  return result;
}

}  // namespace

std::string sweepReport(const SweepStudy& study, const CollectedTable& table) {
  std::map<std::string, std::size_t> counts;
  for (const CollectedRun& run : table.runs) {
    ++counts[run.state];
  }
  std::string text = fmt::format("{} of the scene {}, {}:", countText(table.rows.size(), "setting"),
                                 study.scene.stem().string(), countText(table.runs.size(), "run"));
  for (const char* state : {"done", "troubles", "failed", "undone"}) {
    if (counts.contains(state)) {
      text += fmt::format(" {} {}", counts[state], state);
    }
  }
  std::vector<ReportSection> sections;
  ReportSection& means = sections.emplace_back(ReportSection{.title = "Means", .text = ""});
  means.tables.push_back(meansTable(study, table));
  if (study.compare) {
    means.tables.push_back(differencesTable(study, table));
  }
  if (ReportTable failures = failuresTable(study, table); !failures.rows.empty()) {
    means.tables.push_back(std::move(failures));
  }
  for (std::size_t number = 0; number < study.collect.size(); ++number) {
    ReportSection section{.title = study.collect[number], .text = "Bars are one standard error to both sides."};
    for (std::size_t key = 0; key < study.keys.size(); ++key) {
      section.plots.emplace_back("", plotOf(study, table, key, number));
    }
    if (!study.keys.empty()) {
      sections.push_back(std::move(section));
    }
  }
  return htmlPage(study.name, text, sections);
}

}  // namespace scree
