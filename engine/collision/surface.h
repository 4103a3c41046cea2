#pragma once

#include <array>
#include <span>

#include "engine/geometry/shapes.h"
#include "engine/world/contact.h"

// Spheres against the shapes of bodies: geometry only. A centre in the shape's frame and a radius go in; the points of
// the surface that the sphere touches come out.
namespace scree {

/// A touched part of a shape, in the shape's frame. The normal points from the sphere into the surface. Its fields are
/// uninitialised until a touch is added: setting them would take longer than finding one.
struct SurfaceTouch {
  std::uint32_t feature;
  Vec3 normal;
  double gap;  ///< m, at most the margin that was asked for
  bool isCap;  ///< of a hollow cylinder: the cap's material applies
  /// Of a mesh: 1 + the place in the tree's order of the triangle that the centre is over; 0: over none.
  std::uint32_t triangle;
};

struct SurfaceTouches {
  std::array<SurfaceTouch, kMaxFeatures> list;
  int count = 0;

  void add(std::uint32_t feature, const Vec3& normal, double gap, bool isCap = false) {
    list[static_cast<std::size_t>(count++)] = {feature, normal, gap, isCap, 0};
  }
};

/// Past of a sphere: thin walls hold it on the side that it came from.
struct SurfacePast {
  bool isInFront = false;               ///< the sphere counts as in front of thin walls, whatever its past
  Vec3 moved = Vec3::Zero();            ///< against the shape since the last step, in the shape's frame [m]
  std::span<const ContactKey> touched;  ///< contacts of the last step, ascending
  ContactKey base;                      ///< of the sphere with the shape's feature 0
};

void touchPlane(const Plane& plane, const Vec3& centre, double radius, double margin, SurfaceTouches& touches);
void touchRectangle(const Rectangle& rectangle, const Vec3& centre, double radius, double margin,
                    const SurfacePast& past, SurfaceTouches& touches);
void touchSolidBox(const SolidBox& box, const Vec3& centre, double radius, double margin, SurfaceTouches& touches);
void touchContainer(const Container& container, const Vec3& centre, double radius, double margin,
                    const SurfacePast& past, SurfaceTouches& touches);
void touchHollowCylinder(const HollowCylinder& cylinder, const Vec3& centre, double radius, double margin,
                         const SurfacePast& past, SurfaceTouches& touches);
void touchSolidCylinder(const SolidCylinder& cylinder, const Vec3& centre, double radius, double margin,
                        SurfaceTouches& touches);

void touchSolidSphere(const SolidSphere& sphere, const Vec3& centre, double radius, double margin,
                      SurfaceTouches& touches);
void touchCapsule(const Capsule& capsule, const Vec3& centre, double radius, double margin, SurfaceTouches& touches);
void touchMesh(const MeshShape& mesh, const Vec3& centre, double radius, double margin, const SurfacePast& past,
               SurfaceTouches& touches);

void touchHull(const HullShape& hull, const Vec3& centre, double radius, double margin, SurfaceTouches& touches);

/// Finds the touches of a sphere with a shape: clears `touches`, then adds each feature whose gap is at most `margin`
/// [m]. `centre` is in the shape's frame [m]. A centre that is not finite does no harm.
void touchShape(const Shape& shape, const Vec3& centre, double radius, SurfaceTouches& touches, double margin = 0.0,
                const SurfacePast& past = {});

/// Touch of a sphere with the single nearest surface point at `nearest`, when the centre is outside the solid. Adds
/// nothing when they are apart; uses `fallback` as the normal when the centre lies on the point.
void touchPoint(std::uint32_t feature, const Vec3& nearest, const Vec3& centre, double radius, double margin,
                const Vec3& fallback, SurfaceTouches& touches);

/// Bounding box of a shape in its own frame; infinite for a plane.
Bounds boundingBox(const Shape& shape);

/// Bounding sphere of a finite shape in its own frame, about its origin; infinite for a plane. A sphere can touch the
/// shape with its centre up to sqrt(3) radii beyond: past the corner of a container.
double boundingRadius(const Shape& shape);

}  // namespace scree
