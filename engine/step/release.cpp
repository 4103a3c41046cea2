#include "engine/step/release.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "engine/base/erase_places.h"
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

/// Puts values in before these places of a list, which ascend.
template <typename T>
void putIn(std::span<const std::size_t> places, const std::vector<T>& values, std::vector<T>& list) {
  std::size_t end = list.size();
  list.resize(list.size() + places.size());
  for (std::size_t i = places.size(); i-- > 0;) {
    moveWithin(list.data() + places[i], end - places[i], list.data() + places[i] + i + 1);
    list[places[i] + i] = values[i];
    end = places[i];
  }
}

/// Whether what split a member off flows. A body that comes in slower than a front pushes, and presses on members
/// farther in that no front will ever reach.
bool announcesFlow(const World& world, const Release& release) {
  return release.cause == SplitCause::impact ||
         (release.cause == SplitCause::front && release.measured > world.parameters.reduction.frontSpeed);
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
    member.audits = release.what == Measured::force ? 0 : member.audits;  // it bears another load now
    if (announcesFlow(world, release)) {
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

void changeHistory(World& world, std::span<const std::size_t> dropped, std::vector<HistoryEntry> added,
                   StepData& data) {
  ContactHistory& history = world.history;
  const bool withMotion = !history.motion.empty() || history.keys.empty();
  erasePlaces(dropped, history.keys);
  erasePlaces(dropped, history.multipliers);
  if (withMotion) {
    erasePlaces(dropped, history.motion);
  }
  // By their places: a stable sort of the entries would put them into memory of less than their alignment.
  std::vector<std::size_t> order(added.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return std::tie(added[x].key, x) < std::tie(added[y].key, y); });
  ContactHistory& more = data.historyKept;
  more.keys.clear();
  more.multipliers.clear();
  more.motion.clear();
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const HistoryEntry& entry = added[order[i]];
    if (i + 1 < order.size() && added[order[i + 1]].key == entry.key) {
      continue;
    }
    const auto at = std::lower_bound(history.keys.begin(), history.keys.end(), entry.key);
    const auto place = static_cast<std::size_t>(at - history.keys.begin());
    if (at != history.keys.end() && *at == entry.key) {
      history.multipliers[place] = entry.multipliers;
      if (withMotion) {
        history.motion[place] = entry.motion;
      }
      continue;
    }
    places.push_back(place);
    more.keys.push_back(entry.key);
    more.multipliers.push_back(entry.multipliers);
    more.motion.push_back(entry.motion);
  }
  putIn(places, more.keys, history.keys);
  putIn(places, more.multipliers, history.multipliers);
  if (withMotion) {
    putIn(places, more.motion, history.motion);
  }
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
  changeHistory(world, {}, std::move(entries), data);
  std::sort(slots.begin(), slots.end());
  return slots;
}

void releaseAll(World& world, StepData& data) {
  std::vector<Release> all;
  for (std::uint32_t slot = 0; slot < world.reduction.aggregate.size(); ++slot) {
    if (!world.reduction.isFree(slot)) {
      all.push_back({.slot = slot, .cause = SplitCause::command});
    }
  }
  releaseMembers(world, data, std::move(all));
}

}  // namespace scree
