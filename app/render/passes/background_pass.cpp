#include "app/render/passes/background_pass.h"

namespace scree {

void BackgroundPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("background", "background", "", message);
  array_ = objects.vertexArray();
  light_ = gl.glGetUniformLocation(program_, "light");
}

void BackgroundPass::draw(Gl& gl, bool light) const {
  applyState(gl, {.writeAlpha = true});
  gl.glClearDepth(1.0);
  gl.glClear(GL_DEPTH_BUFFER_BIT);
  applyState(gl, {.depthTest = false, .depthWrite = false, .writeAlpha = true});
  gl.glUseProgram(program_);
  gl.glUniform1f(light_, light ? 1.0f : 0.0f);
  gl.glBindVertexArray(array_);
  gl.glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace scree
