#include "engine/analysis/contact_velocity.h"

#include "engine/step/step_data.h"

namespace scree {

ContactVelocity contactVelocity(const World& world, const StepData& data, const Contact& contact) {
  const Particles& particles = world.particles;
  const auto surfaceOf = [&](std::uint32_t slot, double side) {
    return Vec3(particles.velocity[slot] +
                particles.angularVelocity[slot].cross(side * particles.radius[slot] * contact.normal));
  };
  Vec3 velocity = -surfaceOf(contact.a, 1.0);
  Vec3 turning = -particles.angularVelocity[contact.a];
  if (contact.isPrescribed()) {
    velocity += data.list.surfaces[contact.surface].velocity;
    turning += data.list.surfaces[contact.surface].spin;
  } else {
    velocity += surfaceOf(contact.b, -1.0);
    turning += particles.angularVelocity[contact.b];
  }
  const double normal = contact.normal.dot(velocity);
  return {.normal = normal, .tangential = (velocity - normal * contact.normal).norm(), .rolling = turning.norm()};
}

Carried carrierOf(const World& world, const ContactKey& boundary) {
  bool moves = false;
  for (const Drive& drive : world.bodies[boundary.body()].drives) {
    const auto* belt = std::get_if<SurfaceMotion>(&drive.motion);
    if (belt != nullptr && belt->shape == boundary.shape()) {
      return {.carrier = Carrier::belt, .body = boundary.body(), .shape = boundary.shape()};
    }
    moves = moves || belt == nullptr;
  }
  return moves ? Carried{.carrier = Carrier::body, .body = boundary.body()} : Carried{.carrier = Carrier::ground};
}

Vec3 carrierVelocity(const World& world, const Carried& carried, const Vec3& p) {
  if (carried.carrier != Carrier::body && carried.carrier != Carrier::belt) {
    return Vec3::Zero();
  }
  const Body& body = world.bodies[carried.body];
  Vec3 velocity = body.velocityAt(p);
  if (carried.carrier == Carrier::belt) {
    const ShapeInstance& shape = body.shapes[carried.shape];
    velocity += (body.pose * shape.local).orientation * shape.surfaceVelocity;
  }
  return velocity;
}

}  // namespace scree
