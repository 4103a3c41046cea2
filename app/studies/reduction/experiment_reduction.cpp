#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/reduction/reduction_groups.h"
#include "app/studies/reduction/reduction_report.h"
#include "app/studies/reduction/reduction_solvers.h"
#include "app/studies/reduction/reduction_verdicts.h"
#include "engine/base/parallel.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr const char* kTitle = "Adaptive model reduction";
constexpr const char* kText =
    "Systems of Servin and Wang, Adaptive model reduction for nonsmooth discrete element simulation (2016), with the "
    "published values beside ours; nothing is tuned. Each system is filled once a seed with the preset fast, in full "
    "where nothing else is said; all runs branch from that state. Solvers are the presets, or have other sweeps: "
    "paper-500 is paper with 500, the reference for angles, and paper-500x4 has 500 in each of four substeps.";

bool names(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::vector<std::string> eachOnce(const std::vector<std::string>& list) {
  std::vector<std::string> once;
  std::copy_if(list.begin(), list.end(), std::back_inserter(once),
               [&once](const std::string& name) { return !names(once, name); });
  return once;
}

/// Parameters of the reduction for a preset with the settings of the options. Empty optional if the scene refuses a
/// setting; the errors are printed.
std::optional<ReductionParameters> limitsOf(const ReductionSystem& system, const ReductionPresetInfo& preset,
                                            const ReductionOptions& options) {
  if (options.reduction.empty() && options.settings.empty()) {
    Parameters parameters;
    applyPreset(parameters, preset.preset);
    return parameters.reduction;
  }
  std::vector<SceneOverride> overrides = system.overrides;
  overrides.push_back({"reduction.preset", std::string(preset.name)});
  overrides.insert(overrides.end(), options.reduction.begin(), options.reduction.end());
  const std::optional<Scene> scene = loadOrExplain(system.scene, overrides);
  return scene ? std::optional(scene->world.parameters.reduction) : std::nullopt;
}

/// Cases of a system in the order of their runs: runs in full, then runs with merging that are compared with them, then
/// the references, which take longest. Empty if the scene refuses a setting; the errors are printed.
std::vector<ReductionCase> casesOf(const ReductionSystem& system, const ReductionOptions& options) {
  std::vector<ReductionCase> cases;
  std::vector<ReductionCase> references;
  for (const std::string& name : eachOnce(options.against)) {
    if (const std::optional<ReductionCase> full = fullCase(name)) {
      (isReference(name) ? references : cases).push_back(*full);
    }
  }
  for (const std::string& solver : eachOnce(options.solvers)) {
    for (const ReductionPresetInfo& reduction : reductionPresetTable()) {
      if (!names(options.presets, reduction.name)) {
        continue;
      }
      const std::optional<ReductionParameters> limits = limitsOf(system, reduction, options);
      std::optional<ReductionCase> merged = fullCase(solver);
      if (!limits || !merged) {
        return {};
      }
      merged->reduction = reduction.preset;
      merged->reductionName = std::string(reduction.name);
      merged->limits = *limits;
      cases.push_back(*merged);
    }
  }
  cases.insert(cases.end(), references.begin(), references.end());
  return cases;
}

void report(const ReductionSystem& system, const ReductionRun& run) {
  if (!run.refusal.empty()) {
    print(stderr, "{}, seed {}, {}: left out: {}\n", system.name, run.seed, run.what.name(), run.refusal);
    return;
  }
  double level = 0.0;
  for (const ReductionSample& sample : run.samples) {
    level += sample.level / static_cast<double>(run.samples.size());
  }
  print(stderr, "{}, seed {}, {}: {:.1f} s, {:.2f} ms a step{}\n", system.name, run.seed, run.what.name(), run.wall,
        1e3 * run.wallPerStep(), run.isFull() ? "" : fmt::format(", h {:.0f} %", 100.0 * level));
}

std::vector<ReportSection> sectionsOf(const std::vector<ReductionStudy>& studies) {
  std::vector<ReportSection> sections = {verdictSection(studies)};
  std::transform(studies.begin(), studies.end(), std::back_inserter(sections), reductionSection);
  return sections;
}

/// Writes all results so far, so that an interrupted study does not lose them.
void writeAll(const std::vector<ReductionStudy>& studies, const ReductionOptions& options, const std::string& text) {
  const std::vector<ReportSection> sections = sectionsOf(studies);
  writeFileAtomically(options.folder / "reduction.csv", reductionCsv(studies));
  writeFileAtomically(options.folder / "reduction.html", htmlPage(kTitle, text, sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(options.folder / name, svgText(plot));
    }
  }
  for (const ReductionStudy& study : studies) {
    for (const ReductionRun& run : study.runs) {
      if (!run.samples.empty()) {
        writeFileAtomically(options.folder / reductionSeriesName(study, run), reductionSeries(study, run));
      }
    }
  }
}

/// Writes the decisions of a run once and then frees them: they are large, and the report does not need them.
void writeDecisions(const ReductionStudy& study, ReductionRun& run, const ReductionOptions& options) {
  if (!run.decisions.empty()) {
    writeFileAtomically(options.folder / ("decisions_" + reductionSeriesName(study, run)), shadowDecisions(study, run));
    run.decisions = {};
  }
}

/// Returns the requested studies without runs. Empty if a scene refuses a setting; the errors are printed.
std::vector<ReductionStudy> plannedStudies(const ReductionOptions& options) {
  std::vector<ReductionStudy> studies;
  for (ReductionSystem& system : reductionSystems(options.quick)) {
    if (!names(options.only, system.name)) {
      continue;
    }
    system.overrides.insert(system.overrides.end(), options.settings.begin(), options.settings.end());
    std::vector<ReductionCase> cases = casesOf(system, options);
    if (cases.empty()) {
      return {};
    }
    system.oracles = oracleSettings(system, cases);
    studies.push_back({.system = std::move(system), .cases = std::move(cases)});
  }
  return studies;
}

/// Text on seeds, threads and settings of the study, for the head of the report.
std::string circumstances(const ReductionOptions& options) {
  std::string text = options.seeds == 1
                         ? fmt::format(" Seed {}", options.firstSeed)
                         : fmt::format(" Seeds {} to {}", options.firstSeed, options.firstSeed + options.seeds - 1);
  text += fmt::format(", {} thread{}.", options.threads, options.threads == 1 ? "" : "s");
  const auto add = [&text](std::string_view whose, const std::vector<SceneOverride>& settings) {
    for (std::size_t i = 0; i < settings.size(); ++i) {
      text += fmt::format("{}{} = {}", i == 0 ? whose : ", ", settings[i].key, settings[i].value);
    }
    text += settings.empty() ? "" : ".";
  };
  add(" Set in all runs: ", options.settings);
  add(" Set in runs with merging, after their presets: ", options.reduction);
  return text + (options.quick ? " This is a quick run: fewer grains and shorter times." : "");
}

}  // namespace

