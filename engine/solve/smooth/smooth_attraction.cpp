#include "engine/solve/smooth/smooth_attraction.h"

#include "engine/contacts/contact_reactions.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/solve/smooth/smooth_pack.h"

namespace scree {

void listAttractions(const ContactList& list, const SmoothWork& work, SmoothAttraction& attraction) {
  attraction.first.clear();
  attraction.ends.clear();
  if (!list.attractions.any()) {
    return;
  }
  const std::size_t places = work.slots.size();
  attraction.first.assign(places + 1, 0);
  attraction.forces.assign(places, Vec3::Zero());
  attraction.onSurfaces.assign(list.contacts.size(), 0.0);
  const auto forEnds = [&](auto use) {
    for (std::uint32_t i = 0; i < list.contacts.size(); ++i) {
      if (list.attractions.at(i) != nullptr) {
        const Contact& contact = list.contacts[i];
        use(work.places[contact.a], SmoothAttraction::End{i, false});
        if (!contact.isPrescribed()) {
          use(work.places[contact.b], SmoothAttraction::End{i, true});
        }
      }
    }
  };
  forEnds([&](std::uint32_t place, const SmoothAttraction::End&) { ++attraction.first[place + 1]; });
  for (std::size_t place = 0; place < places; ++place) {
    attraction.first[place + 1] += attraction.first[place];
  }
  attraction.ends.resize(attraction.first.back());
  std::vector<std::uint32_t> next(attraction.first.begin(), attraction.first.end() - 1);
  forEnds([&](std::uint32_t place, const SmoothAttraction::End& end) { attraction.ends[next[place]++] = end; });
}

void attractGrains(const World& world, ContactList& list, std::uint32_t first, std::uint32_t last, double time,
                   SmoothWork& work, SmoothAttraction& attraction) {
  for (std::uint32_t place = first; place < last; ++place) {
    Vec3 force = Vec3::Zero();
    for (std::uint32_t e = attraction.first[place]; e < attraction.first[place + 1]; ++e) {
      SmoothAttraction::End& end = attraction.ends[e];
      Contact contact = list.contacts[end.contact];
      Attraction law = *list.attractions.at(end.contact);
      const auto meet = [&](double gap) {
        end.hasMet = end.hasMet || gap <= law.touchGap;
        law.hasBridge = law.hasBridge || (law.bridge != nullptr && end.hasMet);
      };
      const Vec3 here = placeOf(work, contact.a);
      const double radius = world.particles.radius[contact.a];
      if (!contact.isPrescribed()) {
        const Vec3 apart = world.periodic.nearest(placeOf(work, contact.b) - here);
        const double distance = apart.norm();
        const double gap = distance - radius - world.particles.radius[contact.b];
        meet(gap);
        const double size = distance > 0.0 ? law.force(gap) / distance : 0.0;
        force += (end.isSecond ? -size : size) * apart;
        continue;
      }
      SurfaceContact& surface = list.surfaces[contact.surface];
      SurfaceContact moved = surface;
      followSurface(world, work.shapes, here, contacts::kFollowMargin * radius, contact, moved, &list.triangles);
      meet(contact.gap);
      const double size = law.force(contact.gap);
      force += size * contact.normal;
      attraction.onSurfaces[end.contact] = size;
      const Vec3 touched = here + radius * contact.normal;
      work.onBodies[contact.surface] += reactionOf(contact, moved, Multipliers{.normal = -time * size}, touched,
                                                   world.bodies[contact.key.body()].pose.position);
    }
    attraction.forces[place] = force;
  }
}

void endAttraction(const SmoothAttraction& attraction, ContactList& list) {
  for (const SmoothAttraction::End& end : attraction.ends) {
    Attraction& law = *list.attractions.at(end.contact);
    law.hasBridge = law.hasBridge || (law.bridge != nullptr && end.hasMet);
  }
}

}  // namespace scree
