#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/solver/slab_passes.h"
#include "engine/world/step_context.h"

// What the passes of a batched step do to one slab; slabs next to each other never run at once where bodies change.
namespace scree {

/// What a pass does to a slab.
enum class Task : std::uint8_t {
  pack,
  prepareImpacts,
  sweepImpacts,
  endImpacts,
  prepare,
  pull,
  start,
  sweep,
  finish,
  measure,
  unpack
};

/// The stage whose time a task is.
Stage stageOf(Task task);

/// Whether neighbouring slabs may do the task at once.
PassOrder orderOf(Task task);

/// All that the tasks of one step share. Plain references: they live as long as the step.
struct SlabTasks {
  World& world;  ///< written to by unpacking only
  const StepContext& context;
  ContactList& list;
  BatchedWork& batched;
  Vec3 fall = Vec3::Zero();  ///< m/s in a substep, by gravity
  PrepareOptions prepare;
  SweepOptions sweep;
  float historyScale = 1.0F;  ///< of last step's multipliers, at the first substep
  bool impactsFound = false;  ///< in the impact stage of the substep at hand
};

/// The tasks of a step with the world's parameters.
SlabTasks slabTasks(World& world, const StepContext& context, ContactList& list, BatchedWork& batched);

/// What a sweep looks at beside its rows.
struct SweepLook {
  BatchResidual* measured = nullptr;  ///< gets its residual, unless null
  bool watch = false;                 ///< whether it still changes anything
};

/// Does a task on a slab. A sweep that looks returns the largest change of velocity that it made at
/// a contact [m/s]; else 0.
float perform(const SlabTasks& tasks, Task task, std::size_t slab, int substep, const SweepLook& look);

}  // namespace scree
