#pragma once

#include <optional>

#include "app/render/geometry/frame_uniforms.h"
#include "app/render/gl/sphere_buffers.h"

namespace scree {

/// What lies under a pixel.
struct PickHit {
  std::size_t index = 0;                            ///< of the particle
  Eigen::Vector3f point = Eigen::Vector3f::Zero();  ///< of its surface, world
  bool exact = false;                               ///< under that very pixel rather than beside it
};

/// Draws the numbers of the particles round a pixel, on demand.
class PickPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// The particle seen nearest to pixel (x, y), y up, no farther than 3 pixels; between equals the nearer to the eye.
  /// `frame` is the picture's; its buffer is bound to uniform block 0 as `uniforms`. Leaves another framebuffer bound.
  std::optional<PickHit> pick(Gl& gl, const SphereBuffers& spheres, FrameUniforms frame, GLuint uniforms, int x, int y);

 private:
  GLuint program_ = 0;
  GLuint framebuffer_ = 0;
};

}  // namespace scree
