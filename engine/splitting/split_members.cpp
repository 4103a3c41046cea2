#include "engine/splitting/split_members.h"

#include <algorithm>

#include "engine/aggregates/membership.h"
#include "engine/aggregates/support_levels.h"
#include "engine/base/prefetch.h"

namespace scree {

namespace {

Multipliers multipliersOf(const FreedContact& freed, double timeStep) {
  const KeptContact& contact = freed.contact;
  const Vec3 normal = freed.turn * vectorOf(contact.normal);
  const Vec3 torque = timeStep * (freed.turn * vectorOf(contact.torque));
  const double about = normal.dot(torque);
  return {.normal = timeStep * double{contact.normalForce},
          .tangential = timeStep * (freed.turn * vectorOf(contact.tangentialForce)),
          .rolling = torque - about * normal,
          .twisting = about};
}

HistoryEntry entryOf(const World& world, const FreedContact& freed, double timeStep) {
  const KeptContact& contact = freed.contact;
  const std::vector<ParticleId>& id = world.particles.id;
  HistoryEntry entry{.multipliers = multipliersOf(freed, timeStep), .key = contact.key};
  if (contact.b == kNoParticle) {
    return entry;
  }
  const bool isFreeA = world.reduction.isFree(contact.a);
  const bool isFreeB = world.reduction.isFree(contact.b);
  if (isFreeA && !isFreeB) {
    entry.key = ContactKey::member(id[contact.a], id[contact.b]);
  } else if (isFreeB && !isFreeA) {
    entry.key = ContactKey::member(id[contact.b], id[contact.a]);
    entry.multipliers = flipped(entry.multipliers);
  }
  return entry;
}

/// Contacts of free particles with members that are free now.
void convertMemberContacts(const World& world, const ContactList& list, std::vector<HistoryEntry>& entries) {
  const ContactHistory& history = world.history;
  // Both lists ascend by key.
  std::size_t from = 0;
  for (const Contact& contact : list.memberContacts) {
    if (!world.reduction.isFree(contact.b)) {
      continue;
    }
    from = firstPlaceOf(contact.key, from, history.keys);
    if (from == history.keys.size() || history.keys[from] != contact.key) {
      continue;
    }
    const Multipliers& old = history.multipliers[from];
    const ParticleId a = world.particles.id[contact.a];
    const ParticleId b = world.particles.id[contact.b];
    entries.push_back(
        {.multipliers = a < b ? old : flipped(old), .key = ContactKey::particles(std::min(a, b), std::max(a, b))});
  }
}

/// Asks for all that freeing the members reads, far apart in memory.
void fetchMembers(const World& world, std::span<const Release> releases, SplitWork& scratch) {
  const Particles& particles = world.particles;
  scratch.slots.clear();
  for (const Release& release : releases) {
    const std::uint32_t slot = release.slot;
    scratch.slots.push_back(slot);
    world.reduction.kept.fetchFirst(slot);
    fetchForWriting(world.reduction.members[slot]);
    fetchForWriting(particles.position[slot]);
    fetchForWriting(particles.orientation[slot]);
    fetchForWriting(particles.velocity[slot]);
    fetchForWriting(particles.angularVelocity[slot]);
  }
  world.reduction.kept.forContactsOfEach(scratch.slots, scratch.places, [&](std::size_t i, const KeptContact& contact) {
    if (contact.b != kNoParticle) {
      const std::uint32_t other = contact.other(scratch.slots[i]);
      world.reduction.kept.fetchFirst(other);
      fetch(world.reduction.members[other].level);
    }
  });
}

/// Takes the kept contacts of the members and makes these free; returns the members next to them.
std::vector<std::uint32_t> freeMembers(World& world, std::span<const Release> releases, SplitWork& split,
                                       StepReport& report) {
  Reduction& reduction = world.reduction;
  std::vector<std::uint32_t> affected;
  fetchMembers(world, releases, split);
  for (const Release& release : releases) {
    const Quat turn = reduction.aggregates[reduction.aggregate[release.slot]].frame.pose.orientation;
    reduction.kept.removeOf(release.slot, [&](const KeptContact& contact) {
      dropContact(world, contact);
      split.freed.push_back({contact, turn});
      if (contact.b != kNoParticle) {
        affected.push_back(contact.other(release.slot));
      }
    });
  }
  for (const Release& release : releases) {
    Membership& member = reduction.members[release.slot];
    Aggregate& aggregate = reduction.aggregates[reduction.aggregate[release.slot]];
    report.events.push_back({.step = world.step + 1,
                             .particle = world.particles.id[release.slot],
                             .before = aggregate.id,
                             .after = 0,
                             .cause = release.cause,
                             .what = release.what,
                             .measured = release.measured,
                             .limit = release.limit,
                             .partner = release.partner});
    leave(world, release.slot);
    ++reduction.counts.splits[static_cast<std::size_t>(release.cause)];
    member.cause = release.cause;
    if (endsInQuarantine(release.cause)) {
      reduction.quarantined.push_back(release.slot);
    }
    const bool bearsAnother = release.what == Measured::drift || release.what == Measured::bearing;
    member.audits = bearsAnother ? 0 : member.audits;  // it bears another load now
  }
  affected.erase(
      std::remove_if(affected.begin(), affected.end(), [&](std::uint32_t slot) { return reduction.isFree(slot); }),
      affected.end());
  std::sort(affected.begin(), affected.end());
  affected.erase(std::unique(affected.begin(), affected.end()), affected.end());
  return affected;
}

}  // namespace

std::vector<std::uint32_t> releaseMembers(World& world, const StepContext& context, const ContactList& list,
                                          SplitWork& split, HistoryEdit& edit, StepReport& report,
                                          std::span<const Release> releases) {
  std::vector<FreedContact>& freed = split.freed;
  freed.clear();
  std::vector<std::uint32_t> slots;
  std::vector<Release> fallen;
  while (!releases.empty()) {
    for (const Release& release : releases) {
      slots.push_back(release.slot);
    }
    const std::vector<std::uint32_t> affected = freeMembers(world, releases, split, report);
    fallen.clear();
    for (const std::uint32_t slot : mendLevels(world, affected)) {
      fallen.push_back({.slot = slot, .cause = SplitCause::cut});
    }
    releases = fallen;
  }
  if (world.history.timeStep == 0.0) {
    world.history.timeStep = context.substepTime;
  }
  std::vector<HistoryEntry>& entries = edit.entries;
  entries.clear();
  for (const FreedContact& contact : freed) {
    entries.push_back(entryOf(world, contact, world.history.timeStep));
  }
  if (!slots.empty()) {
    convertMemberContacts(world, list, entries);
  }
  changeHistory(world, {}, edit);
  std::sort(slots.begin(), slots.end());
  return slots;
}

void releaseAll(World& world, const StepContext& context, const ContactList& list, SplitWork& split, HistoryEdit& edit,
                StepReport& report) {
  std::vector<Release> all;
  for (std::uint32_t slot = 0; slot < world.reduction.aggregate.size(); ++slot) {
    if (!world.reduction.isFree(slot)) {
      all.push_back({.slot = slot, .cause = SplitCause::command});
    }
  }
  releaseMembers(world, context, list, split, edit, report, all);
}

}  // namespace scree
