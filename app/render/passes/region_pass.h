#pragma once

#include "app/render/passes/line_pass.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Pass that draws dashed outlines of emitters and sinks.
class RegionPass {
 public:
  void initialise(GlObjects& objects) { buffer_ = objects.buffer(); }
  void draw(Gl& gl, const LinePass& lines, const Snapshot& snapshot) const;

 private:
  GLuint buffer_ = 0;
};

}  // namespace scree
