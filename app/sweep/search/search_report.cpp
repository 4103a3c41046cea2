#include "app/sweep/search/search_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/studies/html_page.h"
#include "app/sweep/search/search_words.h"
#include "engine/base/count_text.h"

namespace scree {

namespace {

constexpr std::size_t kNodes = 73;  // of a contour plot, on each axis

std::string boundCell(double bound, bool isOpen) { return isOpen ? "open" : fmt::format("{:.4g}", bound); }

std::string optimumTitle(const SearchStudy& study) {
  return study.isMatch() ? "Keys that give the measured values" : fmt::format("Least {}", study.numbers.front().name);
}

ReportTable optimumTable(const SearchStudy& study, const Landscape& landscape) {
  ReportTable table{.title = optimumTitle(study), .head = {"key", "optimum", "from", "to", "range"}};
  const std::vector<KeyResult> results = keyResults(study, landscape);
  for (std::size_t key = 0; key < results.size(); ++key) {
    const KeyResult& result = results[key];
    table.rows.push_back({result.key, textOf(result), boundCell(result.low, result.isOpenBelow),
                          boundCell(result.high, result.isOpenAbove),
                          study.ranges[key].at(0.0) + " to " + study.ranges[key].at(1.0)});
  }
  table.note =
      "Errors are one standard error: between 'from' and 'to' the objective, with the other keys at their best, rises "
      "by "
      "less than its error. They hold the errors of the measured values and the chance over seeds.";
  return table;
}

ReportTable valuesTable(const SearchStudy& study, const Landscape& landscape) {
  ReportTable table{.title = "Numbers at the optimum"};
  table.head = study.isMatch() ? std::vector<std::string>{"number", "measured", "from the surface", "errors apart"}
                               : std::vector<std::string>{"number", "from the surface"};
  for (std::size_t n = 0; n < study.numbers.size(); ++n) {
    const Surface& surface = landscape.surfaces()[n];
    const double value = surface.value(landscape.optimum());
    const double error = std::sqrt(surface.variance(landscape.optimum()));
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(study.numbers[n].name);
    if (study.isMatch()) {
      const MeasuredNumber& measured = study.measured[n];
      row.push_back(meanText({.count = 2, .mean = measured.value, .error = measured.error}, 2));
      row.push_back(meanText({.count = 2, .mean = value, .error = error}, 2));
      row.push_back(fmt::format("{:.2f}", (value - measured.value) / std::hypot(error, measured.error)));
    } else {
      row.push_back(meanText({.count = 2, .mean = value, .error = error}, 2));
    }
  }
  return table;
}

ReportTable correlationTable(const SearchStudy& study, const Landscape& landscape) {
  ReportTable table{.title = "Correlation of the errors", .head = {"key"}};
  table.head.insert(table.head.end(), study.keys.begin(), study.keys.end());
  const Eigen::MatrixXd correlation = landscape.correlation();
  for (Eigen::Index i = 0; i < correlation.rows(); ++i) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(study.keys[static_cast<std::size_t>(i)]);
    for (Eigen::Index j = 0; j < correlation.cols(); ++j) {
      row.push_back(landscape.leadsOut(i) || landscape.leadsOut(j) ? "-" : fmt::format("{:.2f}", correlation(i, j)));
    }
  }
  table.note =
      "Near -1 or 1 two keys can replace each other, and neither is known as well as both together. What the data "
      "leave "
      "open is taken as even over the range. A key whose optimum lies beyond its range has none.";
  return table;
}

std::string axisLabel(const SearchStudy& study, std::size_t key) {
  const std::string& unit = study.ranges[key].unit;
  return study.keys[key] + (unit.empty() ? "" : fmt::format(" [{}]", unit));
}

ContourAxis axisIn(const SearchStudy& study, std::size_t key, const SearchBox& box) {
  const auto index = static_cast<Eigen::Index>(key);
  const KeyRange& range = study.ranges[key];
  return {axisLabel(study, key), numberAt(range, box.low[index]), numberAt(range, box.high[index]), range.isLog};
}

/// Lines of equal measured numbers with their errors, over two keys.
void addMeasuredLines(const SearchStudy& study, const Landscape& landscape, ContourPlot& plot,
                      const std::vector<Eigen::VectorXd>& nodes) {
  for (std::size_t n = 0; n < landscape.measured().size(); ++n) {
    ContourGrid grid{.columns = kNodes};
    for (const Eigen::VectorXd& node : nodes) {
      grid.values.push_back(landscape.surfaces()[n].value(node));
    }
    const MeasuredNumber& measured = landscape.measured()[n];
    for (const double side : {0.0, -1.0, 1.0}) {
      plot.lines.push_back({.name = side == 0.0 ? fmt::format("{} {:.4g}", study.numbers[n].name, measured.value) : "",
                            .grid = grid,
                            .level = measured.value + side * measured.error,
                            .colour = static_cast<int>(n) + 1,
                            .line = side == 0.0 ? SvgLine::solid : SvgLine::dashed});
    }
  }
}

ContourPlot contourOf(const SearchStudy& study, const SearchState& state, const Landscape& landscape, std::size_t a,
                      std::size_t b, const std::string& title) {
  const auto x = static_cast<Eigen::Index>(a);
  const auto y = static_cast<Eigen::Index>(b);
  const SearchBox& box = landscape.domain();
  ContourPlot plot{.title = title, .x = axisIn(study, a, box), .y = axisIn(study, b, box)};
  plot.grid.columns = kNodes;
  plot.bands = {{1.0, "within 1 standard error"}, {4.0, "within 2"}, {9.0, "within 3"}, {25.0, "within 5"}};
  std::vector<Eigen::VectorXd> nodes;
  for (std::size_t row = 0; row < kNodes; ++row) {
    for (std::size_t column = 0; column < kNodes; ++column) {
      const auto share = [](std::size_t i) { return static_cast<double>(i) / static_cast<double>(kNodes - 1); };
      Eigen::VectorXd place = landscape.optimum();
      place[x] = box.low[x] + share(column) * (box.high[x] - box.low[x]);
      place[y] = box.low[y] + share(row) * (box.high[y] - box.low[y]);
      nodes.push_back(landscape.bestWith(place, {x, y}));
      plot.grid.values.push_back(landscape.excess(nodes.back()));
    }
  }
  for (const double level : {1.0, 4.0}) {
    plot.lines.push_back({.name = "",
                          .grid = plot.grid,
                          .level = level,
                          .colour = 0,
                          .line = level == 1.0 ? SvgLine::solid : SvgLine::dashed});
  }
  if (study.keys.size() == 2) {
    addMeasuredLines(study, landscape, plot, nodes);
  }
  plot.pointsName = "settings that were run";
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    const Eigen::VectorXd& place = state.settings[i].place;
    plot.points.emplace_back(numberAt(study.ranges[a], place[x]), numberAt(study.ranges[b], place[y]));
  }
  const std::vector<KeyResult> results = keyResults(study, landscape);
  plot.marks.push_back({"optimum and its errors",
                        results[a].value,
                        results[b].value,
                        {results[a].low, results[a].high},
                        {results[b].low, results[b].high}});
  return plot;
}

