#pragma once

#include <string>
#include <vector>

#include "engine/geometry/mesh.h"
#include "engine/world/world.h"

// Bodies of a world as surfaces of one material that other programs have: planes across an axis, and triangles.
namespace scree {

/// Motion of a surface, or of its body.
struct DemMotion {
  enum class Kind : unsigned char { translation, rotation, belt };
  Kind kind = Kind::translation;
  Vec3 axis = Vec3::UnitZ();  ///< direction of a translation or a belt, axis of a rotation; a unit vector in the world
  Vec3 point = Vec3::Zero();  ///< of a rotation [m]
  std::vector<CoursePoint> speed;  ///< m/s or rad/s over the time since the start, straight between; jumps have two
                                   ///< points of one time. One point: constant.

  bool isConstant() const { return speed.size() == 1; }
};

/// Surface that grains touch.
struct DemSurface {
  std::string name;      ///< letters, digits and _, one of a kind
  std::string bodyName;  ///< as the scene has it
  MaterialIndex material = 0;
  bool isPlane = false;  ///< infinite plane across an axis, at rest
  int axis = 2;          ///< of a plane
  double at = 0.0;       ///< place of the plane along its axis [m]
  double side = 1.0;     ///< side of the grains: 1 or -1
  Triangles triangles;   ///< in the world [m]
  std::vector<DemMotion> motions;
};

struct DemSurfaces {
  std::vector<DemSurface> list;
  std::vector<std::string> leftOut;
  std::vector<std::string> otherwise;
};

/// Surfaces of all bodies, drawn or not, at their present place. Planes across an axis at rest stay planes, other ones
/// become squares that cover the reach of the world; round walls get facets, closer the smaller the smallest grain
/// [m] is. Along periodic axes triangles are cut at the box. `seconds` is the length of the run to come. Without
/// `keepPlanes` all planes become squares.
DemSurfaces surfacesOf(const World& world, double seconds, double smallestRadius, bool keepPlanes);

/// Parts of triangles between two planes across an axis [m].
Triangles cutBetween(const Triangles& triangles, int axis, double lower, double upper);

/// ASCII STL in metres, with all digits of the points.
std::string stlTextOf(const Triangles& triangles, const std::string& title);

/// Value of a speed over time [s], as DemMotion has it.
double speedAt(const std::vector<CoursePoint>& speed, double time);

}  // namespace scree
