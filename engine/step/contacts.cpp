#include "engine/step/contacts.h"

#include <algorithm>
#include <cmath>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/reduction/carriers.h"
#include "engine/step/near_members.h"
#include "engine/step/problem.h"
#include "engine/step/reach.h"
#include "engine/step/surfaces.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;     // particles tested against the shapes as one piece of work
constexpr std::size_t kFetchAhead = 12;  // contacts

/// Gap and normal of two spheres whose centres are `apart`.
void setGeometry(const Vec3& apart, double radii, Contact& contact) {
  const double distance = apart.norm();
  contact.normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
  contact.gap = distance - radii;
}

/// Gap and normal of a pair at the particles' present positions.
void setPairGeometry(const Particles& particles, Contact& contact) {
  setGeometry(particles.position[contact.b] - particles.position[contact.a],
              particles.radius[contact.a] + particles.radius[contact.b], contact);
}

/// Makes contacts of candidate pairs, as far as they are within reach of each other and, where the step looks ahead,
/// may touch within it.
class PairSearch {
 public:
  PairSearch(const World& world, const StepData& data)
      : world_(world),
        data_(data),
        spheres_{world.particles.position, world.particles.radius, data.reach},
        ahead_(world.parameters),
        looksAhead_(world.parameters.substeps > 1) {}

  /// Puts those within reach into `near`, in their order. Most candidates are not, and which ones nobody can guess:
  /// without a branch a test takes a third of the time.
  void keepNear(std::span<const ParticlePair> pairs, std::vector<ParticlePair>& near) const {
    near.resize(pairs.size());
    std::size_t kept = 0;
    for (const ParticlePair& pair : pairs) {
      const ParticlePair slots{data_.active[pair.first], data_.active[pair.second]};
      near[kept] = slots;
      kept += spheres_.meet(slots.first, slots.second) ? 1 : 0;
    }
    near.resize(kept);
  }

  /// Appends the contact of two slots within reach, unless it cannot come to one.
  void test(const ParticlePair& slots, FoundContacts& out) const {
    const Particles& particles = world_.particles;
    const auto [slot, other] = slots;
    const Vec3 apart = particles.position[other] - particles.position[slot];
    const double radii = particles.radius[slot] + particles.radius[other];
    if (looksAhead_ && !ahead_.mayTouch(apart, velocityAhead(world_, slot), velocityAhead(world_, other), radii)) {
      return;
    }
    out.longest = out.longest.cwiseMax(apart.cwiseAbs());
    fetchForAppending(out.contacts, kFetchAhead);
    Contact& contact = out.contacts.emplace_back();
    contact.key = ContactKey::particles(particles.id[slot], particles.id[other]);
    contact.a = slot;
    contact.b = other;
    setGeometry(apart, radii, contact);
    contact.law = world_.materials.pairIndex(particles.material[slot], particles.material[other]);
  }

 private:
  const World& world_;
  const StepData& data_;
  const Spheres spheres_;
  const LookAhead ahead_;
  const bool looksAhead_;
};

/// The pieces' contacts one after the other, which is the order of their keys.
void joinFound(StepData& data) {
  if (data.found.size() == 1) {
    data.contacts.swap(data.found.front().contacts);
    data.surfaces.swap(data.found.front().surfaces);
    return;
  }
  std::vector<std::size_t>& starts = data.chunkCounts;
  starts.assign(data.found.size() + 1, 0);
  data.surfaces.clear();
  for (std::size_t piece = 0; piece < data.found.size(); ++piece) {
    FoundContacts& found = data.found[piece];
    starts[piece + 1] = starts[piece] + found.contacts.size();
    found.firstSurface = static_cast<std::uint32_t>(data.surfaces.size());
    data.surfaces.insert(data.surfaces.end(), found.surfaces.begin(), found.surfaces.end());
  }
  data.contacts.resize(starts.back());
  forChunks(data.threads, data.found.size(), [&](std::size_t piece) {
    const FoundContacts& found = data.found[piece];
    std::size_t to = starts[piece];
    for (const Contact& contact : found.contacts) {
      data.contacts[to] = contact;
      data.contacts[to].surface += found.firstSurface;
      ++to;
    }
  });
}

