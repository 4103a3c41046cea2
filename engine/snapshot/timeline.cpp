#include "engine/snapshot/timeline.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

/// Calls use(from, to) for the parts of the run between commands until it returns true.
template <typename Use>
void forParts(const Timeline& timeline, Use use) {
  TimeMark from{timeline.first.step, timeline.first.time, {}};
  for (const TimeMark& command : *timeline.commands) {
    if (command.step <= from.step || command.step >= timeline.last.step) {
      continue;
    }
    if (use(from, command)) {
      return;
    }
    from = TimeMark{command.step, command.time, {}};
  }
  use(from, timeline.last);
}

}  // namespace

double timeOf(const Timeline& timeline, std::uint64_t step) {
  const std::uint64_t inside = std::clamp(step, timeline.first.step, timeline.last.step);
  double time = timeline.first.time;
  forParts(timeline, [&](const TimeMark& from, const TimeMark& to) {
    const double part =
        to.step == from.step ? 0.0 : static_cast<double>(inside - from.step) / static_cast<double>(to.step - from.step);
    time = from.time + part * (to.time - from.time);
    return inside <= to.step;
  });
  return time;
}

std::uint64_t stepAt(const Timeline& timeline, double time) {
  const double inside = std::clamp(time, timeline.first.time, timeline.last.time);
  std::uint64_t step = timeline.first.step;
  forParts(timeline, [&](const TimeMark& from, const TimeMark& to) {
    const double length = to.time - from.time;
    const double part = length > 0.0 ? (inside - from.time) / length : 0.0;
    step = from.step + static_cast<std::uint64_t>(
                           std::llround(std::clamp(part, 0.0, 1.0) * static_cast<double>(to.step - from.step)));
    return inside <= to.time;
  });
  return step;
}

}  // namespace scree
