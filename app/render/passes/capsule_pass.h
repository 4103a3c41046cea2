#pragma once

#include <vector>

#include "app/render/geometry/layers.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Pass that draws the bars of the layers as impostors.
class CapsulePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  void upload(Gl& gl, const std::vector<Bar>& capsules);
  void draw(Gl& gl, bool multisampled) const;

 private:
  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint buffer_ = 0;
  GLsizei count_ = 0;
};

}  // namespace scree
