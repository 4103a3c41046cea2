#include "app/studies/gallery/gallery_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/console/signals.h"
#include "app/studies/experiment_parts.h"

namespace scree {

namespace {

/// First text of the runs that is not empty.
template <typename TextOf>
std::string firstText(const GalleryOutcome& outcome, TextOf textOf) {
  for (const std::vector<GalleryRun>* runs : {&outcome.full, &outcome.merged}) {
    for (const GalleryRun& run : *runs) {
      if (!textOf(run).empty()) {
        return textOf(run);
      }
    }
  }
  return {};
}

}  // namespace

bool GalleryOutcome::isCompared() const { return refusal().empty() && finding().empty(); }

bool GalleryOutcome::agrees() const {
  return isCompared() &&
         std::ranges::all_of(differences, [](const GalleryDifference& one) { return one.excess() <= 1.0; });
}

const GalleryDifference* GalleryOutcome::worst() const {
  const auto found = std::ranges::max_element(differences, {}, &GalleryDifference::excess);
  return found == differences.end() ? nullptr : &*found;
}

std::string GalleryOutcome::refusal() const {
  return firstText(*this, [](const GalleryRun& run) -> const std::string& { return run.refusal; });
}

std::string GalleryOutcome::finding() const {
  return firstText(*this, [](const GalleryRun& run) -> const std::string& { return run.faults.finding; });
}

std::vector<GalleryScene> galleryScenes(const std::vector<GalleryClass>& only, int first, int count) {
  const int classes = only.empty() ? static_cast<int>(kGalleryClassCount) : static_cast<int>(only.size());
  std::vector<GalleryScene> scenes;
  for (int place = first; place < first + count; ++place) {
    const int turn = place % classes;
    scenes.push_back(galleryScene(only.empty() ? static_cast<GalleryClass>(turn) : only[static_cast<std::size_t>(turn)],
                                  place / classes));
  }
  return scenes;
}

std::vector<GalleryOutcome> runGalleryScenes(const std::vector<GalleryScene>& scenes, const GallerySettings& settings) {
  std::vector<GalleryOutcome> outcomes(scenes.size());
  runJobs(scenes.size(), settings.jobs, [&](std::size_t i) {
    GalleryOutcome outcome{.scene = scenes[i]};
    for (int seed = 1; seed <= settings.seeds; ++seed) {
      GalleryCase what{.seed = seed, .settings = settings.settings, .asksMembers = settings.asksMembers};
      outcome.full.push_back(runGallery(scenes[i], what));
      what.merging = !settings.isControl;
      what.seed += settings.isControl ? settings.seeds : 0;
      outcome.merged.push_back(runGallery(scenes[i], what));
    }
    // A signal ends runs early: they have too few samples to be compared.
    if (signalReceived() != 0) {
      return scenes[i].name() + ", interrupted and left out";
    }
    if (outcome.finding().empty()) {
      outcome.differences = compareGallery(scenes[i], outcome.full, outcome.merged);
    }
    outcomes[i] = std::move(outcome);
    return scenes[i].name();
  });
  std::erase_if(outcomes, [](const GalleryOutcome& outcome) { return outcome.full.empty(); });
  return outcomes;
}

}  // namespace scree
