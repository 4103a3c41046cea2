#include "app/render/passes/slice_pass.h"

#include "app/view/colour_fit.h"
#include "app/view/colour_maps.h"

namespace scree {

namespace {

constexpr float kBehindGrains = 0.5f;  // share of the opacity where grains lie before the plane

}  // namespace

void SlicePass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("slice", "slice", "", message);
  array_ = objects.vertexArray();
  texture_ = objects.texture();
  map_.reset();
  gl.glUseProgram(program_);
  // The units 0 and 1 have the textures of the scene.
  gl.glUniform1i(gl.glGetUniformLocation(program_, "picture"), 2);
  corners_ = gl.glGetUniformLocation(program_, "corners");
  opacity_ = gl.glGetUniformLocation(program_, "opacity");
  gl.glActiveTexture(GL_TEXTURE2);
  gl.glBindTexture(GL_TEXTURE_2D, texture_);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
    gl.glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  }
  gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  gl.glBindTexture(GL_TEXTURE_2D, 0);
  gl.glActiveTexture(GL_TEXTURE0);
}

void SlicePass::upload(Gl& gl, const SlicePicture& picture) {
  gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl.glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                  picture.texels.data());
}

void SlicePass::draw(Gl& gl, const Snapshot& snapshot, const FieldLayer& layer, int colours) {
  const std::shared_ptr<const FieldMap>& map = snapshot.onRequest.fieldMap;
  if (!layer.slice || map == nullptr || map->grid.nodes() == 0) {
    return;
  }
  gl.glActiveTexture(GL_TEXTURE2);
  gl.glBindTexture(GL_TEXTURE_2D, texture_);
  if (map != map_ || layer != layer_ || colours != colours_) {
    shown_ = makeSlice(*map, layer, colours, fittedRange(*map), snapshot.scene.origin);
    upload(gl, shown_);
    shown_.texels.clear();
    map_ = map;
    layer_ = layer;
    colours_ = colours;
  }
  gl.glUseProgram(program_);
  gl.glBindVertexArray(array_);
  gl.glUniform3fv(corners_, 4, shown_.corners[0].data());
  for (const bool isFaint : {true, false}) {
    applyState(gl, {.depthTest = !isFaint, .depthWrite = false, .blend = true});
    gl.glUniform1f(opacity_, layer.opacity * (isFaint ? kBehindGrains : 1.0f));
    gl.glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  gl.glBindTexture(GL_TEXTURE_2D, 0);
  gl.glActiveTexture(GL_TEXTURE0);
}

}  // namespace scree
