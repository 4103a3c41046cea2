#include "engine/world/joints.h"

#include <algorithm>

namespace scree {

double Motor::wantedAt(double time) const {
  if (byHand || course.empty()) {
    return value;
  }
  const auto after = std::upper_bound(course.begin(), course.end(), time,
                                      [](double t, const CoursePoint& point) { return t < point.time; });
  if (after == course.begin()) {
    return course.front().value;
  }
  if (after == course.end()) {
    return course.back().value;
  }
  const CoursePoint& from = *(after - 1);
  const double share = (time - from.time) / (after->time - from.time);
  return from.value + share * (after->value - from.value);
}

}  // namespace scree
