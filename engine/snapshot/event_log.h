#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/world/world.h"

// Log of the latest merges and splits. Chunks are immutable and shared with the snapshots.
namespace scree {

constexpr std::uint32_t kNoSensorName = UINT32_MAX;

struct LoggedEvent {
  ReductionEvent event;
  double time = 0.0;          ///< time at the end of its step [s]
  Vec3 place = Vec3::Zero();  ///< place of the grain at a split [m]; zero for merges
  /// name of the sensor of a split by a sensor, as an index in EventHistory::sensorNames
  std::uint32_t sensor = kNoSensorName;
};

/// Run of consecutive events; `first` is the number of the first one.
struct EventChunk {
  std::uint64_t first = 0;
  std::vector<LoggedEvent> events;
  std::uint64_t end() const { return first + events.size(); }
};

/// Newest events in the order in which they happened, numbered from the start of the log. The oldest events are
/// dropped, as are events after a time to which the run went back.
struct EventHistory {
  std::vector<std::shared_ptr<const EventChunk>> chunks;
  std::shared_ptr<const std::vector<std::string>> sensorNames = std::make_shared<const std::vector<std::string>>();
  std::uint64_t generation = 0;  ///< changes when the numbers no longer name the same events

  std::uint64_t first() const { return chunks.empty() ? 0 : chunks.front()->first; }
  std::uint64_t end() const { return chunks.empty() ? 0 : chunks.back()->end(); }
  std::size_t size() const { return static_cast<std::size_t>(end() - first()); }
  /// Event with this number, which must be in [first(), end()).
  const LoggedEvent& at(std::uint64_t number) const;
  /// Number of the first event later than `time` [s], end() when there is none.
  std::uint64_t firstAfter(double time) const;
};

/// Collects the events of each step. Bounded: the oldest events are dropped.
class EventLog {
 public:
  static constexpr std::size_t kMost = 200000;  ///< newest events that are always kept
  static constexpr std::size_t kChunk = 1024;

  /// Forgets all events: for another world.
  void clear();
  /// Adds the events of the step that the world has just made. When the step is not later than the newest event, the
  /// world went back in time: the later events are forgotten.
  void add(const World& world, const std::vector<ReductionEvent>& events);
  /// Shares all events; returns the same object until more are added.
  std::shared_ptr<const EventHistory> share();

 private:
  void forgetFrom(std::uint64_t step);
  std::uint32_t nameOf(const World& world, std::uint64_t sensor);

  std::vector<std::shared_ptr<const EventChunk>> chunks_;
  std::vector<LoggedEvent> waiting_;  ///< events that are not in a chunk yet
  std::vector<std::string> names_;
  std::shared_ptr<const std::vector<std::string>> sharedNames_;
  std::shared_ptr<const EventHistory> shared_;
  std::uint64_t end_ = 0;
  std::uint64_t lastStep_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace scree
