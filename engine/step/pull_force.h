#pragma once

#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// The pull's force in this step, constant over its substeps: spring and damper act on where the step would end under
/// them and gravity, so that no step is too long for them. No more than takes the particle a diameter a step: a
/// hand does not throw grains through walls. Fills StepContext::pulled and the pull's force; a pull whose particle or
/// body is gone ends. A body is pulled by rows among those of its joints: handOn() of engine/multibody/hand.h.
void beginPull(World& world, StepContext& context, BatchedWork& batched);

}  // namespace scree
