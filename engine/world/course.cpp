#include "engine/world/course.h"

#include <algorithm>

namespace scree {

namespace {

using Points = std::span<const CoursePoint>;

std::size_t countUntil(Points course, double time) {
  const auto after = std::upper_bound(course.begin(), course.end(), time,
                                      [](double t, const CoursePoint& point) { return t < point.time; });
  return static_cast<std::size_t>(after - course.begin());
}

double slopeTo(const CoursePoint* point) { return (point[1].value - point[0].value) / (point[1].time - point[0].time); }

/// Slope of the smooth course at a point: the harmonic mean of those of the lines beside it, weighted so that the
/// nearer one counts less; none at a turn and at the ends.
double slopeAt(Points course, std::size_t at) {
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

double cubicAt(Points course, std::size_t from, double time) {
  const double way = course[from + 1].time - course[from].time;
  const double s = (time - course[from].time) / way;
  const double rest = 1.0 - s;
  return course[from].value * (1.0 + 2.0 * s) * rest * rest + course[from + 1].value * (3.0 - 2.0 * s) * s * s +
         way * s * rest * (slopeAt(course, from) * rest - slopeAt(course, from + 1) * s);
}

}  // namespace

double valueAt(Points course, Joined joined, double time) {
  if (course.empty()) {
    return 0.0;
  }
  const std::size_t after = countUntil(course, time);
  if (after == 0) {
    return course.front().value;
  }
  if (after == course.size()) {
    return course.back().value;
  }
  if (joined == Joined::smooth) {
    return cubicAt(course, after - 1, time);
  }
  const CoursePoint& from = course[after - 1];
  const double share = (time - from.time) / (course[after].time - from.time);
  return from.value + share * (course[after].value - from.value);
}

double meanOver(Points course, Joined joined, double time, double span) {
  if (!(span > 0.0)) {
    return valueAt(course, joined, time);
  }
  const double end = time + span;
  double from = time;
  double integral = 0.0;
  // Simpson's rule is exact for the cubics between two points.
  const auto addUntil = [&](double to) {
    const double sum =
        valueAt(course, joined, from) + 4.0 * valueAt(course, joined, 0.5 * (from + to)) + valueAt(course, joined, to);
    integral += sum / 6.0 * (to - from);
    from = to;
  };
  for (std::size_t next = countUntil(course, time); next < course.size() && course[next].time < end; ++next) {
    addUntil(course[next].time);
  }
  addUntil(end);
  return integral / span;
}

}  // namespace scree
