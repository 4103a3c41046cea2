#pragma once

#include "app/render/geometry/frame_uniforms.h"
#include "app/render/geometry/scene_fit.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Pass that draws infinite planes as large grounds with soft edges and a grid.
class GroundPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws the planes seen from below if `below`, else the planes seen from above; bright ones if `light`. The part
  /// shown and the spacing of the grid follow from the size of `scene`.
  void draw(Gl& gl, const Snapshot& snapshot, const SceneSphere& scene, const Eigen::Vector3f& eye, float opacity,
            bool below, bool light) const;

 private:
  GLuint program_ = 0;
  GLuint array_ = 0;
  GLint model_ = -1;
  GLint part_ = -1;
  GLint grid_ = -1;
  GLint light_ = -1;
};

/// Half width of the shown part of a plane [m].
float groundReach(const SceneSphere& scene);
/// Spacing of fine grid lines [m]: 1, 2 or 5 times a power of ten, about twenty lines over the scene's diameter.
float gridSpacing(float sceneRadius);

}  // namespace scree
