#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/geometry/hull.h"
#include "engine/scene_file/description.h"

namespace scree {

/// Meshes of a scene, from files and made; shapes that name the same file share one mesh. Reports what cannot be read
/// or used, and notes what was mended.
class MeshLoader {
 public:
  MeshLoader(std::filesystem::path folder, ErrorList& errors) : folder_(std::move(folder)), errors_(errors) {}

  /// Null, with a message, when there is none.
  std::shared_ptr<const Mesh> load(const MeshDescription& description);
  /// The same for the convex hull of points or of a file.
  std::shared_ptr<const Hull> loadHull(const HullDescription& description);
  bool anyMissing() const { return anyMissing_; }

 private:
  std::shared_ptr<const Mesh> find(const MeshDescription& description);
  std::shared_ptr<const Mesh> read(const MeshDescription& description);
  /// The triangles of a file in metres; none, with a message, when it cannot be read.
  std::optional<Triangles> scaledTriangles(const Where& where, const std::filesystem::path& path, double scale);
  std::shared_ptr<const Mesh> make(const MeshDescription& description);
  std::shared_ptr<const Mesh> finish(const MeshDescription& description, Triangles triangles, const std::string& name);
  std::shared_ptr<const Hull> findHull(const HullDescription& description);
  std::shared_ptr<const Hull> hullOfFile(const HullDescription& description);
  std::shared_ptr<const Hull> hullAround(const Where& where, const std::vector<Vec3>& points);
  /// Whether something of that size is likely no slip of the unit; reports what cannot be.
  bool checkSize(const Where& where, const std::string& what, const Bounds& bounds);

  std::filesystem::path folder_;
  ErrorList& errors_;
  bool anyMissing_ = false;
  std::map<std::pair<std::string, double>, std::shared_ptr<const Mesh>> known_;       ///< by path and scale
  std::map<std::pair<std::string, double>, std::shared_ptr<const Hull>> knownHulls_;  ///< likewise
};

}  // namespace scree
