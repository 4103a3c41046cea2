#include "engine/cohesion/attractions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
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

/// Looks up keys that mostly ascend in a list of bridges.
class BridgeFinder {
 public:
  explicit BridgeFinder(const std::vector<Bridge>& bridges) : bridges_(bridges) {}

  /// The bridge of a key, or null.
  const Bridge* find(const ContactKey& key) {
    if (at_ > 0 && !(bridges_[at_ - 1].key < key)) {
      at_ = static_cast<std::size_t>(std::ranges::lower_bound(bridges_, key, {}, &Bridge::key) - bridges_.begin());
    }
    while (at_ < bridges_.size() && bridges_[at_].key < key) {
      ++at_;
    }
    return at_ < bridges_.size() && bridges_[at_].key == key ? &bridges_[at_] : nullptr;
  }

 private:
  const std::vector<Bridge>& bridges_;
  std::size_t at_ = 0;
};

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
  const double then = motion.gap + time * (free - now * motion.inverseMass);
  if (then > motion.gap) {
    // It opens slowly.
    const double way = time * std::max(0.0, motion.opening);
    return way > cohesion::kNoWay * motion.gap ? time * workBetween(*this, motion.gap, motion.gap + way) / way : now;
  }
  if (then > touchGap) {
    return now;
  }
  // It closes: not faster than the work of the way to touch makes it.
  const double most =
      std::sqrt(motion.opening * motion.opening + 2.0 * motion.inverseMass * workBetween(*this, 0.0, motion.gap));
  return std::clamp((free + most) / motion.inverseMass, 0.0, now);
}

namespace {

/// Whether the laws of pairs are those that the attractions at hand were made for; takes them over.
bool areSameLaws(const Materials& materials, std::vector<Cohesion>& laws) {
  const auto ofPair = [](const PairLaw& law) -> const Cohesion& { return law.cohesion; };
  if (std::ranges::equal(materials.pairs, laws, {}, ofPair)) {
    return true;
  }
  laws.clear();
  std::ranges::transform(materials.pairs, std::back_inserter(laws), ofPair);
  return false;
}

/// Curve and numbers of a law at an effective radius [m] with bridges of a volume [m³].
Attraction attractionOf(const Cohesion& law, double radius, double volume) {
  Attraction one;
  one.radius = radius;
  one.volume = volume;
  one.atTouch = adhesionOf(law, radius);
  one.inFriction = law.inFriction;
  one.mayJoin = law.hasBridges();
  if (one.mayJoin) {
    one.bridge = BridgeCurve(law, radius, volume);
    one.atTouch += one.bridge.force(0.0);
    one.workAtTouch = one.bridge.work(0.0);
  }
  return one;
}

}  // namespace

void findAttractions(const World& world, std::span<const Contact> contacts, Attractions& attractions) {
  attractions.of.clear();
  attractions.last.swap(attractions.all);
  attractions.all.clear();
  if (!world.materials.areCohesive()) {
    attractions.last.clear();
    return;
  }
  if (!areSameLaws(world.materials, attractions.laws)) {
    attractions.last.clear();
  }
  attractions.of.assign(contacts.size(), kNoAttraction);
  BridgeFinder bridges(world.bridges);
  auto known = attractions.last.begin();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const Cohesion& law = world.materials.pairs[contact.law].cohesion;
    if (!law.isAny() || !isNearestFeature(contacts, i)) {
      continue;
    }
    const Bridge* const bridge = law.hasBridges() ? bridges.find(bridgeKeyOf(world, contact)) : nullptr;
    const double radius = effectiveRadiusAt(world.particles, contact);
    const double volume = law.bridgeVolume;
    while (known != attractions.last.end() && known->key < contact.key) {
      ++known;
    }
    const bool isKnown = known != attractions.last.end() && known->key == contact.key && known->radius == radius &&
                         known->volume == volume;
    Attraction& one = attractions.all.emplace_back(isKnown ? *known : attractionOf(law, radius, volume));
    one.key = contact.key;
    one.touchGap = touchGapOf(world.particles, contact);
    one.hasBridge = bridge != nullptr;
    one.meet(contact.gap);
    attractions.of[i] = static_cast<std::uint32_t>(attractions.all.size() - 1);
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
      world.bridges.push_back({.key = bridgeKeyOf(world, contacts[i]), .volume = attraction.volume});
    }
    world.budget.cohesive += attraction.energy(gaps[i]);
  }
  if (!std::ranges::is_sorted(world.bridges, {}, &Bridge::key)) {
    std::ranges::sort(world.bridges, {}, &Bridge::key);
  }
}

double bridgeReach(const World& world) {
  if (!world.materials.areCohesive() || world.particles.size() == 0) {
    return 0.0;
  }
  return longestBridge(world.materials, std::ranges::min(world.particles.radius));
}

}  // namespace scree
