#pragma once

#include "engine/world/world.h"

// The closed containers that the guard watches (guard.h): containers with all faces, hollow cylinders with both ends,
// and meshes without an open edge.
namespace scree {

/// Lists the first sixteen closed shapes of the world's bodies, with nothing in them yet.
std::vector<GuardedRoom> closedRooms(const World& world);

/// Where a place is against the room in a closed shape.
class RoomShape {
 public:
  explicit RoomShape(const Shape& shape) : shape_(shape) {}

  /// Whether a place is in the room, in the shape's frame. Of a mesh: whether a ray from it crosses an odd number of
  /// triangles. Takes time for a mesh.
  bool holds(const Vec3& local) const;
  /// How far a place is outside the room [m]; negative inside. Of a mesh: outside the box around it.
  double outside(const Vec3& local) const;

 private:
  const Shape& shape_;
};

}  // namespace scree
