#pragma once

#include <string>
#include <vector>

#include "engine/planning/bed_plan.h"
#include "engine/world/world.h"

namespace scree {

/// Numbers of a scene for a plan.
struct SceneNumbers {
  PlanInput input;
  std::vector<std::string> notes;  ///< what the plan does not know of the scene
};

/// Takes the numbers of a plan from a world at its start and the simulated time of a run [s]. Grains are the mean over
/// that time of those at the start and those emitted by then; height, width and speed are those of adviseStep(); the
/// solver is the world's.
SceneNumbers numbersOf(const World& world, double seconds, double tolerance);

/// Stiffness of the contacts of a material with itself.
PlannedLaw plannedLaw(const Materials& materials, MaterialIndex material);

/// Number of particles that an emitter has made at a time from the start [s].
double emittedUntil(const Emitter& emitter, double density, double seconds);
/// Number of particles that an emitter makes in a time from the start [s], on average over that time.
double meanEmitted(const Emitter& emitter, double density, double seconds);

}  // namespace scree
