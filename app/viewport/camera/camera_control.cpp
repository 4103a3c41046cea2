#include "app/viewport/camera/camera_control.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

constexpr double kFlightSeconds = 0.25;
constexpr double kDragThreshold = 4.0;  // way from the press that makes a drag [px]

/// Angle [rad] with the direction of `angle` that is nearest to `reference`.
float nearestTurn(float angle, float reference) {
  const float turn = 2.0f * std::numbers::pi_v<float>;
  return angle + turn * std::round((reference - angle) / turn);
}

}  // namespace

void CameraControl::set(const Camera& camera) {
  camera_ = camera;
  flight_.reset();
}

void CameraControl::flyTo(const Camera& goal) {
  Flight flight{camera_, goal, std::chrono::steady_clock::now()};
  camera_.parallel = flight.from.parallel = goal.parallel;  // a camera is either orthographic or not
  flight.to.azimuth = nearestTurn(goal.azimuth, camera_.azimuth);
  flight_ = flight;
  jumped_ = true;
}

bool CameraControl::advance() {
  if (!flight_) {
    return false;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - flight_->start).count();
  const auto t = static_cast<float>(std::clamp(seconds / kFlightSeconds, 0.0, 1.0));
  if (t >= 1.0f) {
    camera_ = flight_->to;
    flight_.reset();
    return true;
  }
  const float s = t * t * (3.0f - 2.0f * t);
  const Camera& from = flight_->from;
  const Camera& to = flight_->to;
  camera_.target = from.target + static_cast<double>(s) * (to.target - from.target);
  camera_.distance = from.distance * std::pow(to.distance / from.distance, s);
  camera_.azimuth = std::lerp(from.azimuth, to.azimuth, s);
  camera_.elevation = std::lerp(from.elevation, to.elevation, s);
  camera_.fieldOfView = std::lerp(from.fieldOfView, to.fieldOfView, s);
  return true;
}

void CameraControl::press(const QPointF& point, bool pans) {
  if (pressed_) {
    return;
  }
  start_ = last_ = point;
  before_ = camera_;
  pressed_ = true;
  pans_ = pans;
  dragging_ = false;
}

bool CameraControl::drag(const QPointF& point, int height) {
  if (!pressed_) {
    return false;
  }
  const QPointF way = point - start_;
  dragging_ = dragging_ || std::hypot(way.x(), way.y()) >= kDragThreshold;
  if (!dragging_) {
    return false;
  }
  flight_.reset();
  const auto dx = static_cast<float>(point.x() - last_.x());
  const auto dy = static_cast<float>(point.y() - last_.y());
  last_ = point;
  if (pans_) {
    pan(camera_, dx, dy, height);
  } else {
    orbit(camera_, dx, dy);
  }
  return true;
}

bool CameraControl::release() {
  const bool click = pressed_ && !dragging_;
  pressed_ = false;
  return click;
}

bool CameraControl::putBack() {
  if (!pressed_ || !dragging_) {
    return false;
  }
  camera_ = before_;
  pressed_ = false;
  return true;
}

void CameraControl::zoom(double notches, const QPointF& point, int width, int height) {
  flight_.reset();
  zoomTo(camera_, static_cast<float>(notches), static_cast<float>(point.x()), static_cast<float>(point.y()), width,
         height);
}

}  // namespace scree
