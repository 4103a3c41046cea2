#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// What a contact that pushes with friction says of its particles, by bit of StepData::verdicts.
enum Verdict : std::uint8_t {
  kOther = 0,
  kQuiet = 1,    ///< they moved as one for the window of merging
  kMoving = 2,   ///< faster than a front: they may not merge
  kStirring = 4  ///< those in quarantine are about to move and have to stay in it
};

/// Tells how every contact of the step moves and for how long it has been quiet, and judges it.
void judgeContacts(World& world, StepData& data);

}  // namespace scree
