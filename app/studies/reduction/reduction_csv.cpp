#include <fmt/format.h>

#include <cmath>

#include "app/studies/reduction/reduction_groups.h"
#include "app/studies/reduction/reduction_report.h"

namespace scree {

namespace {

/// Writes the CSV rows of one run.
class CsvRows {
 public:
  CsvRows(const ReductionStudy& study, const ReductionRun& run, std::string& text)
      : prefix_(fmt::format("{},{},{},{}", study.system.name, run.seed, run.what.solver, run.what.reductionName)),
        text_(text) {}

  void add(const std::string& quantity, double value, const std::string& unit, double deviation = kUnknown,
           const std::string& published = {}) {
    if (std::isfinite(value)) {
      text_ += fmt::format("{},{},{:.8g},{},{},{}\n", prefix_, quantity, value,
                           std::isfinite(deviation) ? fmt::format("{:.6g}", deviation) : "", unit, published);
    }
  }
  void add(const std::string& quantity, const Statistics& value, const std::string& unit,
           const std::string& published = {}) {
    if (value.count > 0) {
      add(quantity, value.mean, unit, value.deviation, published);
    }
  }

 private:
  std::string prefix_;
  std::string& text_;
};

std::string underscored(std::string text) {
  for (char& c : text) {
    c = c == ' ' || c == ',' ? '_' : c;
  }
  return text;
}

void addMeans(const ReductionStudy& study, const ReductionRun& run, const std::vector<Group>& groups, CsvRows& rows) {
  const ReductionSystem& system = study.system;
  const Group alone = {&run};
  for (std::size_t angle = 0; angle < system.angles.size(); ++angle) {
    for (const TimeWindow& window : system.windows) {
      rows.add(fmt::format("angle_{}_{}", underscored(system.angles[angle]), underscored(window.name)),
               over(alone, window, angleReading(angle)), "deg", publishedAngle(system, publishedRow(run)));
    }
  }
  rows.add("plug", over(alone, system.measured, [](const ReductionSample& s) { return s.reading.plug; }), "");
  const bool torque = system.kind == ReductionSystem::Kind::drum;
  rows.add(torque ? "drum_torque" : "belt_force",
           over(alone, system.measured, [](const ReductionSample& s) { return s.drive; }), torque ? "N m" : "N");
  if (std::isfinite(system.late)) {
    rows.add("late_bursts", static_cast<double>(run.lateBursts), "");
  }
  if (run.isFull()) {
    for (std::size_t i = 0; i < system.oracles.size(); ++i) {
      const std::string column = columnOf(system.oracles[i]);
      rows.add("oracle_" + column, over(alone, system.measured, oracleReading(i)), "%");
      rows.add("still_" + column, over(alone, system.measured, stillReading(i)), "%");
      rows.add("adrift_" + column, over(alone, system.measured, adriftReading(i)), "%");
    }
  } else {
    const Statistics level = over(alone, system.measured, levelOf);
    rows.add("reduction_level", level, "%", publishedLevel(system, publishedRow(run)));
    rows.add("reduction_level_over_oracle", level.mean / oracleLevel(groups, run, system), "");
  }
}

void addShadow(const ReductionRun& run, CsvRows& rows) {
  for (std::size_t i = 0; run.isFull() && i < kShadowSensorCount; ++i) {
    const std::string name = "shadow_" + std::string(kShadowSensorNames[i]);
    rows.add(name + "_recall", run.shadow[i].recall(), "");
    rows.add(name + "_recall_in_time", run.shadow[i].timelyRecall(), "");
    rows.add(name + "_false_alarms", run.shadow[i].falseAlarms(), "");
  }
}

void addTwin(const ReductionSystem& system, const ReductionRun& run, CsvRows& rows) {
  if (!run.twin.empty()) {
    const TwinReading& last = run.twin.back().apart;
    for (std::size_t angle = 0; angle < system.angles.size(); ++angle) {
      rows.add("twin_" + underscored(system.angles[angle]) + "_at_end", run.twin.back().angles[angle], "degrees");
    }
    rows.add("twin_rms_at_end", last.rms, "m");
    rows.add("twin_largest_at_end", last.largest, "m");
    rows.add("twin_centre_up_at_end", last.centre.z(), "m");
    rows.add("twin_potential_at_end", last.potential, "J");
    rows.add("twin_kinetic_at_end", last.kinetic, "J");
    rows.add("twin_left_at_end", static_cast<double>(last.left), "");
  }
}

void addCostRows(const ReductionRun& run, CsvRows& rows) {
  rows.add("wall_per_step", 1e3 * run.wallPerStep(), "ms");
  rows.add("processor_per_step", 1e3 * run.processorPerStep(), "ms");
  rows.add("wall_per_step_median", 1e3 * run.wallMedian, "ms");
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    rows.add("wall_" + std::string(kStageNames[stage]),
             1e3 * run.stages.seconds[stage] / static_cast<double>(run.steps), "ms");
  }
  if (!run.isFull()) {
    rows.add("merges", static_cast<double>(run.counts.merges), "");
    for (std::size_t i = 1; i < kSplitIdeaCount; ++i) {
      const std::string name = "splits_" + std::string(kSplitIdeaNames[i]);
      const auto idea = static_cast<SplitIdea>(i);
      rows.add(name, static_cast<double>(run.counts.splitsBy(idea)), "");
      for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
        if (kSplitCauses[cause].idea == idea) {
          rows.add(fmt::format("{}: {}", name, kSplitCauses[cause].name), static_cast<double>(run.counts.splits[cause]),
                   "");
        }
      }
    }
  }
}

}  // namespace

