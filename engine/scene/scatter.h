#pragma once

#include <vector>

#include "engine/base/work_watch.h"
#include "engine/scene/regions.h"

namespace scree {

/// Sphere with its place.
struct PlacedSphere {
  Vec3 position = Vec3::Zero();
  double diameter = 0.0;
};

/// Places spheres one after the other, the largest first, each at the first random place at which its distance to every
/// other is at least `spacing` times the sum of the radii (random sequential addition). Spheres of one size fill about
/// a third of the region, spheres of many sizes more. Returns the placed spheres from below upwards: fewer than wanted
/// when a sphere found no place, none when they clearly do not fit.
std::vector<PlacedSphere> scattered(const Region& region, std::vector<double> diameters, double spacing, Random& random,
                                    WorkWatch* watch = nullptr);

}  // namespace scree
