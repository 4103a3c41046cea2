#include <charconv>
#include <cmath>

#include "app/console/signals.h"
#include "app/studies/reduction/reduction_asked.h"
#include "app/studies/reduction/reduction_report.h"
#include "app/studies/reduction/reduction_solvers.h"
#include "app/studies/validation/validation_parts.h"

// Drum, conveyor and collapse of the paper on adaptive model reduction, in full and with merging.
namespace scree {

namespace {

/// FlowWays to solve in full, and with merging.
struct FlowWays {
  std::vector<std::string> full;
  std::vector<std::string> merged;
};

FlowWays flowWays(bool isQuick) {
  return isQuick ? FlowWays{{"default"}, {"default"}} : FlowWays{{"default", "paper", "paper-500"}, {"default"}};
}

std::vector<ReductionCase> flowCases(const FlowWays& ways) {
  std::vector<ReductionCase> cases;
  for (const std::string& name : ways.full) {
    cases.push_back(fullCase(name).value());
  }
  for (const std::string& name : ways.merged) {
    ReductionCase merged = fullCase(name).value();
    Parameters parameters;
    applyPreset(parameters, ReductionPreset::local);
    merged.reduction = ReductionPreset::local;
    merged.reductionName = "local";
    merged.limits = parameters.reduction;
    cases.push_back(merged);
  }
  return cases;
}

ReductionStudy runFlow(ReductionSystem system, const ValidationSettings& settings) {
  ReductionStudy study{.system = std::move(system), .cases = flowCases(flowWays(settings.isQuick))};
  study.system.oracles = oracleSettings(study.system, study.cases);
  for (int seed = settings.firstSeed; seed < settings.firstSeed + settings.seeds && signalReceived() == 0; ++seed) {
    const std::optional<World> start = fillSystem(study.system, seed, nullptr);
    for (const ReductionCase& what : study.cases) {
      if (start && signalReceived() == 0) {
        study.runs.push_back(runCase(study.system, *start, what, seed, nullptr));
      }
    }
  }
  return study;
}

/// Limits of a published value such as "44 ± 3"; none for one without its scatter.
ValidationLimits publishedLimits(const std::string& published) {
  const std::size_t sign = published.find(" ± ");
  double mean = 0.0;
  double scatter = 0.0;
  if (sign == std::string::npos) {
    return {};
  }
  std::from_chars(published.data(), published.data() + sign, mean);
  const std::string rest = published.substr(sign + std::string_view(" ± ").size());
  std::from_chars(rest.data(), rest.data() + rest.size(), scatter);
  return {mean - scatter, mean + scatter};
}

std::vector<double> meansOf(const Group& group, const TimeWindow& window, const Reading& reading) {
  std::vector<double> means;
  for (const ReductionRun* run : group) {
    means.push_back(over({run}, window, reading).mean);
  }
  return means;
}

ValidationRow flowRow(const ReductionStudy& study, const Group& group, std::string quantity, const char* unit) {
  ValidationRow row;
  row.part = "flows";
  row.system = study.system.name;
  row.way = group.front()->what.name();
  row.quantity = std::move(quantity);
  row.unit = unit;
  return row;
}

void addAngles(const ReductionStudy& study, const Group& group, std::vector<ValidationRow>& rows) {
  const TimeWindow& window = study.system.windows.back();
  for (std::size_t angle = 0; angle < study.system.angles.size(); ++angle) {
    ValidationRow row = flowRow(study, group, study.system.angles[angle] + ", " + window.name, "°");
    const bool isPublished =
        group.front()->isFull() && (group.front()->what.solver == "paper" || group.front()->what.solver == kReference);
    const std::string published = isPublished ? publishedAngle(study.system, publishedRow(*group.front())) : "";
    row.source = published.empty() ? "" : "published: " + published + "°";
    const ValidationLimits limits = publishedLimits(published);
    row.low = limits.low;
    row.high = limits.high;
    rows.push_back(measuredRow(row, meansOf(group, window, angleReading(angle))));
  }
}

/// Merges in a second and member.
double mergesAMemberAndSecond(const ReductionRun& run) {
  double members = 0.0;
  for (const ReductionSample& sample : run.samples) {
    members += sample.level * static_cast<double>(sample.particles) / static_cast<double>(run.samples.size());
  }
  const double time = run.samples.empty() ? 0.0 : run.samples.back().time - run.samples.front().time;
  return members > 0.0 && time > 0.0 ? static_cast<double>(run.counts.merges) / members / time : kNoValue;
}

void addMerging(const ReductionStudy& study, const Group& group, std::vector<ValidationRow>& rows) {
  const TimeWindow& window = study.system.measured;
  rows.push_back(
      measuredRow(flowRow(study, group, "reduction level h, " + window.name, "%"), meansOf(group, window, levelOf)));
  std::vector<double> swings;
  std::vector<double> merges;
  for (const ReductionRun* run : group) {
    swings.push_back(over({run}, window, levelOf).deviation);
    merges.push_back(mergesAMemberAndSecond(*run));
  }
  const bool isDrum = study.system.kind == ReductionSystem::Kind::drum;
  ValidationRow swing = flowRow(study, group, "standard deviation of h over time, " + window.name, "points");
  swing.source = isDrum ? "aim of the project" : "";
  swing.high = isDrum ? 3.0 : kNoValue;
  rows.push_back(measuredRow(swing, swings));
  ValidationRow merging = flowRow(study, group, "merges a second and member", "1/s");
  merging.source = swing.source;
  merging.high = isDrum ? 0.5 : kNoValue;
  rows.push_back(measuredRow(merging, merges));
}

/// Comparisons of merged runs with those in full from the same states.
void addComparisons(const ReductionStudy& study, const std::vector<Group>& groups, std::vector<ValidationRow>& rows) {
  for (const Comparison& comparison : comparisonsOf(study, groups)) {
    if (!comparison.isAsked() || comparison.run->front()->isFull()) {
      continue;
    }
    ValidationRow row = flowRow(study, *comparison.run, comparison.compared.name + ", merged less full", "");
    if (comparison.compared.asked != Asked::within) {
      row.quantity = comparison.compared.name;
    }
    row.source = comparison.full->front()->what.name() + ", same seeds";
    row.low = comparison.compared.asked == Asked::atMost ? kNoValue : comparison.compared.limit;
    row.high = comparison.compared.asked == Asked::atLeast ? kNoValue : comparison.compared.limit;
    row.low = comparison.compared.asked == Asked::within ? -comparison.compared.limit : row.low;
    row.mean = comparison.values.mean;
    row.seeds = static_cast<int>(comparison.values.count);
    const auto count = static_cast<double>(comparison.values.count);
    row.deviation = count > 1.0 ? comparison.values.deviation * std::sqrt(count / (count - 1.0)) : kNoValue;
    rows.push_back(row);
  }
}

}  // namespace

std::vector<ValidationRow> measureFlows(const ValidationSettings& settings) {
  std::vector<ValidationRow> rows;
  for (ReductionSystem& system : reductionSystems(false)) {
    if (system.fillMerged || (settings.isQuick && system.kind == ReductionSystem::Kind::conveyor)) {
      continue;
    }
    const ReductionStudy study = runFlow(std::move(system), settings);
    const std::vector<Group> groups = groupsOf(study);
    for (const Group& group : groups) {
      addAngles(study, group, rows);
      if (!group.front()->isFull()) {
        addMerging(study, group, rows);
      }
    }
    addComparisons(study, groups, rows);
  }
  return rows;
}

}  // namespace scree
