#include "engine/contacts/contacts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/aggregates/carriers.h"
#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/near_pairs.h"
#include "engine/contacts/reach.h"
#include "engine/contacts/surfaces.h"
#include "engine/contacts/turns.h"
#include "engine/settings/settings_constants.h"

namespace scree {

namespace {

/// Gap and normal of two spheres whose centres are `apart`.
void setGeometry(const Vec3& apart, double radii, Contact& contact) {
  const double distance = apart.norm();
  contact.normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
  contact.gap = distance - radii;
}

/// Gap and normal of a pair at the particles' present positions.
void setPairGeometry(const World& world, Contact& contact) {
  const Particles& particles = world.particles;
  setGeometry(world.periodic.nearest(particles.position[contact.b] - particles.position[contact.a]),
              particles.radius[contact.a] + particles.radius[contact.b], contact);
}

/// Makes contacts of candidate pairs, as far as they are within reach of each other and, where the step looks ahead,
/// may touch within it.
class PairSearch {
 public:
  PairSearch(const World& world, const StepContext& context, const DetectionWork& detection, const ContactList& list)
      : world_(world),
        active_(list.active),
        moving_(movingSpheres(world, context, detection)),
        ahead_(world.parameters, contactSkin(world)),
        looksAhead_(looksAhead(world)) {}

  /// Finds the contacts among at most contacts::kPairsAtOnce candidates.
  void find(std::span<const ParticlePair> candidates, NearPairs& found) const {
    const LookAhead* const ahead = looksAhead_ ? &ahead_ : nullptr;
    // Where all particles are free, places among them are slots.
    if (active_.size() == world_.particles.size()) {
      findNear(moving_, ahead, candidates, found);
      return;
    }
    std::array<ParticlePair, contacts::kPairsAtOnce> slots;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      slots[i] = {active_[candidates[i].first], active_[candidates[i].second]};
    }
    findNear(moving_, ahead, {slots.data(), candidates.size()}, found);
  }

  /// Appends the contact of the i-th pair.
  void append(const NearPairs& found, std::size_t i, std::vector<Contact>& out) const {
    const Particles& particles = world_.particles;
    const auto [slot, other] = found.slots[i];
    fetchForAppending(out, contacts::kFetchAhead);
    out.push_back({.key = ContactKey::particles(particles.id[slot], particles.id[other]),
                   .a = slot,
                   .b = other,
                   .normal = {found.normalX[i], found.normalY[i], found.normalZ[i]},
                   .gap = found.gap[i],
                   .law = world_.materials.pairIndex(particles.material[slot], particles.material[other])});
  }

 private:
  const World& world_;
  std::span<const std::uint32_t> active_;
  MovingSpheres moving_;
  const LookAhead ahead_;
  const bool looksAhead_;
};

/// The pieces' contacts one after the other, which is the order of their keys.
void joinFound(const StepContext& context, ContactList& list) {
  if (list.found.size() == 1) {
    list.contacts.swap(list.found.front().contacts);
    list.surfaces.swap(list.found.front().surfaces);
    return;
  }
  std::vector<std::size_t>& starts = list.chunkCounts;
  starts.assign(list.found.size() + 1, 0);
  list.surfaces.clear();
  for (std::size_t piece = 0; piece < list.found.size(); ++piece) {
    FoundContacts& found = list.found[piece];
    starts[piece + 1] = starts[piece] + found.contacts.size();
    found.firstSurface = static_cast<std::uint32_t>(list.surfaces.size());
    list.surfaces.insert(list.surfaces.end(), found.surfaces.begin(), found.surfaces.end());
  }
  list.contacts.resize(starts.back());
  forChunks(context.threads, list.found.size(), [&](std::size_t piece) {
    const FoundContacts& found = list.found[piece];
    std::size_t to = starts[piece];
    for (const Contact& contact : found.contacts) {
      list.contacts[to] = contact;
      list.contacts[to].surface += found.firstSurface;
      ++to;
    }
  });
}

/// Input that all pieces of the search share.
struct ContactSearch {
  const World& world;
  const DetectionWork& detection;
  const ContactList& list;
  PairSearch pairs;
  PlacedShapes shapes;
  std::vector<CarrierMotion> carriers;
  Ways ways;
  bool ahead = false;
  double farthest = 1.0;    ///< StepContext::farthest
  double surfaceWay = 0.0;  ///< of the fastest surface in the step [m]

  /// Appends the contacts of the free particles with places [first, last).
  void find(std::size_t first, std::size_t last, TriangleSearch& triangles, FoundContacts& out) const {
    const std::vector<ParticlePair>& candidates = detection.candidates.pairs;
    const auto from = [&](std::size_t place) {
      return std::lower_bound(candidates.begin(), candidates.end(), ParticlePair{static_cast<std::uint32_t>(place), 0});
    };
    NearPairs near;
    listBeside(first, last, out.beside);
    auto beside = out.beside.begin();
    auto member = std::lower_bound(list.memberContacts.begin(), list.memberContacts.end(), list.active[first],
                                   [](const Contact& contact, std::uint32_t slot) { return contact.a < slot; });
    const auto end = from(last);
    for (auto pair = from(first); pair != end;) {
      const auto next = pair + std::min<std::ptrdiff_t>(contacts::kPairsAtOnce, end - pair);
      pairs.find({pair, next}, near);
      pair = next;
      for (std::size_t i = 0; i < near.count; ++i) {
        for (; beside != out.beside.end() && *beside < near.slots[i].first; ++beside) {
          touch(*beside, member, triangles, out);
        }
        pairs.append(near, i, out.contacts);
      }
    }
    for (; beside != out.beside.end(); ++beside) {
      touch(*beside, member, triangles, out);
    }
    out.longest = out.longest.cwiseMax(near.longest);
  }

