#pragma once

#include <functional>
#include <string>

#include "app/film/overlay_maker.h"
#include "app/film/replay_run.h"
#include "app/video/film_settings.h"
#include "engine/scene/scene.h"

namespace scree {

/// Plan of a film that is made without a window.
struct OfflineFilm {
  ReplayPlan plan;
  FilmSettings settings;
  FilmContent content = FilmContent::sceneAndLegend;
  std::optional<std::uint64_t> frameLimit;
  SceneInfo scene;
  SceneView sceneView;  ///< camera of the film where there is no camera path
  ViewOptions view;     ///< options of the view, with the camera path if the film follows one
  PictureMarks marks;
  std::string title;
  std::string caption;
};

/// Result of a film made without a window.
struct OfflineOutcome {
  int code = 0;              ///< ExitCode
  std::uint64_t frames = 0;  ///< number of frames in the film
  std::string message;       ///< message for the user
};

/// Steps, draws and encodes until the film is complete or `stop` returns true; a stopped film is playable up to there.
/// Calls `tell` with the numbers of frames done and wanted after each frame. Needs no display.
OfflineOutcome makeOfflineFilm(const OfflineFilm& film, const std::function<bool()>& stop,
                               const std::function<void(std::uint64_t, std::uint64_t)>& tell);

}  // namespace scree
