#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/geometry/made_mesh.h"
#include "engine/world/world.h"

namespace scree {

struct MeshChange {
  std::string refusal;  ///< reason of a refusal, which leaves the world unchanged
  std::string message;  ///< number of grains that were moved out of the new wall, for users; empty for none
};

/// Makes the mesh of a shape anew from other numbers of the same kind, between steps (METHOD.md 13.5). Grains over
/// which the new wall has gone, or that overlap with it by more than session::kDeepInWall diameters, are moved out of
/// it, and others out of their way; velocities stay. Members are split off at once where the world has any. Contacts of
/// the last step with the shape are forgotten, and the guard begins anew.
MeshChange changeMesh(World& world, std::uint32_t body, std::uint32_t shape, const MadeMesh& made);

/// Reason for which a shape cannot be made from these numbers; empty when it can.
std::string refusalOfMesh(const World& world, std::uint32_t body, std::uint32_t shape, const MadeMesh& made);

/// Numbers that a shape was made from; null for one that is no made mesh or does not exist.
const MadeMesh* madeMeshOf(const World& world, std::uint32_t body, std::uint32_t shape);

/// Numbers of the made meshes by body and shape; null for other shapes.
using MadeMeshes = std::vector<std::vector<std::shared_ptr<const MadeMesh>>>;
MadeMeshes madeMeshesOf(const std::vector<Body>& bodies);

}  // namespace scree
