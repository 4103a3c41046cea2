#include "engine/cohesion/attractions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "engine/base/base_constants.h"
#include "engine/cohesion/cohesion_constants.h"
#include "engine/cohesion/films.h"
#include "engine/world/placement.h"

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
    if (at_ == 0 || !(bridges_[at_ - 1].key < key)) {
      at_ = static_cast<std::size_t>(std::ranges::lower_bound(bridges_, key, {}, &Bridge::key) - bridges_.begin());
    }
    while (at_ < bridges_.size() && bridges_[at_].key < key) {
      ++at_;
    }
    const bool isThere = at_ < bridges_.size() && bridges_[at_].key == key && !bridges_[at_].isBroken;
    return isThere ? &bridges_[at_] : nullptr;
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
    work += width * t * attraction.bridge->force(t * t);
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
      attraction.hasBridge ? attraction.bridge->rupture() - std::max(motion.gap, attraction.touchGap) : 0.0;
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

HeldImpulse Attraction::impulse(const PairMotion& motion, double time) const {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const double now = time * force(motion.gap);
  if (motion.inverseMass == 0.0) {
    return {.impulse = now, .lowest = kAny, .highest = -kAny};
  }
  if (now == 0.0) {
    return {.impulse = 0.0, .lowest = std::nextafter(touchGap, kAny), .highest = kAny};
  }
  const double fast =
      hasBridge ? cohesion::kShortWay * bridge->rupture() / time : cohesion::kHeld * now * motion.inverseMass;
  const double free = motion.opening + time * motion.acceleration;
  HeldImpulse held{.impulse = now, .lowest = kAny, .highest = -kAny};
  if (motion.opening > fast && free > 0.0) {
    if (const std::optional<double> ofWay = impulseOfWay(*this, motion, time)) {
      held.impulse = std::min(*ofWay, now);
      return held;
    }
  }
  if (motion.gap <= touchGap) {
    if (std::abs(motion.opening) <= fast) {
      held.lowest = -kAny;
      held.highest = touchGap;
    }
    return held;
  }
  const double window = std::max(cohesion::kKeptShare * motion.gap, cohesion::kKeptReach * bridge->rupture());
  const double then = motion.gap + time * (free - now * motion.inverseMass);
  if (then <= touchGap - window) {
    // It closes: not faster than the work of the way to touch makes it, or a little less, as the force grows on it.
    const double most = std::sqrt(motion.opening * motion.opening + 2.0 * motion.inverseMass * now / time * motion.gap);
    held.impulse = std::clamp((free + most) / motion.inverseMass, 0.0, now);
    return held;
  }
  const double way = time * motion.opening;
  if (way > window) {
    held.impulse = time * workBetween(*this, motion.gap, motion.gap + way) / way;
    return held;
  }
  held.lowest = std::max(std::nextafter(touchGap, kAny), motion.gap - window);
  held.highest = motion.gap + window;
  return held;
}

bool Attractions::isAnyUnseen() const {
  return std::ranges::any_of(all_, [](const Attraction& one) { return !one.inFriction; });
}

/// Forgets all curves if the laws of pairs are not those that they were made for.
void Attractions::takeLaws(const Materials& materials) {
  const auto ofPair = [](const PairLaw& law) -> const Cohesion& { return law.cohesion; };
  if (!std::ranges::equal(materials.pairs, laws_, {}, ofPair)) {
    laws_.clear();
    std::ranges::transform(materials.pairs, std::back_inserter(laws_), ofPair);
    last_.clear();
    curves_.clear();
    unused_.clear();
  }
}

/// The liquid of a contact's bridge: of one that is there; else of the law, or what the films give.
Attractions::Liquid Attractions::liquidOf(const World& world, const Contact& contact, const Cohesion& law,
                                          const Bridge* bridge) const {
  if (!law.fromFilms) {
    return {.volume = law.bridgeVolume};
  }
  const std::vector<double>& radius = world.particles.radius;
  if (bridge != nullptr) {
    const bool isTurned = contact.b != kNoParticle && world.particles.id[contact.a] != bridge->key.a;
    return {.volume = bridge->volume, .first = isTurned ? bridge->volume - bridge->first : bridge->first};
  }
  const bool isWall = contact.b == kNoParticle;
  const double share = isWall ? kSharedWithWall : sharedFilm(radius[contact.a], radius[contact.b]);
  const double first = share * films_[contact.a];
  const double second = isWall ? 0.0 : sharedFilm(radius[contact.b], radius[contact.a]) * films_[contact.b];
  const double volume = roundedBridge(first + second, effectiveRadiusAt(world.particles, contact));
  return {.volume = volume, .first = volume > 0.0 ? volume * (first / (first + second)) : 0.0};
}

