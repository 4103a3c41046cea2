#include "app/render/passes/line_pass.h"

#include "app/render/geometry/body_mesh.h"

namespace scree {

void LinePass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("line", "line", "", message);
  array_ = objects.vertexArray();
  model_ = gl.glGetUniformLocation(program_, "model");
  style_ = gl.glGetUniformLocation(program_, "style");
  tint_ = gl.glGetUniformLocation(program_, "tint");
  cuttable_ = gl.glGetUniformLocation(program_, "cuttable");
  gl.glBindVertexArray(array_);
  for (const GLuint k : {0U, 1U}) {
    gl.glEnableVertexAttribArray(k);
    gl.glVertexAttribDivisor(k, 1);
  }
}

void LinePass::draw(Gl& gl, GLuint buffer, std::size_t first, std::size_t count, const Eigen::Matrix4f& model,
                    const LineStyle& style) const {
  if (count == 0) {
    return;
  }
  applyState(gl, {.depthTest = style.depthTest, .depthWrite = false, .blend = true});
  gl.glUseProgram(program_);
  gl.glUniformMatrix4fv(model_, 1, GL_FALSE, model.data());
  gl.glUniform2f(style_, 0.5f * style.width, style.dash);
  gl.glUniform4fv(tint_, 1, style.colour.data());
  gl.glUniform1f(cuttable_, style.cuttable ? 1.0f : 0.0f);
  gl.glBindVertexArray(array_);
  gl.glBindBuffer(GL_ARRAY_BUFFER, buffer);
  const auto at = [&](std::size_t offset) {
    return reinterpret_cast<const void*>(first * sizeof(LineSegment) + offset);  // NOLINT: what OpenGL asks for
  };
  gl.glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(LineSegment), at(offsetof(LineSegment, from)));
  gl.glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(LineSegment), at(offsetof(LineSegment, to)));
  gl.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

}  // namespace scree
