#include "engine/step/merges.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/parallel.h"
#include "engine/reduction/carriers.h"
#include "engine/reduction/levels.h"
#include "engine/reduction/membership.h"
#include "engine/reduction/merge_test.h"
#include "engine/reduction/riders.h"
#include "engine/solver/spook.h"
#include "engine/step/contact_law.h"
#include "engine/step/release.h"
#include "engine/step/split_regions.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 2048;
/// A particle that moved less than this while it was open, in diameters, had found its place before.
constexpr double kStayed = 0.05;

Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

void set(float* to, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    to[axis] = static_cast<float>(v[axis]);
  }
}

/// Sets the entries of the listed slots; what stands in the others does not matter. A step costs what moves.
template <typename T>
void reset(std::vector<T>& list, std::size_t slots, const std::vector<std::uint32_t>& active, T value) {
  list.resize(slots);
  for (const std::uint32_t slot : active) {
    list[slot] = value;
  }
}

/// The places of free particles that may merge with each other: a forest over slots.
class Components {
 public:
  Components(std::size_t slots, const std::vector<std::uint32_t>& active, std::vector<std::uint32_t>& scratch)
      : parent_(scratch) {
    reset(parent_, slots, active, kNoParticle);
  }

  void touch(std::uint32_t slot) {
    if (parent_[slot] == kNoParticle) {
      parent_[slot] = slot;
      slots_.push_back(slot);
    }
  }
  std::uint32_t rootOf(std::uint32_t slot) {
    while (parent_[slot] != slot) {
      parent_[slot] = parent_[parent_[slot]];
      slot = parent_[slot];
    }
    return slot;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = rootOf(a);
    b = rootOf(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  const std::vector<std::uint32_t>& slots() const { return slots_; }

 private:
  std::vector<std::uint32_t>& parent_;
  std::vector<std::uint32_t> slots_;
};

constexpr std::uint32_t kNoTie = UINT32_MAX;
constexpr std::uint32_t kManyTies = UINT32_MAX - 1;
constexpr std::uint32_t kFixedTie = UINT32_MAX - 2;

/// What a contact ties a particle to: a dynamic body, by itself or through what rides on it, or what is prescribed.
std::uint32_t tieOf(const World& world, const Contact& contact) {
  if (contact.key.isMember()) {
    const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[contact.b]];
    return isOnDynamicBody(world, aggregate) ? aggregate.body : kFixedTie;
  }
  return world.bodies[contact.key.body()].isDynamic() ? contact.key.body() : kFixedTie;
}

class Merger {
 public:
  Merger(World& world, StepData& data)
      : world_(world),
        data_(data),
        limits_(world.parameters.reduction),
        reduction_(world.reduction),
        verdicts_(data.verdicts),
        busy_(data.busy),
        touching_(data.touching) {}

  void merge() {
    judgeContacts();
    std::vector<std::uint32_t> joined = join();
    if (joined.empty()) {
      return;
    }
    rerouteContacts();
    setLevels(world_, joined);
    scheduleAudits(joined);
  }

 private:
  enum Verdict : std::uint8_t { kOther, kQuiet, kMoving };

  Slip slipOf(const Contact& contact) const {
    const Particles& p = world_.particles;
    Slip slip;
    if (contact.isPrescribed()) {
      const SurfaceContact& surface = data_.surfaces[contact.surface];
      double lever = p.radius[contact.a];
      if (contact.b != kNoParticle) {
        const double radii = p.radius[contact.a] + p.radius[contact.b];
        lever *= (radii + contact.gap) / radii;
      }
      slip.velocity =
          surface.velocity - p.velocity[contact.a] - p.angularVelocity[contact.a].cross(lever * contact.normal);
      slip.spin = surface.spin - p.angularVelocity[contact.a];
      return slip;
    }
    slip.velocity =
        p.velocity[contact.b] - p.velocity[contact.a] -
        (p.radius[contact.a] * p.angularVelocity[contact.a] + p.radius[contact.b] * p.angularVelocity[contact.b])
            .cross(contact.normal);
    slip.spin = p.angularVelocity[contact.b] - p.angularVelocity[contact.a];
    return slip;
  }

