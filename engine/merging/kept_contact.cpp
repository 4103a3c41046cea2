#include "engine/merging/kept_contact.h"

#include <utility>

#include "engine/contacts/contact_law.h"
#include "engine/contacts/history_edit.h"
#include "engine/solver/spook.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

void set(float* to, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    to[axis] = static_cast<float>(v[axis]);
  }
}

}  // namespace

KeptContact keptContactOf(const World& world, double perTime, const Contact& contact, const Multipliers& multipliers,
                          const Attraction* attraction, double gap) {
  const std::vector<ParticleId>& id = world.particles.id;
  const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[contact.a]];
  const Quat turn = aggregate.frame.pose.orientation.conjugate();
  const Multipliers* m = &multipliers;
  Multipliers turned;
  KeptContact kept;
  kept.a = contact.a;
  kept.b = contact.b;
  Vec3 normal = contact.normal;
  if (contact.b != kNoParticle) {
    if (id[contact.a] > id[contact.b]) {
      std::swap(kept.a, kept.b);
      turned = flipped(*m);
      m = &turned;
      normal = -normal;
    }
    kept.key = ContactKey::particles(id[kept.a], id[kept.b]);
    // Joined particles are at their places as members.
    const std::vector<Vec3>& position = world.particles.position;
    const Vec3 other = contact.isPrescribed() ? placeOf(world, contact.b) : position[contact.b];
    gap = world.periodic.nearest(position[contact.a] - other).norm() - world.particles.radius[contact.a] -
          world.particles.radius[contact.b];
  } else {
    kept.key = contact.key;
  }
  const ContactLaw law = lawOf(world, contact);
  set(kept.normal, turn * normal);
  kept.gap = static_cast<float>(gap);
  kept.energy = gap < 0.0 ? static_cast<float>(lawEnergy(law.stiffness, law.exponent, -gap)) : 0.0F;
  kept.normalForce = static_cast<float>(perTime * m->normal);
  kept.closingForce = kept.normalForce;
  if (attraction != nullptr) {
    kept.attraction = static_cast<float>(attraction->force(gap));
    kept.cohesive = static_cast<float>(attraction->energy(gap));
  }
  kept.material = contact.b == kNoParticle ? static_cast<MaterialIndex>(contact.law % world.materials.list.size())
                                           : world.particles.material[kept.b];
  set(kept.tangentialForce, perTime * (turn * m->tangential));
  set(kept.torque, perTime * (turn * (m->rolling + m->twisting * normal)));
  kept.holds = law.friction > 0.0 && m->normal > 0.0;
  return kept;
}

}  // namespace scree
