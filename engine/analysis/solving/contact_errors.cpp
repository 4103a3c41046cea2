#include "engine/analysis/solving/contact_errors.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/step/step_data.h"

namespace scree {

namespace {

constexpr double kSlideSpeed = 0.01;  // of √(g d/2) (I, section 4.1)
constexpr double kSlideForce = 0.01;  // of m g (the same)

/// Velocity of side b against side a along the surfaces [m/s], at the end of the step.
Vec3 slipOf(const World& world, const StepData& data, const Contact& contact) {
  const Particles& p = world.particles;
  const Vec3 armA = p.radius[contact.a] * contact.normal;
  Vec3 velocity = -(p.velocity[contact.a] + p.angularVelocity[contact.a].cross(armA));
  if (contact.isPrescribed()) {
    velocity += data.list.surfaces[contact.surface].velocity;
  } else {
    const Vec3 armB = -p.radius[contact.b] * contact.normal;
    velocity += p.velocity[contact.b] + p.angularVelocity[contact.b].cross(armB);
  }
  return velocity - contact.normal.dot(velocity) * contact.normal;
}

}  // namespace

void addContactErrors(const World& world, const StepData& data, ContactErrors& errors) {
  const Particles& p = world.particles;
  const double gravity = world.parameters.gravity.norm();
  const double perTime = data.context.substepTime > 0.0 ? 1.0 / data.context.substepTime : 0.0;
  const std::size_t known = std::min(data.list.contacts.size(), data.list.multipliers.size());
  ++errors.steps;
  for (std::size_t i = 0; i < known; ++i) {
    const Contact& contact = data.list.contacts[i];
    const double overlap = contact.overlap();
    if (!(overlap > 0.0)) {
      continue;
    }
    const bool isPair = contact.b != kNoParticle;
    const double radius = isPair ? std::min(p.radius[contact.a], p.radius[contact.b]) : p.radius[contact.a];
    const double mass = isPair ? std::min(p.mass[contact.a], p.mass[contact.b]) : p.mass[contact.a];
    ++errors.contacts;
    errors.overlaps += overlap / (2.0 * radius);
    const double cone = world.materials.pairs[contact.law].friction * perTime * data.list.multipliers[i].normal;
    const double friction = perTime * data.list.multipliers[i].tangential.norm();
    const Vec3 slip = slipOf(world, data, contact);
    const bool slides = slip.norm() >= kSlideSpeed * std::sqrt(gravity * radius);
    if (!slides || !(perTime * data.list.multipliers[i].normal > kSlideForce * mass * gravity) || !(cone > 0.0)) {
      continue;
    }
    ++errors.sliding;
    errors.slides += std::abs(friction - cone) / cone;
    const double lengths = slip.norm() * data.list.multipliers[i].tangential.norm();
    const double cosine = lengths > 0.0 ? slip.dot(data.list.multipliers[i].tangential) / lengths : 0.0;
    errors.directions += (std::numbers::pi - std::acos(std::clamp(cosine, -1.0, 1.0))) / std::numbers::pi;
  }
}

}  // namespace scree
