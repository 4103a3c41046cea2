#include "app/studies/reduction/reduction_tables.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/studies/experiment_parts.h"
#include "app/studies/reduction/reduction_costs.h"
#include "app/studies/reduction/reduction_differences.h"
#include "app/studies/reduction/reduction_errors.h"
#include "app/studies/reduction/reduction_layers.h"
#include "app/studies/reduction/reduction_twins.h"
#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

std::string shown(const Statistics& statistics, int digits) {
  return statistics.count == 0 ? "-" : plusMinus(statistics, digits);
}

/// Note on the split sensors of runs with paper-cs.
std::string sensorNote(const ReductionSystem& system) {
  if (system.sensors.empty()) {
    return "With paper-cs contacts alone split, there is no split sensor here.";
  }
  std::string note = "With paper-cs, as published, a split sensor is where grains begin to flow that nothing hits:";
  for (const SplitSensor& sensor : system.sensors) {
    const Vec3 half = halfExtentsOf(sensor.shape);
    const Vec3& centre = sensor.pose.position;
    note += fmt::format(" \"{}\", {:.0f} x {:.0f} x {:.0f} mm about ({:.0f}, {:.0f}, {:.0f}) mm;", sensor.name,
                        2e3 * half.x(), 2e3 * half.y(), 2e3 * half.z(), 1e3 * centre.x(), 1e3 * centre.y(),
                        1e3 * centre.z());
  }
  return note + " its place and size are ours.";
}

ReportTable angleTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  const ReductionSystem& system = study.system;
  ReportTable table{.title = "Angles and reduction level", .head = {"run", "published °"}};
  for (const std::string& angle : system.angles) {
    for (const TimeWindow& window : system.windows) {
      table.head.push_back(fmt::format("{} °, {}", angle, window.name));
    }
  }
  const bool hasPlug = system.kind == ReductionSystem::Kind::drum;
  if (hasPlug) {
    table.head.emplace_back("plug %");
  }
  if (!system.drive.empty()) {
    table.head.push_back(system.drive);
  }
  const bool hasBursts = std::isfinite(system.late);
  if (hasBursts) {
    table.head.push_back(fmt::format("late bursts a run, from {:g} s", system.late));
  }
  for (const char* head : {"h %", "published h %", "h of the oracle %", "h / oracle", "still %"}) {
    table.head.emplace_back(head);
  }
  for (const Group& group : groups) {
    const ReductionRun& run = *group[0];
    std::vector<std::string> row = {run.what.name(), publishedAngle(system, publishedRow(run))};
    for (std::size_t angle = 0; angle < system.angles.size(); ++angle) {
      for (const TimeWindow& window : system.windows) {
        row.push_back(shown(over(group, window, angleReading(angle)), 1));
      }
    }
    if (hasPlug) {
      row.push_back(
          shown(over(group, system.measured, [](const ReductionSample& s) { return 100.0 * s.reading.plug; }), 1));
    }
    if (!system.drive.empty()) {
      row.push_back(shown(over(group, system.measured, [](const ReductionSample& s) { return s.drive; }), 3));
    }
    if (hasBursts) {
      row.push_back(cell(meanOver(group, [](const ReductionRun& r) { return static_cast<double>(r.lateBursts); }), 1));
    }
    const double oracle = oracleLevel(groups, run, system, oracleReading);
    const double still = oracleLevel(groups, run, system, stillReading);
    const Statistics level = over(group, system.measured, levelOf);
    row.push_back(run.isFull() ? "" : shown(level, 1));
    row.push_back(run.isFull() ? "" : publishedLevel(system, publishedRow(run)));
    row.push_back(run.isFull() ? "" : cell(oracle, 1));
    row.push_back(run.isFull() ? "" : cell(level.mean / oracle, 2));
    row.push_back(run.isFull() ? "" : cell(still, 1));
    table.rows.push_back(row);
  }
  table.note = fmt::format(
      "± is the deviation over time and seeds. All but the angles over {}. The oracle has the merge limits and window "
      "of the run and sees the run in full with the same solver: more than 1 means that merging holds still what would "
      "move. Still is the share of the grains that the oracle finds at rest on a body. Published runs were solved as "
      "\"paper\". {}",
      system.measured.name, sensorNote(system));
  return table;
}

ReportTable oracleTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "What could be merged: levels of the oracle, %", .head = {"limits and window"}};
  std::vector<const Group*> full;
  for (const Group& group : groups) {
    if (group[0]->isFull()) {
      full.push_back(&group);
      table.head.push_back(group[0]->what.solver);
      table.head.emplace_back("still");
      table.head.emplace_back("adrift");
    }
  }
  const std::vector<OracleSetting>& settings = study.system.oracles;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    std::vector<std::string> row = {nameOf(settings[i])};
    for (const Group* group : full) {
      row.push_back(shown(over(*group, study.system.measured, oracleReading(i)), 1));
      row.push_back(shown(over(*group, study.system.measured, stillReading(i)), 1));
      row.push_back(shown(over(*group, study.system.measured, adriftReading(i)), 1));
    }
    table.rows.push_back(row);
  }
  table.note =
      "A grain counts as merged when contacts within the limits for so many steps in a row connect it with others or "
      "with a body; grains on a body count no unit, other connected parts one each. Still: grains on a body that move "
      "against it no faster than the limit itself; the others each slide a little on the next one, so that they go "
      "faster farther out, which merging with the body would stop. Adrift: the part of the level that is due to parts "
      "which nothing carries; aggregates that float take those of smallest_floating grains and more.";
  return table;
}

