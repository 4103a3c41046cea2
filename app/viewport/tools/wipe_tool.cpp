#include "app/viewport/tools/wipe_tool.h"

#include <QMouseEvent>
#include <QOpenGLWidget>
#include <algorithm>
#include <cmath>
#include <utility>

namespace scree {

namespace {

constexpr double kWipeReach = 7.0;  // distance from the line within which a press takes it [px]

}  // namespace

bool WipeTool::isOnLine(const QPointF& point) const {
  const TwinSplit& split = context_.views.split();
  const bool isThere = split.isDivided() && context_.host.options.twinMode == TwinMode::wipe;
  return isThere && std::abs(point.x() - split.border / context_.host.widget.devicePixelRatioF()) <= kWipeReach;
}

bool WipeTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !isOnLine(event.position())) {
    return false;
  }
  before_ = context_.host.options.wipe;
  return true;
}

bool WipeTool::move(const QMouseEvent& event) {
  if (before_) {
    const ProbeRect& area = context_.views.dividedArea();
    const float room = std::max(area.x1 - area.x0, 1.0f);
    const float place = (static_cast<float>(event.position().x()) - area.x0) / room;
    context_.host.options.wipe = std::clamp(place, 0.0f, 1.0f);
  }
  return true;
}

void WipeTool::release(const QMouseEvent& event) {
  if (event.buttons() == Qt::NoButton) {
    before_.reset();
  }
}

bool WipeTool::cancel() {
  if (!before_) {
    return false;
  }
  context_.host.options.wipe = *std::exchange(before_, std::nullopt);
  return true;
}

bool WipeTool::hover(const QPointF& point, bool taken) {
  hot_ = !taken && isOnLine(point);
  return hot_;
}

}  // namespace scree
