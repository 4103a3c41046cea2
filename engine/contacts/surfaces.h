#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <span>
#include <vector>

#include "engine/base/base_constants.h"
#include "engine/collision/grid.h"
#include "engine/collision/near_triangles.h"
#include "engine/collision/surface.h"
#include "engine/world/world.h"

// Contacts of particles with the shapes of bodies: found once a step, followed through its substeps.
namespace scree {

/// Shapes of all bodies at their places at one moment.
struct PlacedShapes {
  struct Shape {
    std::uint32_t body = 0;
    std::uint32_t shape = 0;
    Pose pose;
    Vec3 bodyPosition = Vec3::Zero();
    Vec3 belt = Vec3::Zero();      ///< velocity of the surface against the body [m/s]
    double reach = 0.0;            ///< largest distance from the pose at which a point touches [m]
    Mat3 axes = Mat3::Identity();  ///< of the shape's frame, as rows
    /// Half extents of the room in a container or a hollow cylinder along the axes [m]; negative: no room.
    Vec3 room = Vec3::Constant(-1.0);
    bool isRound = false;  ///< the room is a cylinder's
    bool isMesh = false;
    std::uint32_t mesh = 0;  ///< number of a mesh among those placed
    bool isPlane = false;
    bool isStill = false;    ///< neither its body nor its surface moves
    bool isAligned = false;  ///< aligned with the world's axes: no turning needed

    bool isRoom() const { return room.x() > 0.0; }
    // Adding nothing makes a negative zero a positive one, as a rotation does: the same bits either way.
    Vec3 toLocal(const Vec3& place) const {
      return isAligned ? Vec3(place - pose.position + Vec3::Zero()) : pose.toLocal(place);
    }
    Vec3 turnedToWorld(const Vec3& local) const {
      return isAligned ? Vec3(local + Vec3::Zero()) : Vec3(pose.orientation * local);
    }

    /// True if the surface is surely farther from a place than `distance` [m]; a quick test, as most particles are amid
    /// others.
    bool isFarFrom(const Vec3& place, double distance) const;
  };
  std::vector<Shape> list;
  std::vector<std::uint32_t> first;  ///< index of each body's first shape

  /// True if a shape may be within `distance` [m] of a place.
  bool isAnyNear(const Vec3& place, double distance) const {
    return std::any_of(list.begin(), list.end(), [&](const Shape& shape) { return !shape.isFarFrom(place, distance); });
  }
  const Shape& of(const Contact& contact) const { return list[first[contact.key.body()] + contact.key.shape()]; }
};

inline bool PlacedShapes::Shape::isFarFrom(const Vec3& place, double distance) const {
  const Vec3 from = place - pose.position;
  // More than enough for what the rotation rounds off.
  const double enough = (1.0 + kTurnRounding) * distance;
  if (isPlane) {
    return axes.row(2).dot(from) > enough;
  }
  // A sphere that went through a corner by a radius along each axis is still held by all three walls.
  const double farthest = reach + std::numbers::sqrt3 * distance;
  if (from.squaredNorm() > farthest * farthest) {
    return true;
  }
  const Vec3 free = room - Vec3::Constant(enough);
  const Vec3 local = isAligned ? from : Vec3(axes * from);
  if (isRound) {
    return free.minCoeff() > 0.0 && local.head<2>().squaredNorm() < free.x() * free.x() &&
           std::abs(local.z()) < free.z();
  }
  return std::abs(local.x()) < free.x() && std::abs(local.y()) < free.y() && std::abs(local.z()) < free.z();
}

/// All shapes where the bodies are, or where they would be with other poses.
PlacedShapes placeShapes(const std::vector<Body>& bodies);
PlacedShapes placeShapes(const std::vector<Body>& bodies, std::span<const Pose> poses);

/// Contacts found by one piece of work.
struct FoundContacts {
  std::vector<Contact> contacts;
  std::vector<SurfaceContact> surfaces;  ///< surfaces of the contacts with shapes, in order
  std::uint32_t firstSurface = 0;        ///< place of the first of `surfaces` in the list of all
  std::vector<std::uint32_t> beside;     ///< scratch: slots of particles that may touch shapes
  Vec3 longest = Vec3::Zero();           ///< largest distances along the axes between the centres of such a contact [m]
};

/// Meshes of all bodies in the order in which placeShapes() counts them.
std::vector<std::shared_ptr<const Mesh>> meshesOf(const std::vector<Body>& bodies);

/// Search for the triangles near particles by a piece of work. Without `near` all of a mesh is searched each time.
struct TriangleSearch {
  NearTriangles* near = nullptr;
  std::size_t piece = 0;
  std::size_t history = 0;  ///< place in the history of contacts from which keys of the next particle are looked for
};

/// Appends the contacts of one particle with shapes whose gap is at most `margin` [m].
void touchSurfaces(const World& world, std::uint32_t slot, const PlacedShapes& shapes, double margin,
                   FoundContacts& out);
/// The same for particles whose slots ascend from call to call.
void touchSurfaces(const World& world, std::uint32_t slot, const PlacedShapes& shapes, double margin,
                   TriangleSearch& search, FoundContacts& out);

/// Updates gap, normal and surface velocity of a known contact for the particle's centre at `position` and the shapes
/// as placed. A contact farther than `margin` [m] gets the gap `margin`, one with a mesh a lower bound of its gap where
/// the triangles that are `near` end before.
void followSurface(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin,
                   Contact& contact, SurfaceContact& surface, const NearTriangles* near = nullptr);

/// followSurface() for a centre that has moved by no more than `moved` [m] against the shape since the contact's gap
/// was measured: of a mesh, farther triangles are not looked at. A contact that is not found gets a lower bound of its
/// gap.
void followSurfaceNear(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin,
                       double moved, Contact& contact, SurfaceContact& surface, const NearTriangles* near = nullptr);

/// A contact that is followed, and the motion of its surface.
struct FollowedContact {
  Contact* contact = nullptr;
  SurfaceContact* surface = nullptr;
};

/// followSurfaceNear() for the contacts of one particle with one mesh, kMaxFeatures at most. The mesh is looked at once
/// for all of them, and not at all where the particle stays over the triangles that it touches.
void followMesh(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin, double moved,
                const NearTriangles& near, std::span<const FollowedContact> contacts);

}  // namespace scree
