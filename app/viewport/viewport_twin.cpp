#include <algorithm>
#include <cmath>

#include "app/document/simulation.h"
#include "app/overlays/twin_overlay.h"
#include "app/viewport/sensor_drag.h"
#include "app/viewport/viewport.h"
#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"

// A run and its twin in the one view: who has which part of it, and the line between them.
namespace scree {

namespace {

constexpr double kWipeReach = 7.0;  // px from the line where a press takes it

}  // namespace

bool Viewport::hasTwin() const { return simulation_.snapshot()->twin.snapshot != nullptr; }

void Viewport::toggleTwin() {
  const Snapshot& now = *simulation_.snapshot();
  const std::optional<double> pending = pendingValue(memory_, now, "twin");
  const bool runs = pending ? *pending != 0.0 : now.twin.snapshot != nullptr;
  if (!runs && now.particles() == 0) {
    notify("There are no grains to run twice: open a scene first");
    return;
  }
  const std::uint64_t sequence = runs ? simulation_.post(StopTwin{}) : simulation_.post(StartTwin{memory_.twin.choice});
  memory_.pending.insert_or_assign("twin", PendingValue{sequence, runs ? 0.0 : 1.0});
  if (!runs) {
    layout_.reveal("twin");
  }
  requestFrame();
}

void Viewport::nextTwinMode() {
  options_.twinMode = static_cast<TwinMode>((static_cast<int>(options_.twinMode) + 1) % kTwinModeCount);
  requestFrame();
}

void Viewport::toggleTwinColours() {
  colourGrains(options_, memory_, options_.colourBy == ColourBy::twin ? ColourBy::speed : ColourBy::twin);
  requestFrame();
}

void Viewport::prepareTwin() {
  memory_.twin.history.add(*shown_);
  if (shown_->twin.snapshot == nullptr) {
    if (twinReady_) {
      twinRenderer_.release();
      twinRenderer_.upload(nullptr);
      twinReady_ = false;
      memory_.twin.pickedInTwin = false;
      if (options_.colourBy == ColourBy::twin) {
        colourGrains(options_, memory_, ColourBy::speed);  // all would have one colour
      }
    }
    return;
  }
  std::string trouble;
  if (!twinReady_ && !twinRenderer_.initialise(trouble)) {
    notify("The twin cannot be drawn, only compared: " + trouble);
    return;
  }
  twinReady_ = true;
  twinRenderer_.upload(shown_->twin.snapshot->other);
}

QSize Viewport::devicePixels() const {
  const double ratio = devicePixelRatioF();
  return {static_cast<int>(std::lround(width() * ratio)), static_cast<int>(std::lround(height() * ratio))};
}

void Viewport::divideView() {
  const QSize size = devicePixels();
  const auto ratio = static_cast<float>(devicePixelRatioF());
  dividedArea_ = free_.x1 > free_.x0 ? free_ : ProbeRect{0.0f, 0.0f, static_cast<float>(width()), 0.0f};
  split_ = twinReady_ ? splitView(options_.twinMode, options_.wipe, {dividedArea_.x0 * ratio, dividedArea_.x1 * ratio},
                                  size.width(), size.height())
                      : undivided(size.width());
}

void Viewport::drawTwinViews(PanelContext& context) {
  if (!twinReady_ || context.snapshot->twin.snapshot == nullptr) {
    return;
  }
  TwinOverlay overlay;
  overlay.shown = {split_.sides[0].shown, split_.sides[1].shown};
  if (split_.isDivided()) {
    overlay.border = static_cast<float>(split_.border) / static_cast<float>(devicePixelRatioF());
  }
  overlay.isWipe = options_.twinMode == TwinMode::wipe;
  overlay.hot = hotWipe_ || wipeBefore_.has_value();
  // The views are still those of the last free part; only its top may be another one.
  drawTwinOverlay(context, {dividedArea_.x0, free_.y0, dividedArea_.x1, free_.y1}, overlay, overlaysShown_);
}

std::size_t Viewport::sideAt(const QPointF& point) const {
  return split_.sideAt(static_cast<int>(point.x() * devicePixelRatioF()));
}

const Snapshot& Viewport::pickedSnapshot() const {
  const Snapshot& now = *simulation_.snapshot();
  return memory_.twin.pickedInTwin && now.twin.snapshot != nullptr ? *now.twin.snapshot->other : now;
}

void Viewport::zoomAt(double notches, const QPointF& point) {
  // As if the view under the pointer were all there is.
  const TwinSide& side = split_.sides[sideAt(point)];
  const double middle = static_cast<double>(side.middle) / devicePixelRatioF();
  const int seen = static_cast<int>(std::lround(height() * static_cast<double>(side.scale)));
  const QPointF own(point.x() - middle + 0.5 * width(), point.y() + 0.5 * (seen - height()));
  camera_.zoom(notches, own, width(), seen);
}

std::optional<QPointF> Viewport::handlePixel(const Vec3& point) const {
  const TwinSide& side = split_.sides[0];
  const auto at = pixelOf(cameraOf(side, camera_.camera()), point, width(), height());
  const double shift = static_cast<double>(side.middle) / devicePixelRatioF() - 0.5 * width();
  return at && side.shown ? std::optional(*at + QPointF(shift, 0.0)) : std::nullopt;
}

bool Viewport::isOnWipeLine(const QPointF& point) const {
  const bool isThere = split_.isDivided() && options_.twinMode == TwinMode::wipe;
  return isThere && std::abs(point.x() - split_.border / devicePixelRatioF()) <= kWipeReach;
}

void Viewport::dragWipe(const QPointF& point) {
  if (!wipeBefore_) {
    return;  // it was put back: the rest of the drag does nothing
  }
  const float room = std::max(dividedArea_.x1 - dividedArea_.x0, 1.0f);
  options_.wipe = std::clamp((static_cast<float>(point.x()) - dividedArea_.x0) / room, 0.0f, 1.0f);
}

}  // namespace scree
