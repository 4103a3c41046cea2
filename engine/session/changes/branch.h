#pragma once

#include <string>

#include "engine/world/world.h"

namespace scree {

struct BranchResult {
  std::string refusal;  ///< reason of a refusal, with a remedy; `scene` is unchanged then
  std::string message;  ///< number of grains that were moved out of changed walls, for users; empty for none
};

/// Makes a scene go on from a settled run. `settled` is the state of that run, `before` the scene as it began, whose
/// grains are not looked at, and `scene` a scene with other values, whose own grains are given up.
///
/// From the settled run come grains, places and motion of bodies and joints, contacts, aggregates, time, what emitters
/// and sinks have counted, and the budget; all else is that of `scene`: parameters, materials, laws, shapes, motions,
/// motors, emitters, sinks, split sensors. Bodies at rest are where `scene` has them. A changed density changes the
/// masses of grains. Emitters go on with their random numbers; `isOtherSeed` gives them those of `scene`.
/// Where materials or shapes differ, members are split off at once, grains are moved out of changed walls (putShape()),
/// and the change of their energy counts as work. Where nothing differs the run goes on bit for bit.
///
/// Refused where bodies, joints or materials have other names, sides are periodic in another way, or a moving body
/// begins elsewhere.
BranchResult branchFrom(World settled, const World& before, bool isOtherSeed, World& scene);

/// Reason for which branchFrom() refuses a scene whatever state a run has reached that began as `before`; empty without
/// one. Grains are not looked at.
std::string whyNotBranch(const World& before, const World& scene);

}  // namespace scree
