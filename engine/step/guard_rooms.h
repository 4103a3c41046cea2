#pragma once

#include "engine/world/world.h"

// The closed containers that the guard watches (guard.h): containers with all faces, hollow cylinders with both ends,
// and meshes without an open edge.
namespace scree {

/// Lists the first stepping::kMostRooms closed shapes of the world's bodies, without particles in them.
std::vector<GuardedRoom> closedRooms(const World& world);

/// Position of places against the room in a closed shape.
class RoomShape {
 public:
  explicit RoomShape(const Shape& shape) : shape_(shape) {}

  /// True if a place in the shape's frame is in the room. Of a mesh: whether a ray from it crosses an odd number of
  /// triangles. Takes time for a mesh.
  bool holds(const Vec3& local) const;
  /// Distance of a place outside the room [m]; negative inside. Of a mesh: outside the box around it.
  double outside(const Vec3& local) const;

 private:
  const Shape& shape_;
};

}  // namespace scree
