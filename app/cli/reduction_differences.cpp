#include "app/cli/reduction_differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/cli/experiment_parts.h"
#include "app/cli/reduction_costs.h"
#include "app/cli/warm_start_table.h"

namespace scree {

namespace {

/// What is asked for of a value, by its limit.
enum class Asked : unsigned char {
  within,  ///< of either sign, no larger
  atLeast,
  atMost
};

/// Something that a merged run is held against, in the unit that the limit is in.
struct Compared {
  std::string name;
  std::function<double(const ReductionRun& merged, const ReductionRun& full)> value;
  double limit = kUnknown;
  Asked asked = Asked::within;
};

constexpr const char* kAccurate = "accurate";  ///< the solver with the smallest steps
constexpr const char* kWarm = "paper-warm";    ///< the solver that the conveyor of the paper is timed against

double meanOf(const ReductionRun& run, const TimeWindow& window, const Reading& reading) {
  const Statistics statistics = over({&run}, window, reading);
  return statistics.count == 0 ? kUnknown : statistics.mean;
}

Compared difference(const std::string& name, const TimeWindow& window, const Reading& reading, double limit) {
  return {.name = name,
          .value =
              [=](const ReductionRun& merged, const ReductionRun& full) {
                return meanOf(merged, window, reading) - meanOf(full, window, reading);
              },
          .limit = limit};
}

/// The level of a run itself; no run in full is needed for it.
Compared level(const TimeWindow& window, double least) {
  return {.name = fmt::format("h %, {}", window.name),
          .value = [=](const ReductionRun& merged, const ReductionRun&) { return meanOf(merged, window, levelOf); },
          .limit = least,
          .asked = Asked::atLeast};
}

void addDrum(const ReductionSystem& system, std::vector<Compared>& list) {
  const TimeWindow window = system.measured;
  const auto torque = [](const ReductionSample& sample) { return sample.drive; };
  list.push_back(difference(
      "plug, points", window, [](const ReductionSample& sample) { return 100.0 * sample.reading.plug; }, 5.0));
  list.push_back({.name = "torque %",
                  .value =
                      [=](const ReductionRun& merged, const ReductionRun& full) {
                        return 100.0 * (meanOf(merged, window, torque) / meanOf(full, window, torque) - 1.0);
                      },
                  .limit = 5.0});
  list.push_back({.name = "h / oracle",
                  .value =
                      [=](const ReductionRun& merged, const ReductionRun& full) {
                        const std::size_t own = oracleIndexOf(*merged.what.reduction);
                        return meanOf(merged, window, levelOf) / meanOf(full, window, oracleReading(own));
                      },
                  .limit = 0.9,
                  .asked = Asked::atLeast});
}

/// What is asked for of each system.
std::vector<Compared> comparedOf(const ReductionSystem& system) {
  std::vector<Compared> list;
  const double angleLimit = system.kind == ReductionSystem::Kind::collapse ? 2.0 : 1.0;
  for (std::size_t angle = 0; angle < system.angles.size(); ++angle) {
    const TimeWindow& last = system.windows.back();
    list.push_back(
        difference(fmt::format("{} °, {}", system.angles[angle], last.name), last, angleReading(angle), angleLimit));
  }
  switch (system.kind) {
    case ReductionSystem::Kind::drum:
      addDrum(system, list);
      break;
    case ReductionSystem::Kind::collapse:
      list.push_back(level(system.windows.back(), 90.0));
      break;
    case ReductionSystem::Kind::conveyor:
      list.push_back({.name = "centre of the discharge, d",
                      .value =
                          [window = system.measured](const ReductionRun& merged, const ReductionRun& full) {
                            return (dischargeOf({&merged}, window).centre - dischargeOf({&full}, window).centre) /
                                   kDiameter;
                          },
                      .limit = 0.5});
      list.push_back(level(system.measured, system.fillMerged ? 85.0 : kUnknown));
      break;
  }
  return list;
}

double timesFaster(const ReductionRun& merged, const ReductionRun& full) {
  return full.wallPerStep() / merged.wallPerStep();
}

/// What is asked of the time that steps take, against the same solver in full.
void addCosts(const ReductionSystem& system, const std::string& solver, std::vector<Compared>& list) {
  list.push_back({.name = "times faster, of 1/(0.05 + (1-h))",
                  .value =
                      [window = system.measured](const ReductionRun& merged, const ReductionRun& full) {
                        return timesFaster(merged, full) / expectedSpeedUp(0.01 * meanOf(merged, window, levelOf), 1.0);
                      },
                  .limit = 1.0,
                  .asked = Asked::atLeast});
  if (solver == "fast") {
    list.push_back({.name = "deciding, % of the merged step",
                    .value =
                        [](const ReductionRun& merged, const ReductionRun&) {
                          return 100.0 * decidingOf(merged) * static_cast<double>(merged.steps) / merged.stages.total();
                        },
                    .limit = 10.0,
                    .asked = Asked::atMost});
  } else {
    list.push_back({.name = "deciding, sweeps of the full system",
                    .value = [](const ReductionRun& merged,
                                const ReductionRun& full) { return decidingOf(merged) / sweepOf(full); },
                    .limit = 5.0,
                    .asked = Asked::atMost});
  }
}

bool holds(const Compared& compared, double value) {
  switch (compared.asked) {
    case Asked::atLeast:
      return value >= compared.limit;
    case Asked::atMost:
      return value <= compared.limit;
    case Asked::within:
      break;
  }
  return std::abs(value) <= compared.limit;
}

/// What two runs in full can differ by, of which nothing is asked.
std::vector<Compared> comparedInFull(const ReductionSystem& system) {
  std::vector<Compared> list = comparedOf(system);
  std::erase_if(list, [](const Compared& compared) { return compared.asked != Asked::within; });
  for (Compared& compared : list) {
    compared.limit = kUnknown;
  }
  return list;
}

std::string wordsOf(const Compared& compared) {
  constexpr std::array<const char*, 3> kWords = {"within", "at least", "at most"};
  return fmt::format("{} {:g}", kWords[static_cast<std::size_t>(compared.asked)], compared.limit);
}

/// One row: a merged case against one in full, over the seeds that both have.
std::vector<std::string> rowOf(const Compared& compared, const Group& merged, const Group& full) {
  std::vector<double> values;
  for (const ReductionRun* run : merged) {
    const auto same = std::ranges::find(full, run->seed, [](const ReductionRun* other) { return other->seed; });
    const double value = same == full.end() ? kUnknown : compared.value(*run, **same);
    if (std::isfinite(value)) {
      values.push_back(value);
    }
  }
  if (values.empty()) {
    return {};
  }
  const Statistics statistics = statisticsOf(values);
  const auto count = static_cast<double>(values.size());
  const bool isAsked = std::isfinite(compared.limit);
  const auto within = std::ranges::count_if(values, [&](double value) { return holds(compared, value); });
  return {merged[0]->what.name(),
          full[0]->what.solver,
          compared.name,
          (compared.asked != Asked::within || statistics.mean < 0.0 ? "" : "+") + cell(statistics.mean, 2),
          values.size() < 2 ? "" : cell(statistics.deviation / std::sqrt(count), 2),
          isAsked ? wordsOf(compared) : "",
          !isAsked                           ? ""
          : holds(compared, statistics.mean) ? "holds"
                                             : "missed",
          isAsked ? fmt::format("{} of {}", within, values.size()) : ""};
}

/// Sums of a group's samples in a window.
std::array<DrumLayer, kDrumLayers> layersOf(const Group& group, const TimeWindow& window) {
  std::array<DrumLayer, kDrumLayers> sums{};
  for (const ReductionRun* run : group) {
    for (const ReductionSample& sample : run->samples) {
      if (sample.time < window.from - 1e-6 || sample.time > window.to + 1e-6) {
        continue;  // sample times are sums of steps
      }
      for (std::size_t i = 0; i < kDrumLayers; ++i) {
        sums[i].grains += sample.reading.layers[i].grains;
        sums[i].speed += sample.reading.layers[i].speed;
        sums[i].plug += sample.reading.layers[i].plug;
        sums[i].members += sample.reading.layers[i].members;
      }
    }
  }
  return sums;
}

}  // namespace

ReportTable differenceTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{
      .title = "Merged against full",
      .head = {"run", "against", "of", "mean difference", "standard error", "asked for", "mean", "seeds that hold"}};
  for (const Group& group : groups) {
    const std::string& own = group[0]->what.solver;
    const auto compare = [&](const std::string& solver, const std::vector<Compared>& list) {
      const Group* full = fullGroup(groups, solver);
      for (std::size_t i = 0; full != nullptr && i < list.size(); ++i) {
        if (std::vector<std::string> row = rowOf(list[i], group, *full); !row.empty()) {
          table.rows.push_back(std::move(row));
        }
      }
    };
    if (group[0]->isFull()) {
      for (const char* better : {kAccurate, kReference, kFineReference}) {
        if (own != better && !isReference(own)) {
          compare(better, comparedInFull(study.system));
        }
      }
      continue;
    }
    const std::vector<Compared> results = comparedOf(study.system);
    std::vector<Compared> all = results;
    addCosts(study.system, own, all);
    compare(own, all);
    if (own != kAccurate) {
      compare(kAccurate, results);
    }
    compare(kReference, results);
    compare(kFineReference, results);
    if (study.system.fillMerged) {
      compare(kWarm, {{.name = "times faster", .value = timesFaster, .limit = 5.0, .asked = Asked::atLeast}});
    }
  }
  table.note =
      "Runs of the same seed start from the same state; means over the windows that are named, or those of the table "
      "above. The standard error is over seeds. h is of the merged run alone, and its oracle of the run that it is "
      "held against. Runs in full are held against those with more sweeps (paper-500, steps of 5 ms), with smaller "
      "steps (accurate) and with both (paper-500x4): what the solver alone makes differ. Where time is missed, the "
      "tables below tell at which stage.";
  return table;
}

