#pragma once

#include "app/render/gl/gl_helpers.h"
#include "app/view/view_part.h"

namespace scree {

/// Lines where aggregates border on each other or on free grains. The spheres leave the numbers of their aggregates in
/// a target of their own, so that it works whatever the picture itself is drawn into.
class OutlinePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Binds the target for numbers with that size, emptied; false when the driver has none, and nothing is changed.
  bool begin(Gl& gl, int width, int height);
  /// Binds `framebuffer` and draws the lines there, bright ones where grains may be dark.
  void end(Gl& gl, GLuint framebuffer, const ViewPart& part, float lineScale, bool bright) const;

 private:
  GLuint program_ = 0;
  GLuint array_ = 0;
  GLint part_ = -1;
  GLint reach_ = -1;
  GLint light_ = -1;
  GLuint framebuffer_ = 0;
  GLuint numbers_ = 0;
  GLuint depth_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace scree
