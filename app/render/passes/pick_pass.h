#pragma once

#include <optional>

#include "app/render/geometry/frame_uniforms.h"
#include "app/render/gl/sphere_buffers.h"

namespace scree {

/// Particle under a pixel or beside it.
struct PickHit {
  std::size_t index = 0;                            ///< index of the particle
  Eigen::Vector3f point = Eigen::Vector3f::Zero();  ///< point of its surface, from the drawing origin [m]
  bool exact = false;                               ///< the particle is under the pixel asked for, not beside it
};

/// Pass that finds the particle at a pixel: it draws the numbers of the particles around the pixel, on demand.
class PickPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Finds the visible particle nearest to pixel (x, y), y up, at most 3 columns and rows away; of equally near ones
  /// the one nearest to the eye. `frame` has the uniforms of the picture; `uniforms` is their buffer, which must be
  /// bound to uniform block 0 and gets other content. Leaves another framebuffer and viewport bound.
  std::optional<PickHit> pick(Gl& gl, const SphereBuffers& spheres, FrameUniforms frame, GLuint uniforms, int x, int y);

 private:
  GLuint program_ = 0;
  GLuint framebuffer_ = 0;
};

}  // namespace scree
