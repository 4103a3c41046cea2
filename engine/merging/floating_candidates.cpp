#include "engine/merging/floating_candidates.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/floating.h"
#include "engine/merging/merge_eligibility.h"
#include "engine/splitting/split_regions.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

using Slots = std::vector<std::uint32_t>;

bool isIn(const Slots& slots, std::uint32_t slot) { return std::binary_search(slots.begin(), slots.end(), slot); }

bool isFloating(const World& world, std::uint32_t index) {
  return index != kFree && world.reduction.aggregates[index].floats();
}

bool pushes(std::uint8_t verdict) { return (verdict & kPushing) != 0; }
bool isPushingPair(std::uint8_t verdict) { return pushes(verdict) && (verdict & kPair) != 0; }

/// Makes components of their own of some particles, which stay with what carries them.
void isolate(const Slots& slots, Components& components, MergeWork& scratch) {
  Slots carriers;
  for (const std::uint32_t slot : slots) {
    carriers.push_back(scratch.carriers[components.rootOf(slot)]);
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    components.isolate(slots[i]);
    scratch.carriers[slots[i]] = carriers[i];
  }
}

/// Whether two free particles meet through a side of the periodic box.
bool meetThroughSide(const World& world, const ContactSides& sides) {
  const std::vector<Vec3>& position = world.particles.position;
  return !world.periodic.shiftToNearest(position[sides.b] - position[sides.a]).isZero(0.0);
}

/// Unites the particles of `slots`, which ascend, that push each other quietly, but not through a side of the box: what
/// floats is never larger than it.
void uniteAmong(const World& world, const Slots& slots, Components& components, const MergeWork& scratch) {
  for (const std::uint32_t i : scratch.quiet) {
    const ContactSides& sides = scratch.sides[i];
    if (isPushingPair(scratch.verdicts[i]) && isIn(slots, sides.a) && isIn(slots, sides.b) &&
        !meetThroughSide(world, sides)) {
      components.unite(sides.a, sides.b);
    }
  }
}

/// Ties two candidates that push each other and are to join what moves in different ways: of each two sides one stays
/// free, that which forces move.
void tieApart(const World& world, const Contact& contact, std::uint32_t carrierA, std::uint32_t carrierB,
              MergeWork& scratch) {
  const auto tieOf = [&](std::uint32_t carrier) {
    return carrier == kFree ? kManyTies : moverOf(world, carrier).value_or(kFixedTie);
  };
  const std::uint32_t a = tieOf(carrierA);
  const std::uint32_t b = tieOf(carrierB);
  if (a == kManyTies || (a != kFixedTie && a != b && b != kManyTies)) {
    addTie(contact.a, b, scratch);
  }
  if (b == kManyTies || (b != kFixedTie && a != b && a != kManyTies)) {
    addTie(contact.b, a, scratch);
  }
}

/// Takes one particle out of each pair of large components that push each other, though not quietly or through a side
/// of the periodic box, and of each large one that pushes its own image: it has to stay free. True if any was taken
/// out.
bool cutApart(const World& world, Components& components, MergeWork& scratch, Slots& slots) {
  Slots out;
  for (const std::uint32_t i : scratch.contactsOfCandidates) {
    const ContactSides& sides = scratch.sides[i];
    if (!isPushingPair(scratch.verdicts[i]) || !isIn(slots, sides.a) || !isIn(slots, sides.b)) {
      continue;
    }
    const std::uint32_t a = components.rootOf(sides.a);
    const std::uint32_t b = components.rootOf(sides.b);
    if ((a != b || meetThroughSide(world, sides)) &&
        std::min(scratch.sizes[a], scratch.sizes[b]) >= fewestFloating(world)) {
      out.push_back(sides.a);
    }
  }
  std::sort(out.begin(), out.end());
  slots.erase(std::remove_if(slots.begin(), slots.end(), [&](std::uint32_t slot) { return isIn(out, slot); }),
              slots.end());
  return !out.empty();
}

/// Finds the components of the particles of `slots`, which ascend, by quiet contacts that push, and their sizes.
void connect(const World& world, const Slots& slots, Components& components, MergeWork& scratch) {
  isolate(slots, components, scratch);
  uniteAmong(world, slots, components, scratch);
  for (const std::uint32_t slot : slots) {
    scratch.sizes[slot] = 0;
  }
  for (const std::uint32_t slot : slots) {
    ++scratch.sizes[components.rootOf(slot)];
  }
}

