#include "engine/formats/course_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <system_error>

#include "engine/formats/columns.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestCourseFile = std::uintmax_t{64} << 20;

CourseFile bad(std::string what, std::string remedy, int line = 0) {
  return {.points = {}, .what = std::move(what), .remedy = std::move(remedy), .line = line};
}

/// Reads line by line, and stops at the first line with a problem.
class CourseReader {
 public:
  CourseReader(std::string_view column, std::string_view axis) : column_(lowerCase(column)), axis_(axis) {}

  /// Reads a line; false when it has a problem.
  bool take(std::string_view line, int number) {
    if (line.starts_with('#')) {
      return true;
    }
    const std::vector<std::string_view> parts = partsOfLine(line);
    if (parts.empty()) {
      return true;
    }
    if (width_ == 0) {
      takeNames(parts, number);
    } else {
      takeRow(parts, number);
    }
    return result_.what.empty();
  }

  CourseFile finish() {
    if (result_.what.empty() && result_.points.empty()) {
      return bad("the table has no rows",
                 fmt::format("name the columns in the first line, and give a row for each {}", axis_));
    }
    return std::move(result_);
  }

 private:
  void takeNames(const std::vector<std::string_view>& parts, int number) {
    width_ = parts.size();
    std::vector<std::string> names;
    for (const std::string_view part : parts) {
      names.push_back(lowerCase(part));
    }
    const auto placeOf = [&](std::string_view name) {
      return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    time_ = placeOf(axis_);
    value_ = placeOf(column_);
    for (const auto& [place, name] : {std::pair(time_, axis_), std::pair(value_, column_)}) {
      if (place == width_) {
        result_ = bad(fmt::format("there is no column '{}'", name),
                      fmt::format("name it in the first line, where there is: {}", fmt::join(names, ", ")), number);
        return;
      }
    }
  }

  void takeRow(const std::vector<std::string_view>& parts, int number) {
    if (parts.size() != width_) {
      result_ = bad(fmt::format("{} values for {} columns", parts.size(), width_), "give one for every column", number);
      return;
    }
    const std::optional<double> time = numberOf(parts[time_]);
    const std::optional<double> value = numberOf(parts[value_]);
    if (!time || !value || !std::isfinite(*time) || !std::isfinite(*value)) {
      const bool isTime = !time || !std::isfinite(*time);
      result_ =
          bad(fmt::format("'{}' in column '{}' is no number", parts[isTime ? time_ : value_], isTime ? axis_ : column_),
              "write numbers in SI units, with a point and without the unit", number);
      return;
    }
    if (!result_.points.empty() && *time <= result_.points.back().time) {
      result_ =
          bad(fmt::format("the {} {} {} is not after {} {}", axis_, *time, unit(), result_.points.back().time, unit()),
              fmt::format("list the rows in order of {}, each {} once", axis_, axis_), number);
      return;
    }
    result_.points.push_back({*time, *value});
  }

  const char* unit() const { return axis_ == "time" ? "s" : "m"; }

  std::string column_;
  std::string axis_;
  std::size_t width_ = 0;
  std::size_t time_ = 0;
  std::size_t value_ = 0;
  CourseFile result_;
};

}  // namespace

CourseFile readCourseText(std::string_view content, std::string_view column, std::string_view axis) {
  CourseReader reader(column, axis);
  // Skips the byte order mark that some programs put before text.
  if (content.starts_with("\xEF\xBB\xBF")) {
    content.remove_prefix(3);
  }
  for (int number = 1; !content.empty(); ++number) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    std::string_view line = content.substr(0, end);
    content.remove_prefix(std::min(end + 1, content.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (!reader.take(line, number)) {
      break;
    }
  }
  return reader.finish();
}

CourseFile readCourseFile(const fs::path& file, std::string_view column, std::string_view axis) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) {
    return bad("there is no such file", "paths are relative to the scene file; check the name");
  }
  if (status.type() != fs::file_type::regular) {
    return bad("this is no file", "name a table, such as motion.csv");
  }
  if (fs::file_size(file, problem) > kLargestCourseFile || problem) {
    return bad(fmt::format("larger than {} MiB", kLargestCourseFile >> 20), "save fewer rows");
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.good() && !stream.eof()) {
    return bad("cannot be read", "check its permissions");
  }
  return readCourseText(content, column, axis);
}

}  // namespace scree
