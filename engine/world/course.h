#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

// Values over time, such as the speed that a motor is to reach.
namespace scree {

/// A point of a course. The first and last values hold before and after all points.
struct CoursePoint {
  double time = 0.0;   ///< s
  double value = 0.0;  ///< in the unit of what it says: m, rad, m/s, rad/s, N, N m or a share
};

/// List of points, each later than the one before. It never changes once made, and copies share it: a snapshot or a
/// copied world copies no table.
class Course {
 public:
  Course() = default;
  // Implicit: a list of points is a course.
  Course(std::vector<CoursePoint> points)
      : points_(points.empty() ? nullptr : std::make_shared<const std::vector<CoursePoint>>(std::move(points))) {}
  Course(std::initializer_list<CoursePoint> points) : Course(std::vector<CoursePoint>(points)) {}

  std::span<const CoursePoint> points() const {
    return points_ ? std::span<const CoursePoint>(*points_) : std::span<const CoursePoint>();
  }
  operator std::span<const CoursePoint>() const { return points(); }
  bool empty() const { return points_ == nullptr; }
  auto begin() const { return points().begin(); }
  auto end() const { return points().end(); }
  /// The last point; there is one unless the course is empty.
  const CoursePoint& back() const { return points_->back(); }

 private:
  std::shared_ptr<const std::vector<CoursePoint>> points_;  ///< null without points
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
