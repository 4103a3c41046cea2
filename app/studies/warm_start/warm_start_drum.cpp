#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/console/load.h"
#include "app/console/signals.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/warm_start/warm_start_parts.h"
#include "app/studies/warm_start/warm_start_timing.h"
#include "engine/step/step.h"

namespace scree {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

struct DrumTimes {
  double start = 8.0;    ///< time of the common start with the preset accurate [s]: two radians
  double settle = 3.0;   ///< time of a run before the measurement [s]
  double measure = 2.0;  ///< measured time [s], as in paper W
};

struct DrumRun {
  Solver solver;
  Statistics plug = {};     ///< share of the particles in the plug [%]
  Statistics byMass = {};   ///< angle by mass [degrees]
  Statistics surface = {};  ///< angle by surface [degrees]
  double overlap = 0.0;     ///< mean overlap over diameter <δ/d> [%]

  bool done() const { return plug.count > 0; }
};

std::optional<Scene> drumScene(bool quick) {
  std::vector<SceneOverride> overrides = {{"bodies.drum.motion.0.rotate.speed", "0.25 rad/s"},
                                          {"default_pair.stiffness", "hertz"}};
  for (const char* material : {"materials.ore.", "materials.glass."}) {
    overrides.push_back({std::string(material) + "youngs_modulus", "6 MPa"});
    overrides.push_back({std::string(material) + "poisson_ratio", "0.25"});
  }
  if (quick) {
    overrides.push_back({"bodies.drum.shapes.0.hollow_cylinder.length", "39 mm"});
    overrides.push_back({"particles.0.fill.region.cylinder.length", "39 mm"});
    overrides.push_back({"particles.0.fill.count", "2084"});
  }
  return loadOrExplain("drum", overrides);
}

bool stepFor(World& world, StepData& data, double seconds, const std::function<void()>& afterStep = {}) {
  const auto count = static_cast<int>(std::lround(seconds / world.parameters.timeStep));
  for (int i = 0; i < count; ++i) {
    if (signalReceived() != 0) {
      return false;
    }
    step(world, data);
    if (afterStep) {
      afterStep();
    }
  }
  return true;
}

void measureDrum(World world, const DrumTimes& times, DrumRun& run) {
  setSolver(world.parameters, run.solver.parameters);
  StepData data;
  const DrumFrame frame = drumFrameOf(world);
  const double speed = drumSpeedOf(world);
  std::vector<double> plug;
  std::vector<double> byMass;
  std::vector<double> surface;
  std::vector<double> overlap;
  const bool complete = stepFor(world, data, times.settle) && stepFor(world, data, times.measure, [&] {
                          plug.push_back(100.0 * plugFraction(world.particles, frame, speed));
                          byMass.push_back(kDegrees * drumAngleByMass(world.particles, frame));
                          surface.push_back(kDegrees * drumAngleBySurface(world.particles, frame));
                          overlap.push_back(100.0 * data.report.meanOverlap);
                        });
  if (complete) {
    run.plug = statisticsOf(plug);
    run.byMass = statisticsOf(byMass);
    run.surface = statisticsOf(surface);
    run.overlap = statisticsOf(overlap).mean;
  }
}

std::vector<Setup> drumSetups() { return {coldSetup(), historySetup(0.85)}; }

/// Planned runs of the drum. The presets paper and paper-warm are left out: they equal 150 sweeps cold and with
/// history.
std::vector<DrumRun> drumRuns(bool quick) {
  const std::vector<int> totals = quick ? std::vector{10, 50, 150} : std::vector{10, 25, 50, 150, 500};
  std::vector<DrumRun> runs;
  for (const Setup& setup : drumSetups()) {
    for (const int total : totals) {
      runs.push_back({solverOf(setup, total)});
    }
  }
  runs.push_back({solverOf(Preset::fast)});
  runs.push_back({solverOf(Preset::accurate)});
  return runs;
}

std::string publishedPlug(const Solver& solver) {
  return solver.name == "cold" && solver.totalSweeps() == 500 ? "58 ± 5" : "";
}

std::string publishedAngle(const Solver& solver) {
  const bool most = solver.totalSweeps() == 500;
  return most && solver.name == "cold" ? "48" : most && solver.name == "history 0.85" ? "50" : "";
}

std::vector<Measurement> drumRows(const std::vector<DrumRun>& runs, const std::string& system) {
  std::vector<Measurement> rows;
  for (const DrumRun& run : runs) {
    if (!run.done()) {
      continue;
    }
    const auto add = [&](const std::string& quantity, double value, const std::string& unit,
                         const std::string& published = "") {
      rows.push_back({"drum", system, run.solver, {}, quantity, value, unit, published});
    };
    add("plug", run.plug.mean, "%", publishedPlug(run.solver));
    add("plug_deviation", run.plug.deviation, "%");
    add("angle_by_mass", run.byMass.mean, "deg", publishedAngle(run.solver));
    add("angle_by_mass_deviation", run.byMass.deviation, "deg");
    add("angle_by_surface", run.surface.mean, "deg");
    add("mean_overlap", run.overlap, "%");
  }
  return rows;
}

std::string drumTable(const std::vector<DrumRun>& runs) {
  std::string table = tableHead({"setup", "sweeps", "plug %", "published", "angle by mass, degrees", "published",
                                 "angle of the surface", "mean overlap %"});
  for (const DrumRun& run : runs) {
    if (run.done()) {
      table += tableRow({run.solver.name, std::to_string(run.solver.totalSweeps()), plusMinus(run.plug),
                         publishedPlug(run.solver), plusMinus(run.byMass), publishedAngle(run.solver),
                         plusMinus(run.surface), cell(run.overlap, 3)});
    }
  }
  return table + "\n";
}

const DrumRun* mostSweeps(const std::vector<DrumRun>& runs, const std::string& setup) {
  const DrumRun* most = nullptr;
  for (const DrumRun& run : runs) {
    if (run.done() && run.solver.name == setup &&
        (most == nullptr || run.solver.totalSweeps() > most->solver.totalSweeps())) {
      most = &run;
    }
  }
  return most;
}

/// Number of sweeps that a tolerance needs, against the value of the same setup with most sweeps, as in the published
/// curves. The run with most sweeps is not a point of the curve.
Needed neededFor(const std::vector<DrumRun>& runs, const std::string& setup, bool angle, double tolerance) {
  const DrumRun* most = mostSweeps(runs, setup);
  std::vector<ErrorPoint> curve;
  for (const DrumRun& run : runs) {
    if (run.done() && run.solver.name == setup && &run != most) {
      const double error = angle ? run.byMass.mean / most->byMass.mean - 1.0 : 0.01 * (most->plug.mean - run.plug.mean);
      curve.push_back({static_cast<double>(run.solver.totalSweeps()), std::abs(error)});
    }
  }
  return neededSweeps(curve, tolerance);
}

std::string neededLine(const std::vector<DrumRun>& runs, const char* what, bool angle, double tolerance) {
  const Needed cold = neededFor(runs, "cold", angle, tolerance);
  const Needed warm = neededFor(runs, "history 0.85", angle, tolerance);
  const std::string gain =
      cold.known() && warm.known() ? fmt::format("{:.1f} times fewer", cold.sweeps / warm.sweeps) : "no ratio";
  return fmt::format(
      "- {} within {:g} % of its own value with the most sweeps: {} sweeps cold, {} with history, {} "
      "(published: about 3 times at 5 %).\n",
      what, 100.0 * tolerance, cold.text(), warm.text(), gain);
}

std::string differences(const std::vector<DrumRun>& runs) {
  const DrumRun* cold = mostSweeps(runs, "cold");
  const DrumRun* warm = mostSweeps(runs, "history 0.85");
  const DrumRun* accurate = mostSweeps(runs, "accurate");
  if (cold == nullptr || warm == nullptr || accurate == nullptr) {
    return "";
  }
  return fmt::format(
      "- With {} sweeps the plug is {:.1f} % (published 58 ± 5 %) and the angle {:.1f}° cold and {:.1f}° with history "
      "(published 48° and 50°): history differs from cold by {:+.1f}°, the pulsation is ±{:.1f}°.\n"
      "- The line through the surface is at {:.1f}°, {:+.1f}° from the direction of the centre of mass: how the angle "
      "is "
      "read off matters as much.\n"
      "- Smaller substeps (accurate) give {:.1f} % and {:.1f}°, with {:.0f} % of the overlap that cold has.\n",
      cold->solver.totalSweeps(), cold->plug.mean, cold->byMass.mean, warm->byMass.mean,
      warm->byMass.mean - cold->byMass.mean, cold->byMass.deviation, cold->surface.mean,
      cold->surface.mean - cold->byMass.mean, accurate->plug.mean, accurate->byMass.mean,
      100.0 * accurate->overlap / cold->overlap);
}

std::string drumReport(const std::vector<DrumRun>& runs, const DrumTimes& times, std::size_t particles,
                       const std::vector<PresetTime>& presetTimes) {
  return fmt::format(
             "## Drum, 0.25 rad/s\n\n{} particles of 13 and 10 mm, half of each by number (the paper does not give the "
             "shares). All runs start from one state, {:g} s turned with the preset accurate; each then has {:g} s to "
             "settle and is measured over {:g} s, ± the deviation in time. Plug: speed relative to the drum's "
             "rotation up to 0.15 R Ω. The presets paper and paper-warm are cold and history 0.85 with 150 sweeps. By "
             "mass: direction of the centre of mass from the axis.\n\n",
             particles, times.start, times.settle, times.measure) +
         drumTable(runs) + neededLine(runs, "Plug", false, 0.05) + neededLine(runs, "Plug", false, 0.02) +
         neededLine(runs, "Angle", true, 0.05) + neededLine(runs, "Angle", true, 0.02) + differences(runs) +
         "- Constants are those of the paper's table 1 (Hertz, E = 6 MPa, ν = 0.25 assumed). It does not describe the "
         "end "
         "walls; here they are without friction.\n\n"
         "Processor time of a step of this flow, one thread, least of several rounds in turn:\n\n" +
         timeTable(presetTimes);
}

/// Lines of the published values over the range of sweeps.
std::vector<SvgCurve> publishedCurves(bool angle) {
  const auto level = [](const std::string& name, double value) {
    return SvgCurve{name, {{10.0, value}, {500.0, value}}};
  };
  if (!angle) {
    return {level("published, 500 sweeps", 58.0)};
  }
  return {level("published, 500 cold", 48.0), level("published, 500 history", 50.0)};
}

Plot drumPlot(const std::vector<DrumRun>& runs, bool angle) {
  Plot plot{.title = angle ? "Drum: angle by mass" : "Drum: plug",
            .xLabel = "sweeps per step",
            .yLabel = angle ? "degrees" : "% of particles",
            .logX = true};
  for (const DrumRun& run : runs) {
    if (plot.curves.empty() || plot.curves.back().name != run.solver.name) {
      plot.curves.push_back({run.solver.name});
    }
    if (run.done()) {
      plot.curves.back().points.emplace_back(run.solver.totalSweeps(), angle ? run.byMass.mean : run.plug.mean);
    }
  }
  for (const SvgCurve& published : publishedCurves(angle)) {
    plot.curves.push_back(published);
  }
  return plot;
}

}  // namespace

