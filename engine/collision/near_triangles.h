#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/geometry/mesh.h"

namespace scree {

/// A triangle near a place where was searched.
struct NearTriangle {
  std::uint32_t place = 0;  ///< in the order of the mesh's tree
  float distance = 0.0F;    ///< lower bound of its distance from there [m]
};

/// Triangles known around a place: all within `within` of it [m], in the order of the mesh's tree. Negative: nothing is
/// known.
struct KnownTriangles {
  std::span<const NearTriangle> list;
  double moved = 0.0;  ///< distance from the place where was searched [m]
  double within = -1.0;
};

/// Triangles of meshes near spheres (METHOD.md 9.6). A search gives all triangles within more than is asked for, in the
/// mesh's frame, and holds as long as the sphere stays so near its place then that none can be missing: for the
/// substeps, and mostly for later steps. Not state: what touches does not depend on how old a search is.
class NearTriangles {
 public:
  /// Begins a step with these meshes, spheres in `slots` slots, searched in `pieces` pieces of work. Forgets what it
  /// knew of other meshes.
  void begin(std::span<const std::shared_ptr<const Mesh>> meshes, std::size_t slots, std::size_t pieces);

  /// All triangles of mesh number `mesh` within `reach` [m] of `centre`, in the mesh's frame, and some that are
  /// farther. What it returns is valid until the next call with the same piece. Threads may work on different pieces at
  /// once, on no slot in common.
  KnownTriangles find(std::size_t slot, std::size_t mesh, const Vec3& centre, double radius, double reach,
                      std::size_t piece);

  /// Triangles that find() found or kept in this step, around a centre that may have moved since.
  KnownTriangles known(std::size_t slot, std::size_t mesh, const Vec3& centre) const;

  // Requests for memory that known() and a look at its triangles will read, in this order, some spheres ahead: nobody
  // can guess where they are.
  void fetchSearch(std::size_t slot, std::size_t mesh) const;
  void fetchList(std::size_t slot, std::size_t mesh) const;
  /// Of those no farther than `reach` [m] from where was searched.
  void fetchTriangles(std::size_t slot, std::size_t mesh, double reach) const;

 private:
  /// The last search of a sphere for a mesh.
  struct Search {
    std::array<float, 3> centre;  ///< m
    float within = -1.0F;         ///< m
    std::uint32_t piece = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t step = 0;  ///< in which its triangles were stored
  };

  static KnownTriangles around(const Search& search, std::span<const NearTriangle> list, const Vec3& centre);
  void keep(std::span<const NearTriangle> list, std::size_t piece, Search& search);
  void searchAnew(const Mesh& mesh, const Vec3& centre, double radius, double reach, std::size_t piece, Search& search);

  std::vector<std::shared_ptr<const Mesh>> meshes_;
  std::vector<Search> searches_;                        ///< by slot, then mesh
  std::vector<std::vector<NearTriangle>> found_;        ///< by piece
  std::vector<std::vector<NearTriangle>> foundBefore_;  ///< of the step before
  std::uint32_t step_ = 0;
};

}  // namespace scree
