#include "tests/support/hand_made.h"

#include "tests/support/worlds.h"

namespace scree::testing {

HandMade::HandMade() : world(emptyWorld()) { data.context.substepTime = world.parameters.timeStep; }

void HandMade::touch(std::uint32_t a, std::uint32_t b) {
  Contact contact;
  contact.key = ContactKey::particles(world.particles.id[a], world.particles.id[b]);
  contact.a = a;
  contact.b = b;
  contact.normal = Vec3::UnitX();
  data.list.contacts.push_back(contact);
  data.list.multipliers.push_back({});
}

void HandMade::stand(std::uint32_t a, std::uint32_t body, const Vec3& velocity, double force) {
  Contact contact;
  contact.key = ContactKey::boundary(world.particles.id[a], body, 0, 0);
  contact.a = a;
  contact.normal = -Vec3::UnitZ();
  contact.surface = static_cast<std::uint32_t>(data.list.surfaces.size());
  data.list.contacts.push_back(contact);
  data.list.surfaces.push_back({.velocity = velocity});
  data.list.multipliers.push_back({.normal = force * data.context.substepTime});
}

}  // namespace scree::testing
