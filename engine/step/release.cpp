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

/// Copies a history with changes: few of them, so that nearly all goes in long pieces.
class HistoryCopy {
 public:
  HistoryCopy(const ContactHistory& from, std::span<const std::size_t> dropped, std::size_t more, ContactHistory& to)
      : from_(from), dropped_(dropped), to_(to), withMotion_(!from.motion.empty() || from.keys.empty()) {
    to_.timeStep = from.timeStep;
    to_.keys.clear();
    to_.multipliers.clear();
    to_.motion.clear();
    const std::size_t count = from.keys.size() + more;
    to_.keys.reserve(count);
    to_.multipliers.reserve(count);
    to_.motion.reserve(withMotion_ ? count : 0);
  }

  /// Ascending by key; takes the place of an old one of the same key.
  void put(const HistoryEntry& entry) {
    const auto rest = from_.keys.begin() + static_cast<std::ptrdiff_t>(at_);
    const auto place =
        static_cast<std::size_t>(std::lower_bound(rest, from_.keys.end(), entry.key) - from_.keys.begin());
    copyTo(place);
    at_ += at_ < from_.keys.size() && from_.keys[at_] == entry.key ? 1 : 0;
    to_.keys.push_back(entry.key);
    to_.multipliers.push_back(entry.multipliers);
    if (withMotion_) {
      to_.motion.push_back(entry.motion);
    }
  }
  /// What is left behind the last one.
  void finish() { copyTo(from_.keys.size()); }

 private:
  /// All up to a place but what is dropped.
  void copyTo(std::size_t end) {
    for (; next_ < dropped_.size() && dropped_[next_] < end; ++next_) {
      if (dropped_[next_] >= at_) {
        copyPiece(dropped_[next_]);
        ++at_;
      }
    }
    copyPiece(end);
  }
  void copyPiece(std::size_t end) {
    append(from_.keys, end, to_.keys);
    append(from_.multipliers, end, to_.multipliers);
    if (!from_.motion.empty()) {
      append(from_.motion, end, to_.motion);
    }
    at_ = end;
  }
  template <typename T>
  void append(const std::vector<T>& from, std::size_t end, std::vector<T>& to) const {
    to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(at_),
              from.begin() + static_cast<std::ptrdiff_t>(end));
  }

  const ContactHistory& from_;
  std::span<const std::size_t> dropped_;
  ContactHistory& to_;
  bool withMotion_;
  std::size_t at_ = 0;    ///< all before it are copied or left out
  std::size_t next_ = 0;  ///< of those that are dropped
};

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

void changeHistory(World& world, std::span<const std::size_t> dropped, std::vector<HistoryEntry> added,
                   StepData& data) {
  if (dropped.empty() && added.empty()) {
    return;
  }
  std::stable_sort(added.begin(), added.end(),
                   [](const HistoryEntry& x, const HistoryEntry& y) { return x.key < y.key; });
  HistoryCopy copy(world.history, dropped, added.size(), data.historyKept);
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (i + 1 == added.size() || added[i + 1].key != added[i].key) {
      copy.put(added[i]);
    }
  }
  copy.finish();
  std::swap(world.history, data.historyKept);
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

}  // namespace scree
