#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "app/render/gl/gl_helpers.h"

namespace scree {

struct LineStyle {
  Eigen::Vector4f colour = Eigen::Vector4f::Ones();
  float width = 1.5f;  ///< width of lines [px]
  float dash = 0.0f;   ///< length of dashes and gaps [px], 0 for whole lines
  bool depthTest = true;
  bool cuttable = false;  ///< the clip region cuts the lines
};

/// Pass that draws smooth lines of even width from LineSegments (body_mesh.h) in a buffer.
class LinePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws `count` segments of `buffer` from segment `first` on; `model` is the matrix from their frame to the world.
  void draw(Gl& gl, GLuint buffer, std::size_t first, std::size_t count, const Eigen::Matrix4f& model,
            const LineStyle& style) const;

 private:
  GLuint program_ = 0;
  GLuint array_ = 0;
  GLint model_ = -1;
  GLint style_ = -1;
  GLint tint_ = -1;
  GLint cuttable_ = -1;
};

}  // namespace scree
