#include "app/render/passes/scene_textures.h"

#include "app/view/colour_maps.h"

namespace scree {

void SceneTextures::initialise(Gl& gl, GlObjects& objects) {
  colours_ = objects.texture();
  density_ = objects.texture();
  map_ = -1;
  gl.glBindTexture(GL_TEXTURE_1D, colours_);
  gl.glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl.glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAX_LEVEL, 0);
  gl.glBindTexture(GL_TEXTURE_3D, density_);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
    gl.glTexParameteri(GL_TEXTURE_3D, wrap, GL_CLAMP_TO_BORDER);
  }
  gl.glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl.glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl.glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
  uploadDensity(gl, DensityGrid{});
}

void SceneTextures::uploadDensity(Gl& gl, const DensityGrid& grid) {
  gl.glBindTexture(GL_TEXTURE_3D, density_);
  gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (grid.fraction.empty()) {
    const GLubyte nothing = 0;
    gl.glTexImage3D(GL_TEXTURE_3D, 0, GL_R8, 1, 1, 1, 0, GL_RED, GL_UNSIGNED_BYTE, &nothing);
    densityOrigin_.setZero();
    densityScale_.setZero();
    return;
  }
  gl.glTexImage3D(GL_TEXTURE_3D, 0, GL_R8, grid.size[0], grid.size[1], grid.size[2], 0, GL_RED, GL_UNSIGNED_BYTE,
                  grid.fraction.data());
  densityOrigin_ << grid.origin, grid.cell;
  const Eigen::Vector3f scale = grid.extent().cwiseInverse();
  densityScale_ = {scale.x(), scale.y(), scale.z(), 0.0f};
}

void SceneTextures::use(Gl& gl, int map, const std::array<float, 2>& range, FrameUniforms& frame) {
  gl.glActiveTexture(GL_TEXTURE1);
  gl.glBindTexture(GL_TEXTURE_3D, density_);
  gl.glActiveTexture(GL_TEXTURE0);
  gl.glBindTexture(GL_TEXTURE_1D, colours_);
  const bool classes = isCategorical(map);
  if (map != map_) {
    const ColourTable table = colourTable(map);
    gl.glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, kColourTableSize, 0, GL_RGBA, GL_UNSIGNED_BYTE, table.data());
    const GLint filter = classes ? GL_NEAREST : GL_LINEAR;
    gl.glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, filter);
    gl.glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, filter);
    map_ = map;
  }
  const float width = range[1] - range[0];
  // The ends of a smooth map are at the centres of its first and last texels.
  constexpr float kTexels = kColourTableSize;
  frame.colourRange << range[0], width != 0.0f ? 1.0f / width : 0.0f, classes ? 1.0f : (kTexels - 1.0f) / kTexels,
      classes ? 0.0f : 0.5f / kTexels;
  frame.densityOrigin = densityOrigin_;
  frame.densityScale = densityScale_;
}

void bindSceneTextures(Gl& gl, GLuint program) {
  gl.glUseProgram(program);
  gl.glUniform1i(gl.glGetUniformLocation(program, "colours"), 0);
  gl.glUniform1i(gl.glGetUniformLocation(program, "density"), 1);
}

}  // namespace scree
