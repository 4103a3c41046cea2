#pragma once

#include <memory>

#include "app/panels/panel_context.h"
#include "app/render/snapshot_painter.h"

struct ImGuiContext;

namespace scree {

class Simulation;
class Viewport;

/// Makes what a film or a picture of the scene shows: the viewport's camera and options with a snapshot, and the legend
/// laid out for the size of the picture by panels of its own, so that the window is not disturbed.
class ShotMaker {
 public:
  ShotMaker(Simulation& simulation, Viewport& viewport);
  ~ShotMaker();
  ShotMaker(const ShotMaker&) = delete;
  ShotMaker& operator=(const ShotMaker&) = delete;

  /// A picture of `size` pixels; `withLegend` adds the legend and, when `withTime`, a line that tells time.
  Shot make(const std::shared_ptr<const Snapshot>& snapshot, PixelSize size, bool withLegend, bool withTime);

 private:
  Overlay overlayOf(const std::shared_ptr<const Snapshot>& snapshot, ViewOptions& view, PixelSize size, bool withTime);
  void useScale(float scale);

  Simulation& simulation_;
  Viewport& viewport_;
  ImGuiContext* context_;
  PanelMemory memory_;
  Probes probes_;
  std::shared_ptr<const GlyphAtlas> atlas_;
  float scale_ = 0.0f;  ///< pixels of the picture for one of a window
};

}  // namespace scree
