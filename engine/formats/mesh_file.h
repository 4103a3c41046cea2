#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/world/mesh.h"

namespace scree {

/// Triangles of a file in the file's own unit, or what is wrong with it.
struct MeshFile {
  std::optional<Triangles> triangles;
  std::string what;
  std::string remedy;
};

/// Reads STL (ASCII or binary), OBJ or PLY, by the ending of the name. Polygons become triangles; every triangle has
/// corners of its own where the format says so (see mend()). Never throws for bad content.
MeshFile readMeshFile(const std::filesystem::path& file);

/// Binary STL, in metres. Points are rounded to single precision, which the format has.
std::string stlOf(const Triangles& triangles, const std::string& title);

}  // namespace scree