PartResult drumPart(const WarmStartOptions& options) {
  const std::optional<Scene> scene = drumScene(options.quick);
  if (!scene) {
    return {.failed = true};
  }
  const DrumTimes times = options.quick ? DrumTimes{.start = 4.0, .settle = 1.0, .measure = 1.0} : DrumTimes{};
  World world = scene->world;
  setSolver(world.parameters, presetParameters(Preset::accurate));
  runJobs(1, 1, [&](std::size_t) {
    StepData data;
    stepFor(world, data, times.start);
    return std::string("drum, common start");
  });
  std::vector<DrumRun> runs = drumRuns(options.quick);
  runJobs(runs.size(), options.jobs, [&](std::size_t i) {
    measureDrum(world, times, runs[i]);
    return fmt::format("drum {} {} sweeps", runs[i].solver.name, runs[i].solver.totalSweeps());
  });
  const std::vector<PresetTime> presetTimes = timePresets(world, 15, 3);
  const std::string system = fmt::format("{} particles", world.particles.size());
  PartResult result{.rows = drumRows(runs, system),
                    .report = drumReport(runs, times, world.particles.size(), presetTimes)};
  const std::vector<Measurement> timeMeasurements = timeRows("drum", system, presetTimes);
  result.rows.insert(result.rows.end(), timeMeasurements.begin(), timeMeasurements.end());
  result.plots.emplace_back("drum_plug.svg", drumPlot(runs, false));
  result.plots.emplace_back("drum_angle.svg", drumPlot(runs, true));
  return result;
}

}  // namespace scree
