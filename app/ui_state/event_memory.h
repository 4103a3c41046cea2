#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "engine/snapshot/event_log.h"

// Lists of merges and splits that panels show, as numbers of events. The session holds the events.
namespace scree {

/// Numbers of the events of one particle, oldest first. Each event is examined only once, however often follow() is
/// called.
class ParticleEvents {
 public:
  static constexpr std::size_t kMost = 100;  ///< largest number of listed events, the newest

  /// Updates the list from the events that `history` still holds; starts again for another particle.
  void follow(ParticleId particle, const EventHistory& history);
  const std::deque<std::uint64_t>& numbers() const { return numbers_; }
  std::optional<std::uint64_t> chosen;  ///< number of the event shown in full; empty: the newest
  float tallest = 0.0f;                 ///< height of the tallest explanation so far, in font sizes

 private:
  std::optional<ParticleId> particle_;
  std::uint64_t generation_ = 0;
  std::uint64_t seen_ = 0;  ///< end of the examined numbers
  std::deque<std::uint64_t> numbers_;
};

/// Events [first, end) of a bar in the strip of the reduction, listed on a click. Keeps the events alive.
struct ListedEvents {
  std::shared_ptr<const EventHistory> history;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

}  // namespace scree
