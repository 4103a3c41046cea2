#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "engine/snapshot/event_log.h"

// What panels remember of merges and splits: which ones they list. The events themselves are the session's.
namespace scree {

/// The events of one particle among those that are kept, oldest first. Each event is looked at once, however often one
/// asks.
class ParticleEvents {
 public:
  static constexpr std::size_t kMost = 100;  ///< the newest of them

  void follow(ParticleId particle, const EventHistory& history);
  const std::deque<std::uint64_t>& numbers() const { return numbers_; }
  std::optional<std::uint64_t> chosen;  ///< the one told of in full, instead of the newest

 private:
  std::optional<ParticleId> particle_;
  std::uint64_t generation_ = 0;
  std::uint64_t seen_ = 0;  ///< up to this number
  std::deque<std::uint64_t> numbers_;
};

/// The events of a bar of the reduction's strip, listed on a click. Holds what it lists.
struct ListedEvents {
  std::shared_ptr<const EventHistory> history;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

}  // namespace scree
