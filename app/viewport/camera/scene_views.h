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

/// The pictures of a run and of its twin: a renderer each, and the division of the view between both. Side 0 is the
/// run, side 1 its twin.
class SceneViews {
 public:
  explicit SceneViews(const ViewHost& host) : host_(host) {}

  /// Compiles and allocates, with the context current. False when the driver cannot draw: `failure` says why.
  bool initialise();
  /// Frees what is on the GPU, with the context current.
  void release();
  /// Empty, or the reason why nothing can be drawn.
  const std::string& failure() const { return failure_; }
  bool isSoftware() const { return renderers_[0].isSoftware(); }
  std::string graphicsInformation() const { return graphics_; }

  /// Computes shading and ground on a thread of their own and calls `ready` when a frame could show them.
  void prepareAside(const std::function<void()>& ready);
  /// Whether shading is still being computed for a picture at rest.
  bool isPreparing() const;
  /// Waits for the shading.
  void finishPreparing();

  /// Sends a snapshot and its twin's to the GPU.
  void show(const std::shared_ptr<const Snapshot>& snapshot);
  /// The snapshot in the renderers; null before the first one.
  const std::shared_ptr<const Snapshot>& shown() const { return shown_; }
  /// The snapshot of a side.
  const Snapshot& shownOn(std::size_t side) const;
  Renderer& renderer(std::size_t side) { return renderers_[side]; }
  const Renderer& renderer(std::size_t side) const { return renderers_[side]; }

  /// Divides the view for this frame and draws it into the bound framebuffer.
  void draw(const Camera& camera);
  /// Draws captions of both sides and the border between them; `hot` marks the border, `withHandle` adds its handle.
  void drawBorder(PanelContext& context, bool hot, bool withHandle) const;
  /// The division of the view in the last frame ...
  const TwinSplit& split() const { return split_; }
  /// ... which was made for this free part of it.
  const ProbeRect& dividedArea() const { return dividedArea_; }
  /// The side at a point of the widget.
  std::size_t sideAt(const QPointF& point) const;
  /// Size of the widget in device pixels.
  QSize devicePixels() const;

 private:
  void showTwin();
  void divide();

  const ViewHost& host_;
  std::array<Renderer, 2> renderers_;
  bool twinReady_ = false;  ///< the twin's renderer is initialised
  std::string failure_;
  std::string graphics_;
  std::shared_ptr<const Snapshot> shown_;
  TwinSplit split_;
  ProbeRect dividedArea_;
};

}  // namespace scree
