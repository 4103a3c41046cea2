#include "app/render/passes/region_pass.h"

#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/pose_matrix.h"

namespace scree {

void RegionPass::draw(Gl& gl, const LinePass& lines, const Snapshot& snapshot) const {
  const Eigen::Vector4f emitter(0.10f, 0.62f, 0.52f, 0.9f);
  const Eigen::Vector4f sink(0.85f, 0.42f, 0.12f, 0.9f);
  for (const SnapshotRegion& region : snapshot.scene.regions) {
    const std::vector<LineSegment> edges = boxEdges(region.halfExtents.cast<float>());
    streamBuffer(gl, GL_ARRAY_BUFFER, buffer_, edges.data(), edges.size() * sizeof(LineSegment));
    lines.draw(gl, buffer_, 0, edges.size(), matrixOf(region.pose),
               {.colour = region.isSink ? sink : emitter, .width = 1.6f, .dash = 6.0f});
  }
}

}  // namespace scree