  /// How every contact moves, and for how long it has been quiet.
  void judgeContacts() {
    const std::size_t count = data_.contacts.size();
    verdicts_.assign(count, kOther);
    const double dt = world_.parameters.timeStep;
    forChunks(data_.threads, (count + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i) {
        const Contact& contact = data_.contacts[i];
        ContactMotion& motion = world_.history.motion[i];
        const Slip slip = slipOf(contact);
        const Slip last{vectorOf(motion.velocity), vectorOf(motion.spin)};
        const bool isKnown = data_.multipliers[i].normal > 0.0 && motion.isKnown;
        double radius = world_.particles.radius[contact.a];
        if (contact.b != kNoParticle) {
          radius = std::min(radius, world_.particles.radius[contact.b]);
        }
        const bool quiet = data_.multipliers[i].normal > 0.0 &&
                           isQuiet(limits_, contact.normal, slip, isKnown ? &last : nullptr, dt, 2.0 * radius);
        set(motion.velocity, slip.velocity);
        set(motion.spin, slip.spin);
        motion.isKnown = true;
        motion.quietSteps = quiet ? motion.quietSteps + 1 : 0;
        const double speed = std::max(slip.velocity.norm(), world_.particles.radius[contact.a] * slip.spin.norm());
        if (limits_.frontSplit == Switch::on && speed > limits_.frontSpeed && data_.multipliers[i].normal > 0.0 &&
            world_.materials.pairs[contact.law].friction > 0.0) {
          verdicts_[i] = kMoving;
        } else if (motion.quietSteps >= static_cast<std::uint32_t>(limits_.mergeWindow) &&
                   world_.materials.pairs[contact.law].friction > 0.0) {
          verdicts_[i] = kQuiet;
        }
      }
    });
  }

  bool mayMerge(std::uint32_t slot) const {
    const Membership& member = reduction_.members[slot];
    return !busy_[slot] && (member.cause == SplitCause::none ||
                            world_.step >= member.changed + static_cast<std::uint64_t>(limits_.quarantine));
  }

  /// What a contact's other side is part of, if that is something to merge with.
  std::optional<std::uint32_t> carrierOf(const Contact& contact) {
    if (contact.key.isMember()) {
      return reduction_.aggregate[contact.b];
    }
    return aggregateOn(world_, contact.key);
  }

  /// Joins what may; returns the slots, ascending.
  std::vector<std::uint32_t> join() {
    reset<char>(busy_, world_.particles.size(), data_.active, 0);
    if (data_.pulled.isAny()) {
      busy_[data_.pulled.slot] = 1;
    }
    std::vector<std::uint32_t>& quiet = data_.quiet;
    quiet.clear();
    for (std::size_t i = 0; i < data_.contacts.size(); ++i) {
      if (verdicts_[i] == kQuiet) {
        quiet.push_back(static_cast<std::uint32_t>(i));
      } else if (verdicts_[i] == kMoving) {
        busy_[data_.contacts[i].a] = 1;
        if (!data_.contacts[i].isPrescribed()) {
          busy_[data_.contacts[i].b] = 1;
        }
      }
    }
    if (quiet.empty()) {
      return {};
    }
    countTouches();
    findTies();
    Components components(world_.particles.size(), data_.active, data_.forest);
    for (const std::uint32_t i : quiet) {
      const Contact& contact = data_.contacts[i];
      if (!mayMerge(contact.a)) {
        continue;
      }
      if (contact.isPrescribed()) {
        components.touch(contact.a);
      } else if (mayMerge(contact.b)) {
        components.touch(contact.a);
        components.touch(contact.b);
        components.unite(contact.a, contact.b);
      }
    }
    return joinCarried(components);
  }

  /// Contacts that push, by particle; only what turns asks for it.
  void countTouches() {
    const bool turns = std::any_of(world_.bodies.begin(), world_.bodies.end(),
                                   [](const Body& body) { return !body.angularVelocity.isZero(0.0); });
    if (!turns) {
      return;
    }
    reset<std::uint16_t>(touching_, world_.particles.size(), data_.active, 0);
    for (std::size_t i = 0; i < data_.contacts.size(); ++i) {
      if (data_.multipliers[i].normal > 0.0) {
        ++touching_[data_.contacts[i].a];
        if (!data_.contacts[i].isPrescribed()) {
          ++touching_[data_.contacts[i].b];
        }
      }
    }
  }

  /// What the pushing contacts of every particle tie it to; only dynamic bodies ask for it.
  void findTies() {
    hasTies_ =
        std::any_of(world_.bodies.begin(), world_.bodies.end(), [](const Body& body) { return body.isDynamic(); });
    if (!hasTies_) {
      return;
    }
    reset(data_.ties, world_.particles.size(), data_.active, kNoTie);
    for (std::size_t i = 0; i < data_.contacts.size(); ++i) {
      const Contact& contact = data_.contacts[i];
      if (contact.isPrescribed() && data_.multipliers[i].normal > 0.0) {
        std::uint32_t& tie = data_.ties[contact.a];
        const std::uint32_t found = tieOf(world_, contact);
        tie = tie == kNoTie || tie == found ? found : kManyTies;
      }
    }
  }

