#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Problem with a text and its remedy; `line` counts from 1, 0: the text as a whole. Empty `what`: none.
struct TextProblem {
  std::string what;
  std::string remedy;
  int line = 0;

  bool any() const { return !what.empty(); }
};

/// Column of a table: the name as it is written without its unit, and the unit, which may be missing.
struct TableColumn {
  std::string name;
  std::string unit;
};

/// Head of a table. A table without names has as many columns as its first row, without names and units.
struct TableHead {
  std::vector<TableColumn> columns;
  bool isNamed = false;
  bool isRemark = false;  ///< the names stand in a remark, which may be any text with as many words
  int line = 0;           ///< line of the names, or of the first row
  char separator = ',';   ///< between cells; a blank stands for any number of blanks and tabs

  /// Names of the columns for a message: "x, y, z".
  std::string names() const;
};

/// Row of a table: as many cells as there are columns, without quotation marks and blanks around them.
struct TableRow {
  std::span<const std::string> cells;
  int line = 0;
};

/// Reads the numbers of a table with decimal points or decimal commas, which one table may not mix.
class TableNumbers {
 public:
  /// Number in a cell, not necessarily finite. Nothing where the cell holds none; problem() then tells why.
  std::optional<double> read(std::string_view cell);
  /// Reason and remedy why the cell that was read last holds no number.
  TextProblem problem(std::string_view column, int line) const;
  /// Problem where all decimal commas that were read may be signs of thousands, as in "1,250".
  TextProblem doubtOfCommas() const;
  /// Problem where all decimal points that were read may be signs of thousands of another country, as in "1.250".
  TextProblem doubtOfPoints() const;
  bool hasDecimalCommas() const { return decimals_ == ','; }

 private:
  enum class Fault : std::uint8_t { none, empty, word, mixed, grouped };

  char decimals_ = 0;  ///< sign of decimals, 0: none was seen
  Fault fault_ = Fault::none;
  bool isCertain_ = false;       ///< a comma was read that is a decimal one for sure
  bool isPointCertain_ = false;  ///< likewise a point
  std::string doubtful_;         ///< first cell whose comma may mean thousands
  std::string doubtfulPoint_;    ///< first cell whose point may mean thousands
  std::string cell_;
};

/// Functions that take the parts of a table as they are read; a problem that they return ends the reading.
struct TableTaker {
  std::function<TextProblem(const TableHead&)> head;
  std::function<TextProblem(const TableRow&, TableNumbers&)> row;
};

/// Form that a table may have.
struct TableForm {
  bool blanksSeparate = true;  ///< cells may stand between blanks; false: a table of one column has cells with blanks
  bool hasUnits = true;        ///< units may follow the names, in brackets or in a line of their own
  int firstLine = 1;           ///< number of the first line of the text in its file
};

/// Result of reading a table.
struct TableReading {
  TextProblem problem;
  std::size_t rows = 0;
  std::string dialect;  ///< "semicolons, decimal commas"; empty: commas or blanks, decimal points
};

/// Reads a table in plain text (plain_text.h): cells between commas, semicolons, tabs, bars or blanks, which the first
/// lines decide; cells in quotation marks may hold separators (RFC 4180). Empty cells stay in their column. Lines that
/// begin with # are remarks; the last one before the first row holds the names where it fits. A line of units may
/// follow the names. Refuses rows with more or fewer cells than columns.
TableReading readTextTable(std::string_view text, const TableTaker& taker, const TableForm& form = {});

/// Unit of a column in its name, such as "x [mm]", "x (mm)", "x / mm": name and unit.
TableColumn columnFrom(std::string_view cell);

}  // namespace scree