/// That of a law at an effective radius [m] with bridges of a volume [m³]; 0: without.
Attraction Attractions::made(const Cohesion& law, double radius, double volume) {
  Attraction one;
  one.radius = radius;
  one.volume = volume;
  one.atTouch = adhesionOf(law, radius);
  one.inFriction = law.inFriction;
  one.fromFilms = law.fromFilms;
  if (law.hasBridges() && volume > 0.0) {
    if (unused_.empty()) {
      unused_.push_back(curves_.size());
      curves_.emplace_back();
    }
    one.curve = unused_.back();
    unused_.pop_back();
    curves_[one.curve] = BridgeCurve(law, radius, volume);
    one.bridge = &curves_[one.curve];
    one.atTouch += one.bridge->force(0.0);
    one.workAtTouch = one.bridge->work(0.0);
  }
  return one;
}

void Attractions::drop(const Attraction& attraction) {
  if (attraction.bridge != nullptr) {
    unused_.push_back(attraction.curve);
  }
}

void Attractions::find(const World& world, std::span<const Contact> contacts) {
  of_.clear();
  last_.swap(all_);
  all_.clear();
  takeLaws(world.materials);
  if (!world.materials.areCohesive()) {
    last_.clear();
    return;
  }
  films_.clear();
  if (std::ranges::any_of(world.materials.pairs, [](const PairLaw& pair) { return pair.cohesion.fromFilms; })) {
    films_ = freeFilms(world);
  }
  of_.assign(contacts.size(), kNone);
  BridgeFinder bridges(world.bridges);
  auto known = last_.begin();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const Cohesion& law = world.materials.pairs[contact.law].cohesion;
    if (!law.isAny() || !isNearestFeature(contacts, i)) {
      continue;
    }
    for (; known != last_.end() && known->key < contact.key; ++known) {
      drop(*known);
    }
    const double radius = effectiveRadiusAt(world.particles, contact);
    const Bridge* const bridge = law.hasBridges() ? bridges.find(bridgeKeyOf(world, contact)) : nullptr;
    const auto [volume, first] = liquidOf(world, contact, law, bridge);
    const bool isKnown = known != last_.end() && known->key == contact.key;
    if (isKnown && known->radius == radius && known->volume == volume) {
      all_.push_back(*known++);
    } else {
      if (isKnown) {
        drop(*known++);
      }
      all_.push_back(made(law, radius, volume));
    }
    Attraction& one = all_.back();
    one.key = contact.key;
    one.touchGap = touchGapOf(world.particles, contact);
    one.first = first;
    one.hasBridge = bridge != nullptr && one.bridge != nullptr;
    one.meet(contact.gap);
    of_[i] = static_cast<std::uint32_t>(all_.size() - 1);
  }
  for (; known != last_.end(); ++known) {
    drop(*known);
  }
}

void Attractions::follow(std::span<const Contact> contacts, std::span<const std::uint8_t> stays) {
  open_.clear();
  std::size_t to = 0;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const std::uint32_t attraction = of_[i];
    if (stays[i] != 0) {
      of_[to++] = attraction;
    } else if (attraction != kNone && all_[attraction].hasBridge) {
      open_.push_back({.contact = contacts[i], .attraction = attraction});
    }
  }
  of_.resize(to);
}

namespace {

/// Bridge of a contact, as it is kept. One that forms takes its liquid from what films have left.
Bridge bridgeOf(const World& world, const Contact& contact, const Attraction& attraction, bool isNew,
                std::vector<double>& films) {
  Bridge bridge{.key = bridgeKeyOf(world, contact), .volume = attraction.volume};
  if (!attraction.fromFilms) {
    return bridge;
  }
  double first = attraction.first;
  double second = attraction.volume - attraction.first;
  if (isNew) {
    first = std::min(first, films[contact.a]);
    films[contact.a] -= first;
    second = contact.b == kNoParticle ? 0.0 : std::min(second, films[contact.b]);
    if (contact.b != kNoParticle) {
      films[contact.b] -= second;
    }
    bridge.volume = first + second;
  }
  const bool isTurned = contact.b != kNoParticle && world.particles.id[contact.a] != bridge.key.a;
  bridge.first = isTurned ? second : first;
  return bridge;
}

/// True for a bridge of a pair from films that both sides still have to share.
bool isToBeShared(const World& world, const Bridge& bridge) {
  if (bridge.key.isBoundary()) {
    return false;
  }
  const auto a = slotOf(world, bridge.key.a);
  const auto b = slotOf(world, static_cast<ParticleId>(bridge.key.b));
  return a && b && world.materials.pair(world.particles.material[*a], world.particles.material[*b]).cohesion.fromFilms;
}

/// True for a bridge between members, or of one with a shape: no contact tells of it.
bool isOfMembers(const World& world, const Bridge& bridge) {
  const auto isMember = [&](ParticleId id) {
    const auto slot = slotOf(world, id);
    return slot && !world.reduction.isFree(*slot);
  };
  return isMember(bridge.key.a) && (bridge.key.isBoundary() || isMember(static_cast<ParticleId>(bridge.key.b)));
}

}  // namespace