/// The candidates that nothing carries and nothing else holds, ascending, in components by contacts that push.
Slots takeAdrift(const World& world, Components& components, MergeWork& scratch) {
  Slots adrift;
  std::copy_if(scratch.mergedSlots.begin(), scratch.mergedSlots.end(), std::back_inserter(adrift),
               [&](std::uint32_t slot) { return scratch.carriers[components.rootOf(slot)] == kFree; });
  std::sort(adrift.begin(), adrift.end());
  isolate(adrift, components, scratch);
  const SplitRegions regions(world);
  const auto mustStay = [&](std::uint32_t slot) {
    return scratch.boundTo[slot] != kNoTie || regions.containFloating(slot);
  };
  adrift.erase(std::remove_if(adrift.begin(), adrift.end(), mustStay), adrift.end());
  do {
    connect(world, adrift, components, scratch);
  } while (cutApart(world, components, scratch, adrift));
  return adrift;
}

/// The candidates that would join a floating aggregate, ascending, in components by contacts that push.
Slots takeJoining(const World& world, Components& components, MergeWork& scratch) {
  Slots joining;
  std::copy_if(scratch.mergedSlots.begin(), scratch.mergedSlots.end(), std::back_inserter(joining),
               [&](std::uint32_t slot) {
                 const std::uint32_t index = scratch.carriers[components.rootOf(slot)];
                 return isFloating(world, index) && !isNewFloating(world, index);
               });
  std::sort(joining.begin(), joining.end());
  isolate(joining, components, scratch);
  uniteAmong(world, joining, components, scratch);
  return joining;
}

/// Whether a contact is one between two that are or are to be members of a floating aggregate.
bool isWithin(const World& world, std::uint32_t index, const Contact& contact, const Slots& joining,
              Components& components, const MergeWork& scratch) {
  if (!isIn(joining, contact.a) || contact.b == kNoParticle) {
    return false;
  }
  return contact.key.isMember() ? world.reduction.aggregate[contact.b] == index
                                : isIn(joining, contact.b) && scratch.carriers[components.rootOf(contact.b)] == index;
}

}  // namespace

void tieCandidates(const World& world, const ContactList& list, Components& components, MergeWork& scratch) {
  scratch.boundTo.resize(world.particles.size());
  for (const std::uint32_t slot : scratch.mergedSlots) {
    scratch.boundTo[slot] = kNoTie;
  }
  const auto carrierOf = [&](std::uint32_t slot) { return scratch.carriers[components.rootOf(slot)]; };
  // A particle that would float must touch nothing else: members have no contacts with bodies to stop them.
  const auto wouldFloat = [&](std::uint32_t slot) {
    return scratch.busy[slot] == kCandidate && (carrierOf(slot) == kFree || isFloating(world, carrierOf(slot)));
  };
  for (const std::uint32_t i : scratch.contactsOfCandidates) {
    const Contact& contact = list.contacts[i];
    const std::uint8_t verdict = scratch.verdicts[i];
    if (contact.isPrescribed() && (pushes(verdict) || wouldFloat(contact.a))) {
      addTie(contact.a, moverOf(world, contact).value_or(kFixedTie), scratch);
    } else if (isPushingPair(verdict) && scratch.busy[contact.a] == kCandidate &&
               scratch.busy[contact.b] == kCandidate && components.rootOf(contact.a) != components.rootOf(contact.b)) {
      tieApart(world, contact, carrierOf(contact.a), carrierOf(contact.b), scratch);
    }
  }
}

std::size_t fewestFloating(const World& world) {
  const int smallest = world.parameters.reduction.merge.smallestFloating;
  const bool mayFloat = smallest > 0 && world.parameters.method == Method::pgs;
  return mayFloat ? static_cast<std::size_t>(std::max(smallest, 2)) : std::numeric_limits<std::size_t>::max();
}

bool isNewFloating(const World& world, std::uint32_t index) {
  return isFloating(world, index) && world.reduction.aggregates[index].members == 0;
}

