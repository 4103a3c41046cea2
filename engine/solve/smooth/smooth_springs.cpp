#include "engine/solve/smooth/smooth_springs.h"

#include <algorithm>
#include <cmath>

#include "engine/contacts/contact_law.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/stretched_spring.h"
#include "engine/contacts/surfaces.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/solve/smooth/smooth_pack.h"

namespace scree {

namespace {

/// The spring of a contact that was given a stiffness, or none.
ContactSpring smoothSpring(const World& world, const SmoothWork& work, const Contact& contact, double given) {
  const SmoothPair& pair = work.pairs[contact.law];
  const ContactSpring own = springOf(pair.law, effectiveRadiusOf(world.particles, contact));
  return pair.stretched.isOn() ? stretched(own, pair.stretched, effectiveMassOf(world, contact), given) : own;
}

/// Overlap at which the spring of a contact is at rest if it has this force now [N].
double restOf(const World& world, const SmoothWork& work, const Contact& contact, double force, double given) {
  const double overlap = contact.overlap();
  if (!(overlap > 0.0)) {
    return 0.0;
  }
  const double radius = effectiveRadiusOf(world.particles, contact);
  const ContactSpring spring = smoothSpring(world, work, contact, given);
  const double rest = overlap - spring.overlapAt(std::max(force, 0.0));
  return std::abs(rest) > smooth::kRestRoundOff * overlap + smooth::kRestOfRadius * radius ? rest : 0.0;
}

/// Overlap of a contact as the step ends [m].
double lastOverlap(const World& world, const ContactList& list, const SmoothWork& work, const Contact& contact) {
  const Particles& particles = world.particles;
  if (contact.b != kNoParticle) {
    const double radii = particles.radius[contact.a] + particles.radius[contact.b];
    return radii - world.periodic.nearest(placeOf(work, contact.b) - placeOf(work, contact.a)).norm();
  }
  Contact last = contact;
  SurfaceContact surface = list.surfaces[contact.surface];
  followSurface(world, work.shapes, placeOf(work, contact.a), contacts::kFollowMargin * particles.radius[contact.a],
                last, surface, &list.triangles);
  return -last.gap;
}

/// Stiffness that a contact of the history was given, if it is to have one: its own where the history has none, as it
/// did not come to touch at the speed that it has now.
double givenBefore(const World& world, const SmoothWork& work, const Contact& contact, std::uint32_t place) {
  const SmoothPair& pair = work.pairs[contact.law];
  if (!pair.stretched.isOn() || !pair.stretched.isHertz) {
    return 0.0;
  }
  const double given = world.history.given.empty() ? 0.0 : world.history.given[place];
  return given > 0.0 ? given : springOf(pair.law, effectiveRadiusOf(world.particles, contact)).stiffness;
}

void keepLane(const World& world, double time, const SmoothWork& work, std::size_t at, ContactList& list) {
  const std::uint32_t i = work.contacts[at];
  const SmoothBatch& batch = work.batches[at / kSmoothWidth];
  const SmoothFound& found = work.found[at / kSmoothWidth];
  const std::size_t lane = at % kSmoothWidth;
  if (i == kNoSmoothContact || !(found.overlap[lane] > 0.0)) {
    return;
  }
  const auto vector = [lane](const std::array<SmoothLane, 3>& of) {
    return Vec3(of[0][lane], of[1][lane], of[2][lane]);
  };
  Contact& contact = list.contacts[i];
  // Springs alone, with no dashpots: the overlap at rest follows from them.
  const double given = givenIn(work, at);
  const ContactSpring spring = smoothSpring(world, work, contact, given);
  const double stretched = std::max(lastOverlap(world, list, work, contact) - batch.rest[lane], 0.0);
  contact.normal = vector(found.normal);
  contact.gap = -found.overlap[lane];
  list.stays[i] = 1;
  if (!list.given.empty()) {
    list.given[i] = given;
  }
  list.multipliers[i] = {.normal = time * spring.force(stretched),
                         .tangential = time * vector(batch.tangential),
                         .rolling = time * vector(batch.rolling),
                         .twisting = time * batch.twisting[lane]};
}

}  // namespace

void takeSprings(const World& world, const ContactList& list, SmoothWork& work) {
  work.springs.assign(list.contacts.size(), SmoothSprings{});
  if (!(world.history.timeStep > 0.0)) {
    return;
  }
  const double scale = 1.0 / world.history.timeStep;
  for (std::size_t i = 0; i < list.contacts.size(); ++i) {
    if (list.matches[i] != kNoMatch) {
      const Multipliers& old = world.history.multipliers[list.matches[i]];
      const double given = givenBefore(world, work, list.contacts[i], list.matches[i]);
      work.springs[i] = {scale * old.tangential, scale * old.rolling, scale * old.twisting,
                         restOf(world, work, list.contacts[i], scale * old.normal, given), given};
    }
  }
}

void keepSprings(const World& world, ThreadPool* threads, double time, ContactList& list, const SmoothWork& work) {
  const std::size_t count = list.contacts.size();
  list.multipliers.assign(count, Multipliers{});
  list.stays.assign(count, 0);
  list.rebounds.assign(count, 0);
  list.given.assign(stretchesCollisions(world.parameters) ? count : 0, 0.0);
  forPieces(threads, work.contacts.size(), smooth::kLanesAPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      keepLane(world, time, work, at, list);
    }
  });
}

}  // namespace scree
