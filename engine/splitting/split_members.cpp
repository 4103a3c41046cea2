#include "engine/splitting/split_members.h"

#include <algorithm>
#include <tuple>

#include "engine/aggregates/membership.h"
#include "engine/aggregates/support_levels.h"
#include "engine/base/erase_places.h"
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

/// The first place from `from` on of a key that is not less than this one. Costs by how far away it is.
std::size_t placeIn(const ContactKey& key, std::size_t from, const std::vector<ContactKey>& keys) {
  std::size_t end = from;
  for (std::size_t ahead = 1; end < keys.size() && keys[end] < key; ahead *= 2) {
    from = end + 1;
    end += ahead;
  }
  const auto first = keys.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(std::min(end, keys.size()));
  return static_cast<std::size_t>(std::lower_bound(first + static_cast<std::ptrdiff_t>(from), last, key) - first);
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
    from = placeIn(contact.key, from, history.keys);
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

/// Sorts the new entries by key, of equal keys the last, finds their places in the history, and overwrites those that
/// are in it and stay. What is left in `places` is to be put in.
void placeEntries(std::span<const std::size_t> dropped, bool withQuiet, ContactHistory& history,
                  HistoryEdit& changing) {
  std::vector<HistoryPlace>& places = changing.places;
  places.clear();
  for (std::size_t i = 0; i < changing.entries.size(); ++i) {
    places.push_back({.key = changing.entries[i].key, .entry = static_cast<std::uint32_t>(i)});
  }
  std::sort(places.begin(), places.end(), [](const HistoryPlace& x, const HistoryPlace& y) {
    return std::tie(x.key, x.entry) < std::tie(y.key, y.entry);
  });
  std::size_t kept = 0;
  std::size_t at = 0;
  auto drop = dropped.begin();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const HistoryPlace& place = places[i];
    if (i + 1 < places.size() && places[i + 1].key == place.key) {
      continue;
    }
    at = placeIn(place.key, at, history.keys);
    drop = std::find_if(drop, dropped.end(), [&](std::size_t d) { return d >= at; });
    const bool isDropped = drop != dropped.end() && *drop == at;
    if (at < history.keys.size() && history.keys[at] == place.key && !isDropped) {
      const HistoryEntry& entry = changing.entries[place.entry];
      history.multipliers[at] = entry.multipliers;
      if (withQuiet) {
        history.quietSteps[at] = entry.quietSteps;
      }
      if (!history.motion.empty()) {
        history.motion[at] = entry.motion;
      }
      continue;
    }
    places[kept] = place;
    places[kept++].place = static_cast<std::uint32_t>(at);
  }
  places.resize(kept);
}

/// Cuts the history into pieces that stay together and tells how far each moves, and where what is new goes.
void cutHistory(std::span<const std::size_t> dropped, HistoryEdit& changing, std::size_t count) {
  std::vector<HistoryPiece>& pieces = changing.pieces;
  pieces.clear();
  std::size_t from = 0;
  std::ptrdiff_t shift = 0;
  const auto cutAt = [&](std::size_t end) {
    if (end > from && shift != 0) {
      pieces.push_back({.from = from, .count = end - from, .shift = shift});
    }
    from = end;
  };
  auto drop = dropped.begin();
  const auto dropUpTo = [&](std::size_t end) {
    for (; drop != dropped.end() && *drop < end; ++drop) {
      cutAt(*drop);
      ++from;
      --shift;
    }
  };
  for (HistoryPlace& one : changing.places) {
    dropUpTo(one.place);
    cutAt(one.place);
    one.place = static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(one.place) + shift);
    ++shift;
  }
  dropUpTo(count);
  cutAt(count);
}

/// Moves the pieces of a list of the history and puts valueOf(entry) in where there are new ones. What moves down goes
/// first and from the front, what moves up from the back: so nothing is written over that still has to move.
template <typename T, typename ValueOf>
void changeList(const HistoryEdit& changing, std::size_t count, ValueOf valueOf, std::vector<T>& list) {
  list.resize(std::max(list.size(), count));
  const auto move = [&](const HistoryPiece& piece) {
    moveWithin(list.data() + piece.from, piece.count,
               list.data() + static_cast<std::ptrdiff_t>(piece.from) + piece.shift);
  };
  for (const HistoryPiece& piece : changing.pieces) {
    if (piece.shift < 0) {
      move(piece);
    }
  }
  for (auto piece = changing.pieces.rbegin(); piece != changing.pieces.rend(); ++piece) {
    if (piece->shift > 0) {
      move(*piece);
    }
  }
  for (const HistoryPlace& one : changing.places) {
    list[one.place] = valueOf(one);
  }
  list.resize(count);
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

Multipliers flipped(const Multipliers& multipliers) {
  // The normal turns round as well, so that what acts along it keeps its sign.
  return {.normal = multipliers.normal,
          .tangential = -multipliers.tangential,
          .rolling = -multipliers.rolling,
          .twisting = multipliers.twisting};
}

void changeHistory(World& world, std::span<const std::size_t> dropped, HistoryEdit& edit) {
  ContactHistory& history = world.history;
  HistoryEdit& changing = edit;
  const bool withQuiet = !history.quietSteps.empty() || history.keys.empty();
  placeEntries(dropped, withQuiet, history, changing);
  if (dropped.empty() && changing.places.empty()) {
    return;
  }
  cutHistory(dropped, changing, history.keys.size());
  const std::size_t count = history.keys.size() + changing.places.size() - dropped.size();
  const auto entryOf = [&](const HistoryPlace& one) -> const HistoryEntry& { return changing.entries[one.entry]; };
  changeList(
      changing, count, [](const HistoryPlace& one) { return one.key; }, history.keys);
  changeList(
      changing, count, [&](const HistoryPlace& one) { return entryOf(one).multipliers; }, history.multipliers);
  if (withQuiet) {
    changeList(
        changing, count, [&](const HistoryPlace& one) { return entryOf(one).quietSteps; }, history.quietSteps);
  }
  if (!history.motion.empty()) {
    changeList(
        changing, count, [&](const HistoryPlace& one) { return entryOf(one).motion; }, history.motion);
  }
}

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
