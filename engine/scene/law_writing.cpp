#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/scene/links.h"
#include "engine/scene/scene.h"
#include "engine/scene_file/base_scene.h"
#include "engine/scene_file/law_edit.h"
#include "engine/scene_file/reader.h"
#include "engine/scene_file/yaml_tree.h"
#include "engine/world/pair_laws.h"

namespace scree {

namespace {

/// Materials of a scene as its text gives them, or nothing with the errors.
std::optional<Materials> materialsIn(std::string_view text, const std::filesystem::path& file,
                                     std::vector<SceneError>& problems) {
  ErrorList errors(file.string());
  std::optional<YamlNode> root = parseYaml(text, 0, errors);
  SceneDescription description;
  description.folder = file.parent_path();
  if (!root || !startFromBase(*root, description.folder, errors)) {
    problems = errors.sorted();
    return std::nullopt;
  }
  readRoot(*root, description, errors);
  MaterialLinks links(description.materials, errors);  // without surfaces and particles no pair lacks a law
  Materials materials = buildMaterials(description, links, errors);
  problems = errors.sorted();
  return errors.count() == 0 ? std::optional(std::move(materials)) : std::nullopt;
}

bool haveSameNames(const Materials& a, const Materials& b) {
  return std::ranges::equal(a.list, b.list, {}, &Material::name, &Material::name);
}

bool haveSameModuli(const Materials& a, const Materials& b) {
  return std::ranges::equal(a.list, b.list, {}, &Material::youngsModulus, &Material::youngsModulus);
}

std::string writtenValue(double value, PairLawKey key) {
  const std::string_view unit = infoOf(key).unit;
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

/// Changes from `from` to `to`; with `all` every value of every pair.
std::vector<LawEdit> editsBetween(const Materials& from, const Materials& to, bool all) {
  std::vector<LawEdit> edits;
  for (std::size_t i = 0; i < to.list.size(); ++i) {
    if (to.list[i].youngsModulus != from.list[i].youngsModulus) {
      edits.push_back({to.list[i].name, {}, "youngs_modulus", fmt::format("{} Pa", to.list[i].youngsModulus)});
    }
  }
  for (std::size_t a = 0; a < to.list.size(); ++a) {
    for (std::size_t b = a; b < to.list.size(); ++b) {
      const PairLaw& before = from.pair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b));
      const PairLaw& after = to.pair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b));
      for (const PairLawInfo& info : pairLawTable()) {
        const double value = valueOf(after, info.key);
        if (isChanged(before, after, info.key) || (all && hasValue(after, info.key))) {
          edits.push_back(
              {to.list[a].name, to.list[b].name, std::string(info.sceneKey), writtenValue(value, info.key)});
        }
      }
      if (all && after.law == StiffnessLaw::hertz) {
        edits.push_back({to.list[a].name, to.list[b].name, "stiffness", "hertz"});
      }
    }
  }
  return edits;
}

SceneText notWritten(const std::filesystem::path& file, std::string what, std::string remedy) {
  return {std::nullopt, {{file.string(), 0, 0, std::move(what), std::move(remedy)}}};
}

}  // namespace

int lawValuesThatDiffer(std::string_view text, const std::filesystem::path& file, const Materials& materials) {
  std::vector<SceneError> problems;
  const std::optional<Materials> before = materialsIn(text, file, problems);
  return before && haveSameNames(*before, materials) ? static_cast<int>(editsBetween(*before, materials, false).size())
                                                     : 0;
}

SceneText withLawsOf(std::string_view text, const std::filesystem::path& file, const Materials& materials) {
  std::vector<SceneError> problems;
  const std::optional<Materials> before = materialsIn(text, file, problems);
  if (!before) {
    return {std::nullopt, std::move(problems)};
  }
  if (!haveSameNames(*before, materials)) {
    return notWritten(file, "the scene's file has other materials than the run", "reload the scene, then save");
  }
  if (before->pairs == materials.pairs && haveSameModuli(*before, materials)) {
    return {std::string(text), {}};
  }
  // A list of the scene replaces that of its base: it must then have all pairs.
  SceneText written = withLaws(text, file, editsBetween(*before, materials, takesFromBase(text, "pairs")));
  if (!written.text) {
    return written;
  }
  const std::optional<Materials> after = materialsIn(*written.text, file, problems);
  if (!after || after->pairs != materials.pairs || !haveSameModuli(*after, materials)) {
    return notWritten(file, "the laws are written in a form that cannot be changed, as with anchors",
                      "write each pair and each of its values on lines of their own");
  }
  return written;
}

}  // namespace scree
