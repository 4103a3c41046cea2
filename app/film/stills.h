#pragma once

#include <QString>
#include <future>
#include <memory>
#include <optional>

#include "app/film/shot_maker.h"
#include "app/video/film_settings.h"

namespace scree {

/// Saves pictures of the scene without panels, at any size; draws and writes them in the background.
class Stills {
 public:
  Stills(Simulation& simulation, Viewport& viewport);

  /// Begins a picture of the present view; each pixel is the mean of `smoothing` times `smoothing` drawn ones. Returns
  /// false while the last picture is not done.
  bool begin(PixelSize size, int smoothing, const QString& file);
  /// Returns a message once the picture is done: its place, or the error. Call it repeatedly.
  std::optional<QString> poll();

 private:
  Simulation& simulation_;
  Viewport& viewport_;
  ShotMaker shots_;
  QString file_;
  std::unique_ptr<SnapshotPainter> painter_;  ///< painter; outlives the thread that uses it
  std::future<QString> problem_;
};

}  // namespace scree
