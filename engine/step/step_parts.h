#pragma once

#include <vector>

#include "engine/step/motion_need.h"
#include "engine/step/sink_watch.h"
#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Cuts a step into parts, in each of which contacts are searched anew, while something moves far against particles
/// that it would go through: their motion is a part of a step in itself, of the world alone. A step without substeps
/// stays one: then the run warns, as it does where so many parts are not enough.
///
/// While a part lasts, Parameters::timeStep is its length.
class StepParts {
 public:
  StepParts(World& world, StepData& data);
  StepParts(const StepParts&) = delete;
  StepParts& operator=(const StepParts&) = delete;
  ~StepParts() { world_.parameters.timeStep = whole_; }

  bool isLeft() const { return isLeft_; }
  /// Once pairs have been searched for what is left: how long the part is, and how many substeps it has.
  void cut(const Extremes& extremes);
  /// Once it has been solved: the time goes on, and what is left is the next part. What rides on bodies follows them,
  /// and what went through a sink is back in it.
  void finish();

 private:
  void warn(const MotionNeed& need, double ways);
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
  bool isLeft_ = true;
  bool isLast_ = false;
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
