#pragma once

#include <string>
#include <vector>

#include "engine/world/bodies.h"

namespace scree {

/// Volume [m³], centre [m] and inertia about it [m⁵] of the solid shapes of a body at density 1, overlaps counted
/// twice. Shapes that have no inside (planes, rectangles, containers, hollow cylinders, open meshes) add nothing.
struct SolidSums {
  double volume = 0.0;
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
};
SolidSums solidSums(const std::vector<ShapeInstance>& shapes);

/// Mass properties of given total mass [kg], spread evenly over the solid shapes. The volume must not be zero.
BodyMass massOf(const SolidSums& sums, double mass);

/// Message about a mass and inertia that no body has, or empty: an inertia must be positive and obey the triangle
/// inequality.
std::string problemOf(const BodyMass& mass);

}  // namespace scree
