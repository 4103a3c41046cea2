#include "app/plots/plot_table.h"

#include <algorithm>
#include <cmath>

namespace scree {

void ValueRange::add(float value) {
  // Both comparisons are false for NaN.
  low = value < low ? value : low;
  high = value > high ? value : high;
}

void ValueRange::add(const ValueRange& other) {
  add(other.low);
  add(other.high);
}

void MinMaxColumn::append(float value) {
  std::size_t place = values_.size();
  values_.push_back(value);
  std::size_t blocks = place / kBlock + 1;
  for (std::size_t level = 0; blocks > 1 || level < levels_.size(); ++level) {
    if (level == levels_.size()) {
      // The first block of a new level gets the extremes of all entries before this value in the level below.
      levels_.emplace_back(1);
      const std::size_t below = std::min(place, kBlock);
      for (std::size_t i = 0; i < below; ++i) {
        level == 0 ? levels_[0][0].add(values_[i]) : levels_[level][0].add(levels_[level - 1][i]);
      }
    }
    place /= kBlock;
    levels_[level].resize(place + 1);
    levels_[level][place].add(value);
    blocks = place / kBlock + 1;
  }
}

void MinMaxColumn::truncate(std::size_t count) {
  if (count >= values_.size()) {
    return;
  }
  values_.resize(count);
  std::size_t below = count;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const std::size_t blocks = (below + kBlock - 1) / kBlock;
    levels_[level].resize(blocks);
    if (blocks > 0) {
      ValueRange& last = levels_[level][blocks - 1];
      last = {};
      for (std::size_t i = (blocks - 1) * kBlock; i < below; ++i) {
        level == 0 ? last.add(values_[i]) : last.add(levels_[level - 1][i]);
      }
    }
    below = blocks;
  }
}

ValueRange MinMaxColumn::rangeOf(std::size_t first, std::size_t end) const {
  ValueRange range;
  end = std::min(end, values_.size());
  std::size_t level = 0;  // level of the blocks; 0: single values
  const auto take = [&](std::size_t i) { level == 0 ? range.add(values_[i]) : range.add(levels_[level - 1][i]); };
  while (first < end) {
    if (level == levels_.size() || end - first < 2 * kBlock) {
      for (; first < end; ++first) {
        take(first);
      }
      break;
    }
    for (; first % kBlock != 0; ++first) {
      take(first);
    }
    for (; end % kBlock != 0; --end) {
      take(end - 1);
    }
    first /= kBlock;
    end /= kBlock;
    ++level;
  }
  return range;
}

void PlotTable::append(std::uint64_t step, double time, const float* values) {
  step_.push_back(step);
  time_.push_back(time);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].append(values[c]);
  }
}

bool PlotTable::has(std::uint64_t step) const { return std::ranges::binary_search(step_, step); }

void PlotTable::appendFrom(const PlotTable& other, std::size_t row) {
  step_.push_back(other.step_[row]);
  time_.push_back(other.time_[row]);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].append(other.columns_[c][row]);
  }
}

void PlotTable::merge(const PlotTable& other) {
  if (other.rows() == 0) {
    return;
  }
  const PlotTable after = cutFrom(rowAfter(other.step_.front()));
  std::size_t mine = 0;
  std::size_t theirs = 0;
  while (mine < after.rows() || theirs < other.rows()) {
    const bool takeMine = theirs == other.rows() || (mine < after.rows() && after.step_[mine] <= other.step_[theirs]);
    const PlotTable& from = takeMine ? after : other;
    const std::size_t row = takeMine ? mine++ : theirs++;
    // A step in both tables keeps the row of this table. A time that does not ascend belongs to another run.
    const bool fits = rows() == 0 || (from.step_[row] > step_.back() && from.time_[row] > time_.back());
    if (fits) {
      appendFrom(from, row);
    }
  }
}

std::size_t PlotTable::rowAt(double time) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(time_, time) - time_.begin());
}

std::size_t PlotTable::rowAfter(std::uint64_t step) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(step_, step) - step_.begin());
}

std::size_t PlotTable::nearestRow(double time) const {
  const std::size_t after = std::min(rowAt(time), rows() - 1);
  return after > 0 && time - time_[after - 1] < time_[after] - time ? after - 1 : after;
}

PlotTable PlotTable::copyFrom(std::size_t first) const {
  PlotTable part(columns_.size());
  if (first >= rows()) {
    return part;
  }
  const auto offset = static_cast<std::ptrdiff_t>(first);
  part.time_.assign(time_.begin() + offset, time_.end());
  part.step_.assign(step_.begin() + offset, step_.end());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (std::size_t i = first; i < rows(); ++i) {
      part.columns_[c].append(columns_[c][i]);
    }
  }
  return part;
}

PlotTable PlotTable::cutFrom(std::size_t first) {
  PlotTable part = copyFrom(first);
  const std::size_t kept = std::min(first, rows());
  time_.resize(kept);
  step_.resize(kept);
  for (MinMaxColumn& column : columns_) {
    column.truncate(kept);
  }
  return part;
}

namespace {

void addPoint(std::vector<CurvePoint>& points, double time, float value) {
  if (!std::isnan(value)) {
    points.push_back({time, static_cast<double>(value)});
  }
}

/// Adds the extremes of the rows of one pixel, first the one nearer to the last point.
void addExtremes(std::vector<CurvePoint>& points, double time, const ValueRange& range) {
  if (range.isEmpty()) {
    return;
  }
  const double middle = 0.5 * (static_cast<double>(range.low) + static_cast<double>(range.high));
  const bool fromBelow = points.empty() || points.back().value < middle;
  addPoint(points, time, fromBelow ? range.low : range.high);
  if (range.low < range.high) {
    addPoint(points, time, fromBelow ? range.high : range.low);
  }
}

}  // namespace

std::vector<CurvePoint> curveOf(const PlotTable& table, std::size_t column, double begin, double end, int pixels) {
  std::vector<CurvePoint> points;
  const MinMaxColumn& values = table.column(column);
  std::size_t first = table.rowAt(begin);
  std::size_t last = table.rowAt(end);
  first -= first > 0 ? 1 : 0;
  last = std::min(last + 1, table.rows());
  const auto room = static_cast<std::size_t>(std::max(pixels, 1));
  if (last - first <= 3 * room) {
    points.reserve(last - first);
    for (std::size_t i = first; i < last; ++i) {
      addPoint(points, table.time(i), values[i]);
    }
    return points;
  }
  points.reserve(2 * room + 2);
  addPoint(points, table.time(first), values[first]);
  std::size_t from = first + 1;
  const double width = (end - begin) / static_cast<double>(room);
  for (std::size_t pixel = 0; pixel < room; ++pixel) {
    const double left = begin + width * static_cast<double>(pixel);
    const std::size_t to = std::min(table.rowAt(left + width), last);
    addExtremes(points, left + 0.5 * width, values.rangeOf(from, to));
    from = std::max(from, to);
  }
  addPoint(points, table.time(last - 1), values[last - 1]);
  return points;
}

}  // namespace scree
