#include <fmt/format.h>

#include <QMouseEvent>
#include <cmath>
#include <numbers>

#include "app/document/simulation.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/sensor_drag.h"
#include "app/viewport/viewport.h"

// The clip region in the view: where it is put at first, its handle, and dragging it.
namespace scree {

namespace {

constexpr double kReach = 11.0;  // px from the handle's middle where a press takes it
constexpr double kNormalPixels = 34.0;

/// What the mouse does per metre along `direction` at `point` [px]; zero when it points at the eye.
QPointF pixelsPerMetre(const Camera& camera, const Vec3& point, const Vec3& direction, int width, int height) {
  const double step = 1e-3 * static_cast<double>(camera.distance);
  const auto here = pixelOf(camera, point, width, height);
  const auto there = pixelOf(camera, point + step * direction, width, height);
  return here && there ? (*there - *here) / step : QPointF();
}

Vec3 normalOf(const ClipOptions& clip) { return clipPose(clip).orientation * Vec3::UnitZ(); }

}  // namespace

void Viewport::placeClip() {
  const SceneSphere scene = boundingSphere(*simulation_.snapshot());
  ClipOptions& clip = options_.clip;
  clip.position = scene.centre.cast<double>();
  // The nearest upright wall of the world's axes, and the half next to the eye goes.
  constexpr double kQuarter = 0.5 * std::numbers::pi;
  clip.azimuth = kQuarter * std::round(static_cast<double>(camera_.goal().azimuth) / kQuarter);
  clip.elevation = 0.0;
  clip.halfThickness = 0.1 * static_cast<double>(scene.radius);
  clip.halfExtents = Vec3::Constant(0.5 * static_cast<double>(scene.radius));
  clip.placed = true;
}

void Viewport::toggleClip() {
  ClipOptions& clip = options_.clip;
  clip.on = !clip.on;
  if (clip.on && !clip.placed) {
    placeClip();
  }
  requestFrame();
}

void Viewport::faceClip() {
  ClipOptions& clip = options_.clip;
  if (!clip.placed) {
    placeClip();
  }
  clip.on = true;
  clip.azimuth = static_cast<double>(camera_.goal().azimuth);
  clip.elevation = static_cast<double>(camera_.goal().elevation);
  requestFrame();
}

std::optional<ClipHandle> Viewport::clipHandle() const {
  const ClipOptions& clip = options_.clip;
  const auto at = clip.on ? pixelOf(camera_.camera(), clip.position, width(), height()) : std::nullopt;
  if (!at) {
    return std::nullopt;
  }
  const QPointF way = pixelsPerMetre(camera_.camera(), clip.position, normalOf(clip), width(), height());
  const double length = std::hypot(way.x(), way.y());
  const double perMetre = static_cast<double>(height()) / (2.0 * static_cast<double>(camera_.camera().distance));
  const QPointF tip = *at + (length > 0.0 ? way / std::max(length, perMetre) * kNormalPixels : QPointF());
  ClipHandle handle{static_cast<float>(at->x()), static_cast<float>(at->y()),       static_cast<float>(tip.x()),
                    static_cast<float>(tip.y()), clipHot_ || clipDrag_.has_value(), {}};
  if (clipDrag_) {
    const double moved = 1e3 * (clip.position - clipDrag_->before.position).dot(normalOf(clip));
    handle.label = fmt::format("{:+.1f} mm", moved);
  }
  return handle;
}

bool Viewport::isOnClipHandle(const QPointF& point) const {
  const auto handle = clipHandle();
  return handle &&
         std::hypot(point.x() - static_cast<double>(handle->x), point.y() - static_cast<double>(handle->y)) <= kReach;
}

void Viewport::dragClip(const QMouseEvent& event) {
  if (!clipDrag_) {
    return;
  }
  const ClipOptions& before = clipDrag_->before;
  const QPointF way = event.position() - clipDrag_->press;
  const Camera& camera = camera_.camera();
  if (before.shape == ClipShape::box) {
    options_.clip.position =
        movedPoint(camera, before.position, way, height(), event.modifiers().testFlag(Qt::ShiftModifier));
    return;
  }
  const Vec3 normal = normalOf(before);
  QPointF pixels = pixelsPerMetre(camera, before.position, normal, width(), height());
  const Vec3 sideways = camera.view().row(0).head<3>().transpose().cast<double>();
  const QPointF whole = pixelsPerMetre(camera, before.position, sideways, width(), height());
  const double most = std::hypot(whole.x(), whole.y());
  constexpr double kLeast = 0.25;
  if (std::hypot(pixels.x(), pixels.y()) < kLeast * most) {
    // The normal points at the eye, or away: down is towards the eye.
    const Vec3 toEye = camera.towardsEye(before.position.cast<float>()).cast<double>();
    pixels = QPointF(0.0, normal.dot(toEye) >= 0.0 ? most : -most);
  }
  const double square = pixels.x() * pixels.x() + pixels.y() * pixels.y();
  if (square > 0.0) {
    options_.clip.position = before.position + (QPointF::dotProduct(way, pixels) / square) * normal;
  }
}

}  // namespace scree
