#include "engine/snapshot/matter/grain_event_log.h"

#include <algorithm>

namespace scree {

std::size_t GrainEvents::until(double time) const {
  const auto end = std::ranges::upper_bound(list, time, {}, &LoggedGrainEvent::time);
  return static_cast<std::size_t>(end - list.begin());
}

void GrainEventLog::clear() {
  events_ = {};
  shared_.reset();
}

void GrainEventLog::add(std::uint64_t step, double time, const std::vector<GrainEvent>& events) {
  std::vector<LoggedGrainEvent>& list = events_.list;
  const auto isOld = [&](const LoggedGrainEvent& one) {
    return one.event.step == step || (one.event.step > step && one.time <= time);
  };
  if (!list.empty() && list.back().event.step >= step && std::erase_if(list, isOld) > 0) {
    shared_.reset();
  }
  if (events.empty()) {
    return;
  }
  std::vector<LoggedGrainEvent> added;
  for (const GrainEvent& event : events) {
    added.push_back({event, time});
    added.back().event.step = step;
  }
  const auto place = std::ranges::upper_bound(list, time, {}, &LoggedGrainEvent::time);
  list.insert(place, added.begin(), added.end());
  // Some more are kept for a while, so that not every step moves all of them.
  if (list.size() > 2 * kMost) {
    const std::size_t gone = list.size() - kMost;
    events_.dropped += gone;
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  shared_.reset();
}

std::shared_ptr<const GrainEvents> GrainEventLog::share() {
  if (shared_ == nullptr) {
    shared_ = std::make_shared<const GrainEvents>(events_);
  }
  return shared_;
}

}  // namespace scree
