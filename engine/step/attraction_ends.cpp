#include "engine/step/attraction_ends.h"

#include "engine/cohesion/attractions.h"

namespace scree {

double gapAtEnd(const World& world, const StepContext& context, const ContactList& list, const Contact& contact) {
  const Particles& particles = world.particles;
  if (!contact.isPrescribed()) {
    const Vec3 apart = world.periodic.nearest(particles.position[contact.b] - particles.position[contact.a]);
    return apart.norm() - particles.radius[contact.a] - particles.radius[contact.b];
  }
  const Vec3 opening = list.surfaces[contact.surface].velocity - particles.velocity[contact.a];
  return contact.gap + context.substepTime * contact.normal.dot(opening);
}

void endAttractions(World& world, const StepContext& context, ContactList& list) {
  std::vector<double> gaps;
  if (list.attractions.any()) {
    gaps.resize(list.contacts.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      if (list.attractions.at(i) != nullptr) {
        gaps[i] = gapAtEnd(world, context, list, list.contacts[i]);
      }
    }
  }
  keepBridges(list.contacts, gaps, list.attractions, world);
  list.attractions.follow(list.contacts, list.stays);
}

}  // namespace scree
