#pragma once

#include "app/render/gl/gl_helpers.h"

namespace scree {

/// A multisampled picture of our own, brought to the framebuffer that was bound: smooth edges without samples on the
/// window's widget.
class SmoothTarget {
 public:
  void initialise(Gl& gl, GlObjects& objects);
  /// Binds the target with that size; false when the driver has none, and nothing is changed.
  bool begin(Gl& gl, int width, int height);
  /// Copies the picture to `framebuffer` and binds that.
  void end(Gl& gl, GLuint framebuffer);

 private:
  GLuint smooth_ = 0;
  GLuint smoothColour_ = 0;
  GLuint smoothDepth_ = 0;
  GLuint flat_ = 0;  // resolved; a driver may refuse to resolve into another format than the samples'
  GLuint flatColour_ = 0;
  int samples_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace scree
