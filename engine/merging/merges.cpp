#include "engine/merging/merges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/cover.h"
#include "engine/aggregates/floating.h"
#include "engine/aggregates/membership.h"
#include "engine/aggregates/riders.h"
#include "engine/aggregates/support_levels.h"
#include "engine/base/prefetch.h"
#include "engine/contacts/contact_law.h"
#include "engine/contacts/contact_slips.h"
#include "engine/contacts/elastic_sums.h"
#include "engine/merging/floating_candidates.h"
#include "engine/merging/kept_contact.h"
#include "engine/merging/merge_criterion.h"
#include "engine/merging/merge_eligibility.h"
#include "engine/merging/merging_constants.h"
#include "engine/solver/spook.h"
#include "engine/splitting/audits.h"
#include "engine/splitting/split_members.h"
#include "engine/splitting/split_regions.h"
#include "engine/splitting/swept_overlaps.h"

namespace scree {

namespace {

/// Seen from the other side.
ContactMotion flipped(const ContactMotion& motion) {
  ContactMotion other;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    other.velocity[axis] = -motion.velocity[axis];
    other.spin[axis] = -motion.spin[axis];
  }
  return other;
}

class Merger {
 public:
  Merger(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
         std::span<const CarrierMotion> carriers, MergeWork& merge, HistoryEdit& edit, StepReport& report)
      : world_(world),
        context_(context),
        list_(list),
        sums_(sums),
        carriers_(carriers),
        edit_(edit),
        report_(report),
        limits_(reductionLimits(world)),
        isCohesive_(world.materials.areCohesive()),
        reduction_(world.reduction),
        scratch_(merge) {}

  void merge() {
    judgeContacts(world_, context_, list_, limits_, scratch_);
    if (context_.pulled.isAny()) {
      scratch_.busy[context_.pulled.slot] = kBusy;
    }
    findQuiet();
    if (scratch_.quiet.empty()) {
      return;
    }
    join();
    if (scratch_.mergedSlots.empty()) {
      return;
    }
    rerouteContacts();
    chooseRoots();
    setLevels(world_, scratch_.mergedSlots);
    scheduleAudits(scratch_.mergedSlots);
  }

 private:
  bool mayMerge(std::uint32_t slot) const { return scratch_.busy[slot] != kBusy && scratch_.held[slot] == 0; }

