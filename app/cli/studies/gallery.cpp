#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

namespace {

constexpr int kMostGallerySeeds = 1000;

/// Throws CLI::ValidationError for settings that the study chooses.
void checkSettings(const std::vector<SceneOverride>& settings) {
  for (const SceneOverride& setting : settings) {
    if (setting.key == "seed" || setting.key == "reduction.merging") {
      throw CLI::ValidationError("--set", "the study chooses " + setting.key + " itself");
    }
  }
}

}  // namespace

Runner declareGallery(Declaration& command) {
  const auto options = std::make_shared<GalleryOptions>();
  command.count("--scenes", options->scenes, 1, kMostRuns, "Number of scenes, over all classes in turn (51)");
  command.count("--first", options->first, 0, kMostRuns, "Place of the first one in the gallery, or in the class (0)");
  command.choices("--only", options->only, galleryClassNames(), "Only these classes, such as silo, drum or press");
  command.count("--seeds", options->seeds, 1, kMostGallerySeeds, "Runs in full and merged runs of each scene (3)");
  addJobs(command, options->jobs);
  command.file("--out", options->out, "Write all quantities of all scenes as CSV");
  command.folder("--write", options->write, "Write the scenes as files to a folder, and run nothing");
  addSet(command, options->settings, "Change a value of the scenes for all runs, such as solver.sweeps=64");
  command.flag("--control", options->isControl, "Runs in full with other seeds in place of merged ones");
  command.command().add_flag("!--no-would-move", options->asksMembers, "Do not look for members that would move");
  return [options] {
    checkSettings(options->settings);
    return galleryExperiment(*options);
  };
}

}  // namespace scree
