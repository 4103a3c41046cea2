#pragma once

#include <array>
#include <memory>
#include <variant>

#include "engine/base/ids.h"
#include "engine/base/types.h"
#include "engine/geometry/made_mesh.h"

// Shapes of static and kinematic bodies, each in its own frame: its local z axis is the plane's normal, the
// rectangle's normal or the cylinder's axis; the origin is the centre.
namespace scree {

/// Half-space below local z = 0; particles stay above, however deep they are.
struct Plane {};

/// Finite rectangle in local x, y; holds particles whose centre is or was in front (local z > 0); its rim holds all.
struct Rectangle {
  double halfX = 0.5;
  double halfY = 0.5;
};

/// Solid box; particles stay outside.
struct SolidBox {
  Vec3 halfExtents = Vec3::Constant(0.5);
};

/// Box of thin walls; faces in the order -x +x -y +y -z +z, absent ones are open. Particles stay on their side.
struct Container {
  Vec3 halfExtents = Vec3::Constant(0.5);
  std::array<bool, 6> faces = {true, true, true, true, true, true};
};

/// Thin cylinder (drum, silo), like a container; axis local z. Caps are discs at ± halfLength: [0] low, [1] high.
struct HollowCylinder {
  double radius = 0.5;
  double halfLength = 0.5;
  std::array<bool, 2> caps = {true, true};
};

/// Solid cylinder from outside (roller, post), flat ends included.
struct SolidCylinder {
  double radius = 0.5;
  double halfLength = 0.5;
};

/// Ball from outside.
struct SolidSphere {
  double radius = 0.5;
};

/// Cylinder with rounded ends from outside; axis local z, the ends' centres at ± halfLength.
struct Capsule {
  double radius = 0.5;
  double halfLength = 0.5;
};

struct Mesh;

/// Surface of triangles; particles stay on the side of it that they came from. Never null in a world.
struct MeshShape {
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const MadeMesh> made;  ///< numbers that the mesh was made from; null for one from a file
};

struct Hull;

/// Convex solid; particles stay outside. Never null in a world.
struct HullShape {
  std::shared_ptr<const Hull> hull;
};

using Shape = std::variant<Plane, Rectangle, SolidBox, Container, HollowCylinder, SolidCylinder, SolidSphere, Capsule,
                           MeshShape, HullShape>;

/// Largest number of contacts one particle can have with one shape (a corner of a container, a cap and a wall);
/// of a mesh the deepest count.
constexpr int kMaxFeatures = 8;

/// A shape on a body. A feature is a part of a shape that can touch a particle on its own: a face of a container
/// (0..5, from outside 6..11), wall (0) and caps (1 low, 2 high) of a hollow cylinder (from outside 3..5), patch, edge
/// or point of a mesh (see mesh.h), the rim of a rectangle from behind (1), 0 for everything else.
struct ShapeInstance {
  Shape shape;
  Pose local;  ///< frame of the shape in its body
  MaterialIndex material = 0;
  MaterialIndex capMaterial = 0;  ///< of a hollow cylinder's caps
  Vec3 surfaceVelocity =
      Vec3::Zero();  ///< belt: velocity of the surface relative to the body, in the shape's frame [m/s]
  bool visible = true;
};

}  // namespace scree