void formFloating(World& world, Components& components, MergeWork& scratch) {
  const Slots adrift = takeAdrift(world, components, scratch);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> large;  // root, slot
  for (const std::uint32_t slot : adrift) {
    const std::uint32_t root = components.rootOf(slot);
    if (scratch.sizes[root] >= fewestFloating(world)) {
      large.emplace_back(root, slot);
    }
  }
  std::sort(large.begin(), large.end());
  Slots group;
  std::uint32_t from = 0;
  for (std::size_t i = 0; i < large.size(); ++i) {
    group.push_back(large[i].second);
    if (i + 1 == large.size() || large[i + 1].first != large[i].first) {
      const std::uint32_t index = addFloating(world, group, from);
      scratch.carriers[large[i].first] = index;
      from = index + 1;
      group.clear();
    }
  }
}

void placeBesideFloating(World& world, const ContactList& list, Components& components, MergeWork& scratch) {
  if (!world.periodic.isOn()) {
    return;
  }
  const Slots joining = takeJoining(world, components, scratch);
  const auto carrierOf = [&](std::uint32_t slot) { return scratch.carriers[components.rootOf(slot)]; };
  // By component, the image of its particles that is beside a member.
  std::map<std::uint32_t, Vec3> shifts;
  for (const std::uint32_t i : scratch.quiet) {
    const Contact& contact = list.contacts[i];
    if (contact.key.isMember() && pushes(scratch.verdicts[i]) && isIn(joining, contact.a) &&
        world.reduction.aggregate[contact.b] == carrierOf(contact.a)) {
      shifts.try_emplace(components.rootOf(contact.a), shiftToMember(world, contact.a, contact.b));
    }
  }
  const auto shiftOf = [&](std::uint32_t slot) {
    const auto at = shifts.find(components.rootOf(slot));
    return at == shifts.end() ? Vec3(Vec3::Zero()) : at->second;
  };
  // Where others of the aggregate are beside another image, it would meet itself through a side: they stay free.
  Slots apart;  // roots
  for (const std::uint32_t i : scratch.contactsOfCandidates) {
    const Contact& contact = list.contacts[i];
    if (!pushes(scratch.verdicts[i]) || !isWithin(world, carrierOf(contact.a), contact, joining, components, scratch)) {
      continue;
    }
    const Vec3& from = world.particles.position[contact.a];
    const Vec3 to = contact.key.isMember() ? placeOf(world, contact.b)
                                           : Vec3(world.particles.position[contact.b] + shiftOf(contact.b));
    if (!world.periodic.shiftToNearest(to - from - shiftOf(contact.a)).isZero(0.0)) {
      apart.push_back(components.rootOf(contact.a));
    }
  }
  std::ranges::sort(apart);
  std::erase_if(scratch.mergedSlots,
                [&](std::uint32_t slot) { return isIn(joining, slot) && isIn(apart, components.rootOf(slot)); });
  for (const std::uint32_t slot : joining) {
    if (!isIn(apart, components.rootOf(slot))) {
      world.particles.position[slot] += shiftOf(slot);
    }
  }
}

void keepConnected(const World& world, const ContactList& list, Components& components, MergeWork& scratch) {
  const Slots joining = takeJoining(world, components, scratch);
  if (joining.empty()) {
    return;
  }
  for (const std::uint32_t slot : joining) {
    scratch.sizes[slot] = 0;  // 1: one of the component pushes a member
  }
  for (const std::uint32_t i : scratch.quiet) {
    const std::uint32_t slot = scratch.sides[i].a;
    const bool isPair = (scratch.verdicts[i] & kPair) != 0;
    if (!isPair && pushes(scratch.verdicts[i]) && list.contacts[i].key.isMember() && isIn(joining, slot)) {
      scratch.sizes[components.rootOf(slot)] = 1;
    }
  }
  const auto isLost = [&](std::uint32_t slot) {
    return isIn(joining, slot) && scratch.sizes[components.rootOf(slot)] == 0;
  };
  scratch.mergedSlots.erase(std::remove_if(scratch.mergedSlots.begin(), scratch.mergedSlots.end(), isLost),
                            scratch.mergedSlots.end());
}

}  // namespace scree
