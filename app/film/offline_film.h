#pragma once

#include <functional>
#include <string>

#include "app/film/overlay_maker.h"
#include "app/film/replay_run.h"
#include "app/video/film_settings.h"
#include "engine/scene/scene.h"

namespace scree {

/// A film made without a window.
struct OfflineFilm {
  ReplayPlan plan;
  FilmSettings settings;
  FilmContent content = FilmContent::sceneAndLegend;
  std::optional<std::uint64_t> frameLimit;
  SceneInfo scene;
  SceneView sceneView;  ///< where there is no camera path
  ViewOptions view;     ///< with the path, if it is followed
  std::string caption;
};

/// What became of it.
struct OfflineOutcome {
  bool good = false;
  std::uint64_t frames = 0;
  std::string message;  ///< for people
};

/// Steps, draws and encodes until the film is complete, or `stop` says so: what there is by then is a film too.
/// `tell` hears of the frames done and wanted now and then. Needs no display.
OfflineOutcome makeOfflineFilm(const OfflineFilm& film, const std::function<bool()>& stop,
                               const std::function<void(std::uint64_t, std::uint64_t)>& tell);

}  // namespace scree
