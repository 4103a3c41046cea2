#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/plots/plot_table.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Samples of one branch of a run.
struct PlotBranch {
  PlotTable dense;                ///< columns with a value in every step
  std::vector<PlotTable> sparse;  ///< one table for each column with values in some steps only

  bool isEmpty() const { return dense.rows() == 0; }
};

/// Place of a column of the samples in the tables of a branch.
struct PlotCurve {
  SampleColumn info;
  std::size_t table = 0;   ///< 0: PlotBranch::dense, otherwise place + 1 in PlotBranch::sparse
  std::size_t column = 0;  ///< index of the column in its table
};

/// All samples of the present run, and of the branches that were dropped when it was forked.
class PlotStore {
 public:
  static constexpr std::size_t kMostDropped = 3;  ///< largest number of dropped branches

  /// Takes the new samples of a snapshot. Clears everything first if the world or its columns are other ones.
  void add(const Snapshot& snapshot) { add(snapshot, *snapshot.run.samples); }
  /// The same for other samples of the snapshot's run.
  void add(const Snapshot& snapshot, const RunSamples& samples);

  const std::vector<PlotCurve>& curves() const { return curves_; }
  std::vector<PlotCurve> curvesOf(PlotGroup group) const;
  const PlotBranch& run() const { return run_; }
  /// Dropped branches, the newest last. Each begins at the last row before the fork, or at the fork.
  const std::vector<PlotBranch>& dropped() const { return dropped_; }
  /// Number that changes with every change of the samples.
  std::uint64_t version() const { return version_; }
  /// Number that changes with the columns.
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
  PlotBranch late_;  ///< rows not yet merged between older rows: steps that were skipped before and are replayed now
  std::vector<PlotBranch> dropped_;
  std::vector<float> scratch_;
  std::uint64_t taken_ = 0;  ///< end of the numbers of samples that were taken
  std::uint64_t branch_ = 0;
  std::uint64_t version_ = 0;
  std::uint64_t generation_ = 0;
  std::uint64_t world_ = 0;
};

/// Table of a branch that holds a curve.
const PlotTable& tableOf(const PlotBranch& branch, const PlotCurve& curve);

}  // namespace scree