/// Splits of a run by sub-cause: "passing 120, impact 3".
std::string splitDetails(const Group& group) {
  std::string text;
  for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
    const double splits =
        meanOver(group, [cause](const ReductionRun& run) { return static_cast<double>(run.counts.splits[cause]); });
    if (splits > 0.0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kSplitCauses[cause].name, cell(splits, 0));
    }
  }
  return text;
}

ReportTable splitTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "Grains that merged and split, by cause, in a run", .head = {"run", "merged"}};
  for (std::size_t idea = 1; idea < kSplitIdeaCount; ++idea) {
    table.head.emplace_back(kSplitIdeaNames[idea]);
  }
  table.head.emplace_back("in detail");
  for (const Group& group : groups) {
    if (group[0]->isFull()) {
      continue;
    }
    std::vector<std::string> row = {
        group[0]->what.name(),
        cell(meanOver(group, [](const ReductionRun& run) { return static_cast<double>(run.counts.merges); }), 0)};
    for (std::size_t i = 1; i < kSplitIdeaCount; ++i) {
      const auto idea = static_cast<SplitIdea>(i);
      row.push_back(cell(
          meanOver(group, [idea](const ReductionRun& run) { return static_cast<double>(run.counts.splitsBy(idea)); }),
          0));
    }
    row.push_back(splitDetails(group));
    table.rows.push_back(row);
  }
  return table;
}

ReportTable energyTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "Energy at the end, J",
                    .head = {"run", "kinetic", "potential", "elastic", "grains", "troubles"}};
  for (const Group& group : groups) {
    const auto last = [&group](const Reading& reading) {
      return meanOver(group, [&reading](const ReductionRun& run) { return reading(run.samples.back()); });
    };
    table.rows.push_back(
        {group[0]->what.name(), fmt::format("{:.3g}", last([](const ReductionSample& s) { return s.kinetic; })),
         cell(last([](const ReductionSample& s) { return s.potential; }), 4),
         fmt::format("{:.3g}", last([](const ReductionSample& s) { return s.elastic; })),
         cell(last([](const ReductionSample& s) { return static_cast<double>(s.particles); }), 0),
         cell(meanOver(group, [](const ReductionRun& run) { return static_cast<double>(run.faults); }), 0)});
  }
  return table;
}

ReportTable shadowTable(const std::vector<Group>& groups) {
  ReportTable table{
      .title = "Sensors in shadow mode",
      .head = {"run", "sensor", "grains judged", "movers %", "recall at once", "recall in time", "false alarms"}};
  for (const Group& group : groups) {
    for (std::size_t sensor = 0; group[0]->isFull() && sensor < kShadowSensorCount; ++sensor) {
      ShadowScore sum;
      for (const ReductionRun* run : group) {
        const ShadowScore& score = run->shadow[sensor];
        sum.movers += score.movers;
        sum.resters += score.resters;
        sum.hits += score.hits;
        sum.timely += score.timely;
        sum.alarms += score.alarms;
      }
      const auto judged = static_cast<double>(sum.movers + sum.resters);
      const double share = judged > 0.0 ? 100.0 * static_cast<double>(sum.movers) / judged : kUnknown;
      table.rows.push_back({group[0]->what.name(), std::string(kShadowSensorNames[sensor]), cell(judged, 0),
                            cell(share, 2), cell(sum.recall(), 3), cell(sum.timelyRecall(), 3),
                            cell(sum.falseAlarms(), 3)});
    }
  }
  table.note =
      "Runs in full, in which the sensors only say whom they would split. Judged are grains that the oracle finds on a "
      "body with the merge limits and window of the preset local, every fourth step; movers go more than 0.05 d "
      "against "
      "what carries them within 0.1 s. At once: the sensor spoke in the step of the judgement; in time: then or before "
      "the grain had gone so far. False alarms are shares of those that did not move. Each decision is in the files "
      "decisions_*.csv.";
  return table;
}

ReportTable dischargeTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "Discharge",
                    .head = {"run", "flow kg/s", "centre mm", "width mm", fmt::format("distance to {}", kReference)}};
  const Group* reference = fullGroup(groups, kReference);
  for (const Group& group : groups) {
    const Discharge discharge = dischargeOf(group, study.system.measured);
    const Discharge other = reference == nullptr ? Discharge{} : dischargeOf(*reference, study.system.measured);
    table.rows.push_back({group[0]->what.name(), cell(discharge.flow, 3), cell(1e3 * discharge.centre, 1),
                          cell(1e3 * discharge.width, 1), cell(distance(discharge, other), 3)});
  }
  table.note =
      "Centre and standard deviation of the mass that reaches the sink, along the belt's width. Distance: the share of "
      "it that lies elsewhere than in the reference, in bins of one diameter. The paper finds the distributions of "
      "reduced and full runs very similar.";
  return table;
}

}  // namespace

std::vector<ReportTable> reductionTables(const ReductionStudy& study, const std::vector<Group>& groups) {
  const std::vector<Comparison> comparisons = comparisonsOf(study, groups);
  std::vector<ReportTable> tables = {angleTable(study, groups)};
  if (std::optional<ReportTable> errors = errorTable(groups, comparisons)) {
    tables.push_back(std::move(*errors));
  }
  tables.push_back(differenceTable(comparisons));
  if (study.system.kind == ReductionSystem::Kind::drum) {
    tables.push_back(layerTable(study, groups));
  }
  tables.push_back(oracleTable(study, groups));
  for (ReportTable& table : costTables(groups)) {
    tables.push_back(std::move(table));
  }
  for (ReportTable& table :
       std::array{splitTable(groups), shadowTable(groups), energyTable(groups), twinTable(study, groups)}) {
    tables.push_back(std::move(table));
  }
  if (study.system.kind == ReductionSystem::Kind::conveyor) {
    tables.push_back(dischargeTable(study, groups));
  }
  return tables;
}

}  // namespace scree
