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

// Numbers of every step, for plots: columns over time. Chunks are immutable and shared with the snapshots.
namespace scree {

struct StepData;

/// Columns that belong into one plot.
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

/// A number that every step has, or that only some have (not a number elsewhere).
struct SampleColumn {
  PlotGroup group = PlotGroup::reduction;
  std::string name;     ///< "kinetic"
  std::string unit;     ///< "J", empty for a bare number
  std::string meaning;  ///< a sentence
  bool sparse = false;  ///< most steps have none
};

/// Consecutive rows, one a step.
struct SampleChunk {
  std::uint64_t first = 0;            ///< number of the first row
  std::vector<std::uint64_t> step;    ///< by row
  std::vector<double> time;           ///< s, at the end of the step
  std::vector<std::uint64_t> branch;  ///< Timeline::forks when it was taken
  std::vector<float> values;          ///< by row and column

  std::uint64_t end() const { return first + step.size(); }
};

/// The newest rows in the order in which steps were taken: replays take some again. Rows are numbered from the start;
/// the oldest are gone.
struct RunSamples {
  std::shared_ptr<const std::vector<SampleColumn>> columns = std::make_shared<const std::vector<SampleColumn>>();
  std::vector<std::shared_ptr<const SampleChunk>> chunks;

  std::uint64_t first() const { return chunks.empty() ? 0 : chunks.front()->first; }
  std::uint64_t end() const { return chunks.empty() ? 0 : chunks.back()->end(); }
};

/// Takes a row of each step of one world after the other. Bounded: the oldest rows go.
class RunSampler {
 public:
  static constexpr std::size_t kChunk = 512;  ///< rows
  static constexpr std::size_t kMost = 65536;

  /// For another world: other columns. Numbers of rows go on.
  void begin(const World& world);
  /// The world took a step as part of this branch of the run.
  void add(const World& world, const StepData& data, std::uint64_t branch);
  /// Completes the row of the step taken last, when `step` is that one.
  void setAngle(std::uint64_t step, double angle);
  /// All that there is; the same object until something was added.
  std::shared_ptr<const RunSamples> share();

 private:
  /// Mass that left through a sink until a time.
  struct Passed {
    double time = 0.0;  ///< s
    double mass = 0.0;  ///< kg
  };

  /// A body that a drive moves.
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
  std::vector<std::deque<Passed>> passed_;  ///< by sink, over the last while
};

}  // namespace scree
