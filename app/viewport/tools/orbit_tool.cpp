#include "app/viewport/tools/orbit_tool.h"

#include <QMouseEvent>
#include <QOpenGLWidget>
#include <cmath>

namespace scree {

bool OrbitTool::press(const QMouseEvent& event) {
  if (!pick_.press(event)) {
    const bool pans = event.button() == Qt::RightButton || event.button() == Qt::MiddleButton ||
                      event.modifiers().testFlag(Qt::ShiftModifier);
    context_.camera.control().press(event.position(), pans);
  }
  return true;
}

bool OrbitTool::move(const QMouseEvent& event) {
  const TwinSide& side = context_.views.split().sides[context_.views.sideAt(event.position())];
  const float height = static_cast<float>(context_.host.widget.height()) * side.scale;
  return context_.camera.control().drag(event.position(), static_cast<int>(std::lround(height)));
}

void OrbitTool::release(const QMouseEvent& event) {
  if (context_.camera.control().release()) {
    pick_.release(event);
  }
}

void OrbitTool::zoom(double notches, const QPointF& point) {
  // Zooms as in an undivided view of the size that the side under the pointer has.
  const TwinSide& side = context_.views.split().sides[context_.views.sideAt(point)];
  const QOpenGLWidget& widget = context_.host.widget;
  const double middle = static_cast<double>(side.middle) / widget.devicePixelRatioF();
  const int seen = static_cast<int>(std::lround(widget.height() * static_cast<double>(side.scale)));
  const QPointF own(point.x() - middle + 0.5 * widget.width(), point.y() + 0.5 * (seen - widget.height()));
  context_.camera.control().zoom(notches, own, widget.width(), seen);
}

}  // namespace scree
