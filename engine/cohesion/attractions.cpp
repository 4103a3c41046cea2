#include "engine/cohesion/attractions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/base/base_constants.h"
#include "engine/cohesion/cohesion_constants.h"

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

/// Points of Gauss's rule of two points on [0, 1].
constexpr std::array<double, 2> kGauss = {0.21132486540518712, 0.78867513459481288};

/// Work of a bridge from one gap to a wider one that is near it [J]. Over the root of the gap, where the force has no
/// steep end. None in an overlap: what attraction does to a pair on its way in, it takes back on the way out.
double workBetween(const Attraction& attraction, double from, double to) {
  from = std::max(from, attraction.touchGap);
  if (!attraction.hasBridge || to <= from) {
    return 0.0;
  }
  const double begin = std::sqrt(from);
  const double width = std::sqrt(to) - begin;
  double work = 0.0;
  for (const double share : kGauss) {
    const double t = begin + share * width;
    work += width * t * attraction.bridge.force(t * t);
  }
  return work;
}

/// Impulse that a pair which opens fast needs, by the work w of the way h u that it goes with its last speed u: that
/// speed is the lowest one with (u − a h)² = u₀² − 2 w(h u)/m*, a the acceleration and m* the reduced mass. Empty if it
/// turns back.
std::optional<double> impulseOfWay(const Attraction& attraction, const PairMotion& motion, double time) {
  const double first = motion.opening * motion.opening;
  const double pull = motion.acceleration * time;
  const auto lackAt = [&](double speed, double work) {
    return (speed - pull) * (speed - pull) - first + 2.0 * work * motion.inverseMass;
  };
  const double touched = std::max(0.0, attraction.touchGap - motion.gap);
  const double range =
      attraction.hasBridge ? attraction.bridge.rupture() - std::max(motion.gap, attraction.touchGap) : 0.0;
  double speed = 0.0;
  double work = 0.0;
  double lack = lackAt(0.0, 0.0);
  for (int piece = 0; lack < 0.0 && piece <= (range > 0.0 ? cohesion::kPieces : 0); ++piece) {
    // Closer at the beginning, where the force of a bridge falls fast.
    const double share = static_cast<double>(piece) / cohesion::kPieces;
    const auto workTo = [&](double to) {
      return work + workBetween(attraction, motion.gap + time * speed, motion.gap + time * to);
    };
    double next = (touched + share * share * range) / time;
    double more = workTo(next);
    double nextLack = lackAt(next, more);
    if (nextLack >= 0.0) {
      for (int i = 0; i < cohesion::kRefinements; ++i) {
        next = speed + (next - speed) * (-lack / (nextLack - lack));
        more = workTo(next);
        nextLack = lackAt(next, more);
      }
      work = more;
      const double left = std::sqrt(std::max(0.0, first - 2.0 * work * motion.inverseMass));
      return 2.0 * work / (motion.opening + left);
    }
    speed = next;
    work = more;
    lack = nextLack;
  }
  if (lack >= 0.0) {
    return std::nullopt;
  }
  // It gets out of reach in the time.
  return 2.0 * work / (motion.opening + std::sqrt(std::max(0.0, first - 2.0 * work * motion.inverseMass)));
}

}  // namespace

double Attraction::impulse(const PairMotion& motion, double time) const {
  const double now = time * force(motion.gap);
  if (now == 0.0 || motion.inverseMass == 0.0) {
    return now;
  }
  const double free = motion.opening + time * motion.acceleration;
  const double slow =
      hasBridge ? cohesion::kShortWay * bridge.rupture() / time : cohesion::kHeld * now * motion.inverseMass;
  if (motion.opening > slow && free > 0.0) {
    if (const std::optional<double> ofWay = impulseOfWay(*this, motion, time)) {
      return std::min(*ofWay, now);
    }
  }
  if (motion.gap <= touchGap) {
    return now;
  }
  const double way = time * std::max(0.0, motion.opening);
  const double pull = way > 0.0 ? time * workBetween(*this, motion.gap, motion.gap + way) / way : now;
  // Not closing faster than the work of the way to touch makes it.
  const double most =
      std::sqrt(motion.opening * motion.opening + 2.0 * motion.inverseMass * workBetween(*this, 0.0, motion.gap));
  return std::clamp((free + most) / motion.inverseMass, 0.0, pull);
}

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
    one.mayJoin = law.hasBridges();
    one.hasBridge = one.mayJoin && isJoined(world, bridgeKeyOf(world, contact));
    one.meet(contact.gap);
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

void keepBridges(std::span<const Contact> contacts, std::span<const double> gaps, Attractions& attractions,
                 World& world) {
  world.budget.cohesive = 0.0;
  world.bridges.clear();
  for (std::size_t i = 0; attractions.any() && i < contacts.size(); ++i) {
    if (attractions.at(i) == nullptr) {
      continue;
    }
    Attraction& attraction = attractions.all[attractions.of[i]];
    attraction.meet(gaps[i]);
    attraction.hasBridge = attraction.hasBridge && gaps[i] < attraction.bridge.rupture();
    if (attraction.hasBridge) {
      const Cohesion& law = world.materials.pairs[contacts[i].law].cohesion;
      world.bridges.push_back({.key = bridgeKeyOf(world, contacts[i]), .volume = law.bridgeVolume});
    }
    world.budget.cohesive += attraction.energy(gaps[i]);
  }
  std::ranges::sort(world.bridges, {}, &Bridge::key);
}

double bridgeReach(const World& world) {
  if (!world.materials.areCohesive() || world.particles.size() == 0) {
    return 0.0;
  }
  return longestBridge(world.materials, std::ranges::min(world.particles.radius));
}

}  // namespace scree
