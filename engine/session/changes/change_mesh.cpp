#include "engine/session/changes/change_mesh.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "engine/formats/made_meshes.h"
#include "engine/session/changes/changed_wall.h"

namespace scree {

const MadeMesh* madeMeshOf(const World& world, std::uint32_t body, std::uint32_t shape) {
  if (body >= world.bodies.size() || shape >= world.bodies[body].shapes.size()) {
    return nullptr;
  }
  const auto* mesh = std::get_if<MeshShape>(&world.bodies[body].shapes[shape].shape);
  return mesh == nullptr ? nullptr : mesh->made.get();
}

MadeMeshes madeMeshesOf(const std::vector<Body>& bodies) {
  MadeMeshes all;
  for (const Body& body : bodies) {
    auto& ofBody = all.emplace_back();
    for (const ShapeInstance& shape : body.shapes) {
      const auto* mesh = std::get_if<MeshShape>(&shape.shape);
      ofBody.push_back(mesh == nullptr ? nullptr : mesh->made);
    }
  }
  return all;
}

std::string refusalOfMesh(const World& world, std::uint32_t body, std::uint32_t shape, const MadeMesh& made) {
  const MadeMesh* now = madeMeshOf(world, body, shape);
  if (now == nullptr) {
    return fmt::format("shape {} of body {} was not made from numbers", shape, body);
  }
  const std::string& name = world.bodies[body].name;
  if (now->index() != made.index()) {
    return fmt::format("the mesh of {} is another machine part: numbers of the same part are needed", name);
  }
  if (world.bodies[body].isDynamic()) {
    return fmt::format("the mesh of {} stays: its mass was computed from it", name);
  }
  if (!tableFileOf(made).empty()) {
    return fmt::format("the mesh of {} stays: its widths are in a file, which is read with the scene", name);
  }
  const std::string remedy = problemOf(made);
  return remedy.empty() ? std::string() : fmt::format("the mesh of {} cannot be made: {}", name, remedy);
}

MeshChange changeMesh(World& world, std::uint32_t body, std::uint32_t shape, const MadeMesh& made) {
  if (std::string refusal = refusalOfMesh(world, body, shape, made); !refusal.empty()) {
    return {.refusal = std::move(refusal), .message = {}};
  }
  // A copy: what fails half-way, for want of memory, changes nothing.
  World changed = world;
  releaseForChange(changed);
  ShapeInstance next = changed.bodies[body].shapes[shape];
  next.shape = MeshShape{.mesh = meshOf(made), .made = std::make_shared<const MadeMesh>(made)};
  const double potential = potentialOfGrains(changed);
  MeshChange change;
  change.message = putShape(changed, body, shape, next);
  // To lift grains takes work, by the hand that changed the wall.
  const double work = potentialOfGrains(changed) - potential;
  changed.budget.potential += work;
  changed.budget.totalWork += work;
  changed.guard = Guard{};
  world = std::move(changed);
  return change;
}

}  // namespace scree
