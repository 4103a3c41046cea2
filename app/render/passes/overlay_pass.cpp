#include "app/render/passes/overlay_pass.h"

#include <cmath>
#include <cstddef>

namespace scree {

void OverlayPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("overlay", "overlay", "", message);
  array_ = objects.vertexArray();
  vertices_ = objects.buffer();
  indices_ = objects.buffer();
  texture_ = objects.texture();
  size_ = gl.glGetUniformLocation(program_, "size");
  gl.glUseProgram(program_);
  gl.glUniform1i(gl.glGetUniformLocation(program_, "atlas"), 0);
  gl.glBindVertexArray(array_);
  gl.glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  const auto attribute = [&](GLuint index, GLint count, GLenum type, GLboolean isShare, std::size_t offset) {
    gl.glEnableVertexAttribArray(index);
    gl.glVertexAttribPointer(index, count, type, isShare, sizeof(OverlayVertex),
                             reinterpret_cast<const void*>(offset));  // NOLINT: what OpenGL asks for
  };
  attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(OverlayVertex, place));
  attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(OverlayVertex, texture));
  attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(OverlayVertex, colour));
  gl.glBindVertexArray(0);
}

void OverlayPass::send(Gl& gl, const std::shared_ptr<const GlyphAtlas>& atlas) {
  gl.glActiveTexture(GL_TEXTURE0);
  gl.glBindTexture(GL_TEXTURE_2D, texture_);
  if (atlas == sent_) {
    return;
  }
  gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl.glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, atlas->width, atlas->height, 0, GL_RED, GL_UNSIGNED_BYTE,
                  atlas->coverage.data());
  sent_ = atlas;
}

void OverlayPass::draw(Gl& gl, const Overlay& overlay, int width, int height) {
  if (overlay.atlas == nullptr || overlay.parts.empty()) {
    return;
  }
  resetState(gl);
  applyState(gl, {.depthTest = false, .depthWrite = false, .blend = true});
  gl.glDisable(GL_DEPTH_CLAMP);
  gl.glViewport(0, 0, width, height);
  send(gl, overlay.atlas);
  gl.glUseProgram(program_);
  gl.glUniform2f(size_, static_cast<float>(width), static_cast<float>(height));
  gl.glBindVertexArray(array_);
  streamBuffer(gl, GL_ARRAY_BUFFER, vertices_, overlay.vertices.data(),
               overlay.vertices.size() * sizeof(OverlayVertex));
  streamBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, indices_, overlay.indices.data(),
               overlay.indices.size() * sizeof(std::uint32_t));
  gl.glEnable(GL_SCISSOR_TEST);
  for (const OverlayPart& part : overlay.parts) {
    const auto left = static_cast<GLint>(std::floor(part.clip[0]));
    const auto right = static_cast<GLint>(std::ceil(part.clip[2]));
    const auto top = static_cast<GLint>(std::floor(part.clip[1]));
    const auto bottom = static_cast<GLint>(std::ceil(part.clip[3]));
    if (right <= left || bottom <= top) {
      continue;
    }
    gl.glScissor(left, height - bottom, right - left, bottom - top);
    gl.glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(part.count), GL_UNSIGNED_INT,
                      reinterpret_cast<const void*>(part.first * sizeof(std::uint32_t)));  // NOLINT: as above
  }
  gl.glDisable(GL_SCISSOR_TEST);
  gl.glBindTexture(GL_TEXTURE_2D, 0);
  leaveState(gl);
}

}  // namespace scree
