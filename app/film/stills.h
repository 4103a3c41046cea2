#pragma once

#include <QString>
#include <future>
#include <memory>
#include <optional>

#include "app/film/shot_maker.h"
#include "app/video/film_settings.h"

namespace scree {

/// Pictures of the scene without panels, at any size, drawn and written in the background.
class Stills {
 public:
  Stills(Simulation& simulation, Viewport& viewport);

  /// Begins a picture of what is seen now; each pixel is the mean of `smoothing` times `smoothing`. False while the
  /// last one is not done.
  bool begin(PixelSize size, int smoothing, const QString& file);
  /// What became of the picture when it has just become ready: where it is, or why it is not. Call it now and then.
  std::optional<QString> poll();

 private:
  Simulation& simulation_;
  Viewport& viewport_;
  ShotMaker shots_;
  QString file_;
  std::unique_ptr<SnapshotPainter> painter_;  ///< outlives the thread that uses it
  std::future<QString> problem_;
};

}  // namespace scree