int reductionExperiment(const ReductionOptions& options) {
  watchSignals();
  const std::string text = kText + circumstances(options);
  ThreadPool pool(options.threads);
  ThreadPool* threads = options.threads > 1 ? &pool : nullptr;
  std::vector<ReductionStudy> studies = plannedStudies(options);
  if (studies.empty()) {
    return kBadScene;
  }
  bool failed = false;
  try {
    checkWritable(options.folder / "reduction.csv");
    for (ReductionStudy& study : studies) {
      for (int seed = options.firstSeed; seed < options.firstSeed + options.seeds && signalReceived() == 0; ++seed) {
        const std::optional<World> start = fillSystem(study.system, seed, threads);
        failed = failed || (!start && signalReceived() == 0);
        for (const ReductionCase& what : study.cases) {
          if (!start || signalReceived() != 0) {
            break;
          }
          study.runs.push_back(runCase(study.system, *start, what, seed, threads));
          ReductionRun& run = study.runs.back();
          report(study.system, run);
          writeDecisions(study, run, options);
          // Other solvers need no twins: their runs in full are made for angles and times only.
          if (run.refusal.empty() && names(options.solvers, what.solver)) {
            run.twin = runTwin(study.system, *start, what);
          }
        }
        writeAll(studies, options, text);
      }
    }
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  print(stdout, "{}", markdownText(kTitle, text, sectionsOf(studies)));
  tellReport(options.folder / "reduction.html");
  if (signalReceived() != 0) {
    return kSignalled + signalReceived();
  }
  return failed ? kBadScene : kDone;
}

}  // namespace scree