  /// Contacts between what a dynamic body carries and what it does not are to be solved, so one side stays free.
  bool isTiedElsewhere(std::uint32_t slot, const Aggregate& aggregate) const {
    if (!hasTies_ || data_.ties[slot] == kNoTie) {
      return false;
    }
    return data_.ties[slot] != (isOnDynamicBody(world_, aggregate) ? aggregate.body : kFixedTie);
  }

  /// Solved velocities are never exactly zero: a dynamic body turns when its edge moves as fast as a front does.
  bool isTurning(const Aggregate& aggregate) const {
    return isOnDynamicBody(world_, aggregate) ? aggregate.extent * aggregate.angularVelocity.norm() > limits_.frontSpeed
                                              : !aggregate.angularVelocity.isZero(0.0);
  }

  bool mayRide(std::uint32_t slot, const Aggregate& aggregate) const {
    return !isTiedElsewhere(slot, aggregate) && (!isTurning(aggregate) || touching_[slot] >= kContactsToRide) &&
           !isInSplitRegion(world_, aggregate, world_.particles.position[slot]);
  }

  /// Components that touch something that carries them go to it: to the ground where there is a choice.
  std::vector<std::uint32_t> joinCarried(Components& components) {
    std::vector<std::uint32_t>& carrier = data_.carriers;
    reset(carrier, world_.particles.size(), data_.active, kFree);
    for (const std::uint32_t i : data_.quiet) {
      const Contact& contact = data_.contacts[i];
      if (!contact.isPrescribed() || !mayMerge(contact.a)) {
        continue;
      }
      const std::optional<std::uint32_t> found = carrierOf(contact);
      if (!found) {
        continue;
      }
      std::uint32_t& chosen = carrier[components.rootOf(contact.a)];
      const bool isGround = reduction_.aggregates[*found].carrier == Carrier::ground;
      if (chosen == kFree || (isGround && reduction_.aggregates[chosen].carrier != Carrier::ground)) {
        chosen = *found;
      }
    }
    data_.mergeImpulses.resize(reduction_.aggregates.size());
    data_.onAggregates.resize(reduction_.aggregates.size());
    std::vector<std::uint32_t> joined;
    for (const std::uint32_t slot : components.slots()) {
      const std::uint32_t index = carrier[components.rootOf(slot)];
      if (index != kFree && mayRide(slot, reduction_.aggregates[index])) {
        joined.push_back(slot);
      }
    }
    std::sort(joined.begin(), joined.end());
    for (const std::uint32_t slot : joined) {
      joinOne(slot, carrier[components.rootOf(slot)]);
    }
    return joined;
  }

  void joinOne(std::uint32_t slot, std::uint32_t index) {
    Membership& member = reduction_.members[slot];
    const Vec3 velocity = world_.particles.velocity[slot];
    const Vec3 spin = world_.particles.angularVelocity[slot];
    const Vec3 oldLocal = member.local;
    const bool audited = member.cause == SplitCause::audit || member.cause == SplitCause::load;
    scree::join(world_, slot, index);
    const Vec3 impulse = world_.particles.mass[slot] * (world_.particles.velocity[slot] - velocity);
    const Vec3 turn = world_.particles.inertia(slot) * (world_.particles.angularVelocity[slot] - spin);
    data_.mergeImpulses[index] +=
        Reaction{.force = impulse, .torque = world_.particles.position[slot].cross(impulse) + turn};
    if (!audited || (member.local - oldLocal).norm() > kStayed * 2.0 * world_.particles.radius[slot]) {
      member.audits = 0;
    }
    ++reduction_.counts.merges;
    data_.events.push_back({.step = world_.step,
                            .particle = world_.particles.id[slot],
                            .before = 0,
                            .after = reduction_.aggregates[index].id,
                            .what = Measured::quietSteps,
                            .limit = static_cast<double>(limits_.mergeWindow)});
  }

  /// The contacts of those that joined go into the aggregates, or change their keys.
  void rerouteContacts() {
    ContactHistory& history = world_.history;
    std::vector<HistoryEntry> changed;
    std::size_t to = 0;
    for (std::size_t i = 0; i < data_.contacts.size(); ++i) {
      const Contact& contact = data_.contacts[i];
      const bool isFreeA = reduction_.isFree(contact.a);
      const bool isPair = !contact.isPrescribed();
      const bool isFreeB = isPair && reduction_.isFree(contact.b);
      if (isFreeA && (isFreeB || !isPair)) {
        history.keys[to] = history.keys[i];
        history.multipliers[to] = history.multipliers[i];
        history.motion[to] = history.motion[i];
        ++to;
      } else if (isFreeA || isFreeB) {
        changed.push_back(memberEntry(contact, i, isFreeA));
      } else if (contact.b == kNoParticle ? isKeptOn(contact)
                                          : reduction_.aggregate[contact.a] == reduction_.aggregate[contact.b]) {
        keep(contact, i);
      }
    }
    history.keys.resize(to);
    history.multipliers.resize(to);
    history.motion.resize(to);
    addToHistory(world_, std::move(changed), data_);
  }

