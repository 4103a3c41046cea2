#include "app/studies/reduction/reduction_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/studies/experiment_parts.h"
#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

/// Share of a full step that paper R allows for the overhead of merging.
constexpr double kExpectedOverhead = 0.05;

/// Sum of the time `took` over the samples of a run in full, each times (1 - h)^exponent with the reduction level h of
/// the merged run from the same state.
template <typename Took>
double freePart(const ReductionRun& merged, const ReductionRun& full, double exponent, Took took) {
  double part = 0.0;
  for (std::size_t i = 0; i < std::min(merged.samples.size(), full.samples.size()); ++i) {
    part += std::pow(1.0 - merged.samples[i].level, exponent) * took(full.samples[i]);
  }
  return part;
}

double wallOfSample(const ReductionSample& sample) { return sample.wall; }

/// Time of a stage (empty: of all stages) in full times the share of free grains [s a step].
double freeSeconds(const Group& merged, const Group& full, std::optional<std::size_t> stage) {
  return meanOverPairs(merged, full, [stage](const ReductionRun& run, const ReductionRun& whole) {
    const auto took = [stage](const ReductionSample& sample) {
      return stage ? sample.stages.seconds[*stage] : sample.stages.total();
    };
    return freePart(run, whole, 1.0, took) / static_cast<double>(whole.steps);
  });
}

ReportTable wallTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "Wall time", .head = {"run", "ms a step", "median ms", "processor ms"}};
  std::vector<const Group*> full;
  for (const Group& group : groups) {
    if (group[0]->isFull()) {
      full.push_back(&group);
      table.head.push_back("times faster than " + group[0]->what.solver);
    }
  }
  table.head.emplace_back("1/(0.05 + (1-h))");
  table.head.emplace_back("1/(0.05 + (1-h)^(4/3))");
  for (const Group& group : groups) {
    const double wall = wallOf(group);
    std::vector<std::string> row = {
        group[0]->what.name(), cell(1e3 * wall, 2),
        cell(1e3 * meanOver(group, [](const ReductionRun& run) { return run.wallMedian; }), 2),
        cell(1e3 * meanOver(group, [](const ReductionRun& run) { return run.processorPerStep(); }), 2)};
    for (const Group* other : full) {
      row.push_back(cell(wallOf(*other) / wall, 2));
    }
    const Group* same = group[0]->isFull() ? nullptr : fullGroup(groups, group[0]->what.solver);
    for (const double exponent : {1.0, 4.0 / 3.0}) {
      const auto expected = [exponent](const ReductionRun& merged, const ReductionRun& other) {
        return expectedSpeedUp(merged, other, exponent);
      };
      row.push_back(same == nullptr ? "" : cell(meanOverPairs(group, *same, expected), 2));
    }
    table.rows.push_back(row);
  }
  table.note =
      "Runs take turns, none beside another; only steps are timed, not what is measured between them. With one thread "
      "the processor's time is the wall time, unless other programs used the core: \"times faster\" means little then. "
      "The last columns are what the paper expects against the same solver in full, with as many sweeps, and with as "
      "many as the size of what is left asks for: of each moment that part of what the run in full took then.";
  return table;
}

double stageOf(const Group& group, std::size_t stage) {
  return meanOver(group, [stage](const ReductionRun& run) { return secondsOf(run, static_cast<Stage>(stage)); });
}

ReportTable stageTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "Time by stage, ms a step", .head = {"run"}};
  for (const std::string_view name : kStageNames) {
    table.head.emplace_back(name);
  }
  table.head.emplace_back("not in impacts or solve");
  for (const Group& group : groups) {
    std::vector<std::string> row = {group[0]->what.name()};
    double outside = 0.0;
    for (std::size_t stage = 0; stage < kStageCount; ++stage) {
      const double time = 1e3 * stageOf(group, stage);
      const bool solving =
          stage == static_cast<std::size_t>(Stage::impacts) || stage == static_cast<std::size_t>(Stage::solve);
      outside += solving ? 0.0 : time;
      row.push_back(cell(time, 3));
    }
    row.push_back(cell(outside, 3));
    table.rows.push_back(row);
  }
  return table;
}