/// What all pieces of the work need.
struct Search {
  const World& world;
  const StepData& data;
  PairSearch pairs;
  PlacedShapes shapes;
  std::vector<CarrierMotion> carriers;
  bool ahead = false;
  double surfaceSpeed = 0.0;  ///< of the fastest surface [m/s]

  /// Appends the contacts of the free particles with places [first, last).
  void find(std::size_t first, std::size_t last, FoundContacts& out) const {
    const std::vector<ParticlePair>& candidates = data.candidates.pairs;
    const auto from = [&](std::size_t place) {
      return std::lower_bound(candidates.begin(), candidates.end(), ParticlePair{static_cast<std::uint32_t>(place), 0});
    };
    pairs.keepNear({from(first), from(last)}, out.near);
    auto pair = out.near.begin();
    auto member = std::lower_bound(data.memberContacts.begin(), data.memberContacts.end(), data.active[first],
                                   [](const Contact& contact, std::uint32_t slot) { return contact.a < slot; });
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t slot = data.active[i];
      for (; pair != out.near.end() && pair->first == slot; ++pair) {
        pairs.test(*pair, out);
      }
      for (; member != data.memberContacts.end() && member->a == slot; ++member) {
        out.contacts.push_back(*member);
        out.contacts.back().surface = static_cast<std::uint32_t>(out.surfaces.size());
        out.surfaces.push_back(motionAt(world, carriers[world.reduction.aggregate[member->b]], *member));
      }
      touchSurfaces(world, slot, shapes, ahead ? surfaceMargin(world, slot, surfaceSpeed) : 0.0, out);
    }
  }
};

}  // namespace

void makeContacts(const World& world, StepData& data) {
  const bool ahead = world.parameters.substeps > 1;
  const Search search{.world = world,
                      .data = data,
                      .pairs = PairSearch(world, data),
                      .shapes = placeShapes(world.bodies),
                      .carriers = carrierMotions(world, 0.0),
                      .ahead = ahead,
                      .surfaceSpeed = ahead ? fastestSurface(world) : 0.0};
  const std::size_t n = data.active.size();
  const std::size_t chunks = (n + kChunk - 1) / kChunk;
  // One thread needs no pieces, and then nothing is to be joined.
  const bool isShared = data.threads != nullptr && data.threads->size() > 1;
  const std::size_t perPiece = isShared ? 1 : std::max<std::size_t>(chunks, 1);
  data.found.resize(std::max<std::size_t>(1, chunks / perPiece));
  forChunks(data.threads, data.found.size(), [&](std::size_t piece) {
    FoundContacts& out = data.found[piece];
    out.contacts.clear();
    out.surfaces.clear();
    out.longest.setZero();
    for (std::size_t chunk = piece * perPiece; chunk < std::min(chunks, (piece + 1) * perPiece); ++chunk) {
      search.find(chunk * kChunk, std::min(n, (chunk + 1) * kChunk), out);
    }
  });
  joinFound(data);
}

void followContacts(const World& world, double time, StepData& data) {
  const PlacedShapes shapes = placeShapes(world.bodies);
  const std::vector<CarrierMotion> carriers = carrierMotions(world, time);
  for (Contact& contact : data.contacts) {
    if (contact.key.isMember()) {
      const Membership& member = world.reduction.members[contact.b];
      const CarrierMotion& carrier = carriers[world.reduction.aggregate[contact.b]];
      const Vec3 place = carrier.pose.toWorld(member.local);
      setGeometry(place - world.particles.position[contact.a],
                  world.particles.radius[contact.a] + world.particles.radius[contact.b], contact);
      data.surfaces[contact.surface] = motionAt(world, carrier, contact);
    } else if (contact.b == kNoParticle) {
      followSurface(world, shapes, world.particles.position[contact.a],
                    kFollowMargin * world.particles.radius[contact.a], contact, data.surfaces[contact.surface]);
    } else {
      setPairGeometry(world.particles, contact);
    }
  }
}

}  // namespace scree
