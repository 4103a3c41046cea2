#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

// Columns of numbers over time with fast queries at any length.
namespace scree {

/// Smallest and largest of some numbers; empty if `low` > `high`. NaN is ignored.
struct ValueRange {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  bool isEmpty() const { return !(low <= high); }
  void add(float value);
  void add(const ValueRange& other);
};

/// A growing list of numbers with the extremes of blocks of 16, 16², ... of them. NaN does not count for extremes.
class MinMaxColumn {
 public:
  void append(float value);
  /// Keeps the first `count` numbers.
  void truncate(std::size_t count);
  std::size_t size() const { return values_.size(); }
  float operator[](std::size_t i) const { return values_[i]; }
  /// Extremes of the numbers [first, end), in a time that grows with the logarithm of their count.
  ValueRange rangeOf(std::size_t first, std::size_t end) const;

 private:
  static constexpr std::size_t kBlock = 16;  ///< entries of a level in one block of the next level

  std::vector<float> values_;
  std::vector<std::vector<ValueRange>> levels_;  ///< extremes of the blocks of each level
};

/// Columns that share their steps and times. Both ascend.
class PlotTable {
 public:
  explicit PlotTable(std::size_t columns = 0) : columns_(columns) {}

  std::size_t rows() const { return time_.size(); }
  std::size_t columns() const { return columns_.size(); }
  double time(std::size_t row) const { return time_[row]; }
  std::uint64_t step(std::size_t row) const { return step_[row]; }
  const MinMaxColumn& column(std::size_t index) const { return columns_[index]; }

  /// Appends a row; its step must be after all others. `values` has one number a column.
  void append(std::uint64_t step, double time, const float* values);
  /// True if there is a row of a step.
  bool has(std::uint64_t step) const;
  /// Merges the rows of another table with the same columns; a step present in both keeps its row of this table. Copies
  /// all rows after the first merged step.
  void merge(const PlotTable& other);
  /// First row at `time` [s] or later.
  std::size_t rowAt(double time) const;
  /// First row after `step`.
  std::size_t rowAfter(std::uint64_t step) const;
  /// Row nearest to a time [s]. The table must not be empty.
  std::size_t nearestRow(double time) const;
  /// Removes the rows from `first` on, and returns them.
  PlotTable cutFrom(std::size_t first);
  /// Returns a copy of the rows from `first` on.
  PlotTable copyFrom(std::size_t first) const;

 private:
  void appendFrom(const PlotTable& other, std::size_t row);

  std::vector<double> time_;  ///< simulated time by row [s]
  std::vector<std::uint64_t> step_;
  std::vector<MinMaxColumn> columns_;
};

/// A point of a curve.
struct CurvePoint {
  double time = 0.0;  ///< simulated time [s]
  double value = 0.0;
};

/// Points of a column to draw between two times [s] on `pixels` pixels: up to three rows a pixel all rows, otherwise
/// the extremes of each pixel in an order that draws no line twice. One more point beyond each end lets the lines leave
/// the picture. NaN gives no point.
std::vector<CurvePoint> curveOf(const PlotTable& table, std::size_t column, double begin, double end, int pixels);

}  // namespace scree
