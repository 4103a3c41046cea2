#include "app/plots/plot_store.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr std::size_t kLeastOfABranch = 2;  // rows of a branch: fewer give no curve
// Largest number of unmerged rows. Merging is costly: it copies all rows after them.
constexpr std::size_t kMostLate = 4096;

PlotBranch cutAfter(PlotBranch& branch, std::uint64_t step) {
  // The branch begins at the last common row, so that the curves part at the fork.
  const auto cut = [step](PlotTable& table) {
    const std::size_t after = table.rowAfter(step);
    PlotTable part = table.copyFrom(after > 0 ? after - 1 : 0);
    table.cutFrom(after);
    return part;
  };
  PlotBranch part{cut(branch.dense), {}};
  for (PlotTable& table : branch.sparse) {
    part.sparse.push_back(cut(table));
  }
  return part;
}

}  // namespace

const PlotTable& tableOf(const PlotBranch& branch, const PlotCurve& curve) {
  return curve.table == 0 ? branch.dense : branch.sparse[curve.table - 1];
}

std::vector<PlotCurve> PlotStore::curvesOf(PlotGroup group) const {
  std::vector<PlotCurve> chosen;
  std::ranges::copy_if(curves_, std::back_inserter(chosen),
                       [group](const PlotCurve& curve) { return curve.info.group == group; });
  return chosen;
}

void PlotStore::begin(const RunSamples& samples) {
  columns_ = samples.columns;
  curves_.clear();
  dropped_.clear();
  run_ = PlotBranch();
  std::size_t dense = 0;
  for (const SampleColumn& column : *columns_) {
    if (column.sparse) {
      run_.sparse.emplace_back(1);
      curves_.push_back({column, run_.sparse.size(), 0});
    } else {
      curves_.push_back({column, 0, dense++});
    }
  }
  run_.dense = PlotTable(dense);
  late_ = run_;
  ++generation_;
  ++version_;
}

void PlotStore::add(const Snapshot& snapshot, const RunSamples& samples) {
  if (samples.columns != columns_ || snapshot.run.worldVersion != world_) {
    begin(samples);
    world_ = snapshot.run.worldVersion;
    branch_ = samples.chunks.empty() ? snapshot.run.timeline.forks : samples.chunks.front()->branch.front();
    taken_ = 0;
  }
  const std::size_t lateBefore = late_.dense.rows();
  for (const auto& chunk : samples.chunks) {
    for (std::uint64_t number = std::max(chunk->first, taken_); number < chunk->end(); ++number) {
      take(*chunk, static_cast<std::size_t>(number - chunk->first));
    }
  }
  taken_ = std::max(taken_, samples.end());
  const std::size_t late = late_.dense.rows();
  if (late > kMostLate || (late > 0 && late == lateBefore)) {
    mergeLate();
  }
  if (snapshot.run.timeline.forks > branch_) {
    // The run was forked, and no step was taken since.
    dropAfter(snapshot.run.timeline.forkStep);
    branch_ = snapshot.run.timeline.forks;
  }
}

void PlotStore::take(const SampleChunk& chunk, std::size_t row) {
  const std::uint64_t step = chunk.step[row];
  if (chunk.branch[row] > branch_) {
    dropAfter(step > 0 ? step - 1 : 0);
    branch_ = chunk.branch[row];
  }
  const float* values = chunk.values.data() + row * columns_->size();
  scratch_.clear();
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    if (curves_[c].table == 0) {
      scratch_.push_back(values[c]);
    } else if (!std::isnan(values[c])) {
      const std::size_t t = curves_[c].table - 1;
      put(run_.sparse[t], late_.sparse[t], chunk, row, values + c);
    }
  }
  put(run_.dense, late_.dense, chunk, row, scratch_.data());
}

void PlotStore::put(PlotTable& table, PlotTable& late, const SampleChunk& chunk, std::size_t row, const float* values) {
  const std::uint64_t step = chunk.step[row];
  const std::size_t rows = table.rows();
  if (rows == 0 || step > table.step(rows - 1)) {
    table.append(step, chunk.time[row], values);
    ++version_;
  } else if (!table.has(step)) {
    if (late.rows() > 0 && step <= late.step(late.rows() - 1)) {
      mergeLate();
    }
    if (!table.has(step)) {
      late.append(step, chunk.time[row], values);
    }
  }
}

void PlotStore::mergeLate() {
  run_.dense.merge(late_.dense);
  late_.dense.cutFrom(0);
  for (std::size_t i = 0; i < run_.sparse.size(); ++i) {
    run_.sparse[i].merge(late_.sparse[i]);
    late_.sparse[i].cutFrom(0);
  }
  ++version_;
}

void PlotStore::dropAfter(std::uint64_t step) {
  mergeLate();
  PlotBranch branch = cutAfter(run_, step);
  if (branch.dense.rows() >= kLeastOfABranch) {
    dropped_.push_back(std::move(branch));
  }
  if (dropped_.size() > kMostDropped) {
    dropped_.erase(dropped_.begin());
  }
  ++version_;
}

}  // namespace scree
