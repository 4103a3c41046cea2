#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/geometry/mesh.h"

namespace scree {

/// Triangles of a file in the file's own unit, or a problem with its remedy.
struct MeshFile {
  std::optional<Triangles> triangles;
  std::string what;
  std::string remedy;
};

/// True if bytes are surely those of a mesh: PLY, STL as text, OBJ.
bool isMesh(std::string_view bytes);

/// Endings of the mesh files that can be read: ".stl" and so on.
std::span<const std::string_view> meshEndings();
/// True if the name of a file ends in one of meshEndings(), in upper or lower case.
bool isMeshFile(const std::filesystem::path& file);

/// Reads STL (ASCII or binary), OBJ or PLY (ASCII or binary), by the ending of the name, in double precision. Polygons
/// become triangles; the triangles of STL have corners of their own (see mend()). A problem is reported with its line
/// or byte. Never throws for bad content; time and memory stay in proportion to the file's size.
MeshFile readMeshFile(const std::filesystem::path& file);
/// Reads the bytes of a mesh file as readMeshFile() does; `ending` is one of meshEndings(), `name` is the name of the
/// file in messages.
MeshFile readMeshBytes(std::string_view bytes, std::string_view ending, const std::string& name);

/// Bytes of an STL file, in metres: binary, whose points are rounded to single precision; or text, where that would
/// lose more than a millionth of the size because the points are far from the origin.
std::string stlOf(const Triangles& triangles, const std::string& title);

}  // namespace scree
