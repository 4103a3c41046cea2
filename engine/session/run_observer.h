#pragma once

#include <memory>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/solving/method_comparison.h"
#include "engine/session/pacing.h"
#include "engine/session/population_log.h"
#include "engine/snapshot/bed_log.h"
#include "engine/snapshot/event_log.h"
#include "engine/snapshot/field_log.h"
#include "engine/snapshot/fill_snapshot.h"
#include "engine/snapshot/matter/grain_event_log.h"
#include "engine/snapshot/measure_log.h"
#include "engine/snapshot/run_samples.h"
#include "engine/snapshot/trails.h"

namespace scree {

/// Follows a run for its snapshots: the log of merges and splits, samples over time, measures, trails, landings on a
/// belt, the population of granules, smoothed times of stages. It changes nothing of the run. One thread calls all of
/// it.
class RunObserver {
 public:
  /// Begins with a world; all of the run before is forgotten.
  void begin(const World& world);
  /// Shares the shapes of another state of the same run with its snapshots.
  void shareShapesOf(const World& world) { shared_.shapes = shareShapes(world); }
  /// After a step of the run. `forks` counts how often the run has left its past (History::forks);
  /// `isSeeking`: the step only leads to another one.
  void stepped(const World& world, const StepData& data, std::uint64_t forks, const SnapshotRequest& request,
               bool isSeeking);
  /// The world is at another step of the run, by no step of its own.
  void jumped(const World& world) {
    measures_.jumped(world);
    bed_.jumped();
    population_.jumped(world);
  }
  /// True if stepped() needs the places of members (placeMembers).
  bool needsPlaces() const { return bed_.isOn(); }
  /// Measures that are followed from now on.
  void setMeasures(const World& world, std::shared_ptr<const MeasureList> measures) {
    measures_.set(world, std::move(measures));
  }
  /// A comparison of methods on a step of this run, for the snapshots from now on.
  void setComparison(MethodComparison comparison);
  /// Fills a snapshot with the world, the last step and the run so far. Members are at their places (placeMembers).
  void fill(const World& world, const StepData& data, const SnapshotRequest& request, BedEffort effort,
            Snapshot& snapshot);
  /// True if the last snapshot has no bed of its own state yet: a run at rest fills once more.
  bool isBehind() const { return bed_.isBehind(); }
  const SharedShapes& shapes() const { return shared_.shapes; }

 private:
  EventLog events_;
  GrainEventLog grainEvents_;
  RunSampler samples_;
  MeasureLog measures_;
  TrailLog trails_;
  FieldLog fields_;
  BedLog bed_;
  PopulationLog population_;
  Seldom angleTurn_;
  StageTimes smoothTimes_;
  double smoothContactSweeps_ = 0.0;
  std::shared_ptr<const MethodComparison> comparison_;
  SharedLists shared_;
};

}  // namespace scree
