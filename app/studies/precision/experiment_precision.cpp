#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/precision/precision_report.h"
#include "app/studies/warm_start_setups.h"
#include "engine/io/output_file.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kUnheard = 0.05;  // simulated time in which no signal is heard [s]

/// Settings "a=1,b=2" of --case as overrides of solver keys.
std::vector<SceneOverride> overridesOf(const std::string& text) {
  std::vector<SceneOverride> overrides;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string one = text.substr(begin, end - begin);
    const std::size_t equals = std::min(one.find('='), one.size());
    overrides.push_back({"solver." + one.substr(0, equals), one.substr(std::min(equals + 1, one.size()))});
    begin = end + 1;
  }
  return overrides;
}

/// The presets and the cases asked for. Nothing if one does not load; its errors were printed.
std::optional<std::vector<PrecisionCase>> casesOf(const PrecisionOptions& options, const Scene& scene) {
  std::vector<PrecisionCase> cases = presetCases(scene.world.parameters, "the scene's");
  for (const std::string& text : options.cases) {
    std::vector<SceneOverride> overrides = options.settings;
    std::ranges::copy(overridesOf(text), std::back_inserter(overrides));
    const std::optional<Scene> other = loadOrExplain(options.scene, overrides);
    if (!other) {
      return std::nullopt;
    }
    cases.push_back({.name = text, .parameters = other->world.parameters});
  }
  return cases;
}

/// Steps the world up to a time. False after a signal.
bool goOn(World& world, double time) {
  while (world.time < time - 1e-9 * world.parameters.timeStep) {
    if (signalReceived() != 0) {
      return false;
    }
    stepUpTo(world, std::min(time, world.time + kUnheard));
  }
  return true;
}

/// Adds a point to each case of the study, measured from the world as it is. False after a signal, or if a run did not
/// end: then nothing was added.
bool measureOnce(const World& world, const PrecisionPlan& plan, PrecisionStudy& study) {
  std::vector<PrecisionPoint> points;
  std::atomic<int> interrupt = 0;
  const PrecisionWatch watch{
      .interrupt = &interrupt,
      .progressed =
          [&](double, std::string_view) {
            if (signalReceived() != 0) {
              interrupt = 1;
            }
          },
      .measured =
          [&](std::size_t, std::optional<PrecisionPoint> point) {
            if (point) {
              points.push_back(std::move(*point));
            } else {
              interrupt = 1;
            }
          },
  };
  if (!measurePrecision(world, plan, watch) || points.size() != study.cases.size()) {
    return false;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    study.cases[i].points.push_back(std::move(points[i]));
  }
  return true;
}

/// The cases of a plan without points, and the scatter of the truth.
std::vector<StudiedCase> studied(const PrecisionPlan& plan) {
  std::vector<StudiedCase> cases;
  for (const PrecisionCase& one : plan.cases) {
    cases.push_back({.name = one.name});
  }
  cases.push_back({.name = std::string(kScatterOfTruth)});
  return cases;
}

void writeAll(const PrecisionStudy& study, const std::filesystem::path& folder) {
  const ReportSection section = precisionSection(study);
  writeFileAtomically(folder / "precision.csv", precisionCsv(study));
  writeFileAtomically(folder / "precision.html", htmlPage("Errors and cost of solvers", "", {section}));
  for (const auto& [name, plot] : section.plots) {
    writeFileAtomically(folder / name, svgText(plot));
  }
}

}  // namespace

int precisionExperiment(const PrecisionOptions& options) {
  if (std::ranges::find(options.cases, "") != options.cases.end()) {
    print(stderr, "--case is empty: write settings, such as --case sweeps=16,substeps=2\n");
    return kUsage;
  }
  watchSignals();
  const std::optional<Scene> scene = loadOrExplain(options.scene, options.settings);
  if (!scene) {
    return kBadScene;
  }
  const auto cases = casesOf(options, *scene);
  if (!cases) {
    return kBadScene;
  }
  const PrecisionPlan plan{.time = options.time, .cases = *cases};
  PrecisionStudy study{.scene = scene->name, .from = options.from, .time = options.time, .cases = studied(plan)};
  try {
    if (!options.folder.empty()) {
      checkWritable(options.folder / "precision.csv");
    }
    World world = scene->world;
    for (int i = 0; i < options.starts; ++i) {
      if (!goOn(world, options.from + i * options.time)) {
        break;
      }
      World start = world;
      placeMembers(start);
      study.particles = start.particles.size();
      if (!measureOnce(start, plan, study)) {
        if (signalReceived() == 0) {
          print(stderr, "at {} s a grain left the world or became non-finite in a run; it was not measured\n",
                world.time);
        }
        break;
      }
      print(stderr, "measured from {:.3g} s, {} of {}\n", world.time, i + 1, options.starts);
    }
    const bool isMeasured = !study.cases.back().points.empty();
    if (isMeasured && !options.folder.empty()) {
      writeAll(study, options.folder);
    }
    if (isMeasured) {
      print(stdout, "{}", markdownText("Errors and cost of solvers", "", {precisionSection(study)}));
      if (!options.folder.empty()) {
        tellReport(options.folder / "precision.html");
      }
    }
    if (signalReceived() != 0) {
      print(stderr, "interrupted: {} of {} measurements are complete\n", study.cases.back().points.size(),
            options.starts);
      return kSignalled + signalReceived();
    }
    return isMeasured ? kDone : kBadScene;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

}  // namespace scree