ReportTable layerTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "By depth under the surface of the drum", .head = {"depth d"}};
  std::vector<std::array<DrumLayer, kDrumLayers>> sums;
  for (const Group& group : groups) {
    const std::string name = group[0]->what.name();
    table.head.push_back(name + ": mm/s");
    table.head.emplace_back("plug, points");
    table.head.emplace_back("members %");
    sums.push_back(layersOf(group, study.system.measured));
  }
  for (std::size_t layer = 0; layer < kDrumLayers; ++layer) {
    const bool isLast = layer + 1 == kDrumLayers;
    std::vector<std::string> row = {isLast ? fmt::format("{} and more", layer)
                                           : fmt::format("{}-{}", layer, layer + 1)};
    for (const std::array<DrumLayer, kDrumLayers>& sum : sums) {
      double all = 0.0;
      for (const DrumLayer& one : sum) {
        all += one.grains;
      }
      row.push_back(cell(1e3 * sum[layer].speed / sum[layer].grains, 1));
      row.push_back(cell(100.0 * sum[layer].plug / all, 2));
      row.push_back(cell(100.0 * sum[layer].members / sum[layer].grains, 0));
    }
    table.rows.push_back(row);
  }
  table.note =
      "Speed is against the drum's rotation. Plug: grains of the layer below the plug's speed, as a share of all "
      "grains; "
      "the sum over the layers is the plug. Where merging makes it larger, full runs creep at a speed just above that "
      "limit, which members do not.";
  return table;
}

}  // namespace scree