 private:
  using MemberContact = std::vector<Contact>::const_iterator;

  static_assert(settings::kFarthestHit <= contacts::kFollowMargin, "surfaces are followed as far as particles go");

  /// Gap at which a contact of a particle with a surface is worth having in the list [m].
  double marginOf(std::uint32_t slot) const {
    if (!ahead) {
      return 0.0;
    }
    const double radius = world.particles.radius[slot];
    // A reach below the longest is the way itself.
    const double way = detection.reach[slot] < farthest * radius ? detection.reach[slot] : ways.of(slot);
    return std::min(way + surfaceWay, contacts::kFollowMargin * radius);
  }

  /// Slots of the free particles with places [first, last) that may touch surfaces or have contacts with members.
  void listBeside(std::size_t first, std::size_t last, std::vector<std::uint32_t>& beside) const {
    beside.clear();
    auto member = std::lower_bound(list.memberContacts.begin(), list.memberContacts.end(), list.active[first],
                                   [](const Contact& contact, std::uint32_t slot) { return contact.a < slot; });
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t slot = list.active[i];
      bool is = false;
      for (; member != list.memberContacts.end() && member->a == slot; ++member) {
        is = true;
      }
      if (is || shapes.isAnyNear(world.particles.position[slot], world.particles.radius[slot] + marginOf(slot))) {
        beside.push_back(slot);
      }
    }
  }

  /// Appends a particle's contacts with members and surfaces.
  void touch(std::uint32_t slot, MemberContact& member, TriangleSearch& triangles, FoundContacts& out) const {
    for (; member != list.memberContacts.end() && member->a == slot; ++member) {
      out.contacts.push_back(*member);
      out.contacts.back().surface = static_cast<std::uint32_t>(out.surfaces.size());
      out.surfaces.push_back(motionAt(world, carriers[world.reduction.aggregate[member->b]], *member));
    }
    touchSurfaces(world, slot, shapes, marginOf(slot), triangles, out);
  }
};

}  // namespace

void makeContacts(const World& world, const StepContext& context, const DetectionWork& detection, ContactList& list) {
  const bool ahead = looksAhead(world);
  const ContactSearch search{.world = world,
                             .detection = detection,
                             .list = list,
                             .pairs = PairSearch(world, context, detection, list),
                             .shapes = placeShapes(world.bodies),
                             .carriers = carrierMotions(world, 0.0),
                             .ways = Ways(world),
                             .ahead = ahead,
                             .farthest = context.farthest,
                             .surfaceWay = ahead ? world.parameters.timeStep * fastestSurface(world) : 0.0};
  const std::size_t n = list.active.size();
  const std::size_t chunks = (n + contacts::kParticlesAPiece - 1) / contacts::kParticlesAPiece;
  // One thread needs no pieces, and then nothing is to be joined.
  const bool isShared = context.threads != nullptr && context.threads->size() > 1;
  const std::size_t perPiece = isShared ? 1 : std::max<std::size_t>(chunks, 1);
  list.found.resize(std::max<std::size_t>(1, chunks / perPiece));
  list.triangles.begin(meshesOf(world.bodies), world.particles.size(), list.found.size());
  forChunks(context.threads, list.found.size(), [&](std::size_t piece) {
    FoundContacts& out = list.found[piece];
    out.contacts.clear();
    out.surfaces.clear();
    out.longest.setZero();
    TriangleSearch triangles{.near = &list.triangles, .piece = piece};
    for (std::size_t chunk = piece * perPiece; chunk < std::min(chunks, (piece + 1) * perPiece); ++chunk) {
      search.find(chunk * contacts::kParticlesAPiece, std::min(n, (chunk + 1) * contacts::kParticlesAPiece), triangles,
                  out);
    }
  });
  joinFound(context, list);
}

void followContacts(const World& world, double time, ContactList& list) {
  const PlacedShapes shapes = placeShapes(world.bodies);
  const std::vector<CarrierMotion> carriers = carrierMotions(world, time);
  for (Contact& contact : list.contacts) {
    if (contact.key.isMember()) {
      const Membership& member = world.reduction.members[contact.b];
      const CarrierMotion& carrier = carriers[world.reduction.aggregate[contact.b]];
      const Vec3 place = carrier.pose.toWorld(member.local);
      setGeometry(world.periodic.nearest(place - world.particles.position[contact.a]),
                  world.particles.radius[contact.a] + world.particles.radius[contact.b], contact);
      list.surfaces[contact.surface] = motionAt(world, carrier, contact);
    } else if (contact.b == kNoParticle) {
      followSurface(world, shapes, world.particles.position[contact.a],
                    contacts::kFollowMargin * world.particles.radius[contact.a], contact,
                    list.surfaces[contact.surface], &list.triangles);
    } else {
      setPairGeometry(world, contact);
    }
  }
}

}  // namespace scree
