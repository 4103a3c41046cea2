#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/console/load.h"
#include "app/console/signals.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/warm_start/warm_start_parts.h"
#include "engine/step/step.h"

namespace scree {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kRest = 10.0;           // time of rest after the last particle [s]
constexpr double kMeasuredPile = 1.0;    // measured time at the end of the rest [s]
constexpr double kReferenceStep = 2e-3;  // time step of the reference [s], in eight substeps
constexpr double kPublishedHeight = 15.0;
constexpr double kPublishedCount = 3363.0;

/// Heights of a pile [diameters], means over the last second.
struct PileHeights {
  double top = kNone;     ///< height of the highest grains
  double byMass = kNone;  ///< four times the height of the centre of mass: height of the cone with that centre
};

struct PileRun {
  Solver solver;
  std::vector<PileHeights> seeds = {};

  Statistics top() const { return over(&PileHeights::top); }
  Statistics byMass() const { return over(&PileHeights::byMass); }

 private:
  Statistics over(double PileHeights::*reading) const {
    std::vector<double> values;
    for (const PileHeights& heights : seeds) {
      if (std::isfinite(heights.*reading)) {
        values.push_back(heights.*reading);
      }
    }
    return statisticsOf(values);
  }
};

std::optional<Scene> pileScene(int count, int seed) {
  const std::vector<SceneOverride> overrides = {{"emitters.source.count", std::to_string(count)},
                                                {"seed", std::to_string(seed)}};
  return loadOrExplain("pile", overrides);
}

double massHeight(const Particles& particles) {
  double sum = 0.0;
  double mass = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    sum += particles.mass[i] * particles.position[i].z();
    mass += particles.mass[i];
  }
  return mass > 0.0 ? sum / mass : 0.0;
}

/// Forms a pile and lets it rest; the heights are not finite after a signal.
PileHeights formPile(World world, const Parameters& solver, double timeStep) {
  setSolver(world.parameters, solver);
  world.parameters.timeStep = timeStep;
  StepData data;
  std::vector<double> top;
  std::vector<double> byMass;
  std::size_t seen = 0;
  double lastArrival = 0.0;
  const auto& source = world.emitters.at(0);
  double diameter = 0.0;
  while (source.emitted < source.limit || world.time < lastArrival + kRest) {
    if (signalReceived() != 0) {
      return {};
    }
    step(world, data);
    if (world.particles.size() != seen) {
      seen = world.particles.size();
      lastArrival = world.time;
      diameter = 2.0 * world.particles.radius[0];
    }
    if (source.emitted >= source.limit && world.time > lastArrival + kRest - kMeasuredPile) {
      top.push_back(measurePile(world.particles, 0.0).height / diameter);
      byMass.push_back(4.0 * massHeight(world.particles) / diameter);
    }
  }
  return {.top = statisticsOf(top).mean, .byMass = statisticsOf(byMass).mean};
}

std::vector<Setup> pileSetups() {
  return {coldSetup(), historySetup(0.85), modelSetup(), adaptiveSetup(), substepSetup()};
}

std::vector<PileRun> pileRuns(bool quick) {
  const std::vector<int> totals = quick ? std::vector{10, 40, 150} : std::vector{10, 20, 40, 80, 150};
  std::vector<PileRun> runs;
  for (const Setup& setup : pileSetups()) {
    for (const int total : totals) {
      if (setup.substeps == 1 || total <= 80) {
        runs.push_back({solverOf(setup, total)});
      }
    }
  }
  runs.push_back({solverOf(Preset::fast)});
  runs.push_back({solverOf(Preset::accurate)});
  return runs;
}

struct PileStudy {
  int count = 0;
  PileRun reference;
  std::vector<PileRun> runs = {};

  double error(const Statistics& height, const Statistics& expected) const {
    return height.count > 0 && expected.mean > 0.0 ? height.mean / expected.mean - 1.0 : kNone;
  }
  double topError(const PileRun& run) const { return error(run.top(), reference.top()); }
  double massError(const PileRun& run) const { return error(run.byMass(), reference.byMass()); }

  Needed needed(const std::string& setup, double tolerance, bool byMass) const {
    std::vector<ErrorPoint> curve;
    for (const PileRun& run : runs) {
      const double error = std::abs(byMass ? massError(run) : topError(run));
      if (run.solver.name == setup && std::isfinite(error)) {
        curve.push_back({static_cast<double>(run.solver.totalSweeps()), error});
      }
    }
    return neededSweeps(curve, tolerance);
  }
};

