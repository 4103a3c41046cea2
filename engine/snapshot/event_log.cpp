#include "engine/snapshot/event_log.h"

#include <algorithm>

namespace scree {

namespace {

/// Place of a grain at its split [m]; zero for merges, as members have no place of their own.
Vec3 placeOfEvent(const World& world, const ReductionEvent& event) {
  const std::vector<ParticleId>& ids = world.particles.id;
  const auto at = std::lower_bound(ids.begin(), ids.end(), event.particle);
  const bool isKnown = event.cause != SplitCause::none && at != ids.end() && *at == event.particle;
  return isKnown ? world.particles.position[static_cast<std::size_t>(at - ids.begin())] : Vec3(Vec3::Zero());
}

}  // namespace

const LoggedEvent& EventHistory::at(std::uint64_t number) const {
  const auto chunk =
      std::upper_bound(chunks.begin(), chunks.end(), number,
                       [](std::uint64_t n, const std::shared_ptr<const EventChunk>& c) { return n < c->end(); });
  return (*chunk)->events[static_cast<std::size_t>(number - (*chunk)->first)];
}

std::uint64_t EventHistory::firstAfter(double time) const {
  const auto chunk =
      std::upper_bound(chunks.begin(), chunks.end(), time,
                       [](double t, const std::shared_ptr<const EventChunk>& c) { return t < c->events.back().time; });
  if (chunk == chunks.end()) {
    return end();
  }
  const std::vector<LoggedEvent>& events = (*chunk)->events;
  const auto event =
      std::upper_bound(events.begin(), events.end(), time, [](double t, const LoggedEvent& e) { return t < e.time; });
  return (*chunk)->first + static_cast<std::uint64_t>(event - events.begin());
}

void EventLog::clear() {
  chunks_.clear();
  waiting_.clear();
  names_.clear();
  sharedNames_.reset();
  shared_.reset();
  end_ = 0;
  lastStep_ = 0;
  ++generation_;
}

void EventLog::add(const World& world, const std::vector<ReductionEvent>& events) {
  if (world.step <= lastStep_) {
    forgetFrom(world.step);
  }
  if (events.empty()) {
    return;
  }
  for (const ReductionEvent& event : events) {
    const std::uint32_t name = event.cause == SplitCause::sensor ? nameOf(world, event.partner) : kNoSensorName;
    waiting_.push_back({event, world.time, placeOfEvent(world, event), name});
  }
  end_ += events.size();
  lastStep_ = world.step;
  shared_.reset();
}

std::uint32_t EventLog::nameOf(const World& world, std::uint64_t sensor) {
  if (sensor >= world.sensors.size()) {
    return kNoSensorName;
  }
  const std::string& name = world.sensors[static_cast<std::size_t>(sensor)].name;
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) {
    return static_cast<std::uint32_t>(found - names_.begin());
  }
  names_.push_back(name);
  sharedNames_.reset();
  return static_cast<std::uint32_t>(names_.size() - 1);
}

void EventLog::forgetFrom(std::uint64_t step) {
  share();  // puts all events into chunks
  while (!chunks_.empty() && chunks_.back()->events.front().event.step >= step) {
    chunks_.pop_back();
  }
  if (!chunks_.empty() && chunks_.back()->events.back().event.step >= step) {
    auto kept = std::make_shared<EventChunk>(*chunks_.back());
    std::erase_if(kept->events, [step](const LoggedEvent& e) { return e.event.step >= step; });
    chunks_.back() = std::move(kept);
  }
  end_ = chunks_.empty() ? 0 : chunks_.back()->end();
  lastStep_ = chunks_.empty() ? 0 : chunks_.back()->events.back().event.step;
  shared_.reset();
  ++generation_;
}

std::shared_ptr<const EventHistory> EventLog::share() {
  if (shared_ != nullptr) {
    return shared_;
  }
  if (!waiting_.empty()) {
    // A last chunk that is not full is replaced by a longer copy: its holders keep the old one.
    auto chunk = std::make_shared<EventChunk>();
    if (!chunks_.empty() && chunks_.back()->events.size() < kChunk) {
      *chunk = *chunks_.back();
      chunks_.pop_back();
    } else {
      chunk->first = end_ - waiting_.size();
    }
    chunk->events.insert(chunk->events.end(), waiting_.begin(), waiting_.end());
    chunks_.push_back(std::move(chunk));
    waiting_.clear();
  }
  std::size_t gone = 0;
  while (gone < chunks_.size() && end_ - chunks_[gone]->end() >= kMost) {
    ++gone;
  }
  chunks_.erase(chunks_.begin(), chunks_.begin() + static_cast<std::ptrdiff_t>(gone));
  if (sharedNames_ == nullptr) {
    sharedNames_ = std::make_shared<const std::vector<std::string>>(names_);
  }
  shared_ = std::make_shared<const EventHistory>(EventHistory{chunks_, sharedNames_, generation_});
  return shared_;
}

}  // namespace scree
