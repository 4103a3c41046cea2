#include "engine/step/match.h"

#include <algorithm>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 4096;
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

/// Matches the contacts [begin, end); returns how many there were. Both lists ascend by key, so one pass finds all.
std::size_t matchRange(const ContactHistory& history, std::size_t begin, std::size_t end, StepData& data) {
  const std::vector<ContactKey>& old = history.keys;
  auto at = static_cast<std::size_t>(std::lower_bound(old.begin(), old.end(), data.contacts[begin].key) - old.begin());
  std::size_t matched = 0;
  for (std::size_t i = begin; i < end; ++i) {
    fetchAhead(i, end, data.contacts);
    const ContactKey& key = data.contacts[i].key;
    while (at < old.size() && old[at] < key) {
      ++at;
    }
    const bool known = at < old.size() && old[at] == key;
    data.matches[i] = known ? static_cast<std::uint32_t>(at) : kNoMatch;
    matched += known ? 1 : 0;
    at += known ? 1 : 0;
  }
  return matched;
}

}  // namespace

void matchContacts(const World& world, StepData& data) {
  const std::size_t count = data.contacts.size();
  const std::size_t chunks = (count + kChunk - 1) / kChunk;
  data.matches.resize(count);
  data.chunkCounts.assign(chunks, 0);
  forChunks(data.threads, chunks, [&](std::size_t chunk) {
    data.chunkCounts[chunk] = matchRange(world.history, chunk * kChunk, std::min(count, (chunk + 1) * kChunk), data);
  });
  data.matched = 0;
  for (const std::size_t matched : data.chunkCounts) {
    data.matched += matched;
  }
}

double historyScale(const World& world, const StepData& data) {
  return world.history.timeStep > 0.0 ? data.substepTime / world.history.timeStep : 1.0;
}

void takeMultipliers(const World& world, StepData& data) {
  const double scale = historyScale(world, data);
  data.warm.assign(data.contacts.size(), Multipliers{});
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
  const std::size_t chunks = (count + kChunk - 1) / kChunk;
  data.chunkCounts.assign(chunks + 1, 0);
  data.stays.resize(count);
  const auto rangeOf = [&](std::size_t chunk) {
    return std::pair{chunk * kChunk, std::min(count, (chunk + 1) * kChunk)};
  };
  forChunks(data.threads, chunks, [&](std::size_t chunk) {
    const auto [begin, end] = rangeOf(chunk);
    for (std::size_t i = begin; i < end; ++i) {
      fetchAhead(i, end, data.contacts);
      data.stays[i] = touches(data.contacts[i], world) ? 1 : 0;
      data.chunkCounts[chunk + 1] += data.stays[i];
    }
  });
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    data.chunkCounts[chunk + 1] += data.chunkCounts[chunk];
  }
  const std::size_t kept = data.chunkCounts[chunks];
  // One thread moves them down in place; several would get in each other's way.
  const bool isShared = data.threads != nullptr && data.threads->size() > 1;
  std::vector<Contact>& contactsTo = isShared ? data.contactsKept : data.contacts;
  std::vector<Multipliers>& multipliersTo = isShared ? data.multipliersKept : data.multipliers;
  if (isShared) {
    contactsTo.resize(kept);
    multipliersTo.resize(kept);
  }
  const bool withMotion = world.parameters.reduction.merging == Switch::on;
  const bool hadMotion = !world.history.motion.empty();
  data.motionKept.assign(withMotion ? kept : 0, ContactMotion{});
  world.history.timeStep = data.substepTime;
  world.history.keys.resize(kept);
  world.history.multipliers.resize(kept);
  forChunks(data.threads, chunks, [&](std::size_t chunk) {
    const auto [begin, end] = rangeOf(chunk);
    std::size_t to = data.chunkCounts[chunk];
    for (std::size_t i = begin; i < end; ++i) {
      if (data.stays[i] != 0) {
        if (i + kFetchAhead < end && to + kFetchAhead < kept) {
          fetchForWriting(world.history.multipliers[to + kFetchAhead]);
          fetchForWriting(data.contacts[i + kFetchAhead]);
          fetchForWriting(data.multipliers[i + kFetchAhead]);
        }
        world.history.keys[to] = data.contacts[i].key;
        world.history.multipliers[to] = data.rebounds[i] != 0 ? Multipliers{} : data.multipliers[i];
        contactsTo[to] = data.contacts[i];
        multipliersTo[to] = data.multipliers[i];
        if (withMotion && hadMotion && data.matches[i] != kNoMatch) {
          data.motionKept[to] = world.history.motion[data.matches[i]];
        }
        ++to;
      }
    }
  });
  world.history.motion.swap(data.motionKept);
  if (isShared) {
    data.contacts.swap(data.contactsKept);
    data.multipliers.swap(data.multipliersKept);
  } else {
    data.contacts.resize(kept);
    data.multipliers.resize(kept);
  }
}

}  // namespace scree
