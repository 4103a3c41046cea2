#include "app/studies/reduction/reduction_solvers.h"

#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"
#include "engine/settings/presets.h"

namespace scree {

namespace {

std::vector<std::string> namesOf(const auto& table) {
  std::vector<std::string> names;
  for (const auto& info : table) {
    names.emplace_back(info.name);
  }
  return names;
}

/// Sorts the values of --set into those for all runs and those for runs with merging. Throws CLI::ValidationError for
/// solvers, presets and seeds, which have their own options, and for merging, which the study switches itself.
void setReduction(const std::vector<SceneOverride>& settings, ReductionOptions& options) {
  for (const SceneOverride& setting : settings) {
    const auto isIn = [&setting](std::string_view section) { return setting.key.rfind(section, 0) == 0; };
    if (isIn("solver.") || setting.key == "seed" || setting.key == "reduction.preset" ||
        setting.key == "reduction.merging") {
      throw CLI::ValidationError(
          "--set", "the study chooses " + setting.key + " itself: see --solvers, --against, --presets and --from-seed");
    }
    (isIn("reduction.") ? options.reduction : options.settings).push_back(setting);
  }
}

void addSolvers(Declaration& command, const std::string& name, std::vector<std::string>& values,
                const std::string& meaning) {
  command.parts(name, values, namesOf(presetTable()), meaning)
      ->check(CLI::Validator(solverComplaint, ""))
      ->type_name("SOLVER[,SOLVER]");
}

}  // namespace

Runner declareReduction(Declaration& command) {
  const auto options = std::make_shared<ReductionOptions>();
  const auto settings = std::make_shared<std::vector<SceneOverride>>();
  command.choices("--only", options->only, {"conveyor", "collapse", "drum", "conveyor-90k"},
                  "Only some of conveyor, collapse, drum (these three by default) and conveyor-90k");
  command.choices("--presets", options->presets, namesOf(reductionPresetTable()),
                  "Presets of the reduction (default: all)");
  addSolvers(command, "--solvers", options->solvers,
             "Solvers of reduced runs: presets, or with other sweeps, such as fast-12 (default: default,paper)");
  addSolvers(command, "--against", options->against,
             "Runs in full to compare with: the same, and substeps, such as paper-500x4 (default: "
             "default,accurate,paper,paper-warm,paper-500)");
  addSeeds(command, options->seeds, "Fillings of each system (1)");
  addFromSeed(command, options->firstSeed);
  addSet(command, *settings,
         "Change a value of the scenes for all runs; one of reduction.* for runs with merging, after their presets");
  command.count("--threads", options->threads, 1, mostThreads(),
                "Threads of one run (1); runs take turns, as they are timed");
  addQuick(command, options->quick, "fewer grains and half a second each");
  command.folder("--out", options->folder, "Folder for reduction.html, reduction.csv, series and plots")->required();
  return [options, settings] {
    setReduction(*settings, *options);
    return reductionExperiment(*options);
  };
}

}  // namespace scree
