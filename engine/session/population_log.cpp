#include "engine/session/population_log.h"

#include <limits>

#include "engine/step/step_data.h"

namespace scree {

void PopulationLog::begin(const World& world) {
  watch_.reset();
  reading_.reset();
  if (world.granulation.isOn()) {
    watch_.emplace(world, PopulationChoice{});
    since_ = world.time;
    read();
  }
}

std::optional<GranuleSample> PopulationLog::stepped(const World& world, const StepData& data) {
  if (!watch_) {
    begin(world);  // the next step is the first that counts
    return std::nullopt;
  }
  const std::size_t full = watch_->windows().size();
  watch_->take(world, data);
  if (watch_->windows().size() == full) {
    return std::nullopt;
  }
  read();
  const PopulationWindow& last = *watch_->windows().back();
  const PopulationCounts& counts = last.counts;
  return GranuleSample{.d10 = last.run.d10,
                       .d50 = last.run.d50,
                       .d90 = last.run.d90,
                       .balanceD50 = last.balance ? last.balance->d50 : std::numeric_limits<double>::quiet_NaN(),
                       .growth = counts.allGrainSeconds > 0.0 ? counts.allGrowth / counts.allGrainSeconds : 0.0,
                       .collisions = counts.allCollisions / counts.time,
                       .joins = counts.allJoins / counts.time,
                       .breaks = counts.allBroke / counts.time};
}

void PopulationLog::read() {
  auto reading = std::make_shared<PopulationReading>();
  reading->since = since_;
  reading->window = watch_->choice().window;
  reading->classes = watch_->classes();
  reading->start = watch_->start();
  if (!watch_->windows().empty()) {
    reading->last = watch_->windows().back();
  }
  reading->residence = residenceTimesOf(watch_->ages());
  reading->departures = watch_->ages().size();
  reading->problem = watch_->problem();
  reading_ = std::move(reading);
}

}  // namespace scree
