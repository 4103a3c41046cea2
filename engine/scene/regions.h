#pragma once

#include <utility>

#include "engine/scene_file/description.h"

// Geometry of the regions that fills have.
namespace scree {

/// The smallest box about a region: its corners with the smallest and the largest coordinates [m].
std::pair<Vec3, Vec3> boxAround(const Region& region);

/// Whether a sphere's centre may lie at `p`, `margin` away from the region's border.
bool holds(const Region& region, const Vec3& p, double margin);

double volumeOf(const Region& region);  ///< m³

}  // namespace scree
