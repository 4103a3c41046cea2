#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/angle_of_repose.h"
#include "engine/measures/flow_count.h"
#include "engine/measures/measure_list.h"
#include "engine/measures/repose_line.h"
#include "engine/snapshot/sample_rows.h"
#include "engine/world/step_report.h"

namespace scree {

struct StepData;

/// Values of a measure now and over time.
struct MeasureReading {
  std::uint64_t id = 0;             ///< Measure::id
  std::vector<double> values;       ///< by column; not a number: no value
  std::optional<ReposeLine> slope;  ///< of an angle of repose, which is measured in a hundredth of the time at most
  std::shared_ptr<const RunSamples> samples = std::make_shared<const RunSamples>();  ///< never null
};

/// Readings of all measures in force, in the order of their list.
struct MeasureReadings {
  std::shared_ptr<const MeasureList> measures = std::make_shared<const MeasureList>();  ///< never null
  std::vector<MeasureReading> readings;

  /// Reading of a measure; null if it is not in force yet.
  const MeasureReading* find(std::uint64_t id) const;
};

/// Follows the measures of a run in every step. It costs nothing without a measure, and changes nothing of the run. The
/// sums of a flow are kept by step, so that they are right where the run goes back to a step that was counted.
class MeasureLog {
 public:
  /// Begins with a world; all values before are forgotten, the list of measures stays.
  void begin(const World& world);
  /// Replaces the list. A measure goes on if it measured the same thing before; the others begin now.
  void set(const World& world, std::shared_ptr<const MeasureList> measures);
  /// The world is at another step of the run, by no step of its own.
  void jumped(const World& world);
  /// Adds a row of each measure after a step of this branch of the run. `isSeeking`: the step only leads to another one
  /// that was asked for; a flow that was not counted there before does not begin with it.
  void stepped(const World& world, const StepData& data, std::uint64_t branch, bool isSeeking);
  /// Readings of the world as it stands. Members must have their places.
  std::shared_ptr<const MeasureReadings> fill(const World& world, const StepData& data);

 private:
  /// Sums of a flow after a step.
  struct FlowRow {
    std::uint64_t step = 0;
    double time = 0.0;  ///< s
    FlowCount sum;
  };
  struct Entry {
    Measure measure;
    SampleRows rows;
    std::vector<FlowRow> flow;        ///< by step, with gaps where nothing was counted; only of a flow
    FlowCount sum;                    ///< at present
    std::optional<ReposeLine> slope;  ///< the last one measured
  };

  void start(Entry& entry, const World& world);
  void count(Entry& entry, const World& world, std::uint64_t branch, bool isSeeking);
  std::vector<double> flowValues(const Entry& entry, const World& world) const;
  std::vector<double> valuesOf(const Entry& entry, const World& world) const;
  /// Counts the contacts of all grains, if a measure needs them.
  void countContacts(const World& world, const StepData& data);
  bool countsFlow() const;

  std::shared_ptr<const MeasureList> list_ = std::make_shared<const MeasureList>();
  std::vector<Entry> entries_;
  GrainPlaces before_;  ///< at the present step, while a flow is counted
  GrainPlaces now_;
  Touches touches_;
  std::uint64_t branch_ = 0;
  Seldom slopeTurn_;
};

}  // namespace scree
