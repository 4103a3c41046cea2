#include "app/cli/reduction_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "app/cli/experiment_parts.h"
#include "app/cli/warm_start_table.h"

namespace scree {

namespace {

using Reading = std::function<double(const ReductionSample&)>;
/// Runs of one case, by seed.
using Group = std::vector<const ReductionRun*>;

constexpr double kPlotInterval = 0.2;  // s: curves are means over as much
constexpr double kLateralBin = 0.013;  // m
constexpr const char* kReference = "paper 500";

std::vector<Group> groupsOf(const ReductionStudy& study) {
  std::vector<Group> groups;
  for (const ReductionRun& run : study.runs) {
    if (run.samples.empty()) {
      continue;
    }
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& group) { return group[0]->what.name() == run.what.name(); });
    if (known == groups.end()) {
      groups.push_back({&run});
    } else {
      known->push_back(&run);
    }
  }
  return groups;
}

const Group* fullGroup(const std::vector<Group>& groups, const std::string& solver) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
    return group[0]->isFull() && group[0]->what.solver == solver;
  });
  return found == groups.end() ? nullptr : &*found;
}

Statistics over(const Group& group, const TimeWindow& window, const Reading& reading) {
  std::vector<double> values;
  for (const ReductionRun* run : group) {
    for (const ReductionSample& sample : run->samples) {
      const double value = reading(sample);
      // Sample times are sums of steps.
      if (sample.time > window.from - 1e-6 && sample.time < window.to + 1e-6 && std::isfinite(value)) {
        values.push_back(value);
      }
    }
  }
  return statisticsOf(values);
}

std::string shown(const Statistics& statistics, int digits) {
  return statistics.count == 0 ? "-" : plusMinus(statistics, digits);
}

double levelOf(const ReductionSample& sample) { return 100.0 * sample.level; }

Reading oracleReading(std::size_t setting) {
  return [setting](const ReductionSample& sample) {
    return setting < sample.oracle.size() ? 100.0 * sample.oracle[setting] : kUnknown;
  };
}

Reading angleReading(std::size_t angle) {
  return [angle](const ReductionSample& sample) { return sample.reading.angles[angle]; };
}

/// The oracle's level for the limits of a reduced run, from the run in full with the same solver; not finite without
/// it.
double oracleLevel(const std::vector<Group>& groups, const ReductionRun& run, const TimeWindow& window) {
  const Group* full = fullGroup(groups, run.what.solver);
  if (run.isFull() || full == nullptr) {
    return kUnknown;
  }
  const Statistics level = over(*full, window, oracleReading(oracleIndexOf(*run.what.reduction)));
  return level.count == 0 ? kUnknown : level.mean;
}

/// The row of the published table that a run stands beside; paper R solved with 150 sweeps and 500.
std::string publishedRow(const ReductionRun& run) {
  if (!run.isFull()) {
    return run.what.reductionName;
  }
  return run.what.solver == kReference ? "reference" : run.what.solver == "paper" ? "full" : "";
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
  for (const char* head : {"h %", "published h %", "h of the oracle %", "h / oracle"}) {
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
    const double oracle = oracleLevel(groups, run, system.measured);
    const Statistics level = over(group, system.measured, levelOf);
    row.push_back(run.isFull() ? "" : shown(level, 1));
    row.push_back(run.isFull() ? "" : publishedLevel(system, publishedRow(run)));
    row.push_back(run.isFull() ? "" : cell(oracle, 1));
    row.push_back(run.isFull() ? "" : cell(level.mean / oracle, 2));
    table.rows.push_back(row);
  }
  table.note = fmt::format(
      "± is the deviation over time and seeds. All but the angles over {}. The oracle has the merge limits and window "
      "of the run and sees the run in full with the same solver: more than 1 means that merging holds still what would "
      "move. Published runs were solved as \"paper\".",
      system.measured.name);
  return table;
}

ReportTable oracleTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "What could be merged: levels of the oracle, %", .head = {"limits and window"}};
  std::vector<const Group*> full;
  for (const Group& group : groups) {
    if (group[0]->isFull()) {
      full.push_back(&group);
      table.head.push_back(group[0]->what.solver);
    }
  }
  const std::vector<OracleSetting> settings = oracleSettings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    std::vector<std::string> row = {nameOf(settings[i])};
    for (const Group* group : full) {
      row.push_back(shown(over(*group, study.system.measured, oracleReading(i)), 1));
    }
    table.rows.push_back(row);
  }
  table.note =
      "A grain counts as merged when contacts within the limits for so many steps in a row connect it with others or "
      "with a body; grains on a body count no unit, other connected parts one each.";
  return table;
}

