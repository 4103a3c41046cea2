#include <fmt/format.h>

#include <algorithm>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/gallery/gallery_report.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

std::string circumstancesOf(const GalleryOptions& options) {
  const std::string of = options.only.empty()       ? "all classes in turn"
                         : options.only.size() == 1 ? "the class " + options.only.front()
                                                    : fmt::format("the classes {}", fmt::join(options.only, ", "));
  std::string text = fmt::format("{} scenes of {}, from {} on, {} seed{}.", options.scenes, of, options.first,
                                 options.seeds, options.seeds == 1 ? "" : "s");
  for (const SceneOverride& setting : options.settings) {
    text += fmt::format(" {} = {}.", setting.key, setting.value);
  }
  return text + (options.isControl ? " Control: the runs called merged are runs in full with other seeds." : "");
}

void writeScenes(const std::vector<GalleryScene>& scenes, const std::filesystem::path& folder) {
  for (const GalleryScene& scene : scenes) {
    writeFileAtomically(folder / (scene.name() + ".yaml"), scene.text);
  }
  print(stdout, "{} scenes written to {}\n", scenes.size(), folder.string());
}

}  // namespace

int galleryExperiment(const GalleryOptions& options) {
  watchSignals();
  std::vector<GalleryClass> only;
  for (const std::string& name : options.only) {
    const std::optional<GalleryClass> known = galleryClassNamed(name);
    if (!known) {
      print(stderr, "--only: there is no class '{}': classes are {}\n", name,
            fmt::format("{}", fmt::join(kGalleryClassNames, ", ")));
      return kUsage;
    }
    only.push_back(*known);
  }
  const std::vector<GalleryScene> scenes = galleryScenes(only, options.first, options.scenes);
  try {
    if (!options.write.empty()) {
      writeScenes(scenes, options.write);
      return kDone;
    }
    if (!options.out.empty()) {
      checkWritable(options.out);
    }
    const std::vector<GalleryOutcome> outcomes = runGalleryScenes(scenes, {.seeds = options.seeds,
                                                                           .jobs = options.jobs,
                                                                           .isControl = options.isControl,
                                                                           .asksMembers = options.asksMembers,
                                                                           .settings = options.settings});
    if (!options.out.empty()) {
      writeFileAtomically(options.out, galleryCsv(outcomes));
    }
    print(stdout, "{}", galleryText(outcomes, circumstancesOf(options)));
    if (signalReceived() != 0) {
      print(stderr, "interrupted: {} of {} scenes are in the tables\n", outcomes.size(), scenes.size());
      return kSignalled + signalReceived();
    }
    const bool isRefused = std::ranges::any_of(outcomes, [](const auto& one) { return !one.refusal().empty(); });
    return isRefused ? kBadScene : kDone;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

}  // namespace scree
