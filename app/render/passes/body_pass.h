#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/frame_uniforms.h"
#include "app/render/passes/line_pass.h"
#include "app/view/view_options.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Pass that draws the finite shapes of bodies as translucent walls with crisp edges: far walls first, then near ones.
class BodyPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Sends the meshes of the bodies' shapes, if the shapes have changed since the last call.
  void upload(Gl& gl, const Snapshot& snapshot);
  /// Draws the bodies of a snapshot that was uploaded. `opacity` is that of a wall seen straight on; the clip cuts
  /// edges and walls if `cuttable`; a picked body has bright edges. Edges of a mesh fade where they are so many that
  /// they would hide what is behind its walls.
  void draw(Gl& gl, const LinePass& lines, const Snapshot& snapshot, const FrameUniforms& frame, float opacity,
            bool cuttable, const std::optional<PickedPart>& picked) const;

 private:
  /// Part of the common buffers that belongs to one shape.
  struct Part {
    std::size_t body = 0;
    std::size_t shape = 0;
    std::size_t firstVertex = 0;
    std::size_t firstIndex = 0;
    std::size_t indices = 0;
    std::size_t firstLine = 0;
    std::size_t edges = 0;
    std::size_t marks = 0;  // lines that follow the edges
    WallKind kind = WallKind::shell;
    float edgeDensity = 0.0f;
    float radius = 0.0f;         // of a sphere about `middle` that holds it [m]
    Vec3 middle = Vec3::Zero();  // BodyMesh::middle
  };
  struct Placed {
    const Part* part;
    Eigen::Matrix4f model;
    float distance;
  };

  std::vector<Placed> farthestFirst(const Snapshot& snapshot, const Eigen::Vector3f& eye) const;
  void drawWalls(Gl& gl, const Snapshot& snapshot, const std::vector<Placed>& placed, float opacity,
                 bool nearSide) const;
  void drawWall(Gl& gl, const Snapshot& snapshot, const Placed& placed, float thickness, float opacity) const;

  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint vertices_ = 0;
  GLuint indices_ = 0;
  GLuint lineBuffer_ = 0;
  GLint model_ = -1;
  GLint tint_ = -1;
  GLint wall_ = -1;
  GLint belt_ = -1;
  GLint chevrons_ = -1;
  GLint cuttable_ = -1;
  std::vector<std::shared_ptr<const std::vector<ShapeInstance>>> shapes_;  // shapes in the buffers
  std::vector<Part> parts_;
};

}  // namespace scree
