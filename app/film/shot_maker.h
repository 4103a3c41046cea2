#pragma once

#include <memory>
#include <optional>

#include "app/film/overlay_maker.h"
#include "app/render/snapshot_painter.h"

namespace scree {

class Simulation;
class Viewport;

/// What of a picture is not the window's choice of the moment.
struct ShotRequest {
  std::optional<OverlayRequest> overlay;  ///< none: the scene alone
  std::optional<double> pathTime;         ///< s, of the camera path when it is followed; else that of the snapshot
};

/// Makes what a film or a picture of the scene shows: the viewport's camera and options with a snapshot, and the legend
/// laid out for the size of the picture.
class ShotMaker {
 public:
  ShotMaker(Simulation& simulation, Viewport& viewport);

  /// A picture of `size` pixels.
  Shot make(const std::shared_ptr<const Snapshot>& snapshot, PixelSize size, const ShotRequest& request);

 private:
  Simulation& simulation_;
  Viewport& viewport_;
  OverlayMaker overlays_;
};

}  // namespace scree
