#include "app/render/geometry/joint_bars.h"

#include <algorithm>

#include "app/render/geometry/scene_fit.h"

namespace scree {

namespace {

constexpr double kHalfAxis = 0.08;  // half length of an axis over the mean size of bodies with joints
constexpr float kThick = 0.3f;      // radius of an axis over its half length

Pose poseOf(const Snapshot& snapshot, std::uint32_t body) {
  return body < snapshot.scene.bodies.size() ? snapshot.scene.bodies[body].pose : Pose{};
}

/// Mean size of bodies with joints [m]: the largest half diagonal of the boxes around a body's shapes.
double sizeOf(const Snapshot& snapshot) {
  double sum = 0.0;
  int count = 0;
  for (const Joint& joint : snapshot.scene.joints) {
    for (const std::uint32_t body : {joint.a, joint.b}) {
      if (body >= snapshot.scene.bodies.size() || !snapshot.scene.bodies[body].shapes) {
        continue;
      }
      double radius = 0.0;
      for (const ShapeInstance& shape : *snapshot.scene.bodies[body].shapes) {
        const auto half = halfExtentsOf(shape.shape);
        radius = std::max(radius, half ? half->norm() : 0.0);
      }
      sum += radius;
      count += radius > 0.0 ? 1 : 0;
    }
  }
  return count > 0 ? sum / count : 0.1;
}

/// Half length of an axis as it is drawn [m].
double axisLength(const Snapshot& snapshot) { return kHalfAxis * sizeOf(snapshot); }

bool isBetweenPoints(JointKind kind) { return kind == JointKind::actuator || kind == JointKind::distance; }

std::uint32_t colourOf(const Joint& joint, bool isMarked) {
  if (isMarked) {
    return 0xffffe08cU;  // light blue; r, g, b in ascending bytes
  }
  return joint.motor.kind != MotorKind::none ? 0xff3a9af0U : 0xff9fb4c0U;
}

/// Bar between points counted from the drawing origin [m].
Bar barOf(const Vec3& from, const Vec3& to, float radius, std::uint32_t colour) {
  Bar bar;
  bar.from << from.cast<float>(), radius;
  bar.to << to.cast<float>(), radius;
  bar.colour = colour;
  return bar;
}

}  // namespace

JointLine lineOf(const Snapshot& snapshot, const Joint& joint) {
  const Pose a = poseOf(snapshot, joint.a) * joint.frameA;
  const Pose b = poseOf(snapshot, joint.b) * joint.frameB;
  if (isBetweenPoints(joint.kind)) {
    return {a.position, b.position};
  }
  const bool hasAxis = joint.kind != JointKind::ball && joint.kind != JointKind::lock;
  const Vec3 half = hasAxis ? Vec3(axisLength(snapshot) * (a.orientation * Vec3::UnitZ())) : Vec3(Vec3::Zero());
  return {b.position - half, b.position + half};
}

void addJoints(const Snapshot& snapshot, const LayerOptions& options, const ClipOptions& clip, std::vector<Bar>& bars) {
  if (snapshot.scene.joints.empty()) {
    return;
  }
  const auto radius = kThick * static_cast<float>(axisLength(snapshot));
  for (std::uint32_t i = 0; i < snapshot.scene.joints.size(); ++i) {
    const Joint& joint = snapshot.scene.joints[i];
    const JointLine line = lineOf(snapshot, joint);
    if (isCut(clip, 0.5 * (line.from + line.to))) {
      continue;
    }
    const std::uint32_t colour = colourOf(joint, options.markedJoint == i);
    const Vec3 from = line.from - snapshot.scene.origin;
    const Vec3 to = line.to - snapshot.scene.origin;
    if (joint.kind == JointKind::actuator) {
      // The barrel has most of the cylinder's shortest length, or without a range a part of the present length.
      constexpr double kBarrel = 0.55;
      const double length = (line.to - line.from).norm();
      const double shortest = joint.hasRange && joint.least > 0.0 ? 0.9 * joint.least : kBarrel * length;
      const double part = length > 0.0 ? std::min(1.0, shortest / length) : 1.0;
      bars.push_back(barOf(from, from + part * (to - from), 1.7f * radius, colour));
    }
    bars.push_back(barOf(from, to, radius, colour));
  }
}

}  // namespace scree
