#include "app/viewport/tools/clip_tool.h"

#include <fmt/format.h>

#include <QMouseEvent>
#include <QOpenGLWidget>
#include <cmath>
#include <numbers>

#include "app/document/simulation.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/handles/screen_points.h"

namespace scree {

namespace {

constexpr double kClipReach = 11.0;     // distance from the handle's middle within which a press takes it [px]
constexpr double kNormalPixels = 34.0;  // length of the normal drawn [px]

/// Motion on the screen for a motion along `direction` at `point` [px/m]; zero if the direction points at the eye.
QPointF pixelsPerMetre(const Camera& camera, const Vec3& point, const Vec3& direction, int width, int height) {
  const double step = 1e-3 * static_cast<double>(camera.distance);
  const auto here = pixelOf(camera, point, width, height);
  const auto there = pixelOf(camera, point + step * direction, width, height);
  return here && there ? (*there - *here) / step : QPointF();
}

Vec3 normalOf(const ClipOptions& clip) { return clipPose(clip).orientation * Vec3::UnitZ(); }

}  // namespace

void ClipTool::place() {
  const SceneSphere scene = boundingSphere(*context_.host.simulation.snapshot());
  ClipOptions& clip = context_.host.options.clip;
  clip.position = scene.place();
  // An upright plane across the world axis nearest to the line of sight; the half next to the eye is cut away.
  constexpr double kQuarter = 0.5 * std::numbers::pi;
  clip.azimuth = kQuarter * std::round(static_cast<double>(context_.camera.goal().azimuth) / kQuarter);
  clip.elevation = 0.0;
  clip.halfThickness = 0.1 * static_cast<double>(scene.radius);
  clip.halfExtents = Vec3::Constant(0.5 * static_cast<double>(scene.radius));
  clip.placed = true;
}

void ClipTool::toggle() {
  ClipOptions& clip = context_.host.options.clip;
  clip.on = !clip.on;
  if (clip.on && !clip.placed) {
    place();
  }
  context_.host.requestFrame();
}

void ClipTool::face() {
  ClipOptions& clip = context_.host.options.clip;
  if (!clip.placed) {
    place();
  }
  clip.on = true;
  clip.azimuth = static_cast<double>(context_.camera.goal().azimuth);
  clip.elevation = static_cast<double>(context_.camera.goal().elevation);
  context_.host.requestFrame();
}

std::optional<ClipHandle> ClipTool::handle() const {
  const ClipOptions& clip = context_.host.options.clip;
  const Camera& camera = context_.camera.now();
  const int width = context_.host.widget.width();
  const int height = context_.host.widget.height();
  const auto at = clip.on ? pixelOf(camera, clip.position, width, height) : std::nullopt;
  if (!at) {
    return std::nullopt;
  }
  const QPointF way = pixelsPerMetre(camera, clip.position, normalOf(clip), width, height);
  const double length = std::hypot(way.x(), way.y());
  const double perMetre = static_cast<double>(height) / (2.0 * static_cast<double>(camera.distance));
  const QPointF tip = *at + (length > 0.0 ? way / std::max(length, perMetre) * kNormalPixels : QPointF());
  ClipHandle handle{static_cast<float>(at->x()), static_cast<float>(at->y()), static_cast<float>(tip.x()),
                    static_cast<float>(tip.y()), hot_ || drag_.has_value(),   {}};
  if (drag_) {
    const double moved = 1e3 * (clip.position - drag_->before.position).dot(normalOf(clip));
    handle.label = fmt::format("{:+.1f} mm", moved);
  }
  return handle;
}

bool ClipTool::isOnHandle(const QPointF& point) const {
  const auto shown = handle();
  return shown &&
         std::hypot(point.x() - static_cast<double>(shown->x), point.y() - static_cast<double>(shown->y)) <= kClipReach;
}

bool ClipTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !isOnHandle(event.position())) {
    return false;
  }
  drag_ = Drag{context_.host.options.clip, event.position()};
  return true;
}

bool ClipTool::move(const QMouseEvent& event) {
  if (!drag_) {
    return true;
  }
  const ClipOptions& before = drag_->before;
  const QPointF way = event.position() - drag_->press;
  const Camera& camera = context_.camera.now();
  const int width = context_.host.widget.width();
  const int height = context_.host.widget.height();
  Vec3& position = context_.host.options.clip.position;
  if (before.shape == ClipShape::box) {
    position = movedPoint(camera, before.position, way, height, event.modifiers().testFlag(Qt::ShiftModifier));
    return true;
  }
  const Vec3 normal = normalOf(before);
  QPointF pixels = pixelsPerMetre(camera, before.position, normal, width, height);
  const Vec3 sideways = camera.axes().row(0).transpose();
  const QPointF whole = pixelsPerMetre(camera, before.position, sideways, width, height);
  const double most = std::hypot(whole.x(), whole.y());
  constexpr double kLeast = 0.25;
  if (std::hypot(pixels.x(), pixels.y()) < kLeast * most) {
    // The normal points almost at the eye or away from it: a drag down moves the plane towards the eye.
    const Vec3 toEye = camera.towardsEye(before.position);
    pixels = QPointF(0.0, normal.dot(toEye) >= 0.0 ? most : -most);
  }
  const double square = pixels.x() * pixels.x() + pixels.y() * pixels.y();
  if (square > 0.0) {
    position = before.position + (QPointF::dotProduct(way, pixels) / square) * normal;
  }
  return true;
}

void ClipTool::release(const QMouseEvent& event) {
  if (event.button() == Qt::LeftButton) {
    drag_.reset();
  }
}

bool ClipTool::cancel() {
  if (!drag_) {
    return false;
  }
  context_.host.options.clip = drag_->before;
  drag_.reset();
  return true;
}

bool ClipTool::hover(const QPointF& point, bool taken) {
  hot_ = !taken && isOnHandle(point);
  return hot_;
}

void ClipTool::overlay(PanelContext& panels, const ProbeRect&) const {
  if (const auto shown = handle()) {
    drawClipHandle(panels, *shown);
  }
}

}  // namespace scree
