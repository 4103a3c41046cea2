#pragma once

#include "app/render/gl/gl_helpers.h"
#include "app/view/view_part.h"

namespace scree {

/// Pass that draws lines where aggregates border on each other or on free grains. The numbers of aggregates are drawn
/// into a target of the pass, so that it works with any target of the picture.
class OutlinePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Binds and clears the target for numbers, at a size in pixels. Returns false, and leaves the binding, if the driver
  /// offers no such target.
  bool begin(Gl& gl, int width, int height);
  /// Binds `framebuffer` and draws the lines there, in a bright colour if `bright` (where grains may be dark).
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
