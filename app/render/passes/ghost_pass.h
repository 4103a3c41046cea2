#pragma once

#include <memory>

#include "app/render/passes/line_pass.h"
#include "app/view/view_options.h"

namespace scree {

/// Pass that draws the preview of a body (GhostBody) as coloured glass with its edges.
class GhostPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  void draw(Gl& gl, const LinePass& lines, const GhostBody& ghost, const Vec3& origin);

 private:
  /// Draws lines on the defects of the body, those of the chosen one last and widest.
  void drawDefects(Gl& gl, const LinePass& lines, const GhostBody& ghost, const Eigen::Matrix4f& model);

  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint vertices_ = 0;
  GLuint indices_ = 0;
  GLuint lines_ = 0;
  GLuint defects_ = 0;
  GLint model_ = -1;
  GLint tint_ = -1;
  GLint wall_ = -1;
  std::shared_ptr<const BodyMesh> sent_;                         ///< mesh in the buffers
  std::shared_ptr<const std::vector<LineSegment>> sentDefects_;  ///< lines in their buffer
};

}  // namespace scree
