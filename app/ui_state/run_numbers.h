#pragma once

#include "engine/planning/bed_plan.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Numbers of a plan as a run has them now: grains, their mean diameter and density, height and width of the bed they
/// make up at a packing of 0.6, contacts in the sweeps, stiffness, and how the last step was solved. At rest and for
/// 10 s, which a snapshot does not tell.
PlanInput numbersOfRun(const Snapshot& snapshot);

}  // namespace scree
