#pragma once

#include <vector>

#include "engine/scene/regions.h"

namespace scree {

/// A sphere that has found its place.
struct PlacedSphere {
  Vec3 position = Vec3::Zero();
  double diameter = 0.0;
};

/// Places spheres one after the other, the largest first, each at the first place drawn at random where its distance
/// to every other is at least `spacing` times the sum of the radii (random sequential addition). Spheres of one size
/// fill up to about a third of the region so, those of many sizes more. Gives those placed, from below upwards; fewer
/// than wanted when one found no place.
std::vector<PlacedSphere> scattered(const Region& region, std::vector<double> diameters, double spacing,
                                    Random& random);

}  // namespace scree
