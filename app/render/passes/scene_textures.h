#pragma once

#include "app/render/geometry/density_grid.h"
#include "app/render/geometry/frame_uniforms.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// The colour table on texture unit 0 and the density grid on unit 1.
class SceneTextures {
 public:
  void initialise(Gl& gl, GlObjects& objects);
  void uploadDensity(Gl& gl, const DensityGrid& grid);
  /// Binds both and fills in their uniforms; sends the table when another map than last time is asked for.
  void use(Gl& gl, int map, const std::array<float, 2>& range, FrameUniforms& frame);

 private:
  GLuint colours_ = 0;
  GLuint density_ = 0;
  int map_ = -1;
  Eigen::Vector4f densityOrigin_ = Eigen::Vector4f::Zero();
  Eigen::Vector4f densityScale_ = Eigen::Vector4f::Zero();
};

/// Tells a program's samplers `colours` and `density` their units.
void bindSceneTextures(Gl& gl, GLuint program);

}  // namespace scree
