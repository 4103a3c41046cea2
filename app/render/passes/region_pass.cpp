#include "app/render/passes/region_pass.h"

#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/pose_matrix.h"
#include "app/render/geometry/scene_fit.h"

namespace scree {

namespace {

/// The periodic box of a scene, as long as the scene along axes that are not periodic.
SnapshotRegion periodicRegion(const Snapshot& snapshot) {
  const SceneSphere scene = boundingSphere(snapshot);
  SnapshotRegion region;
  for (int axis = 0; axis < 3; ++axis) {
    const PeriodicBox& box = snapshot.scene.periodic;
    region.halfExtents[axis] = box.isAlong(axis) ? 0.5 * box.length[axis] : double{scene.radius};
    region.pose.position[axis] = box.isAlong(axis) ? box.lower[axis] + 0.5 * box.length[axis] : scene.place()[axis];
  }
  return region;
}

}  // namespace

void RegionPass::draw(Gl& gl, const LinePass& lines, const Snapshot& snapshot) const {
  const Eigen::Vector4f emitter(0.10f, 0.62f, 0.52f, 0.9f);
  const Eigen::Vector4f sink(0.85f, 0.42f, 0.12f, 0.9f);
  const Eigen::Vector4f fines(0.72f, 0.60f, 0.42f, 0.9f);
  const Eigen::Vector4f spray(0.25f, 0.55f, 0.95f, 0.9f);
  const Eigen::Vector4f side(0.78f, 0.84f, 0.95f, 1.0f);
  const auto drawBox = [&](const SnapshotRegion& region, const Eigen::Vector4f& colour) {
    const std::vector<LineSegment> edges = boxEdges(region.halfExtents.cast<float>());
    streamBuffer(gl, GL_ARRAY_BUFFER, buffer_, edges.data(), edges.size() * sizeof(LineSegment));
    lines.draw(gl, buffer_, 0, edges.size(), matrixOf(region.pose, snapshot.scene.origin),
               {.colour = colour, .width = 1.6f, .dash = 6.0f});
  };
  for (const SnapshotZone& zone : snapshot.matter.fines) {
    drawBox({.name = {}, .pose = zone.pose, .halfExtents = zone.halfExtents, .sieve = {}}, fines);
  }
  for (const SnapshotZone& zone : snapshot.matter.sprays) {
    drawBox({.name = {}, .pose = zone.pose, .halfExtents = zone.halfExtents, .sieve = {}}, spray);
  }
  for (const SnapshotRegion& region : snapshot.scene.regions) {
    drawBox(region, region.isSink ? sink : emitter);
  }
  if (snapshot.scene.periodic.isOn()) {
    drawBox(periodicRegion(snapshot), side);
  }
}

}  // namespace scree
