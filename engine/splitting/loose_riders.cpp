#include "engine/splitting/loose_riders.h"

#include <algorithm>

#include "engine/aggregates/carriers.h"
#include "engine/splitting/audits.h"
#include "engine/splitting/splitting_constants.h"

namespace scree {

namespace {

/// Flags of the aggregates that turn, by index; empty where none with members turns.
std::vector<char> turningOnes(const World& world) {
  std::vector<char> turning;
  bool any = false;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    const bool turns = aggregate.members > 0 && isTurning(world, aggregate);
    turning.push_back(turns ? 1 : 0);
    any = any || turns;
  }
  return any ? turning : std::vector<char>{};
}

/// Counts the free particles that push members of what turns, with friction, in SplitWork::riderTouches; lists the
/// members that one is near without doing so in SplitWork::riders, maybe more than once.
void countPushes(const World& world, const std::vector<char>& turning, const ContactList& list, SplitWork& split) {
  const ContactHistory& history = world.history;
  std::vector<std::uint16_t>& touching = split.riderTouches;
  std::vector<std::uint32_t>& left = split.riders;
  touching.resize(world.particles.size());
  left.clear();
  for (const Contact& contact : list.memberContacts) {
    touching[contact.b] = 0;
  }
  // Both lists ascend by key, so one pass finds all. The history has the contacts that still touch.
  std::size_t at = 0;
  for (const Contact& contact : list.memberContacts) {
    if (turning[world.reduction.aggregate[contact.b]] == 0) {
      continue;
    }
    while (at < history.keys.size() && history.keys[at] < contact.key) {
      ++at;
    }
    const bool touches = at < history.keys.size() && history.keys[at] == contact.key;
    if (touches && history.multipliers[at].normal > 0.0 && world.materials.pairs[contact.law].friction > 0.0) {
      ++touching[contact.b];
    } else {
      left.push_back(contact.b);
    }
  }
}

bool isLoose(const World& world, std::uint32_t slot, std::size_t pushes) {
  world.reduction.kept.forHoldersOf(slot, [&](std::uint32_t, const ContactKey&) { ++pushes; });
  return pushes < splitting::kContactsToStay;
}

}  // namespace

void markLooseRiders(World& world, const ContactList& list, SplitWork& split) {
  const ReductionParameters& limits = world.parameters.reduction;
  if (list.memberContacts.empty() || limits.merging != Switch::on || limits.front.split != Switch::on) {
    return;
  }
  const std::vector<char> turning = turningOnes(world);
  if (turning.empty()) {
    return;
  }
  countPushes(world, turning, list, split);
  for (const std::uint32_t slot : split.riders) {
    Membership& member = world.reduction.members[slot];
    const std::size_t pushes = split.riderTouches[slot];
    if (member.auditDue != kDueAtOnce && pushes < splitting::kContactsToStay && isLoose(world, slot, pushes)) {
      member.auditDue = kDueAtOnce;
      world.reduction.audits.add(kDueAtOnce, world.particles.id[slot]);
    }
  }
}

std::vector<Release> looseRiderReleases(World& world) {
  Reduction& reduction = world.reduction;
  const std::vector<ParticleId>& ids = world.particles.id;
  std::vector<Release> releases;
  while (reduction.audits.isAnyDue(kDueAtOnce)) {
    const ParticleId id = reduction.audits.takeFirst().id;
    const auto at = std::lower_bound(ids.begin(), ids.end(), id);
    const auto slot = static_cast<std::uint32_t>(at - ids.begin());
    if (at != ids.end() && *at == id && !reduction.isFree(slot) && reduction.members[slot].auditDue == kDueAtOnce) {
      releases.push_back({.slot = slot, .cause = SplitCause::support});
    }
  }
  return releases;
}

}  // namespace scree
