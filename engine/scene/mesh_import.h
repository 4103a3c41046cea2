#pragma once

#include <filesystem>
#include <string>

#include "engine/base/types.h"

// A mesh on its way into a scene: what is to be known of it, and the lines that say so in the scene's file.
namespace scree {

/// What moves the body.
enum class ImportMotion : unsigned char { fixed, turns, slides, forces };

struct MeshImport {
  std::string name;  ///< of the body
  std::filesystem::path file;
  double scale = 1.0;            ///< m for one unit of the file
  bool asHull = false;           ///< its convex hull in place of its surface
  Vec3 position = Vec3::Zero();  ///< of the body [m]
  Vec3 turn = Vec3::Zero();      ///< about the world's x, then y, then z [deg]
  Vec3 origin = Vec3::Zero();    ///< place in the mesh, scaled, that lies at the body's position [m]
  std::string material;
  ImportMotion motion = ImportMotion::fixed;
  Vec3 axis = Vec3::UnitZ();  ///< of turning or sliding, in the world
  double speed = 0.0;         ///< rpm, or m/s
  bool byDensity = true;      ///< of a body that forces move
  double heaviness = 0.0;     ///< kg/m³ or kg
};

/// Its keys as a body of a scene in that folder: see withBody().
std::string bodyLines(const MeshImport& import, const std::filesystem::path& sceneFolder);

}  // namespace scree
