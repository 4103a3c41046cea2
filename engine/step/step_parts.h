#pragma once

#include <vector>

#include "engine/step/motion_need.h"
#include "engine/step/sink_watch.h"
#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Cuts a step into parts with a search for contacts each, while something moves far against particles that it would go
/// through, and looks farther ahead where single particles do (METHOD.md 8.4). The cut depends on the state of the
/// world alone. A step without substeps stays whole and the run warns, as it does where settings::kMostParts are not
/// enough.
///
/// While a part lasts, Parameters::timeStep is its length.
class StepParts {
  // Wide: a field for each sum that a step reports.
 public:
  StepParts(World& world, StepData& data);
  StepParts(const StepParts&) = delete;
  StepParts& operator=(const StepParts&) = delete;
  ~StepParts() { world_.parameters.timeStep = whole_; }

  bool isLeft() const { return isLeft_; }
  /// Decides the length of the next part and its substeps. Call it before the search for pairs.
  void cut(const Extremes& extremes);
  /// Ends a part that has been solved, or as many of its substeps as smooth DEM took: advances the time, moves
  /// aggregates with their carriers, and puts particles that passed a sink back into it.
  void finish();

 private:
  /// Length of the next part [s]; more than what is left of the step stands for the rest of the step.
  double lengthOfPart(const Extremes& extremes);
  /// The same for smooth DEM: all that may meet in it is in the list of contacts.
  double lengthOfSmoothPart(const Extremes& extremes) const;
  /// `share` is the step over what is left of it.
  void warn(const MotionNeed& need, double share);
  void addSums(double share);
  void takeSums();

  World& world_;
  StepData& data_;
  double begin_;  ///< s
  double whole_;  ///< the time step [s]
  double done_ = 0.0;
  int substeps_;  ///< of a whole step without parts
  int parts_ = 0;
  int substepsDone_ = 0;
  double hits_ = 0.0;  ///< longest way of a fast particle in the part at hand against what it would meet [radii]
  int planned_ = 0;    ///< substeps of the part; smooth DEM may end it early
  bool isLeft_ = true;
  bool isLast_ = false;
  bool needsMore_ = false;  ///< settings::kMostParts are not enough: all parts are the shortest, without a survey
  SinkWatch sinks_;

  /// Sums over the parts, where there are several; means are weighted by time.
  std::vector<Reaction> reactions_;
  std::vector<Joint> joints_;
  std::size_t impacts_ = 0;
  int sweeps_ = 0;
  std::uint64_t contactSweeps_ = 0;
  double handWork_ = 0.0;
};

}  // namespace scree
