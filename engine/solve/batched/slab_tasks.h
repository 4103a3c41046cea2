#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/solver/slab_passes.h"
#include "engine/world/step_context.h"

// Tasks of the passes of a batched step on one slab. Neighbouring slabs never run at once where bodies change.
namespace scree {

/// Task of a pass on a slab.
enum class Task : std::uint8_t {
  pack,
  prepareImpacts,
  sweepImpacts,
  endImpacts,
  prepare,
  findPulls,
  applyPulls,
  pull,
  start,
  sweep,
  finish,
  measure,
  unpack
};

/// Stage under which the time of a task is booked.
Stage stageOf(Task task);

/// Order of a task on neighbouring slabs: alternating where it changes bodies.
PassOrder orderOf(Task task);

/// Data that the tasks of one step share. The references must live as long as the step.
struct SlabTasks {
  World& world;  ///< written to by unpacking only
  const StepContext& context;
  ContactList& list;
  BatchedWork& batched;
  Vec3 fall = Vec3::Zero();  ///< velocity that gravity gives in a substep [m/s]
  PrepareOptions prepare;
  SweepOptions sweep;
  float historyScale = 1.0F;  ///< factor of last step's multipliers at the first substep
  bool impactsFound = false;  ///< an impact was found in the impact stage of this substep
};

/// The tasks of a step with the world's parameters.
SlabTasks slabTasks(World& world, const StepContext& context, ContactList& list, BatchedWork& batched);

/// Quantities that a sweep measures beside solving its rows.
struct SweepLook {
  BatchResidual* measured = nullptr;  ///< gets the residual of the sweep, unless null
  bool relaxed = false;               ///< the sweep is over-relaxed as the parameters say
  bool watch = false;                 ///< the sweep returns its largest change of velocity
};

/// Does a task on a slab. A sweep that looks returns the largest change of velocity that it made at
/// a contact [m/s]; else 0.
float perform(const SlabTasks& tasks, Task task, std::size_t slab, int substep, const SweepLook& look);

}  // namespace scree
