#include "engine/formats/text/text_table.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

constexpr char kBlank = ' ';              // separator of cells between any number of blanks and tabs
constexpr std::size_t kSampleLines = 50;  // lines that decide on the separator

/// Lines of a text, without their ends.
std::vector<std::string_view> firstLines(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    std::size_t end = std::min(text.find('\n'), text.size());
    // A cell in quotation marks may go on in the next line.
    while (end < text.size() && std::ranges::count(text.substr(0, end), '"') % 2 != 0) {
      end = std::min(text.find('\n', end + 1), text.size());
    }
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// True for a remark: after a number sign, or a per cent sign as some programs of mathematics write it.
bool isRemark(std::string_view line) {
  const std::string_view text = trimmedText(line);
  return text.starts_with('#') || text.starts_with('%');
}

/// True if a line holds a character outside quotation marks.
bool holds(std::string_view line, char wanted) {
  bool isQuoted = false;
  for (const char c : line) {
    isQuoted = c == '"' ? !isQuoted : isQuoted;
    if (c == wanted && !isQuoted) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> blankCells(std::string_view line) {
  std::vector<std::string> cells;
  for (line = trimmedText(line); !line.empty(); line = trimmedText(line)) {
    const bool isQuoted = line[0] == '"' && line.find('"', 1) != std::string_view::npos;
    const std::size_t begin = isQuoted ? 1 : 0;
    const std::size_t end = std::min(isQuoted ? line.find('"', 1) : line.find_first_of(" \t"), line.size());
    cells.emplace_back(line.substr(begin, end - begin));
    line.remove_prefix(std::min(end + (isQuoted ? 1 : 0), line.size()));
  }
  return cells;
}

bool isDecimalComma(std::string_view cell) {
  const std::size_t comma = cell.find(',');
  if (comma == std::string_view::npos || cell.find('.') != std::string_view::npos) {
    return false;
  }
  std::string point(cell);
  point[comma] = '.';
  return comma + 1 < cell.size() && numberOf(point).has_value();
}

/// Separator of the cells, by the first lines.
char separatorOf(std::string_view text) {
  std::vector<std::string_view> lines;
  std::string_view remark;
  for (const std::string_view line : firstLines(text, kSampleLines)) {
    if (isRemark(line)) {
      remark = lines.empty() ? line : remark;
    } else if (!trimmedText(line).empty()) {
      lines.push_back(line);
    }
  }
  const std::string_view first = lines.empty() ? remark : lines[0];
  if (lines.empty() && remark.empty()) {
    return ',';
  }
  if (holds(first, ';')) {
    return ';';
  }
  const auto hasTab = [](std::string_view line) { return holds(line, '\t'); };
  if (hasTab(first) && std::ranges::all_of(lines, hasTab)) {
    return '\t';
  }
  if (holds(first, '|')) {
    return '|';
  }
  if (holds(first, ',')) {
    const std::vector<std::string> parts = blankCells(first);
    const bool areDecimals = parts.size() > 1 && std::ranges::any_of(parts, isDecimalComma) &&
                             std::ranges::all_of(parts, [](const std::string& part) {
                               return isDecimalComma(part) || numberOf(part).has_value();
                             });
    return areDecimals ? kBlank : ',';
  }
  return kBlank;
}

std::string_view nameOfSeparator(char separator) {
  switch (separator) {
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    case '|':
      return "bars";
    case kBlank:
      return "blanks";
    default:
      return "commas";
  }
}

/// Hands cells of a row to the reader; a problem ends the reading.
using RowTaker = std::function<TextProblem(std::vector<std::string>& cells, int line)>;

/// Cells between separators, by libcsv.
class SeparatedCells {
 public:
  SeparatedCells(char separator, int line, RowTaker take) : take_(std::move(take)), line_(line) {
    isSound_ = csv_init(&parser_, CSV_REPALL_NL) == 0;
    csv_set_delim(&parser_, static_cast<unsigned char>(separator));
  }
  ~SeparatedCells() { csv_free(&parser_); }
  SeparatedCells(const SeparatedCells&) = delete;
  SeparatedCells& operator=(const SeparatedCells&) = delete;

  TextProblem read(std::string_view text) {
    constexpr std::size_t kPart = 1 << 20;
    while (isSound_ && !text.empty() && !problem_.any()) {
      const std::string_view part = text.substr(0, kPart);
      isSound_ = csv_parse(&parser_, part.data(), part.size(), &takeCell, &takeEnd, this) == part.size();
      text.remove_prefix(part.size());
    }
    // After a line end, cells that are left are of a quotation mark that is not closed.
    isSound_ = isSound_ && csv_parse(&parser_, "\n", 1, &takeCell, &takeEnd, this) == 1;
    isOver_ = true;
    if (isSound_ && !problem_.any()) {
      csv_fini(&parser_, &takeCell, &takeEnd, this);
    }
    if (!isSound_ && !problem_.any()) {
      return {csv_strerror(csv_error(&parser_)), "save the table again", line_};
    }
    return problem_;
  }

 private:
  static void takeCell(void* bytes, std::size_t size, void* self) {
    auto& me = *static_cast<SeparatedCells*>(self);
    const std::string_view cell(static_cast<const char*>(bytes), bytes == nullptr ? 0 : size);
    if (me.used_ == me.cells_.size()) {
      me.cells_.emplace_back();
    }
    me.cells_[me.used_++] = trimmedText(cell);
    me.linesInCells_ += static_cast<int>(std::ranges::count(cell, '\n'));
  }
  static void takeEnd(int, void* self) {
    auto& me = *static_cast<SeparatedCells*>(self);
    if (me.used_ > 0 && me.isOver_) {
      me.problem_ = {"a quotation mark is not closed", "close it, or take it out", me.line_};
    } else if (me.used_ > 0 && !me.problem_.any()) {
      me.cells_.resize(me.used_);
      me.problem_ = me.take_(me.cells_, me.line_);
    }
    me.used_ = 0;
    me.line_ += 1 + me.linesInCells_;
    me.linesInCells_ = 0;
  }

  csv_parser parser_{};
  RowTaker take_;
  std::vector<std::string> cells_;
  std::size_t used_ = 0;
  int line_;
  int linesInCells_ = 0;
  bool isSound_ = false;
  bool isOver_ = false;  ///< all text was handed over
  TextProblem problem_;
};

TextProblem readBlankCells(std::string_view text, int line, const RowTaker& take) {
  for (; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> cells = blankCells(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!cells.empty()) {
      if (TextProblem problem = take(cells, line); problem.any()) {
        return problem;
      }
    }
  }
  return {};
}

bool isAllEmpty(const std::vector<std::string>& cells) {
  return std::ranges::all_of(cells, [](const std::string& cell) { return cell.empty(); });
}

bool isNumberInAnyDress(std::string_view cell) { return numberOf(cell).has_value() || isDecimalComma(cell); }

bool hasNumber(const std::vector<std::string>& cells) { return std::ranges::any_of(cells, isNumberInAnyDress); }

/// Unit in a cell of its own: "mm", "[mm]", "(mm)", "-"; nothing for other text.
std::optional<std::string> bareUnit(std::string_view cell) {
  static constexpr std::string_view kUnits[] = {
      "m",    "cm",   "mm",   "um",    "µm",  "km",  "in",  "ft", "s",     "ms",    "us", "min", "h", "m/s",
      "cm/s", "mm/s", "km/h", "m/min", "rad", "deg", "rpm", "°",  "rad/s", "deg/s", "kg", "g",   "t", "kg/m3",
      "N",    "kN",   "Pa",   "kPa",   "MPa", "-",   "1/s", "%",  "kg/s",  "t/h",   "J",  "N m"};
  if (cell.size() > 2 && ((cell[0] == '[' && cell.back() == ']') || (cell[0] == '(' && cell.back() == ')'))) {
    return std::string(trimmedText(cell.substr(1, cell.size() - 2)));
  }
  return std::ranges::find(kUnits, cell) != std::end(kUnits) ? std::optional<std::string>(cell) : std::nullopt;
}

/// True for a cell in which a spreadsheet tells an error, in English, German or French.
bool isErrorOfSheet(std::string_view cell) {
  static constexpr std::string_view kErrors[] = {"#N/A",    "#NV",    "#N/D",     "#DIV/0!", "#REF!",  "#BEZUG!",
                                                 "#VALUE!", "#WERT!", "#VALEUR!", "#NUM!",   "#ZAHL!", "#NOMBRE!",
                                                 "#NAME?",  "#NOM?",  "#NULL!",   "#NUL!"};
  return std::ranges::find(kErrors, cell) != std::end(kErrors);
}

/// Makes head and rows of the rows of cells.
class TableReader {
 public:
  TableReader(const TableTaker& taker, const TableForm& form, char separator)
      : taker_(taker), form_(form), separator_(separator) {
    head_.separator = separator;
  }

  TextProblem take(std::vector<std::string>& cells, int line) {
    if (isAllEmpty(cells)) {
      return {};
    }
    if (isRemark(cells[0]) && !isErrorOfSheet(cells[0])) {
      if (hasHead_ && mayBeRow(cells)) {
        return {fmt::format("a row begins with '{}', which makes it a remark", cells[0][0]),
                "take the sign out, or the row", line};
      }
      if (!hasHead_) {
        remark_ = {cells.begin(), cells.end()};
        remark_[0] = trimmedText(std::string_view(remark_[0]).substr(1));
        if (remark_[0].empty() && separator_ == kBlank) {
          remark_.erase(remark_.begin());
        }
        remarkLine_ = line;
      }
      return {};
    }
    if (!hasHead_) {
      const bool isNamed = !hasNumber(cells);
      if (isNamed) {
        return takeNames(cells, line);
      }
      if (TextProblem problem = takeHeadOf(cells, line); problem.any()) {
        return problem;
      }
    } else if (mayBeUnits_) {
      mayBeUnits_ = false;
      if (takeUnits(cells)) {
        return {};
      }
    }
    if (TextProblem problem = announce(); problem.any()) {
      return problem;
    }
    return takeRow(cells, line);
  }

  TextProblem finish() {
    if (TextProblem problem = hasHead_ ? announce() : TextProblem{}; problem.any()) {
      return problem;
    }
    // "1,250" may be a thousand of another country; semicolons are for tables with decimal commas, in which "1.250" is
    // one.
    return separator_ == ';' ? numbers_.doubtOfPoints() : numbers_.doubtOfCommas();
  }

  std::size_t rows() const { return rows_; }
  const TableNumbers& numbers() const { return numbers_; }

 private:
  /// True for a remark that looks like a row: a '#' before as many cells as there are columns, the others numbers.
  bool mayBeRow(const std::vector<std::string>& cells) const {
    return cells.size() == head_.columns.size() && cells.size() > 1 && cells[0].size() > 1 &&
           std::all_of(cells.begin() + 1, cells.end(), isNumberInAnyDress);
  }

  TextProblem takeNames(const std::vector<std::string>& cells, int line) {
    hasHead_ = true;
    mayBeUnits_ = form_.hasUnits;
    head_.isNamed = true;
    head_.line = line;
    for (const std::string& cell : cells) {
      // Between blanks a unit stands in a cell of its own: "x [mm] y [mm]".
      const bool isUnit = separator_ == kBlank && (cell.starts_with('[') || cell.starts_with('('));
      if (isUnit && !head_.columns.empty() && head_.columns.back().unit.empty()) {
        head_.columns.back().unit = bareUnit(cell).value_or(cell);
      } else {
        head_.columns.push_back(form_.hasUnits ? columnFrom(cell) : TableColumn{cell, {}});
      }
    }
    // Separators at the end of the line make empty names.
    while (!head_.columns.empty() && head_.columns.back().name.empty()) {
      head_.columns.pop_back();
    }
    return {};
  }

  /// Head of a table whose first row holds numbers: the remark before it, or no names.
  TextProblem takeHeadOf(const std::vector<std::string>& cells, int line) {
    if (!hasNumber(remark_) && !isAllEmpty(remark_)) {
      takeNames(remark_, remarkLine_);
      mayBeUnits_ = false;
      head_.isRemark = true;
      if (head_.columns.size() == cells.size()) {
        return {};
      }
      head_ = {};
      head_.separator = separator_;
    }
    hasHead_ = true;
    head_.line = line;
    head_.columns.resize(cells.size());
    return {};
  }

  bool takeUnits(const std::vector<std::string>& cells) {
    if (cells.size() > head_.columns.size()) {
      return false;
    }
    std::vector<std::string> units;
    for (const std::string& cell : cells) {
      const std::optional<std::string> unit = cell.empty() ? std::string() : bareUnit(cell);
      if (!unit) {
        return false;
      }
      units.push_back(*unit);
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!units[i].empty() && units[i] != "-" && !head_.columns[i].unit.empty() && head_.columns[i].unit != units[i]) {
        return false;  // the row is told as one that holds no numbers
      }
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
      head_.columns[i].unit = units[i].empty() || units[i] == "-" ? head_.columns[i].unit : units[i];
    }
    return true;
  }

  TextProblem announce() {
    if (isAnnounced_) {
      return {};
    }
    isAnnounced_ = true;
    return taker_.head(head_);
  }

  TextProblem takeRow(std::vector<std::string>& cells, int line) {
    const std::size_t wanted = head_.columns.size();
    while (cells.size() > wanted && cells.back().empty()) {
      cells.pop_back();
    }
    if (cells.size() != wanted) {
      return {fmt::format("{} {} for {} {}", cells.size(), cells.size() == 1 ? "cell" : "cells", wanted,
                          wanted == 1 ? "column" : "columns"),
              remedyOfWidth(cells.size(), wanted), line};
    }
    ++rows_;
    return taker_.row({cells, line}, numbers_);
  }

  std::string remedyOfWidth(std::size_t there, std::size_t wanted) const {
    if (separator_ == ',' && wanted > 1 && there == 2 * wanted) {
      return "decimal commas and commas between cells cannot be told apart: save the table with semicolons, or with "
             "decimal points";
    }
    if (separator_ == kBlank) {
      return "give one for every column, and put text with blanks in quotation marks";
    }
    return "give one for every column, and put text with the separator in quotation marks";
  }

  const TableTaker& taker_;
  TableForm form_;
  char separator_;
  TableHead head_;
  TableNumbers numbers_;
  std::vector<std::string> remark_;  ///< cells of the last remark before the head
  int remarkLine_ = 0;
  bool hasHead_ = false;
  bool mayBeUnits_ = false;
  bool isAnnounced_ = false;
  std::size_t rows_ = 0;
};

/// Number with the exponent of Fortran, "1.5D-3".
std::optional<double> fortranNumber(std::string_view cell) {
  const std::size_t mark = cell.find_first_of("dD");
  if (mark == std::string_view::npos || mark == 0 ||
      cell.find_first_not_of("+-.0123456789dD") != std::string_view::npos) {
    return std::nullopt;
  }
  std::string plain(cell);
  plain[mark] = 'e';
  return numberOf(plain);
}

/// True for digits with points, commas, blanks or apostrophes between them: a number with signs between thousands.
bool isGrouped(std::string_view cell) {
  std::size_t digits = 0;
  std::size_t marks = 0;
  for (const char c : cell) {
    const bool isDigit = c >= '0' && c <= '9';
    // Bytes of a narrow or fixed blank in UTF-8 are above 0x7f.
    const bool isMark = c == '.' || c == ',' || c == ' ' || c == '\'' || (static_cast<unsigned char>(c) & 0x80U) != 0;
    if (!isDigit && !isMark && c != '-' && c != '+') {
      return false;
    }
    digits += isDigit ? 1 : 0;
    marks += isMark ? 1 : 0;
  }
  return digits > 2 && marks > 0;
}

}  // namespace

std::string TableHead::names() const {
  std::string list;
  for (const TableColumn& column : columns) {
    list += (list.empty() ? "" : ", ") + shortened(column.name);
  }
  return list;
}

TextProblem TableNumbers::doubtOfCommas() const {
  return decimals_ != ',' || isCertain_ || doubtful_.empty()
             ? TextProblem{}
             : TextProblem{fmt::format("{} may be a thousand or a decimal number", quotedPart(doubtful_)),
                           "write numbers with a decimal point and without signs between thousands, or save the table "
                           "with semicolons",
                           0};
}

TextProblem TableNumbers::doubtOfPoints() const {
  return isPointCertain_ || isCertain_ || doubtfulPoint_.empty()
             ? TextProblem{}
             : TextProblem{fmt::format("{} may be a thousand or a decimal number", quotedPart(doubtfulPoint_)),
                           "write numbers without signs between thousands, or separate cells by commas", 0};
}

std::optional<double> TableNumbers::read(std::string_view cell) {
  const bool hasComma = cell.find(',') != std::string_view::npos;
  const bool hasPoint = cell.find('.') != std::string_view::npos;
  std::optional<double> value;
  if (!hasComma) {
    value = numberOf(cell);
    if (!value) {
      value = fortranNumber(cell);
    }
    if (value && hasPoint) {
      const std::size_t digits = cell.find_first_of("123456789");
      const std::size_t point = cell.find('.');
      const bool isDoubtful = cell.size() - point == 4 && point <= 4 && digits < point &&
                              cell.find_first_not_of("+-.0123456789") == std::string_view::npos;
      isPointCertain_ = isPointCertain_ || !isDoubtful;
      doubtfulPoint_ = isDoubtful && doubtfulPoint_.empty() ? std::string(cell) : doubtfulPoint_;
    }
    fault_ = value ? Fault::none : cell.empty() ? Fault::empty : isGrouped(cell) ? Fault::grouped : Fault::word;
  } else {
    std::string point(cell);
    point[cell.find(',')] = '.';
    value = hasPoint ? std::nullopt : numberOf(point);
    fault_ = value ? Fault::none : isGrouped(cell) ? Fault::grouped : Fault::word;
    const std::size_t digits = cell.find_first_of("123456789");
    const bool isDoubtful = value && cell.size() - cell.find(',') == 4 && digits < cell.find(',');
    isCertain_ = isCertain_ || (value && !isDoubtful);
    doubtful_ = isDoubtful && doubtful_.empty() ? std::string(cell) : doubtful_;
  }
  const char decimals = hasComma ? ',' : hasPoint ? '.' : decimals_;
  if (value && decimals_ != 0 && decimals != decimals_) {
    value.reset();
    fault_ = Fault::mixed;
  }
  if (value) {
    decimals_ = decimals;
  } else {
    cell_ = cell;
  }
  return value;
}

TextProblem TableNumbers::problem(std::string_view column, int line) const {
  const std::string where = column.empty() ? "" : fmt::format(" in column {}", quotedPart(column));
  switch (fault_) {
    case Fault::empty:
      return {fmt::format("a cell is empty{}", where), "write a number in it, or take the row out", line};
    case Fault::mixed:
      return {fmt::format("{}{}: the table has both decimal points and decimal commas", quotedPart(cell_), where),
              "write one of them throughout", line};
    case Fault::grouped:
      return {fmt::format("{}{} has signs or blanks between thousands", quotedPart(cell_), where),
              "write numbers without them", line};
    default: {
      const bool hasUnit = !cell_.empty() && cell_[0] >= '0' && cell_[0] <= '9';
      return {fmt::format("{}{} is no number", quotedPart(cell_), where),
              hasUnit ? "write a number, and its unit in the name of the column, such as 'x [mm]'"
                      : "write a number, or take the row out",
              line};
    }
  }
}

TableColumn columnFrom(std::string_view cell) {
  const std::string_view whole = trimmedText(cell);
  const char close = whole.empty() ? '\0' : whole.back();
  const std::size_t open = close == ']' ? whole.rfind('[') : close == ')' ? whole.rfind('(') : std::string_view::npos;
  if (open != std::string_view::npos && open > 0) {
    std::string unit(trimmedText(whole.substr(open + 1, whole.size() - open - 2)));
    // The Greek letter looks like the sign of micro.
    if (const std::size_t mu = unit.find("\u03bc"); mu != std::string::npos) {
      unit.replace(mu, std::string_view("\u03bc").size(), "µ");
    }
    return {std::string(trimmedText(whole.substr(0, open))), std::move(unit)};
  }
  if (const std::size_t slash = whole.find('/'); slash != std::string_view::npos && slash > 0) {
    if (const auto unit = bareUnit(trimmedText(whole.substr(slash + 1)))) {
      return {std::string(trimmedText(whole.substr(0, slash))), *unit};
    }
  }
  return {std::string(whole), {}};
}

TableReading readTextTable(std::string_view text, const TableTaker& taker, const TableForm& form) {
  int line = form.firstLine;
  std::optional<char> told;
  // Spreadsheets tell the separator in a line of its own.
  if (text.size() > 4 && lowerCase(text.substr(0, 4)) == "sep=" && (text.size() == 5 || text[5] == '\n')) {
    told = text[4];
    text.remove_prefix(std::min<std::size_t>(6, text.size()));
    ++line;
  }
  const char found = told.value_or(separatorOf(text));
  const char separator = found == kBlank && !form.blanksSeparate ? ',' : found;
  TableReader reader(taker, form, separator);
  const RowTaker take = [&](std::vector<std::string>& cells, int at) { return reader.take(cells, at); };
  TableReading result;
  result.problem =
      separator == kBlank ? readBlankCells(text, line, take) : SeparatedCells(separator, line, take).read(text);
  if (!result.problem.any()) {
    result.problem = reader.finish();
  }
  result.rows = reader.rows();
  const bool isPlain = (separator == ',' || separator == kBlank) && !reader.numbers().hasDecimalCommas();
  result.dialect = isPlain ? "" : fmt::format("{} between cells", nameOfSeparator(separator));
  if (reader.numbers().hasDecimalCommas()) {
    result.dialect += ", decimal commas";
  }
  return result;
}

}  // namespace scree