Plot profileOf(const SearchStudy& study, const Landscape& landscape, std::size_t key) {
  constexpr int kParts = 48;
  constexpr double kMostShown = 25.0;
  const auto index = static_cast<Eigen::Index>(key);
  const SearchBox& box = landscape.domain();
  Plot plot{.title = "Rise of the objective, other keys at their best",
            .xLabel = axisLabel(study, key),
            .yLabel = "rise [squares of its error]"};
  SvgCurve& curve = plot.curves.emplace_back();
  curve.name = "rise";
  for (int i = 0; i <= kParts; ++i) {
    Eigen::VectorXd place = landscape.optimum();
    place[index] = box.low[index] + (box.high[index] - box.low[index]) * i / kParts;
    const double excess = landscape.excess(landscape.bestWith(place, {index}));
    if (excess <= kMostShown) {
      curve.points.emplace_back(numberAt(study.ranges[key], place[index]), excess);
    }
  }
  SvgCurve& limit = plot.curves.emplace_back();
  limit.name = "one standard error";
  limit.line = SvgLine::dashed;
  limit.points = {{numberAt(study.ranges[key], box.low[index]), 1.0},
                  {numberAt(study.ranges[key], box.high[index]), 1.0}};
  return plot;
}

ReportSection tradeOffSection(const SearchStudy& study, const SearchState& state) {
  const Landscape& landscape = *state.landscape();
  ReportSection section{.title = "Trade-off",
                        .text =
                            "How far from the optimum the objective stays equal within its error. The valley of a "
                            "contour holds settings that the data do not tell apart."};
  section.tables.push_back(correlationTable(study, landscape));
  SearchBox whole = wholeBox(static_cast<Eigen::Index>(study.keys.size()));
  const std::optional<Landscape> coarse = landscapeOf(study, state, whole);
  for (std::size_t a = 0; a < study.keys.size(); ++a) {
    for (std::size_t b = a + 1; b < study.keys.size(); ++b) {
      section.contours.push_back(contourOf(study, state, landscape, a, b, "Objective near the optimum"));
      if (coarse) {
        section.contours.push_back(
            contourOf(study, state, *coarse, a, b, "Objective over the ranges, by coarse surfaces"));
      }
    }
  }
  for (std::size_t key = 0; key < study.keys.size(); ++key) {
    section.plots.emplace_back("", profileOf(study, landscape, key));
  }
  return section;
}

ReportSection stagesSection(const SearchStudy& study, const SearchState& state) {
  ReportSection section{.title = "Stages", .text = "The optimum after each stage, from the surfaces in its box."};
  ReportTable table{.title = "Optimum by stage", .head = {"stage", "settings", "objective"}};
  for (const std::string& key : study.keys) {
    table.head.push_back(key);
    table.head.push_back("box");
  }
  for (std::size_t s = 0; s < state.stages.size(); ++s) {
    const SearchStage& stage = state.stages[s];
    if (!stage.landscape) {
      continue;
    }
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {fmt::format("{}", s + 1), fmt::format("{}", stage.count),
           fmt::format("{:.4g}", stage.landscape->objective(stage.landscape->optimum()))};
    const std::vector<KeyResult> results = keyResults(study, *stage.landscape);
    for (std::size_t key = 0; key < results.size(); ++key) {
      const auto index = static_cast<Eigen::Index>(key);
      row.push_back(textOf(results[key]));
      row.push_back(fmt::format("{:.3g} to {:.3g}", numberAt(study.ranges[key], stage.box.low[index]),
                                numberAt(study.ranges[key], stage.box.high[index])));
    }
  }
  section.tables.push_back(std::move(table));
  return section;
}

