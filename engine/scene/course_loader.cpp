#include "engine/scene/course_loader.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/formats/course_file.h"

namespace scree {

std::optional<std::vector<CoursePoint>> CourseLoader::load(const TableDescription& table, Dimension dimension,
                                                           const Mark& mark) {
  const std::filesystem::path path = folder_ / table.file;
  errors_.noteFile(path);
  CourseFile file = readCourseFile(path, table.column, dimension);
  if (!file.what.empty()) {
    const std::string line = file.line > 0 ? fmt::format(", line {}", file.line) : "";
    errors_.add(mark, fmt::format("table {}{}: {}", path.string(), line, file.what), std::move(file.remedy));
    return std::nullopt;
  }
  for (const std::string& note : file.notes) {
    errors_.note(mark, fmt::format("table {}", path.string()), note);
  }
  return std::move(file.points);
}

bool CourseLoader::checkOrder(const std::vector<CoursePoint>& points, const Mark& mark) {
  if (points.size() < 2 || points.back().time > points[points.size() - 2].time) {
    return true;
  }
  errors_.add(mark, fmt::format("the course goes back in time, to {} s", points.back().time),
              "list the points in order of time, each time once");
  return false;
}

template <Dimension kDimension>
SpeedProfile CourseLoader::profileOf(const SpeedDescription<kDimension>& d, const Where& where) {
  SpeedProfile profile = d.profile;
  profile.value = d.value.value_or(0.0);
  const int ways = (d.value ? 1 : 0) + (d.course.empty() ? 0 : 1) + (d.table.file.empty() ? 0 : 1);
  if (where.broken || (ways == 1 && d.value && !profile.smooth)) {
    return profile;
  }
  if (ways != 1) {
    errors_.add(where.mark, ways == 0 ? "the motion has no speed" : "the motion is told its speed more than once",
                "give one of 'speed', 'course' and 'table'");
    return profile;
  }
  if (d.value) {
    errors_.add(where.mark, "'smooth' is of a 'course' or a 'table', not of a 'speed'", "leave it out, or give 'ramp'");
    return profile;
  }
  if (profile.start != 0.0 || profile.ramp != 0.0 || profile.stop < SpeedProfile{}.stop) {
    errors_.add(where.mark, "'start', 'stop' and 'ramp' are of a 'speed', not of a 'course' or a 'table'",
                "say all of it by points: the first and last speeds hold before and after");
    return profile;
  }
  std::vector<CoursePoint> points;
  for (const SpeedPointDescription<kDimension>& point : d.course) {
    points.push_back({point.time, point.speed});
    checkOrder(points, point.where.mark);
  }
  if (!d.table.file.empty()) {
    points = load(d.table, kDimension, where.mark).value_or(points);
  }
  for (const CoursePoint& point : points) {
    profile.value = std::abs(point.value) > std::abs(profile.value) ? point.value : profile.value;
  }
  for (CoursePoint& point : points) {
    point.value /= profile.value != 0.0 ? profile.value : 1.0;
  }
  profile.course = std::move(points);
  return profile;
}

template SpeedProfile CourseLoader::profileOf(const SpeedDescription<Dimension::speed>&, const Where&);
template SpeedProfile CourseLoader::profileOf(const SpeedDescription<Dimension::angularSpeed>&, const Where&);

}  // namespace scree
