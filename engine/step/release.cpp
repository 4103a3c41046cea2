#include "engine/step/release.h"

#include <algorithm>

#include "engine/reduction/levels.h"
#include "engine/reduction/membership.h"

namespace scree {

namespace {

struct FreedContact {
  KeptContact contact;
  Quat turn;  ///< of the aggregate's frame
};

Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

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
  HistoryEntry entry{contact.key, multipliersOf(freed, timeStep), {}};
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
void convertMemberContacts(const World& world, const StepData& data, std::vector<HistoryEntry>& entries) {
  const ContactHistory& history = world.history;
  for (const Contact& contact : data.memberContacts) {
    if (!world.reduction.isFree(contact.b)) {
      continue;
    }
    const auto at = std::lower_bound(history.keys.begin(), history.keys.end(), contact.key);
    if (at == history.keys.end() || *at != contact.key) {
      continue;
    }
    const Multipliers& old = history.multipliers[static_cast<std::size_t>(at - history.keys.begin())];
    const ParticleId a = world.particles.id[contact.a];
    const ParticleId b = world.particles.id[contact.b];
    entries.push_back({ContactKey::particles(std::min(a, b), std::max(a, b)), a < b ? old : flipped(old), {}});
  }
}

/// Takes the kept contacts of the members and makes these free; returns the members next to them.
std::vector<std::uint32_t> freeMembers(World& world, const std::vector<Release>& releases, StepData& data,
                                       std::vector<FreedContact>& freed) {
  Reduction& reduction = world.reduction;
  std::vector<std::uint32_t> affected;
  for (const Release& release : releases) {
    const Quat turn = reduction.aggregates[reduction.aggregate[release.slot]].pose.orientation;
    reduction.kept.removeOf(release.slot, [&](const KeptContact& contact) {
      dropContact(world, contact);
      freed.push_back({contact, turn});
      if (contact.b != kNoParticle) {
        affected.push_back(contact.other(release.slot));
      }
    });
  }
  for (const Release& release : releases) {
    Membership& member = reduction.members[release.slot];
    Aggregate& aggregate = reduction.aggregates[reduction.aggregate[release.slot]];
    data.events.push_back({.step = world.step + 1,
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
    member.audits = release.cause == SplitCause::audit || release.cause == SplitCause::load ? member.audits + 1 : 0;
    if (release.cause == SplitCause::front || release.cause == SplitCause::impact) {
      aggregate.lastFront = world.step;
    }
  }
  affected.erase(
      std::remove_if(affected.begin(), affected.end(), [&](std::uint32_t slot) { return reduction.isFree(slot); }),
      affected.end());
  std::sort(affected.begin(), affected.end());
  affected.erase(std::unique(affected.begin(), affected.end()), affected.end());
  return affected;
}

}  // namespace

Multipliers flipped(const Multipliers& multipliers) {
  // The normal turns round as well, so that what acts along it keeps its sign.
  return {.normal = multipliers.normal,
          .tangential = -multipliers.tangential,
          .rolling = -multipliers.rolling,
          .twisting = multipliers.twisting};
}

void addToHistory(World& world, std::vector<HistoryEntry> entries, StepData& data) {
  if (entries.empty()) {
    return;
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const HistoryEntry& x, const HistoryEntry& y) { return x.key < y.key; });
  ContactHistory& history = world.history;
  const bool withMotion = !history.motion.empty() || history.keys.empty();
  ContactHistory& result = data.historyKept;
  result.timeStep = history.timeStep;
  result.keys.clear();
  result.multipliers.clear();
  result.motion.clear();
  const std::size_t count = history.keys.size() + entries.size();
  result.keys.reserve(count);
  result.multipliers.reserve(count);
  result.motion.reserve(withMotion ? count : 0);
  const auto put = [&](const ContactKey& key, const Multipliers& multipliers, const ContactMotion& motion) {
    result.keys.push_back(key);
    result.multipliers.push_back(multipliers);
    if (withMotion) {
      result.motion.push_back(motion);
    }
  };
  std::size_t old = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i + 1 < entries.size() && entries[i + 1].key == entries[i].key) {
      continue;
    }
    for (; old < history.keys.size() && history.keys[old] < entries[i].key; ++old) {
      put(history.keys[old], history.multipliers[old], withMotion ? history.motion[old] : ContactMotion{});
    }
    old += old < history.keys.size() && history.keys[old] == entries[i].key ? 1 : 0;
    put(entries[i].key, entries[i].multipliers, entries[i].motion);
  }
  for (; old < history.keys.size(); ++old) {
    put(history.keys[old], history.multipliers[old], withMotion ? history.motion[old] : ContactMotion{});
  }
  std::swap(history, result);
}

std::vector<std::uint32_t> releaseMembers(World& world, StepData& data, std::vector<Release> releases) {
  std::vector<FreedContact> freed;
  std::vector<std::uint32_t> slots;
  while (!releases.empty()) {
    for (const Release& release : releases) {
      slots.push_back(release.slot);
    }
    const std::vector<std::uint32_t> affected = freeMembers(world, releases, data, freed);
    releases.clear();
    for (const std::uint32_t slot : mendLevels(world, affected)) {
      releases.push_back({.slot = slot, .cause = SplitCause::support});
    }
  }
  if (world.history.timeStep == 0.0) {
    world.history.timeStep = data.substepTime;
  }
  std::vector<HistoryEntry> entries;
  entries.reserve(freed.size());
  for (const FreedContact& contact : freed) {
    entries.push_back(entryOf(world, contact, world.history.timeStep));
  }
  convertMemberContacts(world, data, entries);
  addToHistory(world, std::move(entries), data);
  std::sort(slots.begin(), slots.end());
  return slots;
}

}  // namespace scree
