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

SnapshotBridge bridgeOf(const World& world, const Contact& contact, const Attraction& attraction, double gap,
                        const Vec3& origin) {
  const Particles& p = world.particles;
  SnapshotBridge bridge;
  bridge.a = contact.a;
  bridge.b = contact.b;
  if (contact.key.isBoundary()) {
    bridge.body = contact.key.body();
  }
  Vec3 normal = contact.normal;
  if (contact.b != kNoParticle) {
    const Vec3 apart = world.periodic.nearest(p.position[contact.b] - p.position[contact.a]);
    normal = apart.squaredNorm() > 0.0 ? Vec3(apart.normalized()) : normal;
  }
  const Vec3 from = p.position[contact.a] + p.radius[contact.a] * normal - origin;
  bridge.from = from.cast<float>();
  bridge.to = (from + gap * normal).cast<float>();
  bridge.pull = static_cast<float>(attraction.force(gap));
  bridge.volume = attraction.hasBridge ? static_cast<float>(attraction.volume) : 0.0f;
  bridge.gap = static_cast<float>(gap);
  return bridge;
}

/// Calls use(contact, attraction, gap) for all contacts whose sides are pulled together at the end of the last step.
template <typename Use>
void forPulled(const World& world, const StepData& data, Use use) {
  const ContactList& list = data.list;
  for (std::size_t i = 0; list.attractions.any() && i < list.contacts.size(); ++i) {
    const Attraction* attraction = list.attractions.at(i);
    if (attraction == nullptr) {
      continue;
    }
    const double gap = gapAtEnd(world, data.context, list, list.contacts[i]);
    if (attraction->force(gap) > 0.0) {
      use(list.contacts[i], *attraction, gap);
    }
  }
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
  forPulled(world, data, [&](const Contact& contact, const Attraction& attraction, double gap) {
    const bool isPicked = slot != kNoParticle && (contact.a == slot || contact.b == slot);
    if (!request.bridges && !isPicked) {
      return;
    }
    const SnapshotBridge bridge = bridgeOf(world, contact, attraction, gap, origin);
    if (request.bridges) {
      lists.bridges.push_back(bridge);
    }
    if (isPicked) {
      lists.ofPicked.push_back(bridge);
    }
  });
}

}  // namespace scree
