#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/world.h"

// Samples of every step, for plots: columns over time. Chunks are immutable and shared with the snapshots.
namespace scree {

struct StepData;

/// Group of columns that share one plot.
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
  flow
};
constexpr int kPlotGroupCount = 10;

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

/// Samples a row of each step, of one world after the other. Bounded: the oldest rows are dropped.
class RunSampler {
 public:
  static constexpr std::size_t kChunk = 512;  ///< rows in a chunk
  static constexpr std::size_t kMost = 65536;

  /// Begins with another world, which has other columns. Numbers of rows go on.
  void begin(const World& world);
  /// Adds the row of the step that the world has just made, as part of this branch of the run.
  void add(const World& world, const StepData& data, std::uint64_t branch);
  /// Sets the angle of repose [rad] in the row of the last step, if `step` is that one.
  void setAngle(std::uint64_t step, double angle);
  /// Shares all rows; returns the same object until more are added.
  std::shared_ptr<const RunSamples> share();

 private:
  /// Mass that has left through a sink up to a time.
  struct Passed {
    double time = 0.0;  ///< s
    double mass = 0.0;  ///< kg
  };

  /// Body that a drive moves.
  struct Driven {
    std::uint32_t body = 0;
    bool turns = false;
  };

  void seal();
  double flowOf(std::size_t sink, const Passed& now);

  std::shared_ptr<const std::vector<SampleColumn>> columns_ = std::make_shared<const std::vector<SampleColumn>>();
  std::vector<std::shared_ptr<const SampleChunk>> chunks_;
  SampleChunk open_;
  std::shared_ptr<const RunSamples> shared_;
  std::vector<Driven> driven_;
  std::vector<std::deque<Passed>> passed_;  ///< departed masses by sink, over the span of the mean flow
};

}  // namespace scree
