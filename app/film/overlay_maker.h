#pragma once

#include <memory>
#include <string>

#include "app/ui_state/panel_context.h"
#include "app/view/camera.h"
#include "app/view/overlay.h"

struct ImGuiContext;

namespace scree {

/// Parts of the overlay of a picture.
struct OverlayRequest {
  PictureMarks marks;
  std::string title;    ///< text of the title; empty: none
  std::string caption;  ///< text in place of the scene's name; empty: the name
};

/// Lays out legends and captions for pictures of any size. It has an ImGui context of its own, so it needs no window
/// and disturbs none. Call it on the thread that uses ImGui elsewhere.
class OverlayMaker {
 public:
  OverlayMaker();
  ~OverlayMaker();
  OverlayMaker(const OverlayMaker&) = delete;
  OverlayMaker& operator=(const OverlayMaker&) = delete;

  /// Lays out the overlay for a picture of `size` pixels that is drawn with `camera` and the options `view`.
  Overlay make(const std::shared_ptr<const Snapshot>& snapshot, const Camera& camera, ViewOptions& view,
               const SceneInfo& scene, const OverlayRequest& request, PixelSize size);

 private:
  void useScale(float scale);

  ImGuiContext* context_;
  PanelMemory memory_;
  Probes probes_;
  std::shared_ptr<const GlyphAtlas> atlas_;
  float scale_ = 0.0f;  ///< pixels of the picture per pixel of a window
};

}  // namespace scree
