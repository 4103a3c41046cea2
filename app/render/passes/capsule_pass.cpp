#include "app/render/passes/capsule_pass.h"

#include <cstddef>

namespace scree {

void CapsulePass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("capsule", "capsule", "", message);
  array_ = objects.vertexArray();
  buffer_ = objects.buffer();
  const auto at = [](std::size_t bytes) {
    return reinterpret_cast<const void*>(bytes);  // NOLINT: what OpenGL asks for
  };
  gl.glBindVertexArray(array_);
  gl.glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (const GLuint k : {0U, 1U, 2U}) {
    gl.glEnableVertexAttribArray(k);
    gl.glVertexAttribDivisor(k, 1);
  }
  gl.glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Bar), at(offsetof(Bar, from)));
  gl.glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(Bar), at(offsetof(Bar, to)));
  gl.glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Bar), at(offsetof(Bar, colour)));
  gl.glBindVertexArray(0);
}

void CapsulePass::upload(Gl& gl, const std::vector<Bar>& capsules) {
  count_ = static_cast<GLsizei>(capsules.size());
  streamBuffer(gl, GL_ARRAY_BUFFER, buffer_, capsules.data(), capsules.size() * sizeof(Bar));
}

void CapsulePass::draw(Gl& gl, bool multisampled) const {
  if (count_ == 0) {
    return;
  }
  applyState(gl, {.alphaToCoverage = multisampled});
  gl.glUseProgram(program_);
  gl.glBindVertexArray(array_);
  gl.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
}

}  // namespace scree
