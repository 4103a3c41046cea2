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

std::uint32_t addTray(World& world, const Vec3& halfExtents, double mass, const Pose& pose) {
  const double wall = 0.25 * kDiameter;  // half a wall
  const Vec3& h = halfExtents;
  const std::uint32_t index = addShape(world, SolidBox{Vec3(h.x() + 2.0 * wall, h.y() + 2.0 * wall, wall)});
  Body& body = world.bodies[index];
  const auto add = [&](const Vec3& half, const Vec3& centre) {
    ShapeInstance shape = body.shapes[0];
    shape.shape = SolidBox{half};
    shape.local = {centre, Quat::Identity()};
    body.shapes.push_back(shape);
  };
  body.shapes[0].local = {Vec3(0, 0, -h.z() - wall), Quat::Identity()};
  for (const double side : {-1.0, 1.0}) {
    add(Vec3(wall, h.y() + 2.0 * wall, h.z()), Vec3(side * (h.x() + wall), 0, 0));
    add(Vec3(h.x(), wall, h.z()), Vec3(0, side * (h.y() + wall), 0));
  }
  body.pose = pose;
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
