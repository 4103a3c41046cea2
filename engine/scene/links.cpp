#include "engine/scene/links.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

constexpr std::size_t kMostMaterials = 250;

/// Puts the law into the table. Reports a Hertz law without moduli where the two materials can touch.
void setLaw(Materials& materials, MaterialIndex a, MaterialIndex b, const LawDescription& description, const Mark& mark,
            bool canTouch, ErrorList& errors) {
  PairLaw law = description.law;
  if (description.hertz) {
    law.law = StiffnessLaw::hertz;
    law.effectiveModulus = effectiveModulus(materials.list[a], materials.list[b]);
    if (law.effectiveModulus <= 0.0 && canTouch) {
      const MaterialIndex lacking = materials.list[a].youngsModulus > 0.0 ? b : a;
      errors.add(mark,
                 fmt::format("'stiffness: hertz' for {} and {}, but {} has no Young's modulus",
                             inQuotes(materials.list[a].name), inQuotes(materials.list[b].name),
                             inQuotes(materials.list[lacking].name)),
                 "give it 'youngs_modulus', or the pair a stiffness such as 3 kN/m");
    }
  }
  materials.setPair(a, b, law);
}

/// Fills in the laws of listed pairs; returns a mark for each entry of the table that is set.
std::vector<char> setListedPairs(const SceneDescription& description, MaterialLinks& links, Materials& materials,
                                 ErrorList& errors) {
  const std::size_t n = materials.list.size();
  std::vector<char> given(n * n, 0);
  for (const PairDescription& pair : description.pairs) {
    if (pair.between.size() != 2) {
      continue;
    }
    const std::size_t before = errors.count();
    const MaterialIndex a = links.find(pair.between[0]);
    const MaterialIndex b = links.find(pair.between[1]);
    if (errors.count() > before) {
      continue;
    }
    if (given[a * n + b] != 0) {
      errors.add(
          pair.where.mark,
          fmt::format("a second law between {} and {}", inQuotes(pair.between[0].name), inQuotes(pair.between[1].name)),
          "give each pair once");
    }
    given[a * n + b] = given[b * n + a] = 1;
    setLaw(materials, a, b, pair.law, pair.where.mark, links.canTouch(a, b), errors);
  }
  return given;
}

}  // namespace

MaterialLinks::MaterialLinks(const std::vector<MaterialDescription>& materials, ErrorList& errors)
    : errors_(errors),
      onParticles_(materials.size(), 0),
      onSurfaces_(materials.size(), 0),
      onMoving_(materials.size(), 0) {
  for (const MaterialDescription& material : materials) {
    names_.push_back(material.name);
  }
}

MaterialIndex MaterialLinks::find(const Reference& reference) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == reference.name) {
      return static_cast<MaterialIndex>(i);
    }
  }
  if (!reference.name.empty() && !errors_.full()) {
    errors_.add(reference.mark, fmt::format("there is no material {}", inQuotes(reference.name)),
                names_.empty() ? "add it to 'materials'" : suggestion(reference.name, names_));
  }
  return 0;
}

MaterialIndex MaterialLinks::ofParticles(const Reference& reference) {
  const std::size_t before = errors_.count();
  const MaterialIndex index = find(reference);
  if (errors_.count() == before && index < onParticles_.size() && !reference.name.empty()) {
    onParticles_[index] = 1;
  }
  return index;
}

MaterialIndex MaterialLinks::ofSurface(const Reference& reference, bool moves) {
  const std::size_t before = errors_.count();
  const MaterialIndex index = find(reference);
  if (errors_.count() == before && index < onSurfaces_.size() && !reference.name.empty()) {
    onSurfaces_[index] = 1;
    onMoving_[index] = moves || onMoving_[index] != 0 ? 1 : 0;
  }
  return index;
}

bool MaterialLinks::canTouch(MaterialIndex a, MaterialIndex b) const {
  return (onParticles_[a] != 0 && (onParticles_[b] != 0 || onSurfaces_[b] != 0)) ||
         (onParticles_[b] != 0 && onSurfaces_[a] != 0) || (onMoving_[a] != 0 && onSurfaces_[b] != 0) ||
         (onMoving_[b] != 0 && onSurfaces_[a] != 0);
}

Materials buildMaterials(const SceneDescription& description, MaterialLinks& links, ErrorList& errors) {
  Materials materials;
  if (description.materials.size() > kMostMaterials) {
    errors.add(description.materials[kMostMaterials].where.mark,
               fmt::format("{} materials", description.materials.size()),
               fmt::format("at most {} are possible", kMostMaterials));
    return materials;
  }
  for (const MaterialDescription& m : description.materials) {
    materials.add({m.name, m.density, m.youngsModulus, m.poissonRatio, m.moisture});
  }
  const std::vector<char> given = setListedPairs(description, links, materials, errors);
  const std::size_t n = materials.list.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      const auto a = static_cast<MaterialIndex>(i);
      const auto b = static_cast<MaterialIndex>(j);
      if (given[i * n + j] != 0) {
        continue;
      }
      const bool canTouch = links.canTouch(a, b);
      if (description.defaultPair) {
        setLaw(materials, a, b, *description.defaultPair, description.defaultPair->where.mark, canTouch, errors);
      } else if (canTouch) {
        errors.add(description.materials[j].where.mark,
                   fmt::format("no contact law between {} and {}, which can touch", inQuotes(materials.list[i].name),
                               inQuotes(materials.list[j].name)),
                   fmt::format("add '- between: [{}, {}]' to 'pairs', or a 'default_pair'", materials.list[i].name,
                               materials.list[j].name));
      }
    }
  }
  return materials;
}

}  // namespace scree
