#pragma once

#include "app/render/layer_options.h"
#include "app/render/line_pass.h"
#include "app/render/renderer.h"

namespace scree {

/// The outline of the clip region; of a plane and a slab a square as large as the scene.
class ClipPass {
 public:
  void initialise(GlObjects& objects) { buffer_ = objects.buffer(); }
  void draw(Gl& gl, const LinePass& lines, const ClipOptions& clip, const SceneSphere& scene) const;

 private:
  GLuint buffer_ = 0;
};

}  // namespace scree
