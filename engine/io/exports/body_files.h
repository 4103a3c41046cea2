#pragma once

#include <string>

#include "engine/geometry/mesh.h"
#include "engine/world/world.h"

// Bodies of a world at their present place as surfaces that other programs read.
namespace scree {

/// Triangles of all shapes of all bodies that are drawn, in the world [m]. Infinite planes are cut to squares that
/// cover the world's reach (reachOf()).
Triangles trianglesOfBodies(const World& world);
/// Wavefront OBJ: an object for each body, by name [m].
std::string bodiesObj(const World& world);

/// Scene as binary glTF 2.0 (.glb): a sphere for each grain, all of one mesh, and a mesh for each body; z up becomes y
/// up, as glTF has it. Grains and bodies have a colour for each material. Single precision, which the format has.
std::string glbScene(const World& world);

}  // namespace scree
