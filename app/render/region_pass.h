#pragma once

#include "app/render/line_pass.h"
#include "engine/session/snapshot.h"

namespace scree {

/// Dashed outlines of emitters and sinks.
class RegionPass {
 public:
  void initialise(GlObjects& objects) { buffer_ = objects.buffer(); }
  void draw(Gl& gl, const LinePass& lines, const Snapshot& snapshot) const;

 private:
  GLuint buffer_ = 0;
};

}  // namespace scree
