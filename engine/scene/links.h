#pragma once

#include <string_view>

#include "engine/scene_file/description.h"

namespace scree {

/// Finds materials by name while a scene is built, and notes the materials of particles and of surfaces.
class MaterialLinks {
 public:
  MaterialLinks(const std::vector<MaterialDescription>& materials, ErrorList& errors);

  /// Index of the material; 0, with a message, when no material has that name. Empty names were reported already.
  MaterialIndex find(const Reference& reference);
  MaterialIndex ofParticles(const Reference& reference);
  /// Index of the material of a body's surface. `moves`: forces move the body, so that it can come to touch other
  /// bodies.
  MaterialIndex ofSurface(const Reference& reference, bool moves = false);
  /// True if particles or moving bodies of one material can come to touch a particle or a surface of the other.
  bool canTouch(MaterialIndex a, MaterialIndex b) const;

 private:
  ErrorList& errors_;
  std::vector<std::string_view> names_;
  std::vector<char> onParticles_;
  std::vector<char> onSurfaces_;
  std::vector<char> onMoving_;
};

/// Makes the materials and the table of their laws. `links` must have seen all particles and surfaces. Reports pairs
/// given twice, pairs that can touch without a law, and Hertz laws without moduli.
Materials buildMaterials(const SceneDescription& description, MaterialLinks& links, ErrorList& errors);

}  // namespace scree
