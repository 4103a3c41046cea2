#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/render/geometry/body_mesh.h"
#include "engine/formats/mesh_health.h"
#include "engine/geometry/mesh.h"

namespace scree {

/// A mesh file as it was read and mended, all in the file's own unit; or what is wrong with it.
struct ReadMesh {
  MeshHealth health;
  std::size_t triangles = 0;                ///< after mending
  std::shared_ptr<const BodyMesh> surface;  ///< for the view; null when the file cannot be used
  std::shared_ptr<const BodyMesh> hull;     ///< null when there is none
  std::string problem;                      ///< for people, with the remedy; empty when all is well
};

ReadMesh readForImport(const std::filesystem::path& file);

/// Reads files beside the window's own work; a newer one takes the place of the one before.
class MeshReading {
 public:
  void begin(const std::filesystem::path& file);
  bool isUnderWay() const { return result_.valid(); }
  /// What was read when that has just become ready.
  std::optional<ReadMesh> poll();

 private:
  std::future<ReadMesh> result_;
};

}  // namespace scree
