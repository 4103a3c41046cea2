#pragma once

#include <memory>

#include "app/render/gl/gl_helpers.h"
#include "app/view/view_options.h"

namespace scree {

/// Pass that draws the heights of a bed on its belt as a coloured surface.
class BedPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws the bed of the snapshot, if it has one and the layer shows it. `colours` is the map of colours.
  void draw(Gl& gl, const Snapshot& snapshot, const LayerOptions& layers, int colours);

 private:
  void upload(Gl& gl, const BedNow& bed, int colours, const Vec3& origin);

  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint vertices_ = 0;
  GLuint indices_ = 0;
  GLsizei count_ = 0;  ///< numbers of vertices in the buffer
  // Bed in the buffers.
  std::shared_ptr<const BedReading> reading_;
  double way_ = 0.0;
  int colours_ = -1;
};

}  // namespace scree
