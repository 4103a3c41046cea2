#pragma once

#include "app/render/geometry/density_grid.h"
#include "app/render/geometry/frame_uniforms.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Textures of a scene: the colour table on texture unit 0 and the density grid on unit 1.
class SceneTextures {
 public:
  void initialise(Gl& gl, GlObjects& objects);
  void uploadDensity(Gl& gl, const DensityGrid& grid);
  /// Binds both textures and fills in their uniforms. Sends the table of `map` if the last call had another map.
  void use(Gl& gl, int map, const std::array<float, 2>& range, FrameUniforms& frame);

 private:
  GLuint colours_ = 0;
  GLuint density_ = 0;
  int map_ = -1;
  Eigen::Vector4f densityOrigin_ = Eigen::Vector4f::Zero();
  Eigen::Vector4f densityScale_ = Eigen::Vector4f::Zero();
};

/// Sets the texture units of a program's samplers `colours` and `density`.
void bindSceneTextures(Gl& gl, GLuint program);

}  // namespace scree
