#include "tests/support/machines.h"

#include "engine/multibody/machine.h"
#include "engine/multibody/mass_properties.h"
#include "tests/support/worlds.h"

namespace scree::testing {

namespace {

Pose localIn(const World& world, std::uint32_t body, const Pose& pose) {
  if (body == kFixedInWorld) {
    return pose;
  }
  const Pose& frame = world.bodies[body].pose;
  return {frame.toLocal(pose.position), frame.orientation.conjugate() * pose.orientation};
}

}  // namespace

std::uint32_t addBox(World& world, const Vec3& size, double mass, const Pose& pose) {
  const std::uint32_t index = addShape(world, SolidBox{0.5 * size}, pose);
  Body& body = world.bodies[index];
  body.pose = pose;
  body.shapes[0].local = Pose{};
  body.mass = massOf(solidSums(body.shapes), mass);
  return index;
}

std::uint32_t addJoint(World& world, JointKind kind, std::uint32_t a, std::uint32_t b, const Vec3& point,
                       const Vec3& axis) {
  Joint joint;
  joint.kind = kind;
  joint.a = a;
  joint.b = b;
  const Pose frame = facing(point, axis);
  joint.frameA = localIn(world, a, frame);
  joint.frameB = localIn(world, b, frame);
  world.joints.push_back(joint);
  measureJoints(world.bodies, world.joints);
  return static_cast<std::uint32_t>(world.joints.size() - 1);
}

std::uint32_t addLink(World& world, JointKind kind, std::uint32_t a, const Vec3& onA, std::uint32_t b,
                      const Vec3& onB) {
  const std::uint32_t index = addJoint(world, kind, a, b, onA);
  Joint& joint = world.joints[index];
  joint.frameB = localIn(world, b, {onB, Quat::Identity()});
  joint.restLength = joint.coordinate = (onB - onA).norm();
  return index;
}

}  // namespace scree::testing
