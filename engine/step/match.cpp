#include "engine/step/match.h"

#include <algorithm>
#include <numeric>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/reduction/merge_test.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;
constexpr std::size_t kFetchAhead = 12;  // contacts

/// The old multipliers on the new contact plane, times `scale`.
Multipliers carried(const Multipliers& old, const Vec3& normal, double scale) {
  return {.normal = scale * old.normal,
          .tangential = scale * (old.tangential - normal.dot(old.tangential) * normal),
          .rolling = scale * (old.rolling - normal.dot(old.rolling) * normal),
          .twisting = scale * old.twisting};
}

/// Asks for what is read a few contacts after the i-th.
[[gnu::always_inline]] inline void fetchAhead(std::size_t i, std::size_t end, const std::vector<Contact>& contacts) {
  if (i + kFetchAhead < end) {
    fetch(contacts[i + kFetchAhead]);
  }
}

/// Matches the contacts [begin, end). Both lists ascend by key, so one pass finds all.
void matchRange(const ContactHistory& history, std::size_t begin, std::size_t end, StepData& data) {
  const std::vector<ContactKey>& old = history.keys;
  auto at = static_cast<std::size_t>(std::lower_bound(old.begin(), old.end(), data.contacts[begin].key) - old.begin());
  for (std::size_t i = begin; i < end; ++i) {
    fetchAhead(i, end, data.contacts);
    const ContactKey& key = data.contacts[i].key;
    while (at < old.size() && old[at] < key) {
      ++at;
    }
    const bool known = at < old.size() && old[at] == key;
    data.matches[i] = known ? static_cast<std::uint32_t>(at) : kNoMatch;
    at += known ? 1 : 0;
  }
}

/// Where the contacts go that stay: into the history, and beside each other in the step's lists. Several threads would
/// get in each other's way if they moved them within these.
class KeptTo {
 public:
  KeptTo(World& world, StepData& data, bool elsewhere)
      : data_(data),
        history_(world.history),
        elsewhere_(elsewhere),
        contacts_(elsewhere ? data.contactsKept : data.contacts),
        multipliers_(elsewhere ? data.multipliersKept : data.multipliers),
        withQuiet_(world.parameters.reduction.merging == Switch::on),
        withMotion_(withQuiet_ && limitsAccelerations(world.parameters.reduction)),
        hadQuiet_(!world.history.quietSteps.empty()),
        hadMotion_(!world.history.motion.empty()) {
    history_.timeStep = data.substepTime;
  }

  /// Room for so many, those that are there stay.
  void resize(std::size_t kept) {
    history_.keys.resize(kept);
    history_.multipliers.resize(kept);
    contacts_.resize(kept);
    multipliers_.resize(kept);
    data_.quietKept.resize(withQuiet_ ? kept : 0);
    data_.merging.pushes.resize(withQuiet_ ? kept : 0);
    data_.motionKept.resize(withMotion_ ? kept : 0);
  }

  /// Keeps those of the contacts [begin, end) that stay, at places from `to` on; returns the next place.
  std::size_t keep(std::size_t begin, std::size_t end, std::size_t to) {
    for (std::size_t i = begin; i < end; ++i) {
      if (data_.stays[i] == 0) {
        continue;
      }
      if (i + kFetchAhead < end && to + kFetchAhead < history_.multipliers.size()) {
        fetchForWriting(history_.multipliers[to + kFetchAhead]);
        fetchForWriting(data_.contacts[i + kFetchAhead]);
        fetchForWriting(data_.multipliers[i + kFetchAhead]);
      }
      history_.keys[to] = data_.contacts[i].key;
      if (data_.rebounds[i] != 0) {
        history_.multipliers[to] = Multipliers{};
      } else {
        history_.multipliers[to] = data_.multipliers[i];
      }
      contacts_[to] = data_.contacts[i];
      multipliers_[to] = data_.multipliers[i];
      if (withQuiet_) {
        keepForMerging(i, to);
      }
      ++to;
    }
    return to;
  }

