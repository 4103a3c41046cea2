#pragma once

#include <utility>

#include "engine/scene_file/description.h"

// Geometry of the regions of fills.
namespace scree {

/// Smallest box about a region: its corners with the smallest and the largest coordinates [m].
std::pair<Vec3, Vec3> boxAround(const Region& region);

/// True if a sphere's centre at `p` keeps a distance of `margin` from the region's border [m].
bool holds(const Region& region, const Vec3& p, double margin);

double volumeOf(const Region& region);  ///< m³

}  // namespace scree
