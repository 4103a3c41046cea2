#include "engine/contacts/match.h"

#include <algorithm>
#include <numeric>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

/// Asks for what is read a few contacts after the i-th.
[[gnu::always_inline]] inline void fetchAhead(std::size_t i, std::size_t end, const std::vector<Contact>& contacts) {
  if (i + contacts::kFetchAhead < end) {
    fetch(contacts[i + contacts::kFetchAhead]);
  }
}

/// Matches the contacts [begin, end). Both lists ascend by key, so one pass finds all.
void matchRange(const ContactHistory& history, std::size_t begin, std::size_t end, ContactList& list) {
  const std::vector<ContactKey>& old = history.keys;
  auto at = static_cast<std::size_t>(std::lower_bound(old.begin(), old.end(), list.contacts[begin].key) - old.begin());
  for (std::size_t i = begin; i < end; ++i) {
    fetchAhead(i, end, list.contacts);
    const ContactKey& key = list.contacts[i].key;
    while (at < old.size() && old[at] < key) {
      ++at;
    }
    const bool known = at < old.size() && old[at] == key;
    list.matches[i] = known ? static_cast<std::uint32_t>(at) : kNoMatch;
    at += known ? 1 : 0;
  }
}

/// Where the contacts go that stay: into the history, and beside each other in the step's lists. Several threads would
/// get in each other's way if they moved them within these.
class KeptTo {
 public:
  KeptTo(World& world, const StepContext& context, ContactList& list, bool elsewhere)
      : list_(list),
        history_(world.history),
        elsewhere_(elsewhere),
        contacts_(elsewhere ? list.contactsKept : list.contacts),
        multipliers_(elsewhere ? list.multipliersKept : list.multipliers),
        withQuiet_(world.parameters.reduction.merging == Switch::on),
        withGiven_(stretchesCollisions(world.parameters)),
        withMotion_(withQuiet_ && reductionLimits(world).limitsAccelerations()),
        hadQuiet_(!world.history.quietSteps.empty()),
        hadMotion_(!world.history.motion.empty()) {
    history_.timeStep = context.substepTime;
  }

  /// Makes room for `kept` entries; the present ones stay.
  void resize(std::size_t kept) {
    history_.keys.resize(kept);
    history_.multipliers.resize(kept);
    contacts_.resize(kept);
    multipliers_.resize(kept);
    history_.given.resize(withGiven_ ? kept : 0);
    list_.quietKept.resize(withQuiet_ ? kept : 0);
    list_.pushes.resize(withQuiet_ ? kept : 0);
    list_.motionKept.resize(withMotion_ ? kept : 0);
  }

  /// Keeps the contacts of [begin, end) that stay, at places from `to` on; returns the next place.
  std::size_t keep(std::size_t begin, std::size_t end, std::size_t to) {
    for (std::size_t i = begin; i < end; ++i) {
      if (list_.stays[i] == 0) {
        continue;
      }
      if (i + contacts::kFetchAhead < end && to + contacts::kFetchAhead < history_.multipliers.size()) {
        fetchForWriting(history_.multipliers[to + contacts::kFetchAhead]);
        fetchForWriting(list_.contacts[i + contacts::kFetchAhead]);
        fetchForWriting(list_.multipliers[i + contacts::kFetchAhead]);
      }
      history_.keys[to] = list_.contacts[i].key;
      if (list_.rebounds[i] != 0) {
        history_.multipliers[to] = Multipliers{};
      } else {
        history_.multipliers[to] = list_.multipliers[i];
      }
      if (withGiven_) {
        history_.given[to] = list_.given[i];
      }
      contacts_[to] = list_.contacts[i];
      multipliers_[to] = list_.multipliers[i];
      if (withQuiet_) {
        keepForMerging(i, to);
      }
      ++to;
    }
    return to;
  }

  void finish() {
    history_.quietSteps.swap(list_.quietKept);
    history_.motion.swap(list_.motionKept);
    if (elsewhere_) {
      list_.contacts.swap(contacts_);
      list_.multipliers.swap(multipliers_);
    }
  }

 private:
  void keepForMerging(std::size_t i, std::size_t to) {
    const std::uint32_t match = list_.matches[i];
    const bool isOld = match != kNoMatch;
    list_.quietKept[to] = hadQuiet_ && isOld ? history_.quietSteps[match] : 0;
    list_.pushes[to] = multipliers_[to].normal;
    if (withMotion_) {
      list_.motionKept[to] = hadMotion_ && isOld ? history_.motion[match] : std::nullopt;
    }
  }

  ContactList& list_;
  ContactHistory& history_;
  bool elsewhere_;
  std::vector<Contact>& contacts_;
  std::vector<Multipliers>& multipliers_;
  bool withQuiet_;
  bool withGiven_;
  bool withMotion_;
  bool hadQuiet_;
  bool hadMotion_;
};

}  // namespace

void matchContacts(const World& world, const StepContext& context, ContactList& list) {
  const std::size_t count = list.contacts.size();
  list.matches.resize(count);
  forPieces(context.threads, count, contacts::kParticlesAPiece,
            [&](std::size_t begin, std::size_t end) { matchRange(world.history, begin, end, list); });
}

std::size_t countMatched(const ContactList& list) {
  // Of a step that was broken off one list may be of the step before.
  const std::size_t contacts = std::min(list.stays.size(), list.matches.size());
  // Without a branch, which a processor could not predict: a session asks in every step.
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < contacts; ++i) {
    count += (list.stays[i] != 0 ? 1U : 0U) & (list.matches[i] != kNoMatch ? 1U : 0U);
  }
  return count;
}

double historyScale(const World& world, const StepContext& context) {
  return world.history.timeStep > 0.0 ? context.substepTime / world.history.timeStep : 1.0;
}

void keepHistory(World& world, const StepContext& context, ContactList& list) {
  const std::size_t count = list.contacts.size();
  const bool isShared = context.threads != nullptr && context.threads->size() > 1;
  KeptTo to(world, context, list, isShared);
  if (!isShared) {
    // One thread moves them down in place as it finds them.
    to.resize(count);
    to.resize(to.keep(0, count, 0));
    to.finish();
    return;
  }
  const std::size_t chunks = (count + contacts::kParticlesAPiece - 1) / contacts::kParticlesAPiece;
  list.chunkCounts.assign(chunks + 1, 0);
  const auto rangeOf = [&](std::size_t chunk) {
    return std::pair{chunk * contacts::kParticlesAPiece, std::min(count, (chunk + 1) * contacts::kParticlesAPiece)};
  };
  forChunks(context.threads, chunks, [&](std::size_t chunk) {
    const auto [begin, end] = rangeOf(chunk);
    list.chunkCounts[chunk + 1] =
        std::accumulate(list.stays.begin() + static_cast<std::ptrdiff_t>(begin),
                        list.stays.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0});
  });
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    list.chunkCounts[chunk + 1] += list.chunkCounts[chunk];
  }
  to.resize(list.chunkCounts[chunks]);
  forChunks(context.threads, chunks, [&](std::size_t chunk) {
    const auto [begin, end] = rangeOf(chunk);
    to.keep(begin, end, list.chunkCounts[chunk]);
  });
  to.finish();
}

}  // namespace scree
