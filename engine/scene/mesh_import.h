#pragma once

#include <filesystem>
#include <string>

#include "engine/base/types.h"

// Import of a mesh: the settings of the import, and the lines of a scene file for them.
namespace scree {

/// Motion of the imported body.
enum class ImportMotion : unsigned char { fixed, turns, slides, forces };

struct MeshImport {
  std::string name;  ///< name of the body
  std::filesystem::path file;
  double scale = 1.0;            ///< m for one unit of the file
  bool asHull = false;           ///< takes the convex hull in place of the surface
  bool closeHoles = false;       ///< closes the holes of the surface
  Vec3 position = Vec3::Zero();  ///< position of the body [m]
  Vec3 turn = Vec3::Zero();      ///< rotation about the world's x, then y, then z [deg]
  Vec3 origin = Vec3::Zero();    ///< point of the mesh, after scaling, that lies at the body's position [m]
  std::string material;
  ImportMotion motion = ImportMotion::fixed;
  Vec3 axis = Vec3::UnitZ();  ///< axis of rotation or direction of sliding, in the world
  double speed = 0.0;         ///< speed: rpm of rotation, m/s of sliding
  bool byDensity = true;      ///< `heaviness` is a density, for a body that forces move
  double heaviness = 0.0;     ///< density [kg/m³] or mass [kg]
};

/// Keys of the body for a scene file in that folder, without its name (see withBody()).
std::string bodyLines(const MeshImport& import, const std::filesystem::path& sceneFolder);

}  // namespace scree
