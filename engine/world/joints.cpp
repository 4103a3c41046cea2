#include "engine/world/joints.h"

#include <algorithm>

namespace scree {

namespace {

double slopeTo(const CoursePoint* point) { return (point[1].value - point[0].value) / (point[1].time - point[0].time); }

/// Slope of the smooth course at a point: the harmonic mean of those of the lines beside it, weighted so that the
/// nearer one counts less; none at a turn and at the ends.
double slopeAt(const std::vector<CoursePoint>& course, std::size_t at) {
  if (at == 0 || at + 1 == course.size()) {
    return 0.0;
  }
  const double before = slopeTo(&course[at - 1]);
  const double after = slopeTo(&course[at]);
  if (before * after <= 0.0) {
    return 0.0;
  }
  const double wayBefore = course[at].time - course[at - 1].time;
  const double wayAfter = course[at + 1].time - course[at].time;
  const double first = 2.0 * wayAfter + wayBefore;
  const double second = wayAfter + 2.0 * wayBefore;
  return (first + second) / (first / before + second / after);
}

double cubicAt(const std::vector<CoursePoint>& course, std::size_t from, double time) {
  const double way = course[from + 1].time - course[from].time;
  const double s = (time - course[from].time) / way;
  const double rest = 1.0 - s;
  return course[from].value * (1.0 + 2.0 * s) * rest * rest + course[from + 1].value * (3.0 - 2.0 * s) * s * s +
         way * s * rest * (slopeAt(course, from) * rest - slopeAt(course, from + 1) * s);
}

}  // namespace

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
  if (smooth) {
    return cubicAt(course, static_cast<std::size_t>(after - course.begin()) - 1, time);
  }
  const double share = (time - from.time) / (after->time - from.time);
  return from.value + share * (after->value - from.value);
}

}  // namespace scree