double meanOver(const Group& group, const std::function<double(const ReductionRun&)>& value) {
  double sum = 0.0;
  for (const ReductionRun* run : group) {
    sum += value(*run);
  }
  return sum / static_cast<double>(group.size());
}

double wallOf(const Group& group) {
  return meanOver(group, [](const ReductionRun& run) { return run.wallPerStep(); });
}

ReportTable wallTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "Wall time", .head = {"run", "ms a step", "median ms"}};
  std::vector<const Group*> full;
  for (const Group& group : groups) {
    if (group[0]->isFull()) {
      full.push_back(&group);
      table.head.push_back("times faster than " + group[0]->what.solver);
    }
  }
  table.head.emplace_back("(1 - h)^(-4/3)");
  for (const Group& group : groups) {
    const double wall = wallOf(group);
    std::vector<std::string> row = {
        group[0]->what.name(), cell(1e3 * wall, 2),
        cell(1e3 * meanOver(group, [](const ReductionRun& run) { return run.wallMedian; }), 2)};
    for (const Group* other : full) {
      row.push_back(cell(wallOf(*other) / wall, 2));
    }
    const double level = over(group, study.system.measured, levelOf).mean / 100.0;
    row.push_back(group[0]->isFull() ? "" : cell(std::pow(1.0 - level, -4.0 / 3.0), 1));
    table.rows.push_back(row);
  }
  table.note =
      "Runs take turns, none beside another; only steps are timed, not what is measured between them. The last column "
      "is "
      "what the paper expects without overhead, against the same solver in full with as many sweeps as the size asks "
      "for.";
  return table;
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
      const double time = 1e3 * meanOver(group, [stage](const ReductionRun& run) {
                            return run.stages.seconds[stage] / static_cast<double>(run.steps);
                          });
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

ReportTable splitTable(const std::vector<Group>& groups) {
  ReportTable table{.title = "Grains that merged and split, by cause, in a run", .head = {"run", "merged"}};
  for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
    table.head.emplace_back(kSplitCauseNames[cause]);
  }
  for (const Group& group : groups) {
    if (group[0]->isFull()) {
      continue;
    }
    std::vector<std::string> row = {
        group[0]->what.name(),
        cell(meanOver(group, [](const ReductionRun& run) { return static_cast<double>(run.counts.merges); }), 0)};
    for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
      row.push_back(cell(
          meanOver(group, [cause](const ReductionRun& run) { return static_cast<double>(run.counts.splits[cause]); }),
          0));
    }
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
         cell(meanOver(group, [](const ReductionRun& run) { return static_cast<double>(run.troubles); }), 0)});
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
      "the grain had gone so far. False alarms are shares of those that did not move.";
  return table;
}

/// Shares of the mass that arrived, by place across the belt; and where its centre is.
struct Discharge {
  std::map<long, double> shares;  ///< by bin
  double centre = kUnknown;       ///< m
  double width = kUnknown;        ///< m, standard deviation
  double flow = 0.0;              ///< kg/s
};

Discharge dischargeOf(const Group& group, const TimeWindow& window) {
  Discharge discharge;
  double mass = 0.0;
  double first = 0.0;
  double second = 0.0;
  for (const ReductionRun* run : group) {
    for (const Arrival& arrival : run->arrivals) {
      if (arrival.time >= window.from && arrival.time <= window.to) {
        discharge.shares[std::lround(arrival.lateral / kLateralBin)] += arrival.mass;
        mass += arrival.mass;
        first += arrival.mass * arrival.lateral;
        second += arrival.mass * arrival.lateral * arrival.lateral;
      }
    }
  }
  if (mass > 0.0) {
    for (auto& [bin, share] : discharge.shares) {
      share /= mass;
    }
    discharge.centre = first / mass;
    discharge.width = std::sqrt(std::max(0.0, second / mass - discharge.centre * discharge.centre));
    discharge.flow = mass / (window.to - window.from) / static_cast<double>(group.size());
  }
  return discharge;
}

