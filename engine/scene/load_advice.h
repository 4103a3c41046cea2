#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Bed of equal grains under its own weight, for the limit on stiffness (engine/solver/stiffness_limit.h).
struct BedLoad {
  double height = 0.0;     ///< height of the bed in diameters
  double diameter = 0.0;   ///< diameter of a grain [m]
  double stiffness = 0.0;  ///< k Δt²/m half way down
};

/// Appends advice on loads that the limit on the stiffness of contacts cannot carry: the weight of a deep bed, and of
/// each body moved by forces, where it comes to lie on four of the lightest grains. Notes give the substeps of the run;
/// warnings, where these are not enough, name a remedy. Nothing without substeps or warm start.
void adviseLoads(const World& world, const BedLoad& bed, std::vector<std::string>& notes,
                 std::vector<std::string>& warnings);

}  // namespace scree
