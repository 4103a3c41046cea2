#include "app/viewport/camera/scene_views.h"

#include <QOpenGLWidget>
#include <cmath>

#include "app/overlays/twin_overlay.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

bool SceneViews::initialise() {
  failure_.clear();
  renderers_[0].release();
  renderers_[1].release();
  twinReady_ = false;
  if (!renderers_[0].initialise(failure_)) {
    return false;
  }
  shown_.reset();
  graphics_ = renderers_[0].graphicsInformation();
  return true;
}

void SceneViews::release() {
  renderers_[0].release();
  renderers_[1].release();
  twinReady_ = false;
}

void SceneViews::prepareAside(const std::function<void()>& ready) {
  for (Renderer& renderer : renderers_) {
    renderer.prepareAside(ready);
  }
}

bool SceneViews::isPreparing() const {
  // A side that is not drawn takes nothing.
  const bool second = showsTwin() && split_.sides[1].shown;
  const bool first = !showsTwin() || split_.sides[0].shown;
  const bool anyPrepares = (first && renderers_[0].isPreparing()) || (second && renderers_[1].isPreparing());
  return anyPrepares && shown_ != nullptr && !shown_->run.playing;
}

void SceneViews::finishPreparing() {
  renderers_[0].finishPreparing();
  renderers_[1].finishPreparing();
}

void SceneViews::show(const std::shared_ptr<const Snapshot>& snapshot) {
  shown_ = snapshot;
  renderers_[0].upload(hidden_ ? nullptr : shown_);
  showTwin();
}

void SceneViews::hideOrShow() {
  if (hidden_ != host_.memory.parts.hideRun()) {
    hidden_ = !hidden_;
    renderers_[0].upload(hidden_ ? nullptr : shown_);
    showTwin();
  }
}

void SceneViews::showTwin() {
  host_.memory.twin.history.add(*shown_);
  if (shown_->twin.snapshot == nullptr) {
    if (twinReady_) {
      renderers_[1].release();
      renderers_[1].upload(nullptr);
      twinReady_ = false;
      host_.memory.twin.pickedInTwin = false;
      if (host_.options.colourBy == ColourBy::twin) {
        colourGrains(host_.options, host_.memory, ColourBy::speed);  // without a twin all grains would have one colour
      }
    }
    return;
  }
  std::string trouble;
  if (!twinReady_ && !renderers_[1].initialise(trouble)) {
    host_.notify("The twin cannot be drawn, only compared: " + trouble);
    return;
  }
  twinReady_ = true;
  renderers_[1].upload(hidden_ ? nullptr : shown_->twin.snapshot->other);
}

const Snapshot& SceneViews::shownOn(std::size_t side) const {
  return side == 0 ? *shown_ : *shown_->twin.snapshot->other;
}

QSize SceneViews::devicePixels() const {
  const QOpenGLWidget& widget = host_.widget;
  const double ratio = widget.devicePixelRatioF();
  return {static_cast<int>(std::lround(widget.width() * ratio)),
          static_cast<int>(std::lround(widget.height() * ratio))};
}

void SceneViews::divide() {
  const QSize size = devicePixels();
  const auto ratio = static_cast<float>(host_.widget.devicePixelRatioF());
  const ProbeRect free = host_.freeArea();
  dividedArea_ = free.x1 > free.x0 ? free : ProbeRect{0.0f, 0.0f, static_cast<float>(host_.widget.width()), 0.0f};
  split_ = showsTwin() ? splitView(host_.options.twinMode, host_.options.wipe,
                                   {dividedArea_.x0 * ratio, dividedArea_.x1 * ratio}, size.width(), size.height())
                       : undivided(size.width());
}

void SceneViews::draw(const Camera& camera) {
  const QSize size = devicePixels();
  hideOrShow();
  divide();
  if (showsTwin()) {
    drawTwin({&renderers_[0], &renderers_[1]}, split_, camera, host_.options, size.width(), size.height());
  } else {
    renderers_[0].draw(camera, host_.options, size.width(), size.height());
  }
}

void SceneViews::drawBorder(PanelContext& context, bool hot, bool withHandle) const {
  if (!showsTwin() || host_.memory.parts.hideRun() || context.snapshot->twin.snapshot == nullptr) {
    return;
  }
  TwinOverlay overlay;
  overlay.shown = {split_.sides[0].shown, split_.sides[1].shown};
  if (split_.isDivided()) {
    overlay.border = static_cast<float>(split_.border) / static_cast<float>(host_.widget.devicePixelRatioF());
  }
  overlay.isWipe = host_.options.twinMode == TwinMode::wipe;
  overlay.hot = hot;
  // Uses the free part that the view was divided by; only its top may have changed since.
  const ProbeRect free = host_.freeArea();
  drawTwinOverlay(context, {dividedArea_.x0, free.y0, dividedArea_.x1, free.y1}, overlay, withHandle);
}

std::size_t SceneViews::sideAt(const QPointF& point) const {
  return split_.sideAt(static_cast<int>(point.x() * host_.widget.devicePixelRatioF()));
}

}  // namespace scree
