#include <fmt/format.h>

#include <algorithm>

#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/precision/precision_report.h"
#include "app/studies/warm_start_setups.h"
#include "engine/io/output_file.h"
#include "engine/settings/presets.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr int kConvergedSubsteps = 32;
constexpr double kUnheard = 0.05;  // simulated time in which no signal is heard [s]
constexpr int kRounds = 2;         // times that each case is timed; the least counts

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
  std::vector<PrecisionCase> cases;
  for (const PresetInfo& info : presetTable()) {
    PrecisionCase one{.name = std::string(info.name), .parameters = scene.world.parameters};
    applyPreset(one.parameters, info.preset);
    cases.push_back(std::move(one));
  }
  std::stable_sort(cases.begin(), cases.end(), [](const PrecisionCase& a, const PrecisionCase& b) {
    return (a.name == "fast") > (b.name == "fast");
  });
  if (!presetOf(scene.world.parameters)) {
    cases.push_back({.name = "the scene's", .parameters = scene.world.parameters});
  }
  for (const std::string& text : options.cases) {
    std::vector<SceneOverride> overrides = options.settings;
    std::ranges::copy(overridesOf(text), std::back_inserter(overrides));
    const std::optional<Scene> other = loadOrExplain(options.scene, overrides);
    if (!other) {
      return std::nullopt;
    }
    cases.push_back({.name = text, .parameters = other->world.parameters});
  }
  for (PrecisionCase& one : cases) {
    one.parameters.reduction.merging = Switch::off;
  }
  cases.push_back({.name = "scatter of the truth",
                   .parameters = convergedParameters(scene.world.parameters, 2 * kConvergedSubsteps)});
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

bool measure(const World& world, double time, PrecisionCase& one, const ShortRun& converged, int rounds) {
  std::optional<ShortRun> run;
  double seconds = 1e300;
  for (int round = 0; round < rounds; ++round) {
    run = shortRun(world, one.parameters, time, nullptr, nullptr);
    if (!run) {
      return false;
    }
    seconds = std::min(seconds, run->seconds / static_cast<double>(run->steps));
  }
  one.errors.push_back(solverError(world, converged, *run));
  one.errors.back().speeds.clear();
  one.seconds.push_back(seconds);
  one.substeps.push_back(run->substeps);
  return true;
}

/// Measures all cases from the world as it is. False if a run did not end; the reason was printed.
bool measureAll(const World& world, double time, PrecisionStudy& study) {
  const auto converged =
      shortRun(world, convergedParameters(world.parameters, kConvergedSubsteps), time, nullptr, nullptr);
  if (!converged) {
    return false;
  }
  for (PrecisionCase& one : study.cases) {
    const bool isLast = &one == &study.cases.back();
    if (!measure(world, time, one, *converged, isLast ? 1 : kRounds)) {
      return false;
    }
  }
  return true;
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
  watchSignals();
  const std::optional<Scene> scene = loadOrExplain(options.scene, options.settings);
  if (!scene) {
    return kBadScene;
  }
  auto cases = casesOf(options, *scene);
  if (!cases) {
    return kBadScene;
  }
  PrecisionStudy study{.scene = scene->name, .from = options.from, .time = options.time, .cases = std::move(*cases)};
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
      if (!measureAll(start, options.time, study)) {
        if (signalReceived() == 0) {
          print(stderr, "at {} s a grain left the world or became non-finite in a run; it was not measured\n",
                world.time);
        }
        break;
      }
      print(stderr, "measured from {:.3g} s, {} of {}\n", world.time, i + 1, options.starts);
    }
    // Cases cut short by a signal have fewer measurements than the first one.
    const std::size_t complete = study.cases.back().errors.size();
    for (PrecisionCase& one : study.cases) {
      one.errors.resize(complete);
      one.seconds.resize(complete);
      one.substeps.resize(complete);
    }
    if (complete > 0 && !options.folder.empty()) {
      writeAll(study, options.folder);
    }
    if (complete > 0) {
      print(stdout, "{}", markdownText("Errors and cost of solvers", "", {precisionSection(study)}));
    }
    return signalReceived() != 0 ? kSignalled + signalReceived() : complete > 0 ? kDone : kBadScene;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

}  // namespace scree
