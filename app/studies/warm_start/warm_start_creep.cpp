#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/warm_start/warm_start_parts.h"
#include "app/studies/warm_start/warm_start_timing.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"

namespace scree {

namespace {

// Scene with pellets of METHOD.md 16.2 in a box.
constexpr std::string_view kBed = R"(
scree: 1
name: Bed
description: Pellets settle in a box.
duration: 1 s
time_step: 5 ms
seed: 1
materials:
  ore: {density: 3700 kg/m3}
default_pair:
  {restitution: 0.18, friction: 0.91, rolling_resistance: 0.32, stiffness: 3 kN/m, damping_time: 1 ms}
bodies:
  box:
    position: [0, 0, 400 mm]
    shapes:
      - container: {size: [160 mm, 160 mm, 800 mm], open: ["+z"], material: ore}
particles:
  - fill:
      region:
        box: {lower: [-79 mm, -79 mm, 1 mm], upper: [79 mm, 79 mm, 779 mm]}
      count: 2400
      sizes:
        list: {diameters: [13 mm, 10 mm]}
      spacing: 1.02
      material: ore
bounds: {lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 2 m]}
)";

constexpr double kTilt = 0.3;  // tilt of gravity [rad]: a slope of 17 degrees that friction and rolling resistance hold
constexpr double kRun = 1.0;   // simulated time of a run [s]
constexpr double kMeasured = 0.5;  // measured time at the end of a run [s]

struct Rest {
  std::string name;
  World world;
};

struct CreepRun {
  Solver solver;
  double rmsSpeed = std::numeric_limits<double>::quiet_NaN();  ///< rms speed of the grains [m/s]
  double sink = 0.0;                                           ///< lowering of the mean height over the run [diameters]
  double fewFastest = 0.0;      ///< share of the fastest hundredth of the grains in the squared speeds [%]
  SweepResidual residual = {};  ///< residual of the last sweep of the last step
};

std::optional<World> settledBed(bool quick, bool sloped) {
  std::vector<SceneOverride> overrides;
  if (quick) {
    overrides.push_back({"particles.0.fill.count", "800"});
  }
  const SceneResult result = loadSceneText(kBed, "bed", overrides);
  for (const SceneError& error : result.errors) {
    print(stderr, "{}\n", error.text());
  }
  if (!result.scene) {
    return std::nullopt;
  }
  World world = result.scene->world;
  setSolver(world.parameters, presetParameters(Preset::accurate));
  StepData data;
  const double gravity = world.parameters.gravity.norm();
  for (int i = 0; i < 600 && signalReceived() == 0; ++i) {
    if (sloped && i == 300) {
      world.parameters.gravity = gravity * Vec3(std::sin(kTilt), 0.0, -std::cos(kTilt));
    }
    step(world, data);
  }
  return world;
}

double meanSquareSpeed(const World& world) {
  double sum = 0.0;
  for (const Vec3& v : world.particles.velocity) {
    sum += v.squaredNorm();
  }
  return sum / static_cast<double>(world.particles.size());
}

double shareOfFewFastest(const World& world) {
  std::vector<double> squares;
  double sum = 0.0;
  for (const Vec3& v : world.particles.velocity) {
    squares.push_back(v.squaredNorm());
    sum += squares.back();
  }
  std::sort(squares.begin(), squares.end(), std::greater<>());
  const auto few = static_cast<std::ptrdiff_t>(squares.size() / 100);
  return sum > 0.0 ? std::accumulate(squares.begin(), squares.begin() + few, 0.0) / sum : 0.0;
}

double meanHeight(const World& world) {
  double sum = 0.0;
  for (const Vec3& x : world.particles.position) {
    sum += x.z();
  }
  return sum / static_cast<double>(world.particles.size());
}

