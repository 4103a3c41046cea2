#pragma once

#include <cstdint>
#include <vector>

#include "engine/collision/surface.h"

namespace scree::testing {

/// What a sphere touches of a shape, both in the shape's frame.
inline SurfaceTouches touchesOf(const Shape& shape, const Vec3& centre, double radius) {
  SurfaceTouches touches;
  touchShape(shape, centre, radius, touches);
  return touches;
}

/// The same of a sphere that touched some features in the step before, or that moved.
inline SurfaceTouches touchesAfter(const Shape& shape, const Vec3& centre, double radius,
                                   const std::vector<std::uint32_t>& features, const Vec3& moved = Vec3::Zero()) {
  std::vector<ContactKey> touched;
  for (const std::uint32_t feature : features) {
    touched.push_back(ContactKey::boundary(7, 3, 1, feature));
  }
  // Of other spheres and other shapes, which say nothing.
  touched.insert(touched.begin(), {ContactKey::boundary(6, 3, 1, 0), ContactKey::boundary(7, 3, 0, 0)});
  touched.push_back(ContactKey::boundary(7, 3, 2, 0));
  SurfaceTouches touches;
  touchShape(shape, centre, radius, touches, 0.0,
             {.moved = moved, .touched = touched, .base = ContactKey::boundary(7, 3, 1, 0)});
  return touches;
}

inline Vec3 contactPoint(const SurfaceTouch& touch, const Vec3& centre, double radius) {
  return centre + (radius + touch.gap) * touch.normal;
}

}  // namespace scree::testing
