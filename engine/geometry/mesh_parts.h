#pragma once

#include "engine/geometry/mesh.h"

// The stages of making a mesh from its points and triangles.
namespace scree {

/// Fills edges, edgePoints, trianglesOfEdge and trianglesOfPoint.
void linkTriangles(Mesh& mesh);
/// Fills patches, patchOf, patchOfEdge and patchOfPoint.
void joinPatches(Mesh& mesh);
/// Boxes around the triangles. Depends on nothing but them.
MeshTree treeOf(const std::vector<Vec3>& points, const std::vector<Corners>& triangles);

/// Fills MeshTree::triangles, when all else is there.
void gatherTriangles(Mesh& mesh);

}  // namespace scree