ReportSection numbersSection(const SearchStudy& study, const SearchState& state) {
  ReportSection section{.title = "Numbers", .text = "Means over the seeds of each setting, with standard errors."};
  for (std::size_t n = 0; n < study.numbers.size(); ++n) {
    for (std::size_t key = 0; key < study.keys.size(); ++key) {
      const auto index = static_cast<Eigen::Index>(key);
      Plot plot{.title = study.numbers[n].name, .xLabel = axisLabel(study, key), .yLabel = study.numbers[n].name};
      SvgCurve& curve = plot.curves.emplace_back();
      curve.name = "settings";
      curve.line = SvgLine::none;
      for (std::size_t i = 0; i < state.values.size(); ++i) {
        const SeedMean mean = meanOf(state.values[i][n]);
        curve.points.emplace_back(numberAt(study.ranges[key], state.settings[i].place[index]), mean.mean);
        curve.errors.push_back(mean.error);
      }
      if (study.isMatch()) {
        SvgCurve& measured = plot.curves.emplace_back();
        measured.name = "measured";
        measured.line = SvgLine::dashed;
        measured.points = {{study.ranges[key].from, study.measured[n].value},
                           {study.ranges[key].to, study.measured[n].value}};
      }
      section.plots.emplace_back("", std::move(plot));
    }
  }
  return section;
}

ReportTable failedRuns(const SearchPoints& points, const std::vector<SearchRun>& runs) {
  ReportTable table{.title = "Runs that failed or are not done", .head = {"run", "point", "state", "reason"}};
  for (const SearchRun& each : runs) {
    if (!each.run.counts()) {
      table.rows.push_back({points.name(each.point), each.point.point.hash, each.run.state, each.run.reason});
    }
  }
  return table;
}

std::string stateText(const SearchState& state) {
  return state.isOver ? "The search is over: " + state.end + "." : "The search is not over: give its command again.";
}

}  // namespace

std::string searchReport(const SearchStudy& study, const SearchState& state, const SearchPoints& points,
                         const std::vector<SearchRun>& runs) {
  const auto count = [&](const char* name) {
    return std::ranges::count_if(runs, [&](const SearchRun& each) { return each.run.state == name; });
  };
  std::string text = fmt::format("{} in {}, {}: {} done, {} troubles, {} failed, {} undone. {}",
                                 countText(state.settings.size(), "setting"), countText(state.stages.size(), "stage"),
                                 countText(runs.size(), "run"), count("done"), count("troubles"), count("failed"),
                                 count("undone"), stateText(state));
  std::vector<ReportSection> sections;
  const Landscape* landscape = state.landscape();
  ReportSection& first = sections.emplace_back(ReportSection{.title = "Optimum", .text = ""});
  if (landscape == nullptr) {
    first.text = "There is no optimum yet: too few settings have numbers.";
  } else {
    for (const std::string& doubt : doubtsOf(study, *landscape)) {
      first.text += (first.text.empty() ? "" : " ") + doubt;
    }
    first.tables.push_back(optimumTable(study, *landscape));
    first.tables.push_back(valuesTable(study, *landscape));
  }
  if (ReportTable failures = failedRuns(points, runs); !failures.rows.empty()) {
    first.tables.push_back(std::move(failures));
  }
  if (landscape != nullptr) {
    sections.push_back(tradeOffSection(study, state));
    sections.push_back(stagesSection(study, state));
    sections.push_back(numbersSection(study, state));
  }
  return htmlPage(study.name, text, sections);
}

std::string searchSummary(const SearchStudy& study, const SearchState& state) {
  const Landscape* landscape = state.landscape();
  if (landscape == nullptr) {
    return "no optimum: too few settings have numbers\n";
  }
  std::string text;
  std::size_t width = 0;
  for (const std::string& key : study.keys) {
    width = std::max(width, key.size());
  }
  for (const KeyResult& result : keyResults(study, *landscape)) {
    text += fmt::format("  {:<{}}  {}\n", result.key, width, textOf(result));
  }
  const double objective = landscape->objective(landscape->optimum());
  text +=
      study.isMatch()
          ? fmt::format("  chi squared {:.3g} of {}\n", objective, countText(study.measured.size(), "measured number"))
          : fmt::format("  {} {}\n", study.numbers.front().name,
                        meanText({.count = 2, .mean = objective, .error = landscape->objectiveError()}, 2));
  for (const std::string& doubt : doubtsOf(study, *landscape)) {
    text += "  " + doubt + "\n";
  }
  return text;
}

}  // namespace scree
