#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/world/world.h"

// What merged and split lately, kept for who asks why. Chunks are immutable and shared with the snapshots.
namespace scree {

constexpr std::uint32_t kNoSensorName = UINT32_MAX;

struct LoggedEvent {
  ReductionEvent event;
  double time = 0.0;                                ///< s, at the end of its step
  Eigen::Vector3f place = Eigen::Vector3f::Zero();  ///< m, of splits: where the grain was then
  std::uint32_t sensor = kNoSensorName;  ///< of splits by a sensor: its name then, in EventHistory::sensorNames
};

/// Consecutive events; `first` is the number of the first one.
struct EventChunk {
  std::uint64_t first = 0;
  std::vector<LoggedEvent> events;
  std::uint64_t end() const { return first + events.size(); }
};

/// The newest events in the order in which they happened. They are numbered from the start of the log; the oldest are
/// gone, and what happened after a time that was gone back to is as well.
struct EventHistory {
  std::vector<std::shared_ptr<const EventChunk>> chunks;
  std::shared_ptr<const std::vector<std::string>> sensorNames = std::make_shared<const std::vector<std::string>>();
  std::uint64_t generation = 0;  ///< changes when numbers no longer mean the events that they meant

  std::uint64_t first() const { return chunks.empty() ? 0 : chunks.front()->first; }
  std::uint64_t end() const { return chunks.empty() ? 0 : chunks.back()->end(); }
  std::size_t size() const { return static_cast<std::size_t>(end() - first()); }
  /// `number` in [first(), end()).
  const LoggedEvent& at(std::uint64_t number) const;
  /// The number of the first event later than `time` [s], end() when there is none.
  std::uint64_t firstAfter(double time) const;
};

/// Collects the events of each step. Bounded: the oldest go.
class EventLog {
 public:
  static constexpr std::size_t kMost = 200000;  ///< events that are kept at least, once there were so many
  static constexpr std::size_t kChunk = 1024;

  /// For another world.
  void clear();
  /// Takes the events of the step that the world has just made. When it is not later than the newest event, the world
  /// went back in time: what followed is forgotten.
  void add(const World& world, const std::vector<ReductionEvent>& events);
  /// All that there is; the same object until something was added.
  std::shared_ptr<const EventHistory> share();

 private:
  void forgetFrom(std::uint64_t step);
  std::uint32_t nameOf(const World& world, std::uint64_t sensor);

  std::vector<std::shared_ptr<const EventChunk>> chunks_;
  std::vector<LoggedEvent> waiting_;  ///< not in a chunk yet
  std::vector<std::string> names_;
  std::shared_ptr<const std::vector<std::string>> sharedNames_;
  std::shared_ptr<const EventHistory> shared_;
  std::uint64_t end_ = 0;
  std::uint64_t lastStep_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace scree
