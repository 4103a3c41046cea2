#pragma once

#include <memory>
#include <optional>

#include "app/film/overlay_maker.h"
#include "app/render/snapshot_painter.h"

namespace scree {

class Simulation;
class Viewport;

/// Parts of a picture that the state of the window does not determine.
struct ShotRequest {
  std::optional<OverlayRequest> overlay;  ///< parts of the overlay; empty: the scene alone
  std::optional<double> pathTime;         ///< time on a followed camera path [s]; empty: the time of the snapshot
  bool sideBySide = false;                ///< run and twin beside each other, however the view shows them
};

/// Makes the shots of films and pictures of the scene: a snapshot with the camera and options of the viewport, and the
/// legend laid out for the size of the picture.
class ShotMaker {
 public:
  ShotMaker(Simulation& simulation, Viewport& viewport);

  /// Makes a shot for a picture of `size` pixels.
  Shot make(const std::shared_ptr<const Snapshot>& snapshot, PixelSize size, const ShotRequest& request);

 private:
  Simulation& simulation_;
  Viewport& viewport_;
  OverlayMaker overlays_;
};

}  // namespace scree
