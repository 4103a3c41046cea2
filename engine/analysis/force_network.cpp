#include "engine/analysis/force_network.h"

#include <algorithm>

#include "engine/step/step_data.h"

namespace scree {

namespace {

/// Shift to the image of b that a meets [m].
Vec3 shiftOf(const World& world, std::uint32_t a, std::uint32_t b) {
  return world.periodic.shiftToNearest(world.particles.position[b] - world.particles.position[a]);
}

/// Place where the surfaces of two particles, or of a particle and a body, meet [m], from the present places.
Vec3 pointOf(const World& world, std::uint32_t a, std::uint32_t b, const Vec3& normal) {
  const Particles& p = world.particles;
  if (b == kNoParticle) {
    return p.position[a] + p.radius[a] * normal;
  }
  // Takes the middle of the overlap or of the gap.
  const Vec3 fromA = p.position[a] + p.radius[a] * normal;
  const Vec3 fromB = p.position[b] + shiftOf(world, a, b) - p.radius[b] * normal;
  return 0.5 * (fromA + fromB);
}

ForceContact contactOf(const World& world, const ContactKey& key, std::uint32_t a, std::uint32_t b, const Vec3& normal,
                       const Vec3& origin) {
  ForceContact contact;
  contact.a = a;
  contact.b = b;
  if (key.isBoundary()) {
    contact.body = key.body();
    contact.shape = key.shape();
  }
  contact.point = (pointOf(world, a, b, normal) - origin).cast<float>();
  contact.normal = normal.cast<float>();
  return contact;
}

/// True if no side is a free particle any more: the contact is inside an aggregate now.
bool isInside(const World& world, const Contact& contact) {
  const Reduction& reduction = world.reduction;
  return !reduction.isFree(contact.a) && (contact.b == kNoParticle || !reduction.isFree(contact.b));
}

}  // namespace

void findForceContacts(const World& world, const StepData& data, std::vector<ForceContact>& contacts,
                       const Vec3& origin) {
  contacts.clear();
  const double perTime = data.context.substepTime > 0.0 ? 1.0 / data.context.substepTime : 0.0;
  const std::size_t known = std::min(data.list.contacts.size(), data.list.multipliers.size());
  for (std::size_t i = 0; i < known; ++i) {
    const Contact& contact = data.list.contacts[i];
    const Attraction* const attraction = data.list.attractions.at(i);
    const auto force = static_cast<float>(perTime * data.list.multipliers[i].normal -
                                          (attraction == nullptr ? 0.0 : attraction->force(contact.gap)));
    if (!(force > 0.0f) || isInside(world, contact)) {
      continue;
    }
    contacts.push_back(contactOf(world, contact.key, contact.a, contact.b, contact.normal, origin));
    contacts.back().force = force;
    contacts.back().friction = (perTime * data.list.multipliers[i].tangential).cast<float>();
  }
  world.reduction.kept.forAll([&](const KeptContact& kept) {
    if (!(kept.netForce() > 0.0)) {
      return;
    }
    const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[kept.a]];
    const Quat& turned = aggregate.frame.pose.orientation;
    const Vec3 normal = turned * vectorOf(kept.normal);
    contacts.push_back(contactOf(world, kept.key, kept.a, kept.b, normal, origin));
    contacts.back().force = static_cast<float>(kept.netForce());
    contacts.back().friction = (turned * vectorOf(kept.tangentialForce)).cast<float>();
    contacts.back().kept = true;
  });
}

Vec3 otherCentre(const World& world, const ForceContact& contact) {
  return world.particles.position[contact.b] + shiftOf(world, contact.a, contact.b);
}

Vec3 placeOf(const World& world, const ForceContact& contact) {
  return pointOf(world, contact.a, contact.b, contact.normal.cast<double>());
}

void largestForces(const std::vector<ForceContact>& contacts, std::size_t particles, std::vector<float>& forces) {
  forces.assign(particles, 0.0f);
  for (const ForceContact& contact : contacts) {
    forces[contact.a] = std::max(forces[contact.a], contact.force);
    if (contact.b != kNoParticle) {
      forces[contact.b] = std::max(forces[contact.b], contact.force);
    }
  }
}

}  // namespace scree
