#pragma once

#include "app/render/geometry/scene_fit.h"
#include "app/render/passes/line_pass.h"
#include "app/view/layer_options.h"

namespace scree {

/// Pass that draws the outline of the clip region; for a plane and a slab squares as large as the scene.
class ClipPass {
 public:
  void initialise(GlObjects& objects) { buffer_ = objects.buffer(); }
  void draw(Gl& gl, const LinePass& lines, const ClipOptions& clip, const SceneSphere& scene) const;

 private:
  GLuint buffer_ = 0;
};

}  // namespace scree
