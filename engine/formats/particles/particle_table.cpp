#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "engine/base/count_text.h"
#include "engine/base/units.h"
#include "engine/formats/particles/particle_columns.h"
#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/text/text_number.h"
#include "engine/formats/text/text_table.h"

// Tables of particles.
namespace scree {

namespace {

constexpr const char* kNamesWanted = "name the columns in the first line: x y z r";

/// Factor from a unit that is written in the head to the SI unit; nothing for an unknown one.
std::optional<double> factorOf(const std::string& unit, Dimension dimension) {
  if (dimension == Dimension::angularSpeed && unit == "1/s") {
    return 1.0;  // radians are no unit
  }
  const Quantity one = parseQuantity("1 " + unit, dimension);
  return one.what.empty() ? std::optional(one.value) : std::nullopt;
}

/// Cells of a line between separators, without quotation marks, as far as names of columns need it.
std::vector<std::string> cellsOf(std::string_view line) {
  const std::size_t mark = line.find_first_of(";\t|,");
  const std::string_view separators = mark == std::string_view::npos ? std::string_view(" ") : line.substr(mark, 1);
  std::vector<std::string> cells;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(separators), line.size());
    std::string_view cell = trimmedText(line.substr(0, end));
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') {
      cell = cell.substr(1, cell.size() - 2);
    }
    if (!cell.empty()) {
      cells.push_back(columnFrom(cell).name);
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return cells;
}

/// Lines above the names of the columns, in which programs tell a title, a date or a time.
struct TitleLines {
  std::size_t bytes = 0;
  int lines = 0;
};
TitleLines titleLines(std::string_view text) {
  constexpr int kMostTitles = 40;
  TitleLines above;
  bool isFirst = true;
  for (std::string_view rest = text; !rest.empty() && above.lines < kMostTitles;) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmedText(rest.substr(0, end));
    const std::vector<std::string> cells = cellsOf(line);
    if (columnsOf(cells).hasPlaces()) {
      return line.starts_with('#') ? TitleLines{} : above;
    }
    const bool isRow =
        cells.size() >= 3 && std::ranges::all_of(cells, [](const auto& cell) { return numberOf(cell).has_value(); });
    if (isFirst && isRow) {
      return {};
    }
    isFirst = isFirst && line.empty();
    above.bytes += std::min(end + 1, rest.size());
    ++above.lines;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

class ParticleTable {
 public:
  ParticleFile read(std::string_view text) {
    const TitleLines titles = titleLines(text);
    const TableReading reading =
        readTextTable(text.substr(titles.bytes),
                      {.head = [this](const TableHead& head) { return takeHead(head); },
                       .row = [this](const TableRow& row, TableNumbers& numbers) { return take(row, numbers); }},
                      {.firstLine = titles.lines + 1});
    if (reading.problem.any()) {
      return badFile(reading.problem.what, reading.problem.remedy, reading.problem.line);
    }
    if (titles.lines > 0) {
      result_.notes.insert(result_.notes.begin(), countText(titles.lines, "line") + " above the names left out");
    }
    if (hasTwins_) {
      result_.notes.emplace_back("rows share an id: if they are of several times, keep those of one");
    }
    takeDensity();
    if (!reading.dialect.empty()) {
      result_.notes.insert(result_.notes.begin(), "read with " + reading.dialect);
    }
    if (emptySpeeds_ > 0) {
      result_.notes.push_back(fmt::format("{} of velocities empty, read as 0", countText(emptySpeeds_, "cell")));
    }
    return std::move(result_);
  }

 private:
  /// Column that is read, and the number by which it becomes SI or the file's unit.
  struct Use {
    ColumnMeaning meaning;
    std::size_t column = 0;
    double factor = 1.0;
  };

  TextProblem takeHead(const TableHead& head) {
    names_.clear();
    for (const TableColumn& column : head.columns) {
      names_.push_back(column.name);
    }
    const bool isText = head.isRemark && head.columns.size() == 4 && !columnsOf(names_).hasPlaces();
    if (!head.isNamed || isText) {
      if (names_.size() != 4) {
        const bool mayBeDecimals = names_.size() == 8;
        return {fmt::format("{} {} without names", names_.size(), names_.size() == 1 ? "column" : "columns"),
                mayBeDecimals ? "name the columns in the first line: x y z r; with decimal commas separate them by "
                                "semicolons"
                              : kNamesWanted,
                head.line};
      }
      names_ = {"x", "y", "z", "r"};
    }
    // A bracket may hold the axis: "Position [X]", "Points (0)".
    std::vector<TableColumn> columns = isText ? std::vector<TableColumn>(4) : head.columns;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string whole = columns[i].name + "_" + columns[i].unit;
      if (columns[i].unit.size() == 1 && !meaningOfColumn(columns[i].name) && meaningOfColumn(whole)) {
        names_[i] = whole;
        columns[i].unit.clear();
      }
      takeUnitOfName(names_[i], columns[i].unit);
    }
    const ParticleColumns found = columnsOf(names_);
    if (!found.twice.empty()) {
      return {fmt::format("the column {} stands twice", quotedPart(found.twice)), "give it once", head.line};
    }
    if (!found.hasPlaces()) {
      return {fmt::format("there are no columns x, y and z among {}", shortened(head.names())), kNamesWanted,
              head.line};
    }
    if (found.hasColours) {
      result_.notes.emplace_back("r beside g or b is red: no radius is read from it");
    }
    return takeUses(found, columns, head.line);
  }

  /// Takes a unit from the end of a name, such as "x_mm".
  static void takeUnitOfName(std::string& name, std::string& unit) {
    const std::size_t last = name.rfind('_');
    if (!unit.empty() || last == std::string::npos || last == 0) {
      return;
    }
    const std::string end = lowerCase(std::string_view(name).substr(last + 1));
    const bool isLength = end == "m" || end == "mm" || end == "cm" || end == "um" || end == "km";
    if (isLength && meaningOfColumn(std::string_view(name).substr(0, last))) {
      unit = end;
      name.resize(last);
    }
  }

  TextProblem takeUses(const ParticleColumns& found, const std::vector<TableColumn>& columns, int line) {
    const auto add = [&](ParticleQuantity quantity, int axis, int column) {
      if (column >= 0) {
        uses_.push_back({{quantity, axis}, static_cast<std::size_t>(column), 1.0});
      }
    };
    for (int axis = 0; axis < 3; ++axis) {
      add(ParticleQuantity::place, axis, found.place[axis]);
      add(ParticleQuantity::velocity, axis, found.velocity[axis]);
      add(ParticleQuantity::spin, axis, found.spin[axis]);
    }
    if (found.radius >= 0) {
      add(ParticleQuantity::radius, 0, found.radius);
    } else {
      add(ParticleQuantity::diameter, 0, found.diameter);
    }
    const bool haveUnits = !columns[static_cast<std::size_t>(found.place[0])].unit.empty();
    std::string told;
    for (Use& use : uses_) {
      const std::string& unit = columns[use.column].unit;
      const std::string& name = names_[use.column];
      const bool isLength =
          use.meaning.quantity != ParticleQuantity::velocity && use.meaning.quantity != ParticleQuantity::spin;
      const auto first =
          std::ranges::find_if(uses_, [&](const Use& other) { return other.meaning.quantity == use.meaning.quantity; });
      if (!isLength && unit.empty() != columns[first->column].unit.empty()) {
        return {fmt::format("the column {} has {} unit, and {} {}", quotedPart(name), unit.empty() ? "no" : "a",
                            quotedPart(names_[first->column]), unit.empty() ? "has one" : "has none"),
                "give all three a unit, or none", line};
      }
      const bool isOdd = isLength ? unit.empty() == haveUnits : !unit.empty() && !haveUnits;
      if (isOdd) {
        return {fmt::format("the column {} has {} unit, and {} {}", quotedPart(name), unit.empty() ? "no" : "a",
                            isLength ? "another one of lengths has" : "places have", unit.empty() ? "one" : "none"),
                "give all of them a unit, such as 'x [mm]', or none", line};
      }
      if (unit.empty()) {
        told += haveUnits ? fmt::format(", {} in SI", shortened(name)) : "";
        continue;
      }
      const Dimension dimension = isLength                                             ? Dimension::length
                                  : use.meaning.quantity == ParticleQuantity::velocity ? Dimension::speed
                                                                                       : Dimension::angularSpeed;
      const std::optional<double> factor = factorOf(unit, dimension);
      if (!factor) {
        return {fmt::format("{} of column {} is no unit of {}", quotedPart(unit), quotedPart(name), nameOf(dimension)),
                fmt::format("use {}", unitsOf(dimension)), line};
      }
      use.factor = *factor;
      told += fmt::format("{}{} in {}", told.empty() ? "" : ", ", shortened(name), unit);
    }
    result_.isInMetres = haveUnits;
    result_.mapping = mappingOf(found, names_);
    if (!told.empty()) {
      result_.notes.push_back("units of the columns: " + told);
    }
    std::vector<std::size_t> unused = found.unused;
    if (found.radius >= 0 && found.diameter >= 0) {
      unused.push_back(static_cast<std::size_t>(found.diameter));
    }
    std::erase_if(unused, [this](std::size_t column) { return names_[column].empty(); });
    if (TextProblem problem = findDensity(columns, unused, line); problem.any()) {
      return problem;
    }
    for (const std::size_t column : unused) {
      const std::string name = lowerCase(names_[column]);
      const bool isSure = name == "particle id" || name == "particle_id";
      isIdSure_ = isIdSure_ || isSure;
      idColumn_ = isSure || name == "id" ? std::optional(column) : idColumn_;
      timeColumn_ = isTime(name, columns[column].unit) ? std::optional(column) : timeColumn_;
    }
    if (!unused.empty()) {
      std::string unread;
      for (const std::size_t column : unused) {
        unread += (unread.empty() ? "" : ", ") + shortened(names_[column]);
      }
      result_.notes.push_back("columns that are not read: " + unread);
    }
    return {};
  }

  /// True for a column of times, frames or steps; `t` is one by its unit only, since it may be a type.
  static bool isTime(std::string_view name, const std::string& unit) {
    constexpr std::string_view kNames[] = {"time", "timestep", "time_step", "time_s", "step", "frame"};
    return std::ranges::find(kNames, name) != std::end(kNames) ||
           (name == "t" && !unit.empty() && factorOf(unit, Dimension::time));
  }

  /// Takes the column of densities out of those that are not read.
  TextProblem findDensity(const std::vector<TableColumn>& columns, std::vector<std::size_t>& unused, int line) {
    constexpr std::string_view kDensityNames[] = {"density", "rho", "dichte", "densite", "densité"};
    const auto found = std::ranges::find_if(unused, [&](std::size_t column) {
      return std::ranges::find(kDensityNames, lowerCase(names_[column])) != std::end(kDensityNames);
    });
    if (found == unused.end()) {
      return {};
    }
    const std::string& unit = columns[*found].unit;
    const std::optional<double> factor = unit.empty() ? std::optional(1.0) : factorOf(unit, Dimension::density);
    if (!factor) {
      return {fmt::format("{} of column {} is no unit of {}", quotedPart(unit), quotedPart(names_[*found]),
                          nameOf(Dimension::density)),
              fmt::format("use {}", unitsOf(Dimension::density)), line};
    }
    density_.column = *found;
    density_.factor = *factor;
    unused.erase(found);
    return {};
  }

  /// One density is that of the material; several are told.
  void takeDensity() {
    constexpr double kSame = 1e-6;
    constexpr double kLight = 30.0;  // kg/m³: foam; a mineral in g/cm³ is below
    if (!density_.column || !(density_.most > 0.0)) {
      return;
    }
    if (density_.empty > 0) {
      result_.notes.push_back(fmt::format("{} of densities empty, as the others", countText(density_.empty, "cell")));
    }
    if (density_.most - density_.least <= kSame * density_.most) {
      result_.density = density_.least;
      result_.notes.push_back(
          fmt::format("density {:.6g} kg/m3 from the column {}{}", density_.least, shortened(names_[*density_.column]),
                      density_.most < kLight ? ": if it is in g/cm3, name it 'density [g/cm3]'" : ""));
    } else {
      result_.notes.push_back(
          fmt::format("densities from {:.6g} to {:.6g} kg/m3 are not read: that of the scene's material counts",
                      density_.least, density_.most));
    }
  }

  TextProblem takeDensityOf(const TableRow& row, TableNumbers& numbers) {
    if (!density_.column) {
      return {};
    }
    const std::string& cell = row.cells[*density_.column];
    if (cell.empty()) {
      ++density_.empty;
      return {};
    }
    const std::optional<double> number = numbers.read(cell);
    if (!number || !(*number > 0.0) || !std::isfinite(*number)) {
      return {fmt::format("{} in column {} is no density", quotedPart(cell), quotedPart(names_[*density_.column])),
              "write a number above 0, or rename the column", row.line};
    }
    density_.least = std::min(density_.least, *number * density_.factor);
    density_.most = std::max(density_.most, *number * density_.factor);
    return {};
  }

  /// Refuses rows of another time than the first, and particles that are there twice.
  TextProblem takeIdentity(const TableRow& row) {
    constexpr const char* kOneTime = "keep the rows of one time";
    if (timeColumn_) {
      const std::string& time = row.cells[*timeColumn_];
      if (!time_) {
        time_ = time;
      } else if (time != *time_) {
        return {fmt::format("rows of several times, such as {} and {}", quotedPart(*time_), quotedPart(time)), kOneTime,
                row.line};
      }
    }
    if (idColumn_ && !row.cells[*idColumn_].empty() && !ids_.insert(row.cells[*idColumn_]).second) {
      if (isIdSure_) {
        return {fmt::format("the particle {} is there twice", quotedPart(row.cells[*idColumn_])), kOneTime, row.line};
      }
      hasTwins_ = true;
    }
    return {};
  }

  TextProblem take(const TableRow& row, TableNumbers& numbers) {
    FileParticle particle;
    if (TextProblem problem = takeDensityOf(row, numbers); problem.any()) {
      return problem;
    }
    if (TextProblem problem = takeIdentity(row); problem.any()) {
      return problem;
    }
    for (const Use& use : uses_) {
      const std::string& cell = row.cells[use.column];
      const bool isSpeed =
          use.meaning.quantity == ParticleQuantity::velocity || use.meaning.quantity == ParticleQuantity::spin;
      if (cell.empty() && isSpeed) {
        ++emptySpeeds_;
        continue;
      }
      const std::optional<double> number = numbers.read(cell);
      if (!number) {
        return numbers.problem(names_[use.column], row.line);
      }
      if (!std::isfinite(*number)) {
        return {fmt::format("{} in column {} is no finite number", quotedPart(cell), quotedPart(names_[use.column])),
                "write a number, or take the row out", row.line};
      }
      const double value = *number * use.factor;
      switch (use.meaning.quantity) {
        case ParticleQuantity::place:
          particle.position[use.meaning.axis] = value;
          break;
        case ParticleQuantity::velocity:
          particle.velocity[use.meaning.axis] = value;
          break;
        case ParticleQuantity::spin:
          particle.angularVelocity[use.meaning.axis] = value;
          break;
        case ParticleQuantity::radius:
        case ParticleQuantity::diameter:
          particle.radius = use.meaning.quantity == ParticleQuantity::radius ? value : 0.5 * value;
          if (!(particle.radius > 0.0)) {
            return {kNoSize, kSizeWanted, row.line};
          }
          break;
      }
    }
    result_.particles.push_back(particle);
    return {};
  }

  ParticleFile result_;
  std::vector<std::string> names_;
  std::vector<Use> uses_;
  std::size_t emptySpeeds_ = 0;
  /// Densities of the rows.
  struct Densities {
    std::optional<std::size_t> column;
    double factor = 1.0;  ///< from the unit of the column to kg/m³
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    std::size_t empty = 0;  ///< cells without one
  };
  Densities density_;
  std::optional<std::size_t> idColumn_;
  std::optional<std::size_t> timeColumn_;
  std::optional<std::string> time_;      ///< of the first row
  std::unordered_set<std::string> ids_;  ///< of the rows so far
  bool isIdSure_ = false;                ///< the column is of particles by its name
  bool hasTwins_ = false;
};

}  // namespace

ParticleFile readParticleTable(std::string_view text) { return ParticleTable().read(text); }

}  // namespace scree
