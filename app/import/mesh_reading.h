#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/render/geometry/body_mesh.h"
#include "engine/formats/mesh_defects.h"
#include "engine/geometry/mesh.h"

namespace scree {

/// A mesh after mending, in the unit of its file.
struct MendedMesh {
  MeshHealth health;
  MeshDefects defects;
  std::size_t triangles = 0;                ///< number of triangles
  std::shared_ptr<const BodyMesh> surface;  ///< surface for the view; null if the file cannot be used
};

/// Result of reading and mending a mesh file; or the problem with it.
struct ReadMesh {
  MendedMesh given;                      ///< mesh with its holes
  std::optional<MendedMesh> closed;      ///< mesh with its holes closed, if any can be
  std::shared_ptr<const BodyMesh> hull;  ///< convex hull for the view; null if there is none
  std::string problem;                   ///< message with the remedy; empty: none
};

/// Reads and mends a mesh file; takes as long as the file is large.
ReadMesh readForImport(const std::filesystem::path& file);

/// Reads mesh files in the background. A newer file replaces the one before.
class MeshReading {
 public:
  void begin(const std::filesystem::path& file);
  bool isUnderWay() const { return result_.valid(); }
  /// Returns the result once reading has ended.
  std::optional<ReadMesh> poll();

 private:
  std::future<ReadMesh> result_;
};

}  // namespace scree