std::string reductionCsv(const std::vector<ReductionStudy>& studies) {
  std::string text = "system,seed,solver,reduction,quantity,value,deviation,unit,published\n";
  for (const ReductionStudy& study : studies) {
    const std::vector<Group> groups = groupsOf(study);
    for (const ReductionRun& run : study.runs) {
      if (run.samples.empty()) {
        continue;
      }
      CsvRows rows(study, run, text);
      addMeans(study, run, groups, rows);
      addShadow(run, rows);
      addTwin(study.system, run, rows);
      addCostRows(run, rows);
      const ReductionSample& last = run.samples.back();
      rows.add("kinetic_energy_at_end", last.kinetic, "J");
      rows.add("potential_energy_at_end", last.potential, "J");
      rows.add("elastic_energy_at_end", last.elastic, "J");
      if (study.system.kind == ReductionSystem::Kind::conveyor) {
        const Discharge discharge = dischargeOf({&run}, study.system.measured);
        rows.add("discharge_flow", discharge.flow, "kg/s");
        rows.add("discharge_centre", discharge.centre, "m", discharge.width);
        for (const auto& [bin, share] : discharge.shares) {
          rows.add(fmt::format("discharge_share_at_{:.1f}mm", 1e3 * kDiameter * static_cast<double>(bin)), share, "");
        }
      }
    }
  }
  return text;
}

std::string reductionSeries(const ReductionStudy& study, const ReductionRun& run) {
  std::string text = "time_s,particles,level";
  if (run.isFull()) {
    for (const char* share : {"oracle", "still"}) {
      for (const OracleSetting& setting : study.system.oracles) {
        text += fmt::format(",{}_{}", share, columnOf(setting));
      }
    }
  }
  for (const std::string& angle : study.system.angles) {
    text += "," + underscored(angle) + "_deg";
  }
  text += ",plug,drive,kinetic_J,potential_J,elastic_J\n";
  const auto number = [](double value) { return std::isfinite(value) ? fmt::format("{:.8g}", value) : ""; };
  for (const ReductionSample& sample : run.samples) {
    text += fmt::format("{:.6g},{},{:.6g}", sample.time, sample.particles, sample.level);
    for (const std::vector<double>* list : {&sample.oracle, &sample.still}) {
      for (const double share : *list) {
        text += fmt::format(",{:.6g}", share);
      }
    }
    for (std::size_t angle = 0; angle < study.system.angles.size(); ++angle) {
      text += "," + number(sample.reading.angles[angle]);
    }
    for (const double value : {sample.reading.plug, sample.drive, sample.kinetic, sample.potential, sample.elastic}) {
      text += "," + number(value);
    }
    text += "\n";
  }
  return text;
}

std::string reductionSeriesName(const ReductionStudy& study, const ReductionRun& run) {
  return underscored(fmt::format("{}_{}_{}_{}", study.system.name, run.what.solver, run.what.reductionName, run.seed)) +
         ".csv";
}

std::string shadowDecisions(const ReductionStudy& study, const ReductionRun& run) {
  std::string text = "time_s,particle,moved";
  for (const std::string_view sensor : kShadowSensorNames) {
    text += fmt::format(",{0}_at_once,{0}_in_time", sensor);
  }
  text += "\n";
  for (const ShadowDecision& decision : run.decisions) {
    text += fmt::format("{:.6g},{},{:d}", decision.time - study.system.zero, decision.id, decision.moved);
    for (std::size_t sensor = 0; sensor < kShadowSensorCount; ++sensor) {
      text += fmt::format(",{:d},{:d}", decision.atOnce[sensor], decision.inTime[sensor]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace scree