/// Half the sum of differences: 0 for equal distributions, 1 for ones that have no place in common.
double distance(const Discharge& a, const Discharge& b) {
  std::map<long, double> differences = a.shares;
  for (const auto& [bin, share] : b.shares) {
    differences[bin] -= share;
  }
  double sum = 0.0;
  for (const auto& [bin, difference] : differences) {
    sum += 0.5 * std::abs(difference);
  }
  return a.shares.empty() || b.shares.empty() ? kUnknown : sum;
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

/// A group's first run over time.
PlotCurve curveOf(const std::string& name, const Group& group, const Reading& reading) {
  PlotCurve curve{.name = name};
  const std::vector<ReductionSample>& samples = group[0]->samples;
  for (std::size_t from = 0; from < samples.size();) {
    const double end = samples[from].time + kPlotInterval - 1e-6;
    double time = 0.0;
    double sum = 0.0;
    std::size_t to = from;
    for (; to < samples.size() && samples[to].time < end; ++to) {
      time += samples[to].time;
      sum += reading(samples[to]);
    }
    const auto count = static_cast<double>(to - from);
    curve.points.emplace_back(time / count, sum / count);
    from = to;
  }
  return curve;
}

Plot levelPlot(const ReductionStudy& study, const std::vector<Group>& groups, const std::string& solver) {
  Plot plot{.title = fmt::format("{}, {}: reduction level", study.system.name, solver),
            .xLabel = "time, s",
            .yLabel = "h, %"};
  std::vector<std::size_t> oracles;
  for (const Group& group : groups) {
    if (!group[0]->isFull() && group[0]->what.solver == solver) {
      plot.curves.push_back(curveOf(group[0]->what.reductionName, group, levelOf));
      const std::size_t oracle = oracleIndexOf(*group[0]->what.reduction);
      if (std::find(oracles.begin(), oracles.end(), oracle) == oracles.end()) {
        oracles.push_back(oracle);
      }
    }
  }
  const Group* full = fullGroup(groups, solver);
  for (const std::size_t oracle : oracles) {
    if (full != nullptr) {
      const OracleSetting& setting = oracleSettings()[oracle];
      plot.curves.push_back(curveOf(fmt::format("oracle {:g} mm/s, {}", 1e3 * setting.tangential, setting.window),
                                    *full, oracleReading(oracle)));
    }
  }
  return plot;
}

Plot valuePlot(const ReductionStudy& study, const std::vector<Group>& groups, const std::string& solver,
               const std::string& what, const Reading& reading) {
  Plot plot{.title = fmt::format("{}, {}: {}", study.system.name, solver, what), .xLabel = "time, s", .yLabel = what};
  for (const Group& group : groups) {
    const ReductionRun& run = *group[0];
    if (run.what.solver == solver || (run.isFull() && run.what.solver == kReference)) {
      plot.curves.push_back(curveOf(run.isFull() ? run.what.solver : run.what.reductionName, group, reading));
    }
  }
  return plot;
}

Plot dischargePlot(const ReductionStudy& study, const std::vector<Group>& groups, const std::string& solver) {
  Plot plot{.title = fmt::format("{}, {}: discharge", study.system.name, solver),
            .xLabel = "place across the belt, mm",
            .yLabel = "share of the mass in a diameter"};
  for (const Group& group : groups) {
    const ReductionRun& run = *group[0];
    if (run.what.solver == solver || (run.isFull() && run.what.solver == kReference)) {
      PlotCurve curve{.name = run.isFull() ? run.what.solver : run.what.reductionName};
      for (const auto& [bin, share] : dischargeOf(group, study.system.measured).shares) {
        curve.points.emplace_back(1e3 * kLateralBin * static_cast<double>(bin), share);
      }
      plot.curves.push_back(curve);
    }
  }
  return plot;
}

void addPlots(const ReductionStudy& study, const std::vector<Group>& groups, ReportSection& section) {
  std::vector<std::string> solvers;
  for (const Group& group : groups) {
    const std::string& solver = group[0]->what.solver;
    if (!group[0]->isFull() && std::find(solvers.begin(), solvers.end(), solver) == solvers.end()) {
      solvers.push_back(solver);
    }
  }
  const ReductionSystem& system = study.system;
  for (const std::string& solver : solvers) {
    const auto add = [&](const std::string& kind, const Plot& plot) {
      section.plots.emplace_back(fmt::format("{}_{}_{}.svg", system.name, solver, kind), plot);
    };
    add("level", levelPlot(study, groups, solver));
    for (std::size_t angle = 0; angle < system.angles.size(); ++angle) {
      add(angle == 0 ? "angle" : "angle_2",
          valuePlot(study, groups, solver, system.angles[angle] + ", degrees", angleReading(angle)));
    }
    if (!system.drive.empty()) {
      add("drive", valuePlot(study, groups, solver, system.drive, [](const ReductionSample& s) { return s.drive; }));
    }
    if (system.kind == ReductionSystem::Kind::conveyor) {
      add("discharge", dischargePlot(study, groups, solver));
    } else {
      add("potential", valuePlot(study, groups, solver, "potential energy, J",
                                 [](const ReductionSample& s) { return s.potential; }));
    }
  }
}

}  // namespace

