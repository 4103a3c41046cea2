#include "engine/scene_parts/start_preview.h"

#include <algorithm>

#include "engine/geometry/hull.h"
#include "engine/scene/mesh_loader.h"
#include "engine/scene/start.h"
#include "engine/scene_file/base_scene.h"
#include "engine/scene_file/reader.h"

namespace scree {

namespace {

void addMeshes(const YamlNode& root, const std::filesystem::path& folder, MeshSizes& meshes) {
  const YamlNode* bodies = root.find("bodies");
  if (bodies == nullptr) {
    return;
  }
  ErrorList ignored("");
  MeshLoader loader(folder, ignored);
  for (const YamlNode& body : bodies->children) {
    const YamlNode* shapes = body.find("shapes");
    for (std::size_t i = 0; shapes != nullptr && i < shapes->children.size(); ++i) {
      const YamlNode* mesh = shapes->children[i].find("mesh");
      const YamlNode* hull = shapes->children[i].find("hull");
      const YamlNode* node = mesh != nullptr ? mesh : hull;
      if (node == nullptr || meshes.contains(meshKey(*node))) {
        continue;
      }
      std::shared_ptr<const Mesh> found;
      if (mesh != nullptr) {
        MeshDescription description;
        readRoot(*mesh, description, ignored);
        found = loader.load(description).mesh;
      } else {
        HullDescription description;
        readRoot(*hull, description, ignored);
        const std::shared_ptr<const Hull> made = loader.loadHull(description);
        found = made ? made->mesh : nullptr;
      }
      if (found) {
        meshes.emplace(meshKey(*node), std::pair(found->bounds.lower, found->bounds.upper));
      }
    }
  }
}

/// Number of grains that an item of the particles makes; of a file 0, as it is not known before.
std::uint64_t countOf(const ParticlesDescription& item) {
  if (const auto* fill = std::get_if<FillDescription>(&item)) {
    return fill->count;
  }
  if (const auto* stack = std::get_if<StackDescription>(&item)) {
    return stack->count;
  }
  return std::holds_alternative<SphereDescription>(item) ? 1 : 0;
}

}  // namespace

StartPreview previewStart(std::string_view text, const std::string& file, std::size_t most, MeshSizes& meshes,
                          WorkWatch& watch) {
  StartPreview preview;
  ErrorList errors(file);
  std::optional<YamlNode> root = parseYaml(text, 0, errors);
  SceneDescription all;
  all.folder = std::filesystem::path(file).parent_path();
  if (!root || root->kind != YamlNode::Kind::map) {
    return preview;
  }
  startFromBase(*root, all.folder, errors);
  readRoot(*root, all, errors);
  addMeshes(*root, all.folder, meshes);
  MaterialLinks links(all.materials, errors);
  // Each item keeps its place in the list, so that its random numbers are those of the run.
  std::vector<std::uint64_t> wanted;
  std::vector<std::uint64_t> asked;
  std::uint64_t room = most;
  for (ParticlesDescription& item : all.particles) {
    wanted.push_back(countOf(item));
    asked.push_back(std::min(wanted.back(), std::max<std::uint64_t>(room, 1)));
    if (auto* fill = std::get_if<FillDescription>(&item)) {
      fill->count = asked.back();
    } else if (auto* stack = std::get_if<StackDescription>(&item)) {
      stack->count = asked.back();
    }
    room -= std::min(room, asked.back());
  }
  const StartParticles start = placeParticles(all, links, errors, &watch);
  std::vector<std::uint64_t> placed(wanted.size());
  std::vector<double> masses(wanted.size());
  for (std::size_t i = 0; i < start.particles.size(); ++i) {
    const Particle& particle = start.particles[i];
    ++placed[start.item[i]];
    masses[start.item[i]] += particle.mass;
    if (preview.grains.size() < most) {
      preview.grains.push_back({particle.position, 2.0 * particle.radius});
    }
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool isWhole = placed[i] > 0 && placed[i] == asked[i];
    const double share = isWhole ? static_cast<double>(wanted[i]) / static_cast<double>(asked[i]) : 1.0;
    preview.count += isWhole ? wanted[i] : placed[i];
    preview.mass += share * masses[i];
    preview.wanted += std::max(wanted[i], placed[i]);
  }
  preview.isCut = preview.count > preview.grains.size();
  return preview;
}

}  // namespace scree
