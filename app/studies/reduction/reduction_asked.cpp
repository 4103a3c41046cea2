#include "app/studies/reduction/reduction_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "app/studies/reduction/reduction_costs.h"
#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

constexpr const char* kWarm = "paper-warm";  ///< solver against which paper R times its conveyor

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

/// Requirement on the reduction level of a run, which needs no run in full.
Compared level(const TimeWindow& window, double least) {
  return {.name = fmt::format("h %, {}", window.name),
          .value = [=](const ReductionRun& merged, const ReductionRun&) { return meanOf(merged, window, levelOf); },
          .limit = least,
          .asked = Asked::atLeast,
          .matter = Matter::level};
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
                      [window, oracles = system](const ReductionRun& merged, const ReductionRun& full) {
                        const std::size_t own = oracleIndexOf(oracles, merged.what);
                        return meanOf(merged, window, levelOf) / meanOf(full, window, oracleReading(own));
                      },
                  .limit = 0.9,
                  .asked = Asked::atLeast,
                  .matter = Matter::level});
}

/// Requirements on the results of a system.
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

/// Adds requirements on the time of steps against the same solver in full.
void addCosts(const std::string& solver, std::vector<Compared>& list) {
  list.push_back(
      {.name = "times faster, of 1/(0.05 + (1-h))",
       .value = [](const ReductionRun& merged,
                   const ReductionRun& full) { return timesFaster(merged, full) / expectedSpeedUp(merged, full, 1.0); },
       .limit = 1.0,
       .asked = Asked::atLeast,
       .matter = Matter::time});
  if (solver == "default" || solver == "fast") {
    // The requirement does not name the step of which the 10 % are. The estimate 1/(0.05 + (1-h)) takes a full step;
    // both are compared.
    const auto share = [](const ReductionRun& merged, const ReductionRun& of) {
      return 100.0 * decidingOf(merged) * static_cast<double>(of.steps) / of.stages.total();
    };
    list.push_back({.name = "deciding, % of a full step",
                    .value = share,
                    .limit = 10.0,
                    .asked = Asked::atMost,
                    .matter = Matter::deciding});
    list.push_back({.name = "deciding, % of the merged step",
                    .value = [share](const ReductionRun& merged, const ReductionRun&) { return share(merged, merged); },
                    .limit = 10.0,
                    .asked = Asked::atMost,
                    .matter = Matter::deciding});
  } else {
    list.push_back({.name = "deciding, sweeps of the full system",
                    .value = [](const ReductionRun& merged,
                                const ReductionRun& full) { return decidingOf(merged) / sweepOf(full); },
                    .limit = 5.0,
                    .asked = Asked::atMost,
                    .matter = Matter::deciding});
  }
}

bool holdsFor(const Compared& compared, double value) {
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

/// Quantities in which two runs in full are compared, without requirements.
std::vector<Compared> comparedInFull(const ReductionSystem& system) {
  std::vector<Compared> list = comparedOf(system);
  std::erase_if(list, [](const Compared& compared) { return compared.asked != Asked::within; });
  for (Compared& compared : list) {
    compared.isMust = false;
  }
  return list;
}

/// Compares two groups in a quantity over their common seeds; empty optional if there are none.
std::optional<Comparison> compare(const Compared& compared, const Group& run, const Group& full) {
  std::vector<double> values;
  for (const ReductionRun* one : run) {
    const ReductionRun* same = ofSeed(full, one->seed);
    const double value = same == nullptr ? kUnknown : compared.value(*one, *same);
    if (std::isfinite(value)) {
      values.push_back(value);
    }
  }
  if (values.empty()) {
    return std::nullopt;
  }
  const auto within = std::ranges::count_if(values, [&](double value) { return holdsFor(compared, value); });
  return Comparison{.run = &run,
                    .full = &full,
                    .compared = compared,
                    .values = statisticsOf(values),
                    .within = static_cast<std::size_t>(within)};
}

}  // namespace

bool Comparison::isAsked() const { return compared.isMust && std::isfinite(compared.limit); }

bool Comparison::holds() const { return holdsFor(compared, values.mean); }

std::string Comparison::mean() const {
  return (compared.asked != Asked::within || values.mean < 0.0 ? "" : "+") + cell(values.mean, 2);
}

std::string Comparison::meanAndError() const {
  const double error = standardError();
  return std::isfinite(error) ? fmt::format("{} ± {}", mean(), cell(error, 2)) : mean();
}

double Comparison::standardError() const {
  return values.count < 2 ? kUnknown : values.deviation / std::sqrt(static_cast<double>(values.count));
}

std::string Comparison::asked() const {
  constexpr std::array<const char*, 3> kWords = {"within", "at least", "at most"};
  return isAsked() ? fmt::format("{} {:g}", kWords[static_cast<std::size_t>(compared.asked)], compared.limit) : "";
}

std::string Comparison::seeds() const { return isAsked() ? fmt::format("{} of {}", within, values.count) : ""; }

std::vector<Comparison> comparisonsOf(const ReductionStudy& study, const std::vector<Group>& groups) {
  std::vector<Comparison> list;
  for (const Group& group : groups) {
    const std::string& own = group[0]->what.solver;
    const auto compareWith = [&](const std::string& solver, const std::vector<Compared>& all) {
      const Group* full = fullGroup(groups, solver);
      for (std::size_t i = 0; full != nullptr && i < all.size(); ++i) {
        if (std::optional<Comparison> found = compare(all[i], group, *full)) {
          list.push_back(std::move(*found));
        }
      }
    };
    if (group[0]->isFull()) {
      for (const std::string_view better : {kAccurate, kReference, kFineReference}) {
        if (own != better && own != kFineReference && (own != kReference || better == kFineReference)) {
          compareWith(std::string(better), comparedInFull(study.system));
        }
      }
      continue;
    }
    const std::vector<Compared> results = comparedOf(study.system);
    std::vector<Compared> all = results;
    addCosts(own, all);
    compareWith(own, all);
    for (const char* better : {kAccurate, kReference, kFineReference}) {
      if (own != better) {
        compareWith(better, results);
      }
    }
    if (study.system.fillMerged) {
      compareWith(kWarm, {{.name = "times faster",
                           .value = timesFaster,
                           .limit = 5.0,
                           .asked = Asked::atLeast,
                           .matter = Matter::time}});
    }
  }
  return list;
}

}  // namespace scree
