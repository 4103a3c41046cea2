#pragma once

#include <vector>

#include "engine/solver/rows.h"
#include "engine/world/contact.h"

namespace scree {

/// Working storage of the scalar reference methods. Not state.
struct ReferenceWork {
  std::vector<SolverBody<double>> bodies;      ///< a particle each, then the ground
  std::vector<ContactRows<double>> rows;       ///< one a contact
  std::vector<Multipliers> warm;               ///< start of the continuous stage, one a contact
  std::vector<Multipliers> impactMultipliers;  ///< one a contact
};

}  // namespace scree
