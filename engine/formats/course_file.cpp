#include "engine/formats/course_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "engine/base/units.h"
#include "engine/formats/text/file_bytes.h"
#include "engine/formats/text/plain_text.h"
#include "engine/formats/text/text_number.h"
#include "engine/formats/text/text_table.h"

namespace scree {

namespace {

constexpr std::uintmax_t kLargestCourseFile = std::uintmax_t{64} << 20;

CourseFile bad(std::string what, std::string remedy, int line = 0) {
  return {.points = {}, .what = std::move(what), .remedy = std::move(remedy), .line = line};
}

/// Factor from a unit in the name of a column to the SI unit of the first dimension that knows it.
std::optional<double> factorOfUnit(const std::string& unit) {
  constexpr Dimension kDimensions[] = {Dimension::time,  Dimension::length, Dimension::speed, Dimension::angularSpeed,
                                       Dimension::angle, Dimension::mass,   Dimension::force, Dimension::torque};
  for (const Dimension dimension : kDimensions) {
    const Quantity one = parseQuantity("1 " + unit, dimension);
    if (one.what.empty()) {
      return one.value;
    }
  }
  return std::nullopt;
}

/// Takes the rows of two columns.
class CourseReader {
 public:
  CourseReader(std::string_view column, std::string_view axis) : column_(lowerCase(column)), axis_(axis) {}

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
    return std::move(result_);
  }

 private:
  TextProblem takeHead(const TableHead& head) {
    for (const auto& [name, place, factor] :
         {std::tuple(axis_, &time_, &timeFactor_), std::tuple(column_, &value_, &factor_)}) {
      const auto found = std::ranges::find_if(head.columns, [&](const TableColumn& column) {
        return lowerCase(column.name) == name || lowerCase(column.name + " [" + column.unit + "]") == name;
      });
      if (found == head.columns.end()) {
        return {fmt::format("there is no column '{}'", name),
                head.isNamed ? fmt::format("name it in the first line, where there is: {}", head.names())
                             : "name the columns in the first line",
                head.line};
      }
      *place = static_cast<std::size_t>(found - head.columns.begin());
      if (found->unit.empty()) {
        continue;
      }
      const std::optional<double> one = factorOfUnit(found->unit);
      if (!one) {
        return {fmt::format("{} of column '{}' is no known unit", quotedPart(found->unit), name),
                "write an SI unit, or none, and numbers in SI units", head.line};
      }
      *factor = *one;
    }
    return {};
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
  std::string axis_;
  std::size_t time_ = 0;
  std::size_t value_ = 0;
  double timeFactor_ = 1.0;
  double factor_ = 1.0;
  CourseFile result_;
};

}  // namespace

CourseFile readCourseText(std::string_view content, std::string_view column, std::string_view axis) {
  const PlainText plain = plainText(std::string(content));
  return plain.what.empty() ? CourseReader(column, axis).read(plain.text) : bad(plain.what, plain.remedy);
}

CourseFile readCourseFile(const std::filesystem::path& file, std::string_view column, std::string_view axis) {
  const FileBytes whole = readBytes(file, kLargestCourseFile, "a table, such as motion.csv");
  return whole.what.empty() ? readCourseText(whole.bytes, column, axis) : bad(whole.what, whole.remedy);
}

}  // namespace scree
