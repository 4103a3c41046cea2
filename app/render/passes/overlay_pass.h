#pragma once

#include "app/render/gl/gl_helpers.h"
#include "app/view/overlay.h"

namespace scree {

/// Pass that draws an overlay over a picture.
class OverlayPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws an overlay into the bound framebuffer of `width` x `height` pixels.
  void draw(Gl& gl, const Overlay& overlay, int width, int height);

 private:
  void send(Gl& gl, const std::shared_ptr<const GlyphAtlas>& atlas);

  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint vertices_ = 0;
  GLuint indices_ = 0;
  GLuint texture_ = 0;
  GLint size_ = -1;
  std::shared_ptr<const GlyphAtlas> sent_;
};

}  // namespace scree
