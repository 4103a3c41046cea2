#include "app/ui_state/recent_angles.h"

#include <algorithm>
#include <cmath>

#include "engine/snapshot/run_samples.h"

namespace scree {

std::vector<AngleReading> runningMean(const std::vector<AngleReading>& readings, double span) {
  std::vector<AngleReading> means;
  double sum = 0.0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    sum += readings[i].angle;
    while (readings[first].time <= readings[i].time - span) {
      sum -= readings[first++].angle;
    }
    means.push_back({readings[i].time, sum / static_cast<double>(i + 1 - first)});
  }
  return means;
}

std::vector<AngleReading> recentAngles(const Snapshot& snapshot, double span) {
  std::vector<AngleReading> readings;
  if (snapshot.run.samples == nullptr) {
    return readings;
  }
  const RunSamples& samples = *snapshot.run.samples;
  const auto found = std::ranges::find(*samples.columns, PlotGroup::angle, &SampleColumn::group);
  if (found == samples.columns->end()) {
    return readings;
  }
  const auto column = static_cast<std::size_t>(found - samples.columns->begin());
  const std::size_t width = samples.columns->size();
  double before = snapshot.run.time + 0.5 * snapshot.scene.parameters.timeStep;
  // From the newest row back: rows of a time that was run before are older than a jump.
  for (auto chunk = samples.chunks.rbegin(); chunk != samples.chunks.rend(); ++chunk) {
    for (std::size_t row = (*chunk)->step.size(); row-- > 0;) {
      const double time = (*chunk)->time[row];
      if (time >= before) {
        continue;
      }
      if (time < snapshot.run.time - span) {
        std::ranges::reverse(readings);
        return readings;
      }
      before = time;
      const float angle = (*chunk)->values[row * width + column];
      if (!std::isnan(angle)) {
        readings.push_back({time, static_cast<double>(angle)});
      }
    }
  }
  std::ranges::reverse(readings);
  return readings;
}

}  // namespace scree
