#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/matter/grain_event.h"

namespace scree {

/// Event with the time at the end of its step [s].
struct LoggedGrainEvent {
  GrainEvent event;
  double time = 0.0;
};

/// Newest events in the order in which they happened.
struct GrainEvents {
  std::vector<LoggedGrainEvent> list;
  std::uint64_t dropped = 0;  ///< number of older events that are not kept

  /// Number of events at or before a time [s].
  std::size_t until(double time) const;
};

/// Collects the joined and broken grains of each step. Bounded: the oldest events are dropped.
class GrainEventLog {
 public:
  static constexpr std::size_t kMost = 20000;  ///< newest events that are always kept

  void clear();
  /// Adds the events of a step that has just been made, in place of those that it had when it was made before. Later
  /// ones stay for when the run is stepped again, but for those at times that have passed now with another time step.
  void add(std::uint64_t step, double time, const std::vector<GrainEvent>& events);
  /// Shares all events; returns the same object until more are added.
  std::shared_ptr<const GrainEvents> share();

 private:
  GrainEvents events_;
  std::shared_ptr<const GrainEvents> shared_;
};

}  // namespace scree
