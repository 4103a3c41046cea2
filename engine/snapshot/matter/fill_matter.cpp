#include "engine/snapshot/matter/fill_matter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/cohesion/attractions.h"
#include "engine/step/attraction_ends.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

void fillZones(const World& world, const std::vector<MatterZone>& zones, std::vector<SnapshotZone>& shown) {
  shown.clear();
  for (const MatterZone& zone : zones) {
    shown.push_back({.name = zone.name,
                     .pose = zone.pose,
                     .halfExtents = zone.halfExtents,
                     .rate = zone.rate,
                     .feeds = world.time >= zone.start && world.time < zone.stop,
                     .stored = zone.stored,
                     .fed = zone.fed,
                     .taken = zone.taken,
                     .missed = zone.missed});
  }
}

/// Bridge between a grain and another, or a body, with the gap along a normal.
SnapshotBridge placed(const World& world, std::uint32_t a, std::uint32_t b, const ContactKey& key, Vec3 normal,
                      double gap, const Vec3& origin) {
  const Particles& p = world.particles;
  SnapshotBridge bridge;
  bridge.a = a;
  bridge.b = b;
  if (key.isBoundary()) {
    bridge.body = key.body();
  }
  if (b != kNoParticle) {
    const Vec3 apart = world.periodic.nearest(p.position[b] - p.position[a]);
    normal = apart.squaredNorm() > 0.0 ? Vec3(apart.normalized()) : normal;
  }
  const Vec3 from = p.position[a] + p.radius[a] * normal - origin;
  bridge.from = from.cast<float>();
  bridge.to = (from + gap * normal).cast<float>();
  bridge.gap = static_cast<float>(gap);
  return bridge;
}

/// True if no side is a free particle any more: the contact is a kept one now.
bool isInside(const World& world, const Contact& contact) {
  return !world.reduction.isFree(contact.a) && (contact.b == kNoParticle || !world.reduction.isFree(contact.b));
}

/// Volume of the bridge of a kept contact [m³]; 0: there is none.
float volumeOf(const World& world, const KeptContact& kept) {
  const ContactKey key =
      kept.key.isBoundary() ? ContactKey::boundary(kept.key.a, kept.key.body(), kept.key.shape(), 0) : kept.key;
  const auto at = std::ranges::lower_bound(world.bridges, key, {}, &Bridge::key);
  return at != world.bridges.end() && at->key == key ? static_cast<float>(at->volume) : 0.0f;
}

/// Calls use(bridge) for all contacts whose sides are pulled together at the end of the last step, those inside
/// aggregates included, and that `isAsked(a, b)` for.
template <typename Asked, typename Use>
void forPulled(const World& world, const StepData& data, const Vec3& origin, Asked isAsked, Use use) {
  const ContactList& list = data.list;
  const auto look = [&](const Contact& contact, const Attraction& attraction) {
    if (isInside(world, contact) || !isAsked(contact.a, contact.b)) {
      return;
    }
    const double gap = gapAtEnd(world, data.context, list, contact);
    const double pull = attraction.force(gap);
    if (pull > 0.0) {
      SnapshotBridge bridge = placed(world, contact.a, contact.b, contact.key, contact.normal, gap, origin);
      bridge.pull = static_cast<float>(pull);
      bridge.volume = attraction.hasBridge ? static_cast<float>(attraction.volume) : 0.0f;
      use(bridge);
    }
  };
  for (std::size_t i = 0; list.attractions.any() && i < list.contacts.size(); ++i) {
    if (const Attraction* attraction = list.attractions.at(i)) {
      look(list.contacts[i], *attraction);
    }
  }
  for (const OpenContact& open : list.attractions.open()) {
    look(open.contact, list.attractions.of(open));
  }
  world.reduction.kept.forAll([&](const KeptContact& kept) {
    if (kept.attraction > 0.0f && isAsked(kept.a, kept.b)) {
      const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[kept.a]];
      const Vec3 normal = aggregate.frame.pose.orientation * vectorOf(kept.normal);
      SnapshotBridge bridge = placed(world, kept.a, kept.b, kept.key, normal, double{kept.gap}, origin);
      bridge.pull = kept.attraction;
      bridge.volume = volumeOf(world, kept);
      use(bridge);
    }
  });
}

void fillGrains(const World& world, MatterLists& lists) {
  const Particles& p = world.particles;
  const std::size_t n = p.size();
  lists.moisture.resize(n);
  lists.gained.resize(n);
  lists.age.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    lists.moisture[i] = static_cast<float>(p.moisture(i));
    lists.gained[i] = static_cast<float>(p.gained[i]);
    lists.age[i] = static_cast<float>(world.time - p.born[i]);
  }
}

}  // namespace

double MatterReading::finesMissing() const {
  double missing = sums.abraded + sums.shattered - sums.layered - looseFines;
  for (const SnapshotZone& zone : fines) {
    missing += zone.fed - zone.stored;
  }
  return missing;
}

double MatterReading::waterMissing() const {
  double missing = 0.0;
  for (const SnapshotZone& zone : sprays) {
    missing += zone.fed - zone.taken - zone.missed;
  }
  return missing;
}

void fillMatter(const World& world, MatterReading& reading) {
  const Granulation& granulation = world.granulation;
  reading.isOn = granulation.isOn();
  reading.laws = granulation.laws;
  fillZones(world, granulation.fines, reading.fines);
  fillZones(world, granulation.sprays, reading.sprays);
  reading.looseFines = granulation.looseFines;
  reading.sums = granulation.sums;
  reading.bridges = world.bridges.size();
  const std::vector<double>& water = world.particles.water;
  reading.water = reading.isOn ? std::accumulate(water.begin(), water.end(), 0.0) : 0.0;
}

void fillMatterLists(const World& world, const StepData& data, const MatterRequest& request,
                     std::optional<ParticleId> particle, const Vec3& origin, MatterLists& lists) {
  lists.moisture.clear();
  lists.gained.clear();
  lists.age.clear();
  lists.bridges.clear();
  lists.picked.reset();
  lists.ofPicked.clear();
  if (request.grains) {
    fillGrains(world, lists);
  }
  const Particles& p = world.particles;
  std::uint32_t slot = kNoParticle;
  if (particle) {
    const auto at = std::ranges::lower_bound(p.id, *particle);
    if (at != p.id.end() && *at == *particle) {
      slot = static_cast<std::uint32_t>(at - p.id.begin());
      lists.picked = GrainMatter{.id = *particle,
                                 .mass = p.mass[slot],
                                 .water = p.water[slot],
                                 .moisture = p.moisture(slot),
                                 .gained = p.gained[slot],
                                 .age = world.time - p.born[slot]};
    }
  }
  if (!request.bridges && slot == kNoParticle) {
    return;
  }
  const auto isPicked = [slot](std::uint32_t a, std::uint32_t b) {
    return slot != kNoParticle && (a == slot || b == slot);
  };
  forPulled(
      world, data, origin, [&](std::uint32_t a, std::uint32_t b) { return request.bridges || isPicked(a, b); },
      [&](const SnapshotBridge& bridge) {
        if (request.bridges) {
          lists.bridges.push_back(bridge);
        }
        if (isPicked(bridge.a, bridge.b)) {
          lists.ofPicked.push_back(bridge);
        }
      });
}

}  // namespace scree
