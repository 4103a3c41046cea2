#pragma once

#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Multisampled target of the renderer, whose picture is copied to another framebuffer: smooth edges although the
/// window's widget has no samples.
class SmoothTarget {
 public:
  void initialise(Gl& gl, GlObjects& objects);
  /// Binds the target at a size in pixels. Returns false, and leaves the binding, if the driver offers no such target.
  bool begin(Gl& gl, int width, int height);
  /// Copies the picture to `framebuffer` and binds it.
  void end(Gl& gl, GLuint framebuffer);

 private:
  GLuint smooth_ = 0;
  GLuint smoothColour_ = 0;
  GLuint smoothDepth_ = 0;
  GLuint flat_ = 0;  // resolved picture, as a driver may refuse to resolve into another format than that of the samples
  GLuint flatColour_ = 0;
  int samples_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace scree