/// Table of the excess time of merged steps over the share of free grains of a full step, by stage.
ReportTable beyondTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "What a merged step takes, % of a full one with the same solver",
                    .head = {"run", "1 - h", "0.05 + (1 - h)", "measured"}};
  for (const std::string_view name : kStageNames) {
    table.head.emplace_back(name);
  }
  for (const Group& group : groups) {
    const Group* full = group[0]->isFull() ? nullptr : fullGroup(groups, group[0]->what.solver);
    if (full == nullptr) {
      continue;
    }
    double whole = 0.0;
    double merged = 0.0;
    for (std::size_t stage = 0; stage < kStageCount; ++stage) {
      whole += stageOf(*full, stage);
      merged += stageOf(group, stage);
    }
    const double free = 100.0 * freeSeconds(group, *full, std::nullopt) / whole;
    std::vector<std::string> row = {group[0]->what.name(), cell(free, 1), cell(100.0 * kExpectedOverhead + free, 1),
                                    cell(100.0 * merged / whole, 1)};
    for (const auto& [name, beyond] : stagesBeyond(group, *full)) {
      row.push_back(cell(beyond, 1));
    }
    table.rows.push_back(row);
  }
  table.note =
      "1 - h weighs each moment with what the full step took then. By stage: what it takes beyond the share of the "
      "grains that are free of what it takes in full; the paper expects 5 % for all of them together. Pairs has the "
      "search for members beside free grains, exchange numbers grains anew when some leave, splits and merges decide. "
      "None of that depends on the solver: the quicker a full step is, the larger a part of it this is.";
  return table;
}

/// Table of the cost of merging beside detection and the solve.
ReportTable overheadTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "What deciding costs",
                    .head = {"run", "deciding, ms a step", "% of the merged step", "% of a full step",
                             "ms a sweep in full", "deciding, sweeps", "with all else beyond 1 - h, sweeps"}};
  for (const Group& group : groups) {
    const Group* full = group[0]->isFull() ? nullptr : fullGroup(groups, group[0]->what.solver);
    if (full == nullptr) {
      continue;
    }
    double merged = 0.0;
    double whole = 0.0;
    double beyond = 0.0;
    for (std::size_t stage = 0; stage < kStageCount; ++stage) {
      merged += stageOf(group, stage);
      whole += stageOf(*full, stage);
      const auto which = static_cast<Stage>(stage);
      const bool isDetection = which == Stage::pairs || which == Stage::contacts;
      const bool isSolve = which == Stage::impacts || which == Stage::solve;
      const double more = stageOf(group, stage) - freeSeconds(group, *full, stage);
      beyond += isDetection || isSolve ? 0.0 : std::max(0.0, more);
    }
    const double deciding = meanOver(group, decidingOf);
    const double sweep = meanOver(*full, sweepOf);
    table.rows.push_back({group[0]->what.name(), cell(1e3 * deciding, 3), cell(100.0 * deciding / merged, 1),
                          cell(100.0 * deciding / whole, 1), cell(1e3 * sweep, 4), cell(deciding / sweep, 1),
                          cell(beyond / sweep, 1)});
  }
  table.note =
      "Deciding: the stages splits and merges. Asked for are less than 5 sweeps of the full system at 150 sweeps a "
      "step "
      "for all but detection and the solve (the last column: stages that take less than the free grains' share count "
      "nothing), and less than 10 % of a step with the preset fast. What is decided about is the same whatever solves "
      "it, so the share grows as steps get cheaper.";
  return table;
}

}  // namespace

double expectedSpeedUp(const ReductionRun& merged, const ReductionRun& full, double exponent) {
  const double whole = freePart(merged, full, 0.0, wallOfSample);
  return whole / (kExpectedOverhead * whole + freePart(merged, full, exponent, wallOfSample));
}

double wallOf(const Group& group) {
  return meanOver(group, [](const ReductionRun& run) { return run.wallPerStep(); });
}

double secondsOf(const ReductionRun& run, Stage stage) {
  return run.stages.seconds[static_cast<std::size_t>(stage)] / static_cast<double>(run.steps);
}

double decidingOf(const ReductionRun& run) { return secondsOf(run, Stage::splits) + secondsOf(run, Stage::merges); }

double sweepOf(const ReductionRun& run) {
  return secondsOf(run, Stage::solve) * static_cast<double>(run.steps) / run.sweeps;
}

std::vector<std::pair<std::string_view, double>> stagesBeyond(const Group& merged, const Group& full) {
  double whole = 0.0;
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    whole += stageOf(full, stage);
  }
  std::vector<std::pair<std::string_view, double>> beyond;
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    const double more = stageOf(merged, stage) - freeSeconds(merged, full, stage);
    beyond.emplace_back(kStageNames[stage], 100.0 * more / whole);
  }
  return beyond;
}

std::vector<ReportTable> costTables(const std::vector<Group>& groups) {
  return {wallTable(groups), stageTable(groups), beyondTable(groups), overheadTable(groups)};
}

}  // namespace scree
