#include "app/render/passes/clip_pass.h"

#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/pose_matrix.h"

namespace scree {

void ClipPass::draw(Gl& gl, const LinePass& lines, const ClipOptions& clip, const SceneSphere& scene) const {
  Eigen::Vector3f half = clip.halfExtents.cast<float>();
  if (clip.shape != ClipShape::box) {
    const float thick = clip.shape == ClipShape::slab ? static_cast<float>(clip.halfThickness) : 0.0f;
    half = {scene.radius, scene.radius, thick};
  }
  const std::vector<LineSegment> edges = boxEdges(half);
  streamBuffer(gl, GL_ARRAY_BUFFER, buffer_, edges.data(), edges.size() * sizeof(LineSegment));
  LineStyle style{.colour = Eigen::Vector4f(0.42f, 0.86f, 0.95f, 0.9f), .width = 1.6f};
  const Eigen::Matrix4f model = matrixOf(clipPose(clip), scene.origin);
  lines.draw(gl, buffer_, 0, edges.size(), model, style);
  style.depthTest = false;
  style.colour.w() = 0.35f;
  lines.draw(gl, buffer_, 0, edges.size(), model, style);
}

}  // namespace scree
