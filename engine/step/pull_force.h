#pragma once

#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Sets the force of the pull in this step, constant over its substeps (METHOD.md 13.4): spring and damper act on the
/// velocity at the end of the step, so that no step is too long for them. The force moves the particle by
/// stepping::kPulledWay diameters a step at most. Fills StepContext::pulled and the pull's force; ends a pull whose
/// particle or body is gone. A body is pulled by rows among those of its joints: handOn() of engine/multibody/hand.h.
void beginPull(World& world, StepContext& context, BatchedWork& batched);

}  // namespace scree