std::vector<Measurement> pileRows(const PileStudy& study) {
  std::vector<Measurement> rows;
  const std::string system = fmt::format("{} particles", study.count);
  const auto add = [&](const PileRun& run, const std::string& name, const std::string& published) {
    for (const PileHeights& seed : run.seeds) {
      if (std::isfinite(seed.top)) {
        rows.push_back({"pile", system + name, run.solver, {}, "height", seed.top, "d", published});
        rows.push_back({"pile", system + name, run.solver, {}, "height_by_mass", seed.byMass, "d"});
      }
    }
  };
  add(study.reference, " step 2 ms",
      study.count == static_cast<int>(kPublishedCount) ? fmt::format("{:g}", kPublishedHeight) : "");
  for (const PileRun& run : study.runs) {
    add(run, "", "");
  }
  return rows;
}

std::string heightText(const Statistics& height) {
  return height.count == 1 ? cell(height.mean, 2) : plusMinus(height, 2);
}

std::string heightsTable(const PileStudy& study) {
  std::string table = tableHead({"setup", "sweeps", "height/d", "error %", "by mass/d", "error %"});
  const auto row = [&](const std::string& name, const PileRun& run) {
    return tableRow({name, std::to_string(run.solver.totalSweeps()), heightText(run.top()),
                     cell(100.0 * study.topError(run), 1), heightText(run.byMass()),
                     cell(100.0 * study.massError(run), 1)});
  };
  table += row("reference: accurate, step 2 ms", study.reference);
  for (const PileRun& run : study.runs) {
    if (run.top().count > 0) {
      table += row(run.solver.name, run);
    }
  }
  return table + "\n";
}

std::string gainText(const Needed& cold, const Needed& warm) {
  return cold.known() && warm.known() ? fmt::format("{:.2f}", cold.sweeps / warm.sweeps) : "-";
}

std::string neededTable(const PileStudy& study) {
  std::string table = tableHead({"setup", "20 %", "10 %", "5 %", "by mass 20 %", "10 %", "5 %", "gain by mass 20 %",
                                 "10 %", "5 %", "published gain"});
  for (const Setup& setup : pileSetups()) {
    std::vector<std::string> cells = {setup.name};
    for (const bool byMass : {false, true}) {
      for (const double tolerance : {0.2, 0.1, 0.05}) {
        cells.push_back(study.needed(setup.name, tolerance, byMass).text());
      }
    }
    for (const double tolerance : {0.2, 0.1, 0.05}) {
      cells.push_back(gainText(study.needed("cold", tolerance, true), study.needed(setup.name, tolerance, true)));
    }
    cells.emplace_back(setup.name == "history 0.85" ? "about 2" : setup.name == "model" ? "about 1.2" : "");
    table += tableRow(cells);
  }
  return table + "\n";
}

/// Text on the remaining errors of each setup with most sweeps at the full step.
std::string leftOver(const PileStudy& study) {
  std::string text;
  for (const Setup& setup : pileSetups()) {
    const PileRun* most = nullptr;
    for (const PileRun& run : study.runs) {
      most = run.solver.name == setup.name && run.top().count > 0 ? &run : most;
    }
    if (most != nullptr) {
      text += fmt::format("{}{} {:+.1f} % ({:+.1f} % by mass) with {}", text.empty() ? "" : ", ", setup.name,
                          100.0 * study.topError(*most), 100.0 * study.massError(*most), most->solver.totalSweeps());
    }
  }
  return "- Left with the most sweeps tried at the step of 5 ms: " + text + ".\n";
}

std::string scatter(const PileStudy& study) {
  const Statistics top = study.reference.top();
  const Statistics byMass = study.reference.byMass();
  if (top.count < 2) {
    return "- One seed: how far the height scatters is not known.\n";
  }
  double largest = 0.0;
  for (const PileRun& run : study.runs) {
    largest = std::max(largest, run.top().deviation / top.mean);
  }
  return fmt::format(
      "- The height scatters between {} seeds by {:.1f} % in the reference and by up to {:.1f} % in the "
      "runs, by mass by {:.1f} % in the reference: differences below that decide nothing.\n",
      top.count, 100.0 * top.deviation / top.mean, 100.0 * largest, 100.0 * byMass.deviation / byMass.mean);
}