  /// Lists the quiet contacts of particles that may merge.
  void findQuiet() {
    scratch_.quiet.clear();
    const std::vector<std::uint8_t>& verdicts = scratch_.verdicts;
    const auto look = [&](std::size_t i) {
      if (mayMerge(scratch_.sides[i].a) && mayMerge(scratch_.sides[i].b)) {
        scratch_.quiet.push_back(static_cast<std::uint32_t>(i));
      }
    };
    // Few are, so eight at a time; the first is the lowest byte.
    static_assert(std::endian::native == std::endian::little);
    std::size_t begin = 0;
    for (; begin + sizeof(std::uint64_t) <= verdicts.size(); begin += sizeof(std::uint64_t)) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, verdicts.data() + begin, sizeof eight);
      for (eight &= kQuiet * 0x0101010101010101U; eight != 0; eight &= eight - 1) {
        look(begin + static_cast<std::size_t>(std::countr_zero(eight)) / 8);
      }
    }
    for (; begin < verdicts.size(); ++begin) {
      if ((verdicts[begin] & kQuiet) != 0) {
        look(begin);
      }
    }
  }

  /// The aggregate of a contact's other side, if particles may merge with it.
  std::optional<std::uint32_t> carrierOf(const Contact& contact) {
    if (contact.key.isMember()) {
      return reduction_.aggregate[contact.b];
    }
    return aggregateOn(world_, contact.key);
  }

  /// Joins what may; lists the slots, ascending.
  void join() {
    Components components(scratch_);
    for (const std::uint32_t i : scratch_.quiet) {
      const ContactSides sides = scratch_.sides[i];
      components.touch(sides.a);
      if (sides.a != sides.b) {
        components.touch(sides.b);
        components.unite(sides.a, sides.b);
      }
    }
    findCarriers(components);
    joinCarried(components);
  }

  /// Lists the contacts of the candidates.
  void findNear() {
    for (const std::uint32_t slot : scratch_.mergedSlots) {
      scratch_.busy[slot] = kCandidate;
    }
    const std::size_t count = scratch_.sides.size();
    const ContactSides* const sides = scratch_.sides.data();
    const char* const busy = scratch_.busy.data();
    scratch_.contactsOfCandidates.resize(count);
    std::size_t found = 0;
    // Without a branch, which a processor could not predict.
    for (std::size_t i = 0; i < count; ++i) {
      scratch_.contactsOfCandidates[found] = static_cast<std::uint32_t>(i);
      found += static_cast<std::size_t>(busy[sides[i].a] == kCandidate) |
               static_cast<std::size_t>(busy[sides[i].b] == kCandidate);
    }
    scratch_.contactsOfCandidates.resize(found);
  }

  /// Contacts that push, of each candidate.
  void countTouches() {
    std::vector<std::uint16_t>& touching = scratch_.touching;
    touching.resize(world_.particles.size());
    for (const std::uint32_t slot : scratch_.mergedSlots) {
      touching[slot] = 0;
    }
    for (const std::uint32_t i : scratch_.contactsOfCandidates) {
      if ((scratch_.verdicts[i] & kPushing) != 0) {
        // The counts of other slots are not read.
        ++touching[scratch_.sides[i].a];
        touching[scratch_.sides[i].b] =
            static_cast<std::uint16_t>(touching[scratch_.sides[i].b] + ((scratch_.verdicts[i] & kPair) != 0 ? 1 : 0));
      }
    }
  }

  /// Finds the ties of the candidates; only aggregates that forces move need them.
  void findTies(Components& components) {
    hasTies_ = hasAdrift_ || hasMachine(world_);
    if (hasTies_) {
      tieCandidates(world_, list_, components, scratch_);
    }
  }

  /// Bodies that push on them, where any moves.
  void findPushers() {
    scratch_.pushers.clear();
    if (std::none_of(world_.bodies.begin(), world_.bodies.end(), moves)) {
      return;
    }
    for (const std::uint32_t i : scratch_.contactsOfCandidates) {
      if ((scratch_.verdicts[i] & kPushing) != 0 && list_.contacts[i].key.isBoundary()) {
        scratch_.pushers.push_back({scratch_.sides[i].a, i});
      }
    }
  }

  /// Whether a body would split it off again at once, or it would be pressed into one. Merged for a step in a few, it
  /// would make what comes in slowly felt a tenth too strongly.
  bool isBlockedByBody(std::uint32_t slot, const Aggregate& aggregate) const {
    const auto [first, last] = std::equal_range(scratch_.pushers.begin(), scratch_.pushers.end(), Pusher{.slot = slot},
                                                [](const Pusher& x, const Pusher& y) { return x.slot < y.slot; });
    return std::any_of(first, last, [&](const Pusher& pusher) {
      const Contact& contact = list_.contacts[pusher.contact];
      return wouldMeet(world_, contact.key.body(), aggregate, world_.particles.position[slot], contact.normal);
    });
  }

  /// Contacts between what forces move with an aggregate and all else are to be solved, so one side stays free.
  bool isTiedElsewhere(std::uint32_t slot, std::uint32_t index) const {
    return hasTies_ && scratch_.boundTo[slot] != kNoTie &&
           scratch_.boundTo[slot] != moverOf(world_, index).value_or(kFixedTie);
  }

  /// True if a particle has contacts on enough sides to turn with an aggregate. The search for a cover is needed for
  /// one number only.
  bool hasSupport(std::uint32_t slot, const Aggregate& aggregate) const {
    const std::size_t touching = scratch_.touching[slot];
    return touching >= merging::kContactsToRide ||
           (touching + 1 == merging::kContactsToRide && touching >= contactsToRide(world_, aggregate, slot));
  }

  /// Whether a particle reaches through a side of the periodic box whose images an aggregate turns against each other:
  /// contacts there have to be solved.
  bool crossesTurned(std::uint32_t slot, const Aggregate& aggregate) const {
    const Vec3& spin = aggregate.frame.angularVelocity;
    for (int axis = 0; axis < 3 && world_.periodic.isOn(); ++axis) {
      const double radius = kTouch * world_.particles.radius[slot];
      const double place = world_.particles.position[slot][axis];
      if (world_.periodic.isAlong(axis) && !spin.cross(Vec3::Unit(axis)).isZero(0.0) &&
          (place - radius < world_.periodic.lower[axis] || place + radius > world_.periodic.upper(axis))) {
        return true;
      }
    }
    return false;
  }

  bool mayJoin(std::uint32_t slot, std::uint32_t index, const SplitRegions& regions) const {
    return !isTiedElsewhere(slot, index) && mayJoinUntied(slot, index, regions);
  }

  bool mayJoinUntied(std::uint32_t slot, std::uint32_t index, const SplitRegions& regions) const {
    const Aggregate& aggregate = reduction_.aggregates[index];
    if (isCohesive_ && isMovedByForces(world_, aggregate)) {
      return false;
    }
    if (limits_.hasFront && speedAgainst(world_, aggregate, slot) > limits_.tangential) {
      return false;
    }
    if (crossesTurned(slot, aggregate)) {
      return false;
    }
    return !isBlockedByBody(slot, aggregate) && (!isTurning(world_, aggregate) || hasSupport(slot, aggregate)) &&
           !regions.contain(index, slot);
  }

  /// Has what floats opened where a component rests on it and on what its grains may ride on, but for being tied to it.
  void markLanded(Components& components, const SplitRegions& regions) {
    for (const auto& [root, index, floating] : landings_) {
      reduction_.aggregates[floating].floating.hasLanded =
          reduction_.aggregates[floating].floating.hasLanded ||
          std::any_of(scratch_.mergedSlots.begin(), scratch_.mergedSlots.end(),
                      [&, at = root, on = index](std::uint32_t slot) {
                        return components.rootOf(slot) == at && mayJoinUntied(slot, on, regions);
                      });
    }
  }

  /// Components that touch something that carries them go to it: to the ground where there is a choice.
  void findCarriers(Components& components) {
    std::vector<std::uint32_t>& carrier = scratch_.carriers;
    carrier.resize(world_.particles.size());
    for (const std::uint32_t slot : components.slots()) {
      carrier[slot] = kFree;
    }
    for (const std::uint32_t i : scratch_.quiet) {
      if ((scratch_.verdicts[i] & kPair) != 0) {
        continue;
      }
      const Contact& contact = list_.contacts[i];
      const std::optional<std::uint32_t> found = carrierOf(contact);
      if (!found) {
        continue;
      }
      std::uint32_t& chosen = carrier[components.rootOf(contact.a)];
      if (chosen == kFree) {
        chosen = *found;
      } else if (chosen != *found) {
        chosen = preferredParent(chosen, *found, components.rootOf(contact.a));
      }
    }
  }

  /// The aggregate that a component joins which rests on two. A floating one may come to rest on the other then.
  std::uint32_t preferredParent(std::uint32_t one, std::uint32_t other, std::uint32_t root) {
    const Aggregate& a = reduction_.aggregates[one];
    const Aggregate& b = reduction_.aggregates[other];
    if (a.floats() && (!b.floats() || a.members < b.members)) {
      landings_.push_back({.root = root, .on = other, .floating = one});
      return other;
    }
    if (b.floats()) {
      landings_.push_back({.root = root, .on = one, .floating = other});
      return one;
    }
    return b.carrier == Carrier::ground ? other : one;
  }

  /// Counts the candidates of each component.
  void countSizes(Components& components) {
    std::vector<std::uint32_t>& sizes = scratch_.sizes;
    for (const std::uint32_t slot : components.slots()) {
      sizes[slot] = 0;
    }
    for (const std::uint32_t slot : components.slots()) {
      ++sizes[components.rootOf(slot)];
    }
  }

  /// Lists the candidates: components with a carrier, and large components without one.
  void findCandidates(Components& components) {
    const std::size_t fewest = fewestFloating(world_);
    const bool mayFloat = !isCohesive_ && components.slots().size() >= fewest;
    scratch_.sizes.resize(world_.particles.size());
    if (mayFloat) {
      countSizes(components);
    }
    scratch_.mergedSlots.clear();
    hasAdrift_ = false;
    for (const std::uint32_t slot : components.slots()) {
      const std::uint32_t root = components.rootOf(slot);
      const bool isAdrift = scratch_.carriers[root] == kFree;
      if (!isAdrift || (mayFloat && scratch_.sizes[root] >= fewest)) {
        scratch_.mergedSlots.push_back(slot);
        hasAdrift_ = hasAdrift_ || isAdrift;
      }
    }
  }

  void joinCarried(Components& components) {
    std::vector<std::uint32_t>& joined = scratch_.mergedSlots;
    findCandidates(components);
    if (joined.empty()) {
      return;
    }
    findNear();
    countTouches();
    findTies(components);
    findPushers();
    if (hasAdrift_) {
      formFloating(world_, components, scratch_);
    }
    sums_.onJoining.resize(reduction_.aggregates.size());
    sums_.onAggregates.resize(reduction_.aggregates.size());
    const auto aggregateOf = [&](std::uint32_t slot) { return scratch_.carriers[components.rootOf(slot)]; };
    const SplitRegions regions(world_);
    markLanded(components, regions);
    joined.erase(std::remove_if(joined.begin(), joined.end(),
                                [&](std::uint32_t slot) {
                                  const std::uint32_t index = aggregateOf(slot);
                                  return index == kFree ||
                                         (!isNewFloating(world_, index) && !mayJoin(slot, index, regions));
                                }),
                 joined.end());
    if (hasFloating(world_)) {
      keepConnected(world_, list_, components, scratch_);
      placeBesideFloating(world_, list_, components, scratch_);
    }
    for (const std::uint32_t slot : joined) {
      fetchForWriting(reduction_.members[slot]);
      fetchForWriting(world_.particles.orientation[slot]);
      fetch(world_.particles.mass[slot]);
      reduction_.kept.fetchFirst(slot);
    }
    std::sort(joined.begin(), joined.end());
    for (const std::uint32_t slot : joined) {
      scratch_.busy[slot] = kHasJoined;
    }
    for (const std::uint32_t slot : joined) {
      scratch_.motionBeforeMerge.push_back({world_.particles.velocity[slot], world_.particles.angularVelocity[slot]});
    }
    findGone();
    const ContactSums before = elasticSums(world_, context_, list_, carriers_, scratch_.contactsOfMerged);
    for (const std::uint32_t slot : joined) {
      joinOne(slot, aggregateOf(slot));
    }
    correctSums(before);
  }

  /// Lists the contacts of particles that join, and their gaps where no place of a particle gives them.
  void findGone() {
    scratch_.gaps.clear();
    for (const std::uint32_t i : scratch_.contactsOfCandidates) {
      const ContactSides sides = scratch_.sides[i];
      if (scratch_.busy[sides.a] == kHasJoined || scratch_.busy[sides.b] == kHasJoined) {
        scratch_.contactsOfMerged.push_back(i);
        scratch_.gaps.push_back(list_.contacts[i].b == kNoParticle ? gapAtEnd(list_.contacts[i]) : 0.0);
      }
    }
  }

  double gapAtEnd(const Contact& contact) const {
    return contact.gap + context_.substepTime * contact.normal.dot(slipOf(world_, list_, contact).velocity);
  }

  /// Takes the contacts of new members out of the solver's sums, where it made them: their aggregates count them now.
  void correctSums(const ContactSums& before) {
    if (!list_.sums) {
      return;
    }
    const ContactSums after = elasticSums(world_, context_, list_, carriers_, scratch_.contactsOfMerged);
    ContactSums& all = *list_.sums;
    all.touching += after.touching - before.touching;
    // Where nothing is left, rounding shall leave nothing either.
    all.elastic = all.touching > 0.0 ? all.elastic + (after.elastic - before.elastic) : 0.0;
    all.stiffness = all.touching > 0.0 ? all.stiffness + (after.stiffness - before.stiffness) : 0.0;
    all.diameters = all.touching > 0.0 ? all.diameters + (after.diameters - before.diameters) : 0.0;
  }

  /// Roots for aggregates that float since now.
  void chooseRoots() {
    for (std::uint32_t i = 0; i < reduction_.aggregates.size(); ++i) {
      const Aggregate& aggregate = reduction_.aggregates[i];
      if (aggregate.floats() && aggregate.members > 0 && aggregate.floating.formed == world_.step) {
        chooseRoot(world_, i);
      }
    }
  }

  void joinOne(std::uint32_t slot, std::uint32_t index) {
    reduction_.strained.push_back(slot);
    Membership& member = reduction_.members[slot];
    const Vec3 velocity = world_.particles.velocity[slot];
    const Vec3 spin = world_.particles.angularVelocity[slot];
    const Vec3 oldLocal = member.local;
    const bool audited = member.cause == SplitCause::audit;
    scree::join(world_, slot, index);
    const Vec3 impulse = world_.particles.mass[slot] * (world_.particles.velocity[slot] - velocity);
    const Vec3 turn = world_.particles.inertia(slot) * (world_.particles.angularVelocity[slot] - spin);
    sums_.onJoining[index] +=
        Impulse{.linear = impulse, .angular = world_.particles.position[slot].cross(impulse) + turn};
    const double way = (member.local - oldLocal).norm() / (2.0 * world_.particles.radius[slot]);
    countAudit(audited, way, member);
    ++reduction_.counts.merges;
    report_.events.push_back({.step = world_.step,
                              .particle = world_.particles.id[slot],
                              .before = 0,
                              .after = reduction_.aggregates[index].id,
                              .what = Measured::quietSteps,
                              .limit = static_cast<double>(limits_.window)});
  }

  /// Moves the contacts of joined particles into the aggregates, or changes their keys.
  void rerouteContacts() {
    std::vector<HistoryEntry>& changed = edit_.entries;
    changed.clear();
    for (std::size_t at = 0; at < scratch_.contactsOfMerged.size(); ++at) {
      const std::size_t i = scratch_.contactsOfMerged[at];
      const ContactSides sides = scratch_.sides[i];
      const bool hasJoinedA = scratch_.busy[sides.a] == kHasJoined;
      const bool hasJoinedB = scratch_.busy[sides.b] == kHasJoined;
      const Contact& contact = list_.contacts[i];
      if (hasJoinedA != hasJoinedB) {
        changed.push_back(memberEntry(contact, i, hasJoinedB));
      } else if (contact.b == kNoParticle ? isKeptOn(contact)
                                          : reduction_.aggregate[contact.a] == reduction_.aggregate[contact.b]) {
        keep(contact, list_.multipliers[i], list_.attractions.at(i), scratch_.gaps[at]);
      }
    }
    keepOpen();
    changeHistory(world_, scratch_.contactsOfMerged, edit_);
  }

  /// Keeps the bridges of liquid that end up inside aggregates and whose sides do not touch.
  void keepOpen() {
    for (const OpenContact& open : list_.attractions.open()) {
      const Contact& contact = open.contact;
      const bool isWall = contact.b == kNoParticle;
      if (scratch_.busy[contact.a] != kHasJoined && (isWall || scratch_.busy[contact.b] != kHasJoined)) {
        continue;
      }
      const bool isInside =
          !reduction_.isFree(contact.a) &&
          (isWall ? isKeptOn(contact) : reduction_.aggregate[contact.a] == reduction_.aggregate[contact.b]);
      if (isInside) {
        keep(contact, Multipliers{}, &list_.attractions.of(open), isWall ? gapAtEnd(contact) : 0.0);
      }
    }
  }

  /// True if a contact with a body is kept: on a dynamic body only where it is the carrier.
  bool isKeptOn(const Contact& contact) const {
    const Aggregate& aggregate = reduction_.aggregates[reduction_.aggregate[contact.a]];
    const bool onDynamic = isMovedByForces(world_, aggregate);
    return (!onDynamic && !world_.bodies[contact.key.body()].isDynamic()) ||
           (onDynamic && !aggregate.floats() && contact.key.body() == aggregate.body);
  }

  HistoryEntry memberEntry(const Contact& contact, std::size_t i, bool isFreeA) const {
    const std::vector<ParticleId>& id = world_.particles.id;
    HistoryEntry entry{.multipliers = world_.history.multipliers[i],
                       .key = ContactKey::member(id[contact.a], id[contact.b]),
                       .quietSteps = world_.history.quietSteps[i]};
    const bool hasMotion = !world_.history.motion.empty();
    if (hasMotion) {
      entry.motion = world_.history.motion[i];
    }
    if (!isFreeA) {
      entry.key = ContactKey::member(id[contact.b], id[contact.a]);
      entry.multipliers = flipped(entry.multipliers);
      if (hasMotion) {
        entry.motion = flipped(*entry.motion);
      }
    }
    return entry;
  }

  void keep(const Contact& contact, const Multipliers& multipliers, const Attraction* attraction, double gap) {
    keepContact(world_, keptContactOf(world_, 1.0 / context_.substepTime, contact, multipliers, attraction, gap));
  }

  void scheduleAudits(const std::vector<std::uint32_t>& joined) {
    if (world_.parameters.reduction.audit.split != Switch::on) {
      return;
    }
    for (const std::uint32_t slot : joined) {
      Membership& member = reduction_.members[slot];
      member.auditDue = world_.step + static_cast<std::uint64_t>(auditStepsOf(limits_, member));
      reduction_.audits.add(member.auditDue, world_.particles.id[slot]);
    }
  }

  World& world_;
  const StepContext& context_;
  ContactList& list_;
  AggregateSums& sums_;
  std::span<const CarrierMotion> carriers_;
  HistoryEdit& edit_;
  StepReport& report_;
  const ReductionLimits limits_;
  /// Grains may attract each other: only what a drive or nothing moves carries them, as the solver has no attraction
  /// between a free grain and an aggregate that forces move.
  const bool isCohesive_;
  Reduction& reduction_;
  MergeWork& scratch_;
  struct Landing {
    std::uint32_t root = 0;      ///< of the component
    std::uint32_t on = 0;        ///< aggregate
    std::uint32_t floating = 0;  ///< aggregate
  };
  std::vector<Landing> landings_;
  bool hasTies_ = false;    ///< its ties are of this step
  bool hasAdrift_ = false;  ///< nothing carries some of the candidates
};

}  // namespace

std::size_t contactsToRide(const World& world, const Aggregate& aggregate, std::uint32_t slot) {
  const double diameter = 2.0 * world.particles.radius[slot];
  const bool isCovered = hasMemberAbove(world, aggregate, world.particles.position[slot], diameter, diameter);
  return isCovered ? merging::kContactsToRide - 1 : merging::kContactsToRide;
}

void mergeParticles(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                    std::span<const CarrierMotion> carriers, MergeWork& merge, HistoryEdit& edit, StepReport& report) {
  sums.end.clear();
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    sums.end.push_back(sumsOf(aggregate, aggregate.frame.velocity, aggregate.frame.angularVelocity));
  }
  if (world.parameters.reduction.merging != Switch::on) {
    return;
  }
  fitMembers(world);
  merge.mergedSlots.clear();
  merge.motionBeforeMerge.clear();
  merge.contactsOfMerged.clear();
  if (isLookedWhoMerges(world)) {
    Merger(world, context, list, sums, carriers, merge, edit, report).merge();
    payForMerges(sums.onJoining, world);
  }
}

}  // namespace scree
