#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "app/render/gl/gl_helpers.h"

namespace scree {

struct LineStyle {
  Eigen::Vector4f colour = Eigen::Vector4f::Ones();
  float width = 1.5f;  ///< pixels
  float dash = 0.0f;   ///< length of dashes and gaps in pixels, 0 for whole lines
  bool depthTest = true;
  bool cuttable = false;  ///< the clip region cuts them
};

/// Smooth lines of even width; whole LineSegments (body_mesh.h) are read from a buffer.
class LinePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws `count` segments from the `first` one in `buffer`, moved by `model`.
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
