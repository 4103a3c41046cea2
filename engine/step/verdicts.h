#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// What a contact that pushes with friction says of its particles, by bit of StepData::verdicts.
enum Verdict : std::uint8_t {
  kOther = 0,
  kQuiet = 1,     ///< they moved as one for the window of merging
  kMoving = 2,    ///< faster than a front: they may not merge
  kStirring = 4,  ///< those in quarantine are about to move and have to stay in it
  kPushing = 8    ///< it pushes, with friction or without: said of every contact
};

/// Whether a free particle may merge as far as its quarantine goes: StepData::busy.
enum Standing : char {
  kMayMerge = 0,
  kBusy = 1,
  kMayEndQuarantine = 2,  ///< if nothing stirs it
  kHasJoined = 3          ///< it merged in this step
};

/// Tells how every contact of the step moves and for how long it has been quiet, and judges it. Fills data.busy.
void judgeContacts(World& world, StepData& data);

}  // namespace scree
