#include "engine/world/bodies.h"

#include <algorithm>

namespace scree {

namespace {

/// ∫ from start to t of the profile's speed over its value, ignoring `stop`: t²/(2 ramp) on the ramp, then linear.
double rampIntegral(double sinceStart, double ramp) {
  if (sinceStart <= 0.0) {
    return 0.0;
  }
  if (sinceStart < ramp) {
    return sinceStart * sinceStart / (2.0 * ramp);
  }
  return sinceStart - 0.5 * ramp;
}

}  // namespace

double SpeedProfile::mean(double t, double dt) const {
  if (!course.empty()) {
    return value * meanOver(course, smooth ? Joined::smooth : Joined::straight, t, dt);
  }
  const double from = std::min(t, stop) - start;
  const double to = std::min(t + dt, stop) - start;
  return value * (rampIntegral(to, ramp) - rampIntegral(from, ramp)) / dt;
}

void applyDrives(Body& body, double t, double dt) {
  if (!body.isDynamic()) {
    body.velocity.setZero();
    body.angularVelocity.setZero();
  }
  for (const Drive& drive : body.drives) {
    if (const auto* belt = std::get_if<SurfaceMotion>(&drive.motion)) {
      body.shapes[belt->shape].surfaceVelocity.setZero();
    }
  }
  for (const Drive& drive : body.drives) {
    const double speed = drive.speed.mean(t, dt);
    if (const auto* translation = std::get_if<Translation>(&drive.motion)) {
      body.velocity += speed * translation->direction;
    } else if (const auto* rotation = std::get_if<Rotation>(&drive.motion)) {
      const Vec3 w = speed * rotation->axis;
      body.angularVelocity += w;
      // The mean velocity over the step, so that a body off the axis moves along the chord and stays on its circle.
      const Vec3 arm = body.pose.position - rotation->point;
      body.velocity += (rotated(Quat::Identity(), w, dt) * arm - arm) / dt;
    } else if (const auto* belt = std::get_if<SurfaceMotion>(&drive.motion)) {
      body.shapes[belt->shape].surfaceVelocity += speed * belt->direction;
    }
  }
}

std::vector<Pose> posesOf(const std::vector<Body>& bodies) {
  std::vector<Pose> poses;
  poses.reserve(bodies.size());
  for (const Body& body : bodies) {
    poses.push_back(body.pose);
  }
  return poses;
}

Pose movedPose(const Body& body, const Pose& pose, double dt) {
  return {pose.position + dt * body.velocity, rotated(pose.orientation, body.angularVelocity, dt)};
}

void moveBody(Body& body, double dt) { body.pose = movedPose(body, body.pose, dt); }

}  // namespace scree
