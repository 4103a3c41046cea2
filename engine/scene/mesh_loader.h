#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "engine/scene/description.h"

namespace scree {

/// Meshes of a scene, from files and made; shapes that name the same file share one mesh. Reports what cannot be read
/// or used, and notes what was mended.
class MeshLoader {
 public:
  MeshLoader(std::filesystem::path folder, ErrorList& errors) : folder_(std::move(folder)), errors_(errors) {}

  /// Null, with a message, when there is none.
  std::shared_ptr<const Mesh> load(const MeshDescription& description);
  bool anyMissing() const { return anyMissing_; }

 private:
  std::shared_ptr<const Mesh> find(const MeshDescription& description);
  std::shared_ptr<const Mesh> read(const MeshDescription& description);
  std::shared_ptr<const Mesh> make(const MeshDescription& description);
  std::shared_ptr<const Mesh> finish(const MeshDescription& description, Triangles triangles, const std::string& name);

  std::filesystem::path folder_;
  ErrorList& errors_;
  bool anyMissing_ = false;
  std::map<std::pair<std::string, double>, std::shared_ptr<const Mesh>> known_;  ///< by path and scale
};

}  // namespace scree