  /// Of contacts with dynamic bodies only those that carry are kept, and the other way round: the rest does not push.
  bool isKeptOn(const Contact& contact) const {
    const Aggregate& aggregate = reduction_.aggregates[reduction_.aggregate[contact.a]];
    const bool onDynamic = isOnDynamicBody(world_, aggregate);
    return (!onDynamic && !world_.bodies[contact.key.body()].isDynamic()) ||
           (onDynamic && contact.key.body() == aggregate.body);
  }

  HistoryEntry memberEntry(const Contact& contact, std::size_t i, bool isFreeA) const {
    const std::vector<ParticleId>& id = world_.particles.id;
    HistoryEntry entry{ContactKey::member(id[contact.a], id[contact.b]), world_.history.multipliers[i],
                       world_.history.motion[i]};
    if (!isFreeA) {
      entry.key = ContactKey::member(id[contact.b], id[contact.a]);
      entry.multipliers = flipped(entry.multipliers);
      for (int axis = 0; axis < 3; ++axis) {
        entry.motion.velocity[axis] = -entry.motion.velocity[axis];
        entry.motion.spin[axis] = -entry.motion.spin[axis];
      }
    }
    return entry;
  }

  void keep(const Contact& contact, std::size_t i) {
    const std::vector<ParticleId>& id = world_.particles.id;
    const Aggregate& aggregate = reduction_.aggregates[reduction_.aggregate[contact.a]];
    const Quat turn = aggregate.pose.orientation.conjugate();
    const double perTime = 1.0 / data_.substepTime;
    const Multipliers* m = &data_.multipliers[i];
    Multipliers turned;
    KeptContact kept;
    kept.a = contact.a;
    kept.b = contact.b;
    Vec3 normal = contact.normal;
    double gap = contact.gap - data_.substepTime * contact.normal.dot(vectorOf(world_.history.motion[i].velocity));
    if (contact.b != kNoParticle) {
      if (id[contact.a] > id[contact.b]) {
        std::swap(kept.a, kept.b);
        turned = flipped(*m);
        m = &turned;
        normal = -normal;
      }
      kept.key = ContactKey::particles(id[kept.a], id[kept.b]);
      gap = (placeOf(world_, contact.a) - placeOf(world_, contact.b)).norm() - world_.particles.radius[contact.a] -
            world_.particles.radius[contact.b];
    } else {
      kept.key = contact.key;
    }
    const ContactLaw law = lawOf(world_, contact);
    set(kept.normal, turn * normal);
    kept.gap = static_cast<float>(gap);
    kept.energy = gap < 0.0 ? static_cast<float>(lawEnergy(law.stiffness, law.exponent, -gap)) : 0.0F;
    kept.normalForce = static_cast<float>(perTime * m->normal);
    set(kept.tangentialForce, perTime * (turn * m->tangential));
    set(kept.torque, perTime * (turn * (m->rolling + m->twisting * normal)));
    kept.holds = law.friction > 0.0 && m->normal > 0.0;
    keepContact(world_, kept);
  }

  /// First after the interval, then after twice as long each time.
  void scheduleAudits(const std::vector<std::uint32_t>& joined) {
    if (limits_.auditSplit != Switch::on) {
      return;
    }
    const double interval = limits_.auditInterval / world_.parameters.timeStep;
    for (const std::uint32_t slot : joined) {
      Membership& member = reduction_.members[slot];
      const double steps = std::ceil(interval * std::exp2(std::min(member.audits, 40U)));
      member.auditDue = world_.step + static_cast<std::uint64_t>(std::max(1.0, steps));
      reduction_.audits.emplace(member.auditDue, world_.particles.id[slot]);
    }
  }

  World& world_;
  StepData& data_;
  const ReductionParameters& limits_;
  Reduction& reduction_;
  std::vector<std::uint8_t>& verdicts_;
  std::vector<char>& busy_;
  std::vector<std::uint16_t>& touching_;  ///< contacts that push, by slot
  bool hasTies_ = false;                  ///< data.ties is of this step
};

}  // namespace

void mergeParticles(World& world, StepData& data) {
  moveWithCarriers(world);
  data.endSums.clear();
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    data.endSums.push_back(sumsOf(aggregate, aggregate.velocity, aggregate.angularVelocity));
  }
  if (world.parameters.reduction.merging != Switch::on) {
    return;
  }
  fitMembers(world);
  Merger(world, data).merge();
  payForMerges(data.mergeImpulses, world);
}

}  // namespace scree
