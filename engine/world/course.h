#pragma once

#include <span>

// Values over time, such as what a motor wants.
namespace scree {

/// A point of a course. The first and last values hold before and after all points.
struct CoursePoint {
  double time = 0.0;   ///< s
  double value = 0.0;  ///< in the unit of what it says: m, rad, m/s, rad/s, N, N m or a share
};

/// How the points of a course are joined.
enum class Joined : bool {
  straight,  ///< by straight lines
  smooth,  ///< by curves that have no jump in slope and go beyond no point: monotone cubics (Fritsch and Butland 1984)
};

/// The value at a time, of points each later than the one before. 0 without points.
double valueAt(std::span<const CoursePoint> course, Joined joined, double time);
/// Mean over [time, time + span] from the exact integral; the value at `time` where `span` is 0.
double meanOver(std::span<const CoursePoint> course, Joined joined, double time, double span);

}  // namespace scree
