#include "app/studies/reduction/reduction_plots.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

namespace {

constexpr double kPlotInterval = 0.2;  // time over which points of curves are means [s]

/// Curve of a reading over time in the first run of a group.
SvgCurve curveOf(const std::string& name, const Group& group, const Reading& reading) {
  SvgCurve curve{.name = name};
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
      const std::size_t oracle = oracleIndexOf(study.system, group[0]->what);
      if (std::find(oracles.begin(), oracles.end(), oracle) == oracles.end()) {
        oracles.push_back(oracle);
      }
    }
  }
  const Group* full = fullGroup(groups, solver);
  for (const std::size_t oracle : oracles) {
    if (full != nullptr) {
      const OracleSetting& setting = study.system.oracles[oracle];
      plot.curves.push_back(curveOf("oracle " + nameOf(setting), *full, oracleReading(oracle)));
    }
  }
  return plot;
}

Plot valuePlot(const ReductionStudy& study, const std::vector<Group>& groups, const std::string& solver,
               const std::string& what, const Reading& reading) {
  Plot plot{.title = fmt::format("{}, {}: {}", study.system.name, solver, what), .xLabel = "time, s", .yLabel = what};
  for (const Group& group : groups) {
    const ReductionRun& run = *group[0];
    if (run.what.solver == solver || (run.isFull() && isReference(run.what.solver))) {
      plot.curves.push_back(curveOf(run.isFull() ? run.what.solver : run.what.reductionName, group, reading));
    }
  }
  return plot;
}

Plot twinPlot(const ReductionStudy& study, const std::vector<Group>& groups, const std::string& solver) {
  Plot plot{.title = fmt::format("{}, {}: how far twins are apart", study.system.name, solver),
            .xLabel = "time since the branch, s",
            .yLabel = "rms distance, d",
            .logY = true};
  for (const Group& group : groups) {
    const ReductionRun& run = *group[0];
    if (run.what.solver == solver && !run.twin.empty()) {
      SvgCurve curve{.name = run.isFull() ? "chaos" : run.what.reductionName};
      for (const TwinSample& sample : run.twin) {
        curve.points.emplace_back(sample.apart.time, sample.apart.rms / kDiameter);
      }
      plot.curves.push_back(curve);
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
    if (run.what.solver == solver || (run.isFull() && isReference(run.what.solver))) {
      SvgCurve curve{.name = run.isFull() ? run.what.solver : run.what.reductionName};
      for (const auto& [bin, share] : dischargeOf(group, study.system.measured).shares) {
        curve.points.emplace_back(1e3 * kDiameter * static_cast<double>(bin), share);
      }
      plot.curves.push_back(curve);
    }
  }
  return plot;
}

}  // namespace

std::vector<std::pair<std::string, Plot>> reductionPlots(const ReductionStudy& study,
                                                         const std::vector<Group>& groups) {
  std::vector<std::pair<std::string, Plot>> plots;
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
      plots.emplace_back(fmt::format("{}_{}_{}.svg", system.name, solver, kind), plot);
    };
    add("level", levelPlot(study, groups, solver));
    for (std::size_t angle = 0; angle < system.angles.size(); ++angle) {
      add(angle == 0 ? "angle" : "angle_2",
          valuePlot(study, groups, solver, system.angles[angle] + ", degrees", angleReading(angle)));
    }
    if (!system.drive.empty()) {
      add("drive", valuePlot(study, groups, solver, system.drive, [](const ReductionSample& s) { return s.drive; }));
    }
    add("twin", twinPlot(study, groups, solver));
    if (system.kind == ReductionSystem::Kind::conveyor) {
      add("discharge", dischargePlot(study, groups, solver));
    } else {
      add("potential", valuePlot(study, groups, solver, "potential energy, J",
                                 [](const ReductionSample& s) { return s.potential; }));
    }
  }
  return plots;
}

}  // namespace scree
