#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/geometry/made_mesh.h"
#include "engine/geometry/mesh.h"

// Meshes made from a few numbers.
namespace scree {

/// Width of an outlet's gaps [m] at the distance `along` [m] from where they begin. The outlet has no problem, and its
/// table was read.
double gapWidthAt(const OutletMesh& outlet, double along);

/// File of a table that a mesh needs, its path as written; empty without one.
std::string tableFileOf(const MadeMesh& made);
/// Problem of a table with its remedy; both empty when there is none.
struct TableProblem {
  std::string what;
  std::string remedy;
};
/// Reads the table that a mesh needs, from a path relative to `folder`. Nothing happens without one.
TableProblem readTables(MadeMesh& made, const std::filesystem::path& folder);
/// Remedy for numbers that make no mesh; empty when they make one. Tables were read.
std::string problemOf(const MadeMesh& made);
/// Makes the triangles. Neighbours do not share their points: see mend().
Triangles trianglesOf(const MadeMesh& made);
/// Makes the mesh from the triangles, mended. `made` has no problem, and its tables were read.
std::shared_ptr<const Mesh> meshOf(const MadeMesh& made);

}  // namespace scree
