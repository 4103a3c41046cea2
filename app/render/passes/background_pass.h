#pragma once

#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Pass that draws a neutral gradient behind everything and clears the depth.
class BackgroundPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  void draw(Gl& gl, bool light) const;

 private:
  GLuint program_ = 0;
  GLuint array_ = 0;
  GLint light_ = -1;
};

}  // namespace scree
