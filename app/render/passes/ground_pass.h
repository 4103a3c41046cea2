#pragma once

#include "app/render/geometry/frame_uniforms.h"
#include "app/render/geometry/scene_fit.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Draws infinite planes as large soft-edged grounds with a grid.
class GroundPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// `scene` decides how much of the plane is shown and how fine the grid is. Planes seen from below are drawn when
  /// `below` is true, the others when it is false; bright ones when `light`.
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

/// Half the width of the shown part of a plane [m].
float groundReach(const SceneSphere& scene);
/// Distance of fine grid lines [m]: 1, 2 or 5 times a power of ten, about twenty over the scene's diameter.
float gridSpacing(float sceneRadius);

}  // namespace scree