void keepBridges(std::span<const Contact> contacts, std::span<const double> gaps, Attractions& attractions,
                 World& world) {
  world.budget.cohesive = 0.0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    world.budget.cohesive += aggregate.load.cohesive;
  }
  if (!world.materials.areCohesive()) {
    world.bridges.clear();
    return;
  }
  std::vector<Bridge> before;
  before.swap(world.bridges);
  BridgeFinder known(before);
  for (std::size_t i = 0; attractions.any() && i < contacts.size(); ++i) {
    Attraction* const attraction = attractions.at(i);
    if (attraction == nullptr) {
      continue;
    }
    attraction->meet(gaps[i]);
    attraction->hasBridge = attraction->hasBridge && gaps[i] < attraction->bridge->rupture();
    if (attraction->hasBridge) {
      const bool isNew = attraction->fromFilms && known.find(bridgeKeyOf(world, contacts[i])) == nullptr;
      world.bridges.push_back(bridgeOf(world, contacts[i], *attraction, isNew, attractions.films()));
    }
    world.budget.cohesive += attraction->energy(gaps[i]);
  }
  if (!std::ranges::is_sorted(world.bridges, {}, &Bridge::key)) {
    std::ranges::sort(world.bridges, {}, &Bridge::key);
  }
  const auto held = static_cast<std::ptrdiff_t>(world.bridges.size());
  for (auto now = world.bridges.begin(); const Bridge& bridge : before) {
    now = std::lower_bound(now, world.bridges.begin() + held, bridge,
                           [](const Bridge& x, const Bridge& y) { return x.key < y.key; });
    if (now != world.bridges.begin() + held && now->key == bridge.key) {
      continue;
    }
    const bool isKept = bridge.isBroken || isOfMembers(world, bridge);
    if (isKept || isToBeShared(world, bridge)) {
      const auto at = now - world.bridges.begin();
      world.bridges.push_back(bridge);
      world.bridges.back().isBroken = !isKept || bridge.isBroken;
      now = world.bridges.begin() + at;
    }
  }
  std::ranges::inplace_merge(world.bridges, world.bridges.begin() + held, {}, &Bridge::key);
}

double attractionAt(const World& world, const Contact& contact, bool pushes) {
  const Cohesion& law = world.materials.pairs[contact.law].cohesion;
  if (!law.isAny()) {
    return 0.0;
  }
  const double radius = effectiveRadiusAt(world.particles, contact);
  const bool touches = pushes || contact.gap <= touchGapOf(world.particles, contact);
  double force = touches ? adhesionOf(law, radius) : 0.0;
  const Bridge* const bridge =
      law.hasBridges() ? BridgeFinder(world.bridges).find(bridgeKeyOf(world, contact)) : nullptr;
  if (bridge != nullptr) {
    force += BridgeCurve::forceOnce(law, radius, bridge->volume, touches ? 0.0 : contact.gap);
  }
  return force;
}

double bridgeReach(const World& world) {
  if (!world.materials.areCohesive() || world.particles.size() == 0) {
    return 0.0;
  }
  // No pair shares more than half of two films.
  double fromFilms = 0.0;
  if (std::ranges::any_of(world.materials.pairs, [](const PairLaw& pair) { return pair.cohesion.fromFilms; })) {
    for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
      fromFilms = std::max(fromFilms, filmVolume(world, slot));
    }
    for (const Bridge& bridge : world.bridges) {
      fromFilms = std::max(fromFilms, bridge.volume);
    }
  }
  return longestBridge(world.materials, std::ranges::min(world.particles.radius), fromFilms);
}

}  // namespace scree
