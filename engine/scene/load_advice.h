#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// A bed of equal grains under its own weight, as far as the limit on stiffness goes (engine/solver/stiffness_limit.h).
struct BedLoad {
  double height = 0.0;     ///< in diameters
  double diameter = 0.0;   ///< m
  double stiffness = 0.0;  ///< k Δt²/m half way down
};

/// Appends what the limit on the stiffness of contacts makes of the scene's loads: of a deep bed, and of each body that
/// forces move where it comes to lie on four of the lightest grains. Notes tell how many substeps the run will take;
/// warnings, where these are not enough, name what would help.
void adviseLoads(const World& world, const BedLoad& bed, std::vector<std::string>& notes,
                 std::vector<std::string>& warnings);

}  // namespace scree
