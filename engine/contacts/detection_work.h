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
  std::vector<double> reach;                       ///< way a particle may go in the step [m]; empty without substeps
  std::vector<RoundedVelocity> roundedVelocities;  ///< of free particles by slot, with what a pull will give them
  std::vector<double> turns;          ///< by how much hits may change its velocity [m/s], by slot; empty: nobody is hit
  std::vector<std::uint32_t> turned;  ///< places among the free particles of those whose reach grew by that
  CandidateList candidates;           ///< its places are those in ContactList::active
};

}  // namespace scree
