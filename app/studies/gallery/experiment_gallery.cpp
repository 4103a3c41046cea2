#include <fmt/format.h>

#include <algorithm>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
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

/// Loads the first scene of each class with the settings, and tells what is wrong with those. Returns false if no class
/// takes them.
bool takeSettings(const std::vector<GalleryScene>& scenes, const std::vector<SceneOverride>& settings) {
  std::vector<GalleryClass> seen;
  std::string refusing;
  std::string refusal;
  std::size_t refused = 0;
  for (const GalleryScene& scene : scenes) {
    if (std::ranges::find(seen, scene.kind) != seen.end()) {
      continue;
    }
    seen.push_back(scene.kind);
    const SceneResult loaded = loadSceneText(scene.text, scene.name() + ".yaml", settings);
    if (!loaded.errors.empty()) {
      refusal = refusal.empty() ? loaded.errors.front().text() : refusal;
      refusing +=
          (refusing.empty() ? "" : ", ") + std::string(kGalleryClassNames[static_cast<std::size_t>(scene.kind)]);
      ++refused;
    }
  }
  if (refused > 0) {
    print(stderr, "{}\n{}\n", refusal,
          refused == seen.size() ? "no scene takes this: nothing was run" : "not taken by scenes of: " + refusing);
  }
  return refused < seen.size();
}

}  // namespace

std::vector<std::string> galleryClassNames() { return {kGalleryClassNames.begin(), kGalleryClassNames.end()}; }

int galleryExperiment(const GalleryOptions& options) {
  watchSignals();
  std::vector<GalleryClass> only;
  for (const std::string& name : options.only) {
    if (const std::optional<GalleryClass> known = galleryClassNamed(name)) {
      only.push_back(*known);
    }
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
    if (!options.settings.empty() && !takeSettings(scenes, options.settings)) {
      return kBadScene;
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
    if (!options.out.empty()) {
      tellReport(options.out);
    }
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
