#include "engine/world/stage_times.h"

#include <numeric>

namespace scree {

double StageTimes::total() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    seconds[stage] += other.seconds[stage];
  }
  return *this;
}

}  // namespace scree