void measureCreep(World world, CreepRun& run) {
  setSolver(world.parameters, run.solver.parameters);
  StepData data;
  const double before = meanHeight(world);
  const auto steps = static_cast<int>(std::lround(kRun / world.parameters.timeStep));
  const auto measured = static_cast<int>(std::lround(kMeasured / world.parameters.timeStep));
  double sum = 0.0;
  for (int i = 0; i < steps; ++i) {
    if (signalReceived() != 0) {
      return;
    }
    step(world, data);
    sum += i >= steps - measured ? meanSquareSpeed(world) / measured : 0.0;
  }
  run.rmsSpeed = std::sqrt(sum);
  run.sink = (before - meanHeight(world)) / 0.013;
  run.fewFastest = 100.0 * shareOfFewFastest(world);
  run.residual = data.report.residuals.empty() ? SweepResidual{} : data.report.residuals.back();
}

std::vector<CreepRun> creepRuns(bool quick) {
  const std::vector<int> totals = quick ? std::vector{25, 100, 150} : std::vector{25, 50, 100, 150, 500};
  std::vector<CreepRun> runs;
  for (const Setup& setup :
       {coldSetup(), historySetup(0.85), historySetup(1.0), adaptiveSetup(), nncgSetup(WarmStart::off)}) {
    for (const int total : totals) {
      const bool tooLong = setup.method == Method::nncg && total > (quick ? 25 : 100);
      if (!tooLong) {
        runs.push_back({solverOf(setup, total)});
      }
    }
  }
  runs.push_back({solverOf(Preset::fast)});
  runs.push_back({solverOf(Preset::accurate)});
  return runs;
}

const CreepRun* find(const std::vector<CreepRun>& runs, const std::string& name, int total) {
  for (const CreepRun& run : runs) {
    if (run.solver.name == name && run.solver.totalSweeps() == total && std::isfinite(run.rmsSpeed)) {
      return &run;
    }
  }
  return nullptr;
}

std::vector<Measurement> creepRows(const std::vector<CreepRun>& runs, const std::string& system) {
  std::vector<Measurement> rows;
  for (const CreepRun& run : runs) {
    if (!std::isfinite(run.rmsSpeed)) {
      continue;
    }
    rows.push_back({"creep", system, run.solver, {}, "rms_speed", run.rmsSpeed, "m/s", "0"});
    rows.push_back({"creep", system, run.solver, {}, "squares_of_fastest_1%", run.fewFastest, "%"});
    rows.push_back({"creep", system, run.solver, {}, "sink_in_1_s", run.sink, "d", "0"});
    for (std::size_t kind = 0; kind < 3; ++kind) {
      rows.push_back({"creep",
                      system,
                      run.solver,
                      {},
                      fmt::format("residual_{}", kRowKindNames[kind]),
                      run.residual.rms[kind],
                      "m/s"});
    }
  }
  return rows;
}

std::string creepTable(const std::vector<CreepRun>& runs) {
  std::string table = tableHead({"setup", "sweeps", "rms speed m/s", "of it the fastest 1 %, %", "sinks in 1 s, d",
                                 "residual normal m/s", "tangential", "rolling"});
  for (const CreepRun& run : runs) {
    if (std::isfinite(run.rmsSpeed)) {
      table += tableRow({run.solver.name, std::to_string(run.solver.totalSweeps()), fmt::format("{:.2e}", run.rmsSpeed),
                         cell(run.fewFastest, 0), fmt::format("{:+.5f}", run.sink),
                         fmt::format("{:.2e}", run.residual.rms[0]), fmt::format("{:.2e}", run.residual.rms[1]),
                         fmt::format("{:.2e}", run.residual.rms[2])});
    }
  }
  return table + "\n";
}

std::string residualLine(const std::vector<CreepRun>& runs, const std::string& system) {
  const CreepRun* cold = find(runs, "cold", 100);
  const CreepRun* warm = find(runs, "history 0.85", 100);
  if (cold == nullptr || warm == nullptr) {
    return "";
  }
  std::string kinds;
  for (std::size_t kind = 0; kind < 3; ++kind) {
    kinds += fmt::format("{}{} {:.1f}", kind == 0 ? "" : ", ", kRowKindNames[kind],
                         cold->residual.rms[kind] / warm->residual.rms[kind]);
  }
  return fmt::format(
      "- {}: with 100 sweeps the residual is smaller with history than cold by the factors {} (published "
      "for a resting pile: about 5 throughout, and more in friction and rolling than in the normal rows).\n",
      system, kinds);
}

