#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/plots/plot_table.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Numbers of one way that a run went.
struct PlotBranch {
  PlotTable dense;                ///< the columns that every step has
  std::vector<PlotTable> sparse;  ///< one a column that only some steps have

  bool isEmpty() const { return dense.rows() == 0; }
};

/// Where a column of the samples is in a branch.
struct PlotCurve {
  SampleColumn info;
  std::size_t table = 0;   ///< 0: the dense one, else the (table - 1)-th sparse one
  std::size_t column = 0;  ///< in that table
};

/// Everything that was sampled of the run that is shown, for as long as it lasts, and of what was dropped when it was
/// forked.
class PlotStore {
 public:
  static constexpr std::size_t kMostDropped = 3;  ///< branches

  /// Takes what is new in the samples of a snapshot. Another world starts afresh.
  void add(const Snapshot& snapshot);

  const std::vector<PlotCurve>& curves() const { return curves_; }
  std::vector<PlotCurve> curvesOf(PlotGroup group) const;
  const PlotBranch& run() const { return run_; }
  /// What was dropped, beginning where it was; the newest last.
  const std::vector<PlotBranch>& dropped() const { return dropped_; }
  /// Changes whenever anything else does.
  std::uint64_t version() const { return version_; }
  /// Changes when the columns do.
  std::uint64_t generation() const { return generation_; }

 private:
  void begin(const RunSamples& samples);
  void take(const SampleChunk& chunk, std::size_t row);
  void put(PlotTable& table, PlotTable& late, const SampleChunk& chunk, std::size_t row, const float* values);
  void mergeLate();
  void dropAfter(std::uint64_t step);

  std::shared_ptr<const std::vector<SampleColumn>> columns_;
  std::vector<PlotCurve> curves_;
  PlotBranch run_;
  PlotBranch late_;  ///< rows that belong between others: of a past that was skipped and is gone through now
  std::vector<PlotBranch> dropped_;
  std::vector<float> scratch_;
  std::uint64_t taken_ = 0;  ///< rows before this number
  std::uint64_t branch_ = 0;
  std::uint64_t version_ = 0;
  std::uint64_t generation_ = 0;
  std::uint64_t world_ = 0;
};

/// The table that a curve is in.
const PlotTable& tableOf(const PlotBranch& branch, const PlotCurve& curve);

}  // namespace scree
