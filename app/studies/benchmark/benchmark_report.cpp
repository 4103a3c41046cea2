#include "app/studies/benchmark/benchmark_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include "app/studies/experiment_parts.h"

namespace scree {

namespace {

using Reading = std::function<double(const BenchmarkSample&)>;

/// A curve of a case with the name of what it is.
struct Curve {
  const char* name;
  const char* file;
  Reading reading;
};

std::vector<Curve> curvesOf(BenchmarkCase which) {
  if (which == BenchmarkCase::penetration) {
    return {{"height of the ball [mm]", "benchmark_ball.svg",
             [](const BenchmarkSample& sample) { return 1e3 * sample.ballHeight; }}};
  }
  return {
      {"M1 in zone 1", "benchmark_m1_zone1.svg", [](const BenchmarkSample& s) { return double(s.zones.first[0]); }},
      {"M2 in zone 1", "benchmark_m2_zone1.svg", [](const BenchmarkSample& s) { return double(s.zones.first[1]); }},
      {"M1 in zone 2", "benchmark_m1_zone2.svg", [](const BenchmarkSample& s) { return double(s.zones.second[0]); }},
      {"M2 in zone 2", "benchmark_m2_zone2.svg", [](const BenchmarkSample& s) { return double(s.zones.second[1]); }},
  };
}

/// Runs of one case and way, seed after seed.
using Group = std::vector<const BenchmarkRun*>;

std::vector<Group> groupsOf(const std::vector<BenchmarkRun>& runs, BenchmarkCase which) {
  std::vector<Group> groups;
  for (const BenchmarkRun& run : runs) {
    if (run.which != which) {
      continue;
    }
    const auto same = std::ranges::find_if(groups, [&](const Group& group) { return group.front()->way == run.way; });
    if (same == groups.end()) {
      groups.push_back({&run});
    } else {
      same->push_back(&run);
    }
  }
  return groups;
}

Statistics over(const Group& group, const std::function<double(const BenchmarkRun&)>& valueOf) {
  std::vector<double> values;
  for (const BenchmarkRun* run : group) {
    values.push_back(valueOf(*run));
  }
  return statisticsOf(values);
}

std::string soundness(const Group& group) {
  std::uint64_t faults = 0;
  std::string failure;
  for (const BenchmarkRun* run : group) {
    faults += run->faults;
    failure = run->failure.empty() ? failure : fmt::format("at {:.3g} s: {}", run->seconds, run->failure);
  }
  return !failure.empty() ? failure : faults > 0 ? fmt::format("{} grains taken out", faults) : "whole";
}

ReportTable costTable(const std::vector<Group>& groups) {
  ReportTable table{
      .title = "Cost, on one core",
      .head = {"way", "processor time of a simulated second", "mean overlap", "worst overlap", "runs", "how it went"}};
  for (const Group& group : groups) {
    const double mean = over(group, [](const BenchmarkRun& run) { return run.meanOverlap; }).mean;
    const double worst = over(group, [](const BenchmarkRun& run) { return run.worstOverlap; }).mean;
    table.rows.push_back({fmt::format("{}: {}", group.front()->way, group.front()->what),
                          plusMinus(over(group, [](const BenchmarkRun& run) { return run.cost(); })) + " s",
                          mean > 0.0 ? fmt::format("{:.2g} %", 100.0 * mean) : "-",
                          worst > 0.0 ? fmt::format("{:.2g} %", 100.0 * worst) : "-", fmt::format("{}", group.size()),
                          soundness(group)});
  }
  return table;
}

ReportTable lateTable(const std::vector<Group>& groups, const std::vector<Curve>& curves) {
  ReportTable table{.title = "Mean over the second half of the run",
                    .head = {"way"},
                    .note = "± is the deviation between seeds, of a single seed nothing."};
  for (const Curve& curve : curves) {
    table.head.emplace_back(curve.name);
  }
  for (const Group& group : groups) {
    std::vector<std::string> row = {group.front()->way};
    for (const Curve& curve : curves) {
      row.push_back(plusMinus(over(group, [&](const BenchmarkRun& run) { return lateMean(run, curve.reading); })));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Plot plotOf(const std::vector<Group>& groups, const Curve& curve) {
  Plot plot{.title = curve.name, .xLabel = "time [s]", .yLabel = curve.name};
  int colour = 0;
  for (const Group& group : groups) {
    for (const BenchmarkRun* run : group) {
      SvgCurve line{.name = run == group.front() ? run->way : "", .colour = colour};
      for (const BenchmarkSample& sample : run->samples) {
        line.points.emplace_back(sample.time, curve.reading(sample));
      }
      plot.curves.push_back(std::move(line));
    }
    ++colour;
  }
  return plot;
}

ReportSection sectionOf(const std::vector<BenchmarkRun>& runs, BenchmarkCase which) {
  const bool isDrum = which == BenchmarkCase::drum;
  ReportSection section{
      .title = isDrum ? "Drum with two sizes" : "Ball into a bed",
      .text = isDrum ? "A closed drum turns at 2 rad/s about -y. Zone 1 is x > 0, z > 0; zone 2 is x < 0, z < 0. The "
                       "soft variant has Young's moduli of 2 and 1 MPa for M1 and M2."
                     : "A ball of steel of 20 mm is shot into a bed of grains of 2 mm at 5 m/s."};
  const std::vector<Group> groups = groupsOf(runs, which);
  const std::vector<Curve> curves = curvesOf(which);
  section.tables = {costTable(groups), lateTable(groups, curves)};
  for (const Curve& curve : curves) {
    section.plots.emplace_back(curve.file, plotOf(groups, curve));
  }
  return section;
}

}  // namespace

std::string benchmarkText(bool isPublishedStart, bool quick) {
  return fmt::format(
      "Cases of Dosta et al., Comput. Phys. Commun. 296 (2024) 109066, {}{}. All ways of a seed begin with the same "
      "places, at rest. Processor time is that of the steps, on one core.",
      isPublishedStart ? "from the published starts" : "filled anew to the published numbers",
      quick ? ", with a sixteenth of the grains" : "");
}

std::vector<ReportSection> benchmarkSections(const std::vector<BenchmarkRun>& runs) {
  std::vector<ReportSection> sections;
  for (const BenchmarkCase which : {BenchmarkCase::drum, BenchmarkCase::penetration}) {
    if (std::ranges::any_of(runs, [&](const BenchmarkRun& run) { return run.which == which; })) {
      sections.push_back(sectionOf(runs, which));
    }
  }
  return sections;
}

std::string benchmarkCsv(const std::vector<BenchmarkRun>& runs) {
  std::string text = "case,way,seed,t [s],m1 zone 1 [1],m2 zone 1 [1],m1 zone 2 [1],m2 zone 2 [1],ball height [m]\n";
  for (const BenchmarkRun& run : runs) {
    const bool isDrum = run.which == BenchmarkCase::drum;
    for (const BenchmarkSample& s : run.samples) {
      const std::string values =
          isDrum ? fmt::format("{},{},{},{},", s.zones.first[0], s.zones.first[1], s.zones.second[0], s.zones.second[1])
                 : fmt::format(",,,,{}", s.ballHeight);
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", isDrum ? "drum" : "penetration", run.way, run.seed,
                     s.time, values);
    }
  }
  return text;
}

}  // namespace scree
