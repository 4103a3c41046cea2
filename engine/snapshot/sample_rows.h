#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Rows of samples over time, in chunks that are immutable and shared with the snapshots.
namespace scree {

/// Group of columns that share one plot. Those of measures have a plot for each measure, the others one for all.
enum class PlotGroup : std::uint8_t {
  reduction,
  grains,
  contacts,
  residual,
  overlap,
  energy,
  stages,
  angle,
  drives,
  flow,
  sizes,
  granulation,
  measure
};
constexpr int kPlotGroupCount = 12;  ///< groups but those of measures

/// Column of a number that every step has, or only some steps (not a number elsewhere).
struct SampleColumn {
  PlotGroup group = PlotGroup::reduction;
  std::string name;     ///< name, as "kinetic"
  std::string unit;     ///< unit, as "J"; empty for a plain number
  std::string meaning;  ///< meaning in a sentence
  bool sparse = false;  ///< most steps have no number
};

/// Run of consecutive rows, one a step.
struct SampleChunk {
  std::uint64_t first = 0;            ///< number of the first row
  std::vector<std::uint64_t> step;    ///< number of the step, by row
  std::vector<double> time;           ///< time at the end of the step [s], by row
  std::vector<std::uint64_t> branch;  ///< Timeline::forks at the step, by row
  std::vector<float> values;          ///< values by row and column

  std::uint64_t end() const { return first + step.size(); }
};

/// Newest rows in the order in which steps were taken; replays repeat steps. Rows are numbered from the start; the
/// oldest rows are dropped.
struct RunSamples {
  std::shared_ptr<const std::vector<SampleColumn>> columns = std::make_shared<const std::vector<SampleColumn>>();
  std::vector<std::shared_ptr<const SampleChunk>> chunks;

  std::uint64_t first() const { return chunks.empty() ? 0 : chunks.front()->first; }
  std::uint64_t end() const { return chunks.empty() ? 0 : chunks.back()->end(); }
};

/// Collects rows. Bounded: the oldest rows are dropped.
class SampleRows {
 public:
  static constexpr std::size_t kChunk = 512;  ///< rows in a chunk
  static constexpr std::size_t kMost = 65536;

  /// Drops all rows, and begins with other columns. Numbers of rows go on.
  void begin(std::vector<SampleColumn> columns);
  const std::vector<SampleColumn>& columns() const { return *columns_; }
  /// Begins the row of a step; put() then gives its values in the order of the columns.
  void open(std::uint64_t step, double time, std::uint64_t branch);
  void put(double value) { open_.values.push_back(static_cast<float>(value)); }
  /// Sets a value in the last row, if that is the row of `step`.
  void set(std::uint64_t step, std::size_t column, double value);
  /// Shares all rows; returns the same object until more are added.
  std::shared_ptr<const RunSamples> share();

 private:
  void seal();

  std::shared_ptr<const std::vector<SampleColumn>> columns_ = std::make_shared<const std::vector<SampleColumn>>();
  std::vector<std::shared_ptr<const SampleChunk>> chunks_;
  SampleChunk open_;
  std::shared_ptr<const RunSamples> shared_;
};

}  // namespace scree
