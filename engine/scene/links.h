#pragma once

#include <string_view>

#include "engine/scene_file/description.h"

namespace scree {

/// Finds materials by name while a scene is built and notes which are used by particles and which by surfaces.
class MaterialLinks {
 public:
  MaterialLinks(const std::vector<MaterialDescription>& materials, ErrorList& errors);

  /// Index of the material; 0, with a message, when there is none of that name. Empty names were reported already.
  MaterialIndex find(const Reference& reference);
  MaterialIndex ofParticles(const Reference& reference);
  /// Of a body's surface; `moves`: forces move the body, so that it can come to touch other bodies.
  MaterialIndex ofSurface(const Reference& reference, bool moves = false);
  /// Whether particles or moving bodies of one can come to touch a particle or a surface of the other.
  bool canTouch(MaterialIndex a, MaterialIndex b) const;

 private:
  ErrorList& errors_;
  std::vector<std::string_view> names_;
  std::vector<char> onParticles_;
  std::vector<char> onSurfaces_;
  std::vector<char> onMoving_;
};

/// Materials and the table of their laws. `links` has seen all particles and surfaces. Reports pairs given twice, pairs
/// that can touch without a law, and Hertz laws without moduli.
Materials buildMaterials(const SceneDescription& description, MaterialLinks& links, ErrorList& errors);

}  // namespace scree
