#pragma once

#include <memory>
#include <string>

#include "app/ui_state/panel_context.h"
#include "app/view/overlay.h"

struct ImGuiContext;

namespace scree {

/// What a picture tells besides the scene.
struct OverlayRequest {
  bool legend = true;   ///< what the colours mean
  bool time = true;     ///< a line with name and simulated time
  std::string caption;  ///< in place of the scene's name, when not empty
};

/// Lays out legends and captions for pictures of any size, with an ImGui context of its own: no window is needed, and
/// none is disturbed. On one thread with whoever else uses ImGui.
class OverlayMaker {
 public:
  OverlayMaker();
  ~OverlayMaker();
  OverlayMaker(const OverlayMaker&) = delete;
  OverlayMaker& operator=(const OverlayMaker&) = delete;

  /// `view` is how the picture is drawn.
  Overlay make(const std::shared_ptr<const Snapshot>& snapshot, ViewOptions& view, const SceneInfo& scene,
               const OverlayRequest& request, PixelSize size);

 private:
  void useScale(float scale);

  ImGuiContext* context_;
  PanelMemory memory_;
  Probes probes_;
  std::shared_ptr<const GlyphAtlas> atlas_;
  float scale_ = 0.0f;  ///< pixels of the picture for one of a window
};

}  // namespace scree
