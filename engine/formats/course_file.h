#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/units.h"
#include "engine/world/course.h"

namespace scree {

/// Column of a table over time, or a problem with its remedy. `line` counts from 1; 0: the file as a whole.
struct CourseFile {
  std::vector<CoursePoint> points;
  std::string what;  ///< problem; empty when the table was read
  std::string remedy;
  int line = 0;
  std::vector<std::string> notes;  ///< how the table was read, where there is a choice
};

/// Reads column `column` of a table whose first line names its columns, `axis` among them: the time [s], or a place
/// [m] that then stands in the points as their time. Columns are separated by commas, semicolons, tabs or blanks; lines
/// that begin with # are remarks. Values of `axis` must ascend. Never throws for bad content.
/// A unit in the name of a column must be one of `dimension`, that of the axis one of time, or of length for another
/// axis.
CourseFile readCourseFile(const std::filesystem::path& file, std::string_view column, Dimension dimension,
                          std::string_view axis = "time");
CourseFile readCourseText(std::string_view content, std::string_view column, Dimension dimension,
                          std::string_view axis = "time");

}  // namespace scree
