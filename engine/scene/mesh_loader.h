#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "engine/formats/mesh_health.h"
#include "engine/geometry/hull.h"
#include "engine/geometry/shapes.h"
#include "engine/scene_file/description.h"

namespace scree {

/// Loads the meshes of a scene, from files or made; shapes that name the same file share one mesh. Reports meshes that
/// cannot be read or used, and notes repairs.
class MeshLoader {
 public:
  MeshLoader(std::filesystem::path folder, ErrorList& errors) : folder_(std::move(folder)), errors_(errors) {}

  /// Mesh of a description, with the numbers that it is made from; null, with a message, when there is none.
  MeshShape load(const MeshDescription& description);
  /// Convex hull of points or of a file; null, with a message, when there is none.
  std::shared_ptr<const Hull> loadHull(const HullDescription& description);
  /// Number of shapes without their mesh or hull.
  std::size_t missing() const { return missing_; }
  /// Notes meshes of files without a scale that are so large beside the largest particle [m] that their unit is
  /// doubtful.
  void noteSizes(double largestDiameter);
  /// Reason why a mesh that was loaded here cannot be weighed, with its remedy; empty: it can.
  Weightless whyWeightless(const Mesh& mesh) const;

 private:
  MeshShape find(const MeshDescription& description);
  std::shared_ptr<const Mesh> read(const MeshDescription& description);
  /// Triangles of a file in metres; none, with a message, when it cannot be read.
  std::optional<Triangles> scaledTriangles(const Where& where, const std::filesystem::path& path, double scale);
  MeshShape make(const MeshDescription& description);
  std::shared_ptr<const Mesh> finish(const MeshDescription& description, Triangles triangles, const std::string& name);
  std::shared_ptr<const Hull> findHull(const HullDescription& description);
  std::shared_ptr<const Hull> hullOfFile(const HullDescription& description);
  std::shared_ptr<const Hull> hullAround(const Where& where, const std::vector<Vec3>& points);
  /// True if the size is possible; else there is a message. Notes a size that suggests a wrong unit.
  bool checkSize(const Where& where, const std::string& what, const Bounds& bounds);

  std::filesystem::path folder_;
  ErrorList& errors_;
  /// Mesh of a file without a scale.
  struct Unscaled {
    Mark mark;
    std::string name;
    double size = 0.0;  ///< diagonal of its box [m]
  };

  std::size_t missing_ = 0;
  std::vector<Unscaled> unscaled_;
  std::map<const Mesh*, Weightless> weightless_;  ///< meshes of `known_` without a volume to weigh
  /// By path, scale and whether holes are closed.
  std::map<std::tuple<std::string, double, bool>, std::shared_ptr<const Mesh>> known_;
  std::map<std::pair<std::string, double>, std::shared_ptr<const Hull>> knownHulls_;  ///< by path and scale
};

}  // namespace scree
