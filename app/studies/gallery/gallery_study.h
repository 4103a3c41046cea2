#pragma once

#include <string>
#include <vector>

#include "app/studies/gallery/gallery_compare.h"

namespace scree {

/// All runs of a scene.
struct GalleryOutcome {
  GalleryScene scene;
  std::vector<GalleryRun> full;
  std::vector<GalleryRun> merged;
  std::vector<GalleryDifference> differences = {};

  /// False if a run was refused, or if the guard found in one what no sound run does.
  bool isCompared() const;
  /// True if the scene was compared, and all quantities agree within 2 standard errors and their floors.
  bool agrees() const;
  /// True if there are more runs than one of each kind.
  bool hasScatter() const { return full.size() + merged.size() > 2; }
  /// The quantity with the largest excess; null if there is none.
  const GalleryDifference* worst() const;
  /// First refusal of a run; empty if there is none.
  std::string refusal() const;
  /// First finding of the guard in a run; empty if there is none.
  std::string finding() const;
};

/// The scenes with the places `first` to `first + count - 1` in the gallery. Over all classes they take turns: place p
/// is number p/17 of class p mod 17. With some classes only, they take turns alike: within one the place is the number.
std::vector<GalleryScene> galleryScenes(const std::vector<GalleryClass>& only, int first, int count);

/// How scenes are run.
struct GallerySettings {
  int seeds = 3;
  int jobs = 1;            ///< scenes side by side; results do not depend on it
  bool isControl = false;  ///< runs in full with other seeds in place of merged runs
  bool asksMembers = true;
  std::vector<SceneOverride> settings = {};  ///< of all runs
};

/// Runs each scene in full and merged with the seeds 1, 2, ..., and prints its name and wall time when it is done.
/// Scenes that a signal prevented are left out.
std::vector<GalleryOutcome> runGalleryScenes(const std::vector<GalleryScene>& scenes, const GallerySettings& settings);

}  // namespace scree
