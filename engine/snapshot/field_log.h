#pragma once

#include <cstdint>

#include "engine/analysis/fields/field_values.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

struct StepData;

/// Makes the fields that snapshots are asked for, of the present state or as means over the states shown. It costs
/// nothing while no field is asked for, and changes nothing of the run.
class FieldLog {
 public:
  /// Forgets the states of a mean: for another world.
  void clear();
  /// Fills the requested fields of a snapshot and empties the others. Members must have their places.
  void fill(const World& world, const StepData& data, const FieldRequest& request, Snapshot& snapshot);

 private:
  const FieldSums& sumsFor(const World& world, const StepData& data, const FieldRequest& request,
                           const Snapshot& snapshot);

  CoarseGrainer grainer_;
  FieldSums now_;
  FieldAverage average_;
  FieldRequest of_;             ///< request that the mean belongs to
  std::uint64_t lastStep_ = 0;  ///< newest step in the mean
  bool isBegun_ = false;        ///< the mean has a state
  bool hasContacts_ = false;    ///< the newest sums hold the contacts
  double spacing_ = 0.0;        ///< distance of the nodes of the mean [m]
  FieldMap ofGrains_;
  std::vector<ForceContact> contacts_;
};

}  // namespace scree
