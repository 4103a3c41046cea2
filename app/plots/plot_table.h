#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

// Columns of numbers over time that stay quick to look at however long they are.
namespace scree {

/// Smallest and largest of some numbers; empty when `low` is larger.
struct ValueRange {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  bool isEmpty() const { return !(low <= high); }
  void add(float value);
  void add(const ValueRange& other);
};

/// A growing list of numbers with the extremes of ever larger blocks of it. What is not a number has no extremes.
class MinMaxColumn {
 public:
  void append(float value);
  /// Keeps the first `count`.
  void truncate(std::size_t count);
  std::size_t size() const { return values_.size(); }
  float operator[](std::size_t i) const { return values_[i]; }
  /// Extremes of those from `first` on and before `end`: costs the logarithm of their number.
  ValueRange rangeOf(std::size_t first, std::size_t end) const;

 private:
  static constexpr std::size_t kBlock = 16;  ///< of a level in one of the next

  std::vector<float> values_;
  std::vector<std::vector<ValueRange>> levels_;
};

/// Columns that share their times, which ascend.
class PlotTable {
 public:
  explicit PlotTable(std::size_t columns = 0) : columns_(columns) {}

  std::size_t rows() const { return time_.size(); }
  std::size_t columns() const { return columns_.size(); }
  double time(std::size_t row) const { return time_[row]; }
  std::uint64_t step(std::size_t row) const { return step_[row]; }
  const MinMaxColumn& column(std::size_t index) const { return columns_[index]; }

  /// Adds a row of a later step than all others; `values` has one a column.
  void append(std::uint64_t step, double time, const float* values);
  /// Whether there is a row of that step.
  bool has(std::uint64_t step) const;
  /// Takes in the rows of another table with the same columns whose steps are missing here. Copies everything after the
  /// first of them.
  void merge(const PlotTable& other);
  /// The first row whose time is not before `time`.
  std::size_t rowAt(double time) const;
  /// The first row whose step is after `step`.
  std::size_t rowAfter(std::uint64_t step) const;
  /// The row nearest to a time. There must be one.
  std::size_t nearestRow(double time) const;
  /// Takes the rows from `first` on away and returns them.
  PlotTable cutFrom(std::size_t first);
  /// The same without taking anything away.
  PlotTable copyFrom(std::size_t first) const;

 private:
  void appendFrom(const PlotTable& other, std::size_t row);

  std::vector<double> time_;  ///< s
  std::vector<std::uint64_t> step_;
  std::vector<MinMaxColumn> columns_;
};

/// A point of a curve.
struct CurvePoint {
  double time = 0.0;  ///< s
  double value = 0.0;
};

/// What of a column is seen between two times on `pixels` pixels: all of it where there is room, else the extremes in
/// each pixel, in an order that draws no line twice. Beyond both ends one more point, so that lines leave the picture.
std::vector<CurvePoint> curveOf(const PlotTable& table, std::size_t column, double begin, double end, int pixels);

}  // namespace scree
