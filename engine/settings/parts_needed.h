#pragma once

#include <algorithm>
#include <cmath>

#include "engine/settings/settings_constants.h"

namespace scree {

/// Way in radii against a particle that would be met, up to which a step of so many substeps is not divided (METHOD.md
/// 8.4).
inline double wayWithoutParts(int substeps) {
  return substeps == 1 ? settings::kFarthestWay : std::min(settings::kFarthestWay, settings::kWayOfSubstep * substeps);
}

/// Number of parts of a step in which something moves by `ways` radii against a particle that it would meet, at least
/// 1; not limited to settings::kMostParts.
inline double partsNeeded(double ways) { return std::max(1.0, std::ceil(ways / settings::kWayOfPart)); }

/// The same for a fast particle that would meet others, or what is slow.
inline double partsNeededForHits(double ways) { return std::max(1.0, std::ceil(ways / settings::kFarthestHit)); }

}  // namespace scree