std::string pileReport(const PileStudy& study) {
  const Statistics reference = study.reference.top();
  const double scaled = kPublishedHeight * std::cbrt(study.count / kPublishedCount);
  return fmt::format(
             "## Pile\n\n{} particles of 13 mm from a source 3 d wide, 15 d above a plane, 200 a second; heights are "
             "means over the tenth second after the last particle came, and over {} seed{}. The height "
             "is that of the five highest grains; by mass it is four times that of the centre of mass, which a cone of "
             "that height would have. The presets paper and paper-warm are cold and history 0.85 with 150 sweeps.\n\n",
             study.count, reference.count, reference.count == 1 ? "" : "s, ± the deviation between them") +
         heightsTable(study) + "Sweeps per step from which on the height is within a tolerance of the reference:\n\n" +
         neededTable(study) +
         fmt::format(
             "- Reference: ours {:.2f} d (step 2 ms in 8 substeps of 12 sweeps, adaptive); the paper's is about 15 d "
             "for "
             "3363 particles (step 0.2 ms, 500 sweeps), which for {} particles in a pile of the same shape would be "
             "{:.1f} d: ours is {:.0f} % of that. An independent smooth DEM (LIGGGHTS 3.8) with these constants gives "
             "10.7 d for 3363 particles, 71 % of the published height; `ndem study repose` measures what moves "
             "the "
             "angle. The paper gives neither the rate of the source nor how the height was read.\n",
             reference.mean, study.count, scaled, 100.0 * reference.mean / scaled) +
         leftOver(study) + scatter(study) +
         "- The paper's variants without the warm start's velocity and with warm normals only, which it found worse, "
         "are "
         "not part of the solver.\n\n";
}

Plot pilePlot(const PileStudy& study, bool byMass) {
  Plot plot{.title = byMass ? "Pile: height by mass" : "Pile: height",
            .xLabel = "sweeps per step",
            .yLabel = "height / d",
            .logX = true};
  for (const Setup& setup : pileSetups()) {
    SvgCurve line{.name = setup.name};
    for (const PileRun& run : study.runs) {
      if (run.solver.name == setup.name && run.top().count > 0) {
        line.points.emplace_back(run.solver.totalSweeps(), byMass ? run.byMass().mean : run.top().mean);
      }
    }
    plot.curves.push_back(line);
  }
  SvgCurve reference{.name = "reference"};
  for (const double at : {10.0, 150.0}) {
    reference.points.emplace_back(at, byMass ? study.reference.byMass().mean : study.reference.top().mean);
  }
  plot.curves.push_back(reference);
  if (!byMass && study.count == static_cast<int>(kPublishedCount)) {
    plot.curves.push_back({"published", {{10.0, kPublishedHeight}, {150.0, kPublishedHeight}}});
  }
  return plot;
}

}  // namespace

PartResult pilePart(const WarmStartOptions& options) {
  PileStudy study{.count = options.quick ? std::min(options.pileParticles, 200) : options.pileParticles,
                  .reference = {solverOf(Preset::accurate)},
                  .runs = pileRuns(options.quick)};
  const int seeds = options.quick ? 1 : 3;
  std::vector<World> worlds;
  for (int seed = 1; seed <= seeds; ++seed) {
    const std::optional<Scene> scene = pileScene(study.count, seed);
    if (!scene) {
      return {.failed = true};
    }
    worlds.push_back(scene->world);
  }
  study.reference.seeds.resize(worlds.size());
  for (PileRun& run : study.runs) {
    run.seeds.resize(worlds.size());
  }
  runJobs((1 + study.runs.size()) * worlds.size(), options.jobs, [&](std::size_t i) {
    const std::size_t seed = i % worlds.size();
    const std::size_t at = i / worlds.size();
    PileRun& run = at == 0 ? study.reference : study.runs[at - 1];
    run.seeds[seed] =
        formPile(worlds[seed], run.solver.parameters, at == 0 ? kReferenceStep : worlds[seed].parameters.timeStep);
    return fmt::format("pile {} {} sweeps, seed {}", run.solver.name, run.solver.totalSweeps(), seed + 1);
  });
  PartResult result{.rows = pileRows(study), .report = pileReport(study)};
  result.plots.emplace_back("pile_height.svg", pilePlot(study, false));
  result.plots.emplace_back("pile_height_by_mass.svg", pilePlot(study, true));
  return result;
}

}  // namespace scree
