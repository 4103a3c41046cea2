#pragma once

#include <QPointF>
#include <QSize>
#include <array>
#include <functional>
#include <memory>
#include <string>

#include "app/render/renderer.h"
#include "app/render/twin_view.h"
#include "app/viewport/camera/view_host.h"

namespace scree {

/// Pictures of a run and its twin: a renderer for each, and the division of the view between both. Side 0 is the run,
/// side 1 its twin.
class SceneViews {
 public:
  explicit SceneViews(const ViewHost& host) : host_(host) {}

  /// Initialises drawing; the GL context must be current. Returns false if the driver cannot draw; see failure().
  bool initialise();
  /// Frees the objects on the GPU; the GL context must be current.
  void release();
  /// Reason why nothing can be drawn; empty if drawing works.
  const std::string& failure() const { return failure_; }
  bool isSoftware() const { return renderers_[0].isSoftware(); }
  std::string graphicsInformation() const { return graphics_; }

  /// Makes the renderers compute shading and ground on threads of their own. They call `ready` on these threads when a
  /// frame can show the result.
  void prepareAside(const std::function<void()>& ready);
  /// True while a run that does not play awaits shading.
  bool isPreparing() const;
  /// Waits until shading is computed.
  void finishPreparing();

  /// Sends a snapshot, and the snapshot of its twin, to the GPU; the GL context must be current.
  void show(const std::shared_ptr<const Snapshot>& snapshot);
  /// Snapshot in the renderers; null before the first one.
  const std::shared_ptr<const Snapshot>& shown() const { return shown_; }
  /// Snapshot of a side. Side 1 only while there is a twin.
  const Snapshot& shownOn(std::size_t side) const;
  Renderer& renderer(std::size_t side) { return renderers_[side]; }
  const Renderer& renderer(std::size_t side) const { return renderers_[side]; }

  /// Divides the view between run and twin, and draws both into the bound framebuffer.
  void draw(const Camera& camera);
  /// Draws the captions of both sides and the border between them, while there is a twin. `hot` highlights the border,
  /// `withHandle` adds its handle.
  void drawBorder(PanelContext& context, bool hot, bool withHandle) const;
  /// Division of the view in the last frame.
  const TwinSplit& split() const { return split_; }
  /// Free part of the view that split() divides [logical px].
  const ProbeRect& dividedArea() const { return dividedArea_; }
  /// Side at a point of the widget: 0 run, 1 twin.
  std::size_t sideAt(const QPointF& point) const;
  /// Size of the widget in device pixels.
  QSize devicePixels() const;

 private:
  void showTwin();
  /// True while the twin has a part of the view: not while the run is hidden.
  bool showsTwin() const { return twinReady_ && !hidden_; }
  /// Hides the run while parts of another scene are shown, or shows it again.
  void hideOrShow();
  void divide();

  const ViewHost& host_;
  std::array<Renderer, 2> renderers_;
  bool hidden_ = false;     ///< the renderers have nothing to draw
  bool twinReady_ = false;  ///< the twin's renderer is initialised
  std::string failure_;
  std::string graphics_;
  std::shared_ptr<const Snapshot> shown_;
  TwinSplit split_;
  ProbeRect dividedArea_;
};

}  // namespace scree
