#include "engine/formats/course_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/units.h"
#include "engine/formats/text/file_bytes.h"
#include "engine/formats/text/plain_text.h"
#include "engine/formats/text/text_number.h"
#include "engine/formats/text/text_table.h"

namespace scree {

namespace {

constexpr std::uintmax_t kLargestCourseFile = std::uintmax_t{64} << 20;

CourseFile bad(std::string what, std::string remedy, int line = 0) {
  return {.points = {}, .what = std::move(what), .remedy = std::move(remedy), .line = line, .notes = {}};
}

/// Takes the rows of two columns.
class CourseReader {
 public:
  CourseReader(std::string_view column, Dimension dimension, std::string_view axis)
      : column_(lowerCase(column)), dimension_(dimension), axis_(axis) {}

  CourseFile read(std::string_view text) {
    const TableReading reading =
        readTextTable(text, {.head = [this](const TableHead& head) { return takeHead(head); },
                             .row = [this](const TableRow& row, TableNumbers& numbers) { return take(row, numbers); }});
    if (reading.problem.any()) {
      return bad(reading.problem.what, reading.problem.remedy, reading.problem.line);
    }
    if (result_.points.empty()) {
      return bad("the table has no rows",
                 fmt::format("name the columns in the first line, and give a row for each {}", axis_));
    }
    if (!reading.dialect.empty()) {
      result_.notes.push_back("read with " + reading.dialect);
    }
    return std::move(result_);
  }

 private:
  TextProblem takeHead(const TableHead& head) {
    return findColumn(head, axis_, axis_ == "time" ? Dimension::time : Dimension::length, time_, timeFactor_)
        .value_or(findColumn(head, column_, dimension_, value_, factor_).value_or(TextProblem{}));
  }

  /// Finds a column by its name, and the factor from its unit to the SI unit; or tells why not.
  std::optional<TextProblem> findColumn(const TableHead& head, const std::string& name, Dimension dimension,
                                        std::size_t& place, double& factor) {
    const auto found = std::ranges::find_if(head.columns, [&](const TableColumn& column) {
      return lowerCase(column.name) == name || lowerCase(column.name + " [" + column.unit + "]") == name;
    });
    if (found == head.columns.end()) {
      return TextProblem{fmt::format("there is no column '{}'", name),
                         head.isNamed ? fmt::format("name it in the first line, where there is: {}", head.names())
                                      : "name the columns in the first line",
                         head.line};
    }
    place = static_cast<std::size_t>(found - head.columns.begin());
    if (found->unit.empty()) {
      return std::nullopt;
    }
    const Quantity one = parseQuantity("1 " + found->unit, dimension);
    if (!one.what.empty()) {
      return TextProblem{
          fmt::format("{} of column '{}' is no unit of {}", quotedPart(found->unit), name, nameOf(dimension)),
          fmt::format("use {}", unitsOf(dimension)), head.line};
    }
    result_.notes.push_back(fmt::format("{} in {}", name, found->unit));
    factor = one.value;
    return std::nullopt;
  }

  TextProblem take(const TableRow& row, TableNumbers& numbers) {
    double pair[2] = {0.0, 0.0};
    for (int i = 0; i < 2; ++i) {
      const std::string& cell = row.cells[i == 0 ? time_ : value_];
      const std::string& name = i == 0 ? axis_ : column_;
      const std::optional<double> number = numbers.read(cell);
      if (!number) {
        return numbers.problem(name, row.line);
      }
      if (!std::isfinite(*number)) {
        return {fmt::format("'{}' in column '{}' is no finite number", shortened(cell), name),
                "write a number, or take the row out", row.line};
      }
      pair[i] = *number * (i == 0 ? timeFactor_ : factor_);
    }
    const double time = pair[0];
    if (!result_.points.empty() && time <= result_.points.back().time) {
      return {fmt::format("the {} {} {} is not after {} {}", axis_, time, unit(), result_.points.back().time, unit()),
              fmt::format("list the rows in order of {}, each {} once", axis_, axis_), row.line};
    }
    result_.points.push_back({time, pair[1]});
    return {};
  }

  const char* unit() const { return axis_ == "time" ? "s" : "m"; }

  std::string column_;
  Dimension dimension_;
  std::string axis_;
  std::size_t time_ = 0;
  std::size_t value_ = 0;
  double timeFactor_ = 1.0;
  double factor_ = 1.0;
  CourseFile result_;
};

}  // namespace

CourseFile readCourseText(std::string_view content, std::string_view column, Dimension dimension,
                          std::string_view axis) {
  const PlainText plain = plainText(std::string(content));
  return plain.what.empty() ? CourseReader(column, dimension, axis).read(plain.text) : bad(plain.what, plain.remedy);
}

CourseFile readCourseFile(const std::filesystem::path& file, std::string_view column, Dimension dimension,
                          std::string_view axis) {
  const FileBytes whole = readBytes(file, kLargestCourseFile, "a table, such as motion.csv");
  return whole.what.empty() ? readCourseText(whole.bytes, column, dimension, axis) : bad(whole.what, whole.remedy);
}

}  // namespace scree