  void finish() {
    history_.quietSteps.swap(data_.quietKept);
    history_.motion.swap(data_.motionKept);
    if (elsewhere_) {
      data_.contacts.swap(contacts_);
      data_.multipliers.swap(multipliers_);
    }
  }

 private:
  void keepForMerging(std::size_t i, std::size_t to) {
    const std::uint32_t match = data_.matches[i];
    const bool isOld = match != kNoMatch;
    data_.quietKept[to] = hadQuiet_ && isOld ? history_.quietSteps[match] : 0;
    data_.merging.pushes[to] = multipliers_[to].normal;
    if (withMotion_) {
      data_.motionKept[to] = hadMotion_ && isOld ? history_.motion[match] : std::nullopt;
    }
  }

  StepData& data_;
  ContactHistory& history_;
  bool elsewhere_;
  std::vector<Contact>& contacts_;
  std::vector<Multipliers>& multipliers_;
  bool withQuiet_;
  bool withMotion_;
  bool hadQuiet_;
  bool hadMotion_;
};

}  // namespace

void matchContacts(const World& world, StepData& data) {
  const std::size_t count = data.contacts.size();
  data.matches.resize(count);
  forPieces(data.threads, count, kChunk,
            [&](std::size_t begin, std::size_t end) { matchRange(world.history, begin, end, data); });
}

std::size_t countMatched(const StepData& data) {
  // Of a step that was broken off one list may be of the step before.
  const std::size_t contacts = std::min(data.stays.size(), data.matches.size());
  // Without a branch, which nobody could guess: a session asks in every step.
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < contacts; ++i) {
    count += (data.stays[i] != 0 ? 1U : 0U) & (data.matches[i] != kNoMatch ? 1U : 0U);
  }
  return count;
}

double historyScale(const World& world, const StepData& data) {
  return world.history.timeStep > 0.0 ? data.substepTime / world.history.timeStep : 1.0;
}

void takeMultipliers(const World& world, StepData& data) {
  const double scale = historyScale(world, data);
  data.warm.assign(data.contacts.size(), Multipliers{});
  data.rebounds.assign(data.contacts.size(), 0);
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    if (data.matches[i] != kNoMatch) {
      data.warm[i] = carried(world.history.multipliers[data.matches[i]], data.contacts[i].normal, scale);
    }
  }
}

void carryMultipliers(StepData& data) {
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    data.warm[i] = data.rebounds[i] != 0 ? Multipliers{} : carried(data.multipliers[i], data.contacts[i].normal, 1.0);
  }
}

void keepHistory(World& world, StepData& data) {
  const std::size_t count = data.contacts.size();
  const bool isShared = data.threads != nullptr && data.threads->size() > 1;
  KeptTo to(world, data, isShared);
  if (!isShared) {
    // One thread moves them down in place as it finds them.
    to.resize(count);
    to.resize(to.keep(0, count, 0));
    to.finish();
    return;
  }
  const std::size_t chunks = (count + kChunk - 1) / kChunk;
  data.chunkCounts.assign(chunks + 1, 0);
  const auto rangeOf = [&](std::size_t chunk) {
    return std::pair{chunk * kChunk, std::min(count, (chunk + 1) * kChunk)};
  };
  forChunks(data.threads, chunks, [&](std::size_t chunk) {
    const auto [begin, end] = rangeOf(chunk);
    data.chunkCounts[chunk + 1] =
        std::accumulate(data.stays.begin() + static_cast<std::ptrdiff_t>(begin),
                        data.stays.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0});
  });
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    data.chunkCounts[chunk + 1] += data.chunkCounts[chunk];
  }
  to.resize(data.chunkCounts[chunks]);
  forChunks(data.threads, chunks, [&](std::size_t chunk) {
    const auto [begin, end] = rangeOf(chunk);
    to.keep(begin, end, data.chunkCounts[chunk]);
  });
  to.finish();
}

}  // namespace scree