std::string creepLine(const std::vector<CreepRun>& runs, const std::string& system) {
  const CreepRun* paper = find(runs, "cold", 150);
  const CreepRun* warm = find(runs, "history 0.85", 150);
  const Solver preset = solverOf(Preset::fast);
  const CreepRun* fast = find(runs, preset.name, preset.totalSweeps());
  if (paper == nullptr || warm == nullptr || fast == nullptr) {
    return "";
  }
  return fmt::format(
      "- {}: against 150 cold sweeps ({:.1e} m/s) history 0.85 creeps {:.1f} times slower with as many, "
      "fast {:.1e} times slower with {}.\n",
      system, paper->rmsSpeed, paper->rmsSpeed / warm->rmsSpeed, paper->rmsSpeed / fast->rmsSpeed,
      preset.totalSweeps());
}

Plot creepPlot(const std::vector<CreepRun>& runs, const std::string& system) {
  Plot plot{
      .title = "Creep: " + system, .xLabel = "sweeps per step", .yLabel = "rms speed, m/s", .logX = true, .logY = true};
  for (const CreepRun& run : runs) {
    if (plot.curves.empty() || plot.curves.back().name != run.solver.name) {
      plot.curves.push_back({run.solver.name});
    }
    plot.curves.back().points.emplace_back(run.solver.totalSweeps(), run.rmsSpeed);
  }
  return plot;
}

constexpr const char* kCreepHead =
    "## Creep\n\nPellets settled in a box with the preset accurate, at rest and as a slope (gravity turned by 0.3 rad, "
    "which "
    "friction and rolling resistance hold); then each setup goes on for 1 s. The speed is the root mean square over "
    "particles and the last half second. The exact answer is 0; the paper reports that cold piles melt but gives no "
    "speeds. Where the fastest hundredth of the grains has most of the squared speeds, the speed tells of single "
    "grains that roll on top and not of the bed; the sinking tells of the bed. Residuals are those of the last sweep. "
    "The presets paper and paper-warm are cold and history 0.85 with 150 sweeps.\n\n";

}  // namespace

PartResult creepPart(const WarmStartOptions& options) {
  PartResult result{.report = kCreepHead};
  for (const bool sloped : {false, true}) {
    const std::string system = sloped ? "slope" : "bed at rest";
    std::optional<World> settled;
    runJobs(1, 1, [&](std::size_t) {
      settled = settledBed(options.quick, sloped);
      return system + " settles";
    });
    if (!settled) {
      result.failed = signalReceived() == 0;
      return result;
    }
    std::vector<CreepRun> runs = creepRuns(options.quick);
    runJobs(runs.size(), options.jobs, [&](std::size_t i) {
      measureCreep(*settled, runs[i]);
      return fmt::format("{}: {} {} sweeps", system, runs[i].solver.name, runs[i].solver.totalSweeps());
    });
    const std::vector<PresetTime> times = timePresets(*settled, 15, 3);
    for (const std::vector<Measurement>& rows : {creepRows(runs, system), timeRows("creep", system, times)}) {
      result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    }
    result.report +=
        fmt::format("### {} ({} particles)\n\n", sloped ? "Slope" : "Bed at rest", settled->particles.size()) +
        creepTable(runs) + creepLine(runs, system) + residualLine(runs, system) +
        "\nProcessor time of a step, one thread, least of several rounds in turn:\n\n" + timeTable(times);
    result.plots.emplace_back(sloped ? "creep_slope.svg" : "creep_bed.svg", creepPlot(runs, system));
  }
  return result;
}

}  // namespace scree