ReportSection reductionSection(const ReductionStudy& study) {
  ReportSection section{.title = study.system.name, .text = study.system.text};
  for (const ReductionRun& run : study.runs) {
    if (!run.refusal.empty()) {
      section.text += fmt::format(" Left out: {}, seed {}: {}.", run.what.name(), run.seed, run.refusal);
    } else if (!run.isFull() && !run.samples.empty() && run.counts.merges == 0) {
      section.text += fmt::format(" {}, seed {}: nothing merged.", run.what.name(), run.seed);
    }
  }
  const std::vector<Group> groups = groupsOf(study);
  section.tables = {angleTable(study, groups), oracleTable(study, groups), wallTable(study, groups), stageTable(groups),
                    splitTable(groups),        shadowTable(groups),        energyTable(groups)};
  if (study.system.kind == ReductionSystem::Kind::conveyor) {
    section.tables.push_back(dischargeTable(study, groups));
  }
  addPlots(study, groups, section);
  return section;
}

namespace {

/// Collects the rows of one run.
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
  if (run.isFull()) {
    const std::vector<OracleSetting> settings = oracleSettings();
    for (std::size_t i = 0; i < settings.size(); ++i) {
      rows.add(fmt::format("oracle_{:g}mm/s_{:g}rad/s_{}", 1e3 * settings[i].tangential, settings[i].rolling,
                           settings[i].window),
               over(alone, system.measured, oracleReading(i)), "%");
    }
  } else {
    const Statistics level = over(alone, system.measured, levelOf);
    rows.add("reduction_level", level, "%", publishedLevel(system, publishedRow(run)));
    rows.add("reduction_level_over_oracle", level.mean / oracleLevel(groups, run, system.measured), "");
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

void addCosts(const ReductionRun& run, CsvRows& rows) {
  rows.add("wall_per_step", 1e3 * run.wallPerStep(), "ms");
  rows.add("wall_per_step_median", 1e3 * run.wallMedian, "ms");
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    rows.add("wall_" + std::string(kStageNames[stage]),
             1e3 * run.stages.seconds[stage] / static_cast<double>(run.steps), "ms");
  }
  if (!run.isFull()) {
    rows.add("merges", static_cast<double>(run.counts.merges), "");
    for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
      rows.add("splits_" + std::string(kSplitCauseNames[cause]), static_cast<double>(run.counts.splits[cause]), "");
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
      addCosts(run, rows);
      const ReductionSample& last = run.samples.back();
      rows.add("kinetic_energy_at_end", last.kinetic, "J");
      rows.add("potential_energy_at_end", last.potential, "J");
      rows.add("elastic_energy_at_end", last.elastic, "J");
      if (study.system.kind == ReductionSystem::Kind::conveyor) {
        const Discharge discharge = dischargeOf({&run}, study.system.measured);
        rows.add("discharge_flow", discharge.flow, "kg/s");
        rows.add("discharge_centre", discharge.centre, "m", discharge.width);
        for (const auto& [bin, share] : discharge.shares) {
          rows.add(fmt::format("discharge_share_at_{:.1f}mm", 1e3 * kLateralBin * static_cast<double>(bin)), share, "");
        }
      }
    }
  }
  return text;
}

std::string reductionSeries(const ReductionStudy& study, const ReductionRun& run) {
  std::string text = "time_s,particles,level";
  if (run.isFull()) {
    for (const OracleSetting& setting : oracleSettings()) {
      text += fmt::format(",oracle_{:g}mm/s_{:g}rad/s_{}", 1e3 * setting.tangential, setting.rolling, setting.window);
    }
  }
  for (const std::string& angle : study.system.angles) {
    text += "," + underscored(angle) + "_deg";
  }
  text += ",plug,drive,kinetic_J,potential_J,elastic_J\n";
  const auto number = [](double value) { return std::isfinite(value) ? fmt::format("{:.8g}", value) : ""; };
  for (const ReductionSample& sample : run.samples) {
    text += fmt::format("{:.6g},{},{:.6g}", sample.time, sample.particles, sample.level);
    for (const double level : sample.oracle) {
      text += fmt::format(",{:.6g}", level);
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

}  // namespace scree
