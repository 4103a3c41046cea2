#include "engine/cohesion/attractions.h"

#include <algorithm>

#include "engine/base/base_constants.h"

namespace scree {

namespace {

/// Key of the bridge of a contact: the same whether its grains are free or members.
ContactKey bridgeKeyOf(const World& world, const Contact& contact) {
  if (contact.key.isBoundary()) {
    return ContactKey::boundary(contact.key.a, contact.key.body(), contact.key.shape(), 0);
  }
  const ParticleId a = world.particles.id[contact.a];
  const ParticleId b = world.particles.id[contact.b];
  return ContactKey::particles(std::min(a, b), std::max(a, b));
}

double effectiveRadiusAt(const Particles& particles, const Contact& contact) {
  const double a = particles.radius[contact.a];
  if (contact.b == kNoParticle) {
    return a;
  }
  const double b = particles.radius[contact.b];
  return a * (b / (a + b));
}

double touchGapOf(const Particles& particles, const Contact& contact) {
  return kTouchGap * (particles.radius[contact.a] + (contact.b == kNoParticle ? 0.0 : particles.radius[contact.b]));
}

bool isJoined(const World& world, const ContactKey& key) {
  return std::ranges::binary_search(world.bridges, key, {}, &Bridge::key);
}

/// True for the feature of a shape at which its grain is nearest, of neighbours in the list.
bool isNearestFeature(std::span<const Contact> contacts, std::size_t at) {
  const Contact& contact = contacts[at];
  if (!contact.key.isBoundary()) {
    return true;
  }
  const auto isSameShape = [&](std::size_t i) {
    const ContactKey& key = contacts[i].key;
    return key.a == contact.key.a && key.isBoundary() && key.body() == contact.key.body() &&
           key.shape() == contact.key.shape();
  };
  for (std::size_t i = at; i > 0 && isSameShape(i - 1); --i) {
    if (contacts[i - 1].gap <= contact.gap) {
      return false;
    }
  }
  for (std::size_t i = at + 1; i < contacts.size() && isSameShape(i); ++i) {
    if (contacts[i].gap < contact.gap) {
      return false;
    }
  }
  return true;
}

}  // namespace

void findAttractions(const World& world, std::span<const Contact> contacts, Attractions& attractions) {
  attractions.of.clear();
  attractions.all.clear();
  if (!world.materials.areCohesive()) {
    return;
  }
  attractions.of.assign(contacts.size(), kNoAttraction);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const Cohesion& law = world.materials.pairs[contact.law].cohesion;
    if (!law.isAny() || !isNearestFeature(contacts, i)) {
      continue;
    }
    Attraction one;
    one.touchGap = touchGapOf(world.particles, contact);
    const bool touches = contact.gap <= one.touchGap;
    one.hasBridge = law.hasBridges() && (touches || isJoined(world, bridgeKeyOf(world, contact)));
    // Surfaces that do not touch yet may do so in the step: what adheres then does.
    const double radius = effectiveRadiusAt(world.particles, contact);
    one.atTouch = adhesionOf(law, radius);
    one.inFriction = law.inFriction;
    if (law.hasBridges()) {
      one.bridge = BridgeCurve(law, radius, law.bridgeVolume);
      one.atTouch += one.bridge.force(0.0);
    }
    attractions.of[i] = static_cast<std::uint32_t>(attractions.all.size());
    attractions.all.push_back(one);
  }
}

void keepBridges(std::span<const Contact> contacts, std::span<const ContactEnd> ends, const Attractions& attractions,
                 World& world) {
  world.budget.cohesive = 0.0;
  if (!attractions.any()) {
    world.bridges.clear();
    return;
  }
  std::vector<Bridge> bridges;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Attraction* const attraction = attractions.at(i);
    if (attraction == nullptr) {
      continue;
    }
    const Cohesion& law = world.materials.pairs[contacts[i].law].cohesion;
    const double gap = ends[i].gap;
    Attraction now = *attraction;
    now.hasBridge = law.hasBridges() && (ends[i].touched || gap <= now.touchGap ||
                                         (attraction->hasBridge && gap < attraction->bridge.rupture()));
    if (now.hasBridge) {
      bridges.push_back({.key = bridgeKeyOf(world, contacts[i]), .volume = law.bridgeVolume});
    }
    world.budget.cohesive += now.energy(gap);
  }
  std::ranges::sort(bridges, {}, &Bridge::key);
  world.bridges = std::move(bridges);
}

double bridgeReach(const World& world) {
  if (!world.materials.areCohesive() || world.particles.size() == 0) {
    return 0.0;
  }
  return longestBridge(world.materials, std::ranges::min(world.particles.radius));
}

}  // namespace scree
