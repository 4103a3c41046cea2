#pragma once

#include <cstdint>
#include <vector>

#include "engine/collision/grid.h"
#include "engine/contacts/candidates.h"
#include "engine/contacts/rounded_velocity.h"

namespace scree {

/// Working storage of the search for pairs of free particles that may touch in the step. Not state.
struct DetectionWork {
  Grid grid;
  std::vector<double> reach;  ///< way that a particle may go in the step, by slot [m]; empty without substeps
  std::vector<RoundedVelocity> roundedVelocities;  ///< velocities of free particles by slot, with the gain by a pull
  std::vector<double> turns;          ///< change of velocity that hits may cause, by slot [m/s]; empty: no hit
  std::vector<std::uint32_t> turned;  ///< places of the free particles whose reach grew by hits
  CandidateList candidates;           ///< candidate pairs, by places in ContactList::active
};

}  // namespace scree
