#include "app/render/passes/outline_pass.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

void OutlinePass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("background", "outline", "", message);
  array_ = objects.vertexArray();
  part_ = gl.glGetUniformLocation(program_, "part");
  light_ = gl.glGetUniformLocation(program_, "light");
  reach_ = gl.glGetUniformLocation(program_, "reach");
  gl.glUseProgram(program_);
  gl.glUniform1i(gl.glGetUniformLocation(program_, "numbers"), 0);
  framebuffer_ = objects.framebuffer();
  numbers_ = objects.texture();
  depth_ = objects.renderbuffer();
  width_ = 0;
  height_ = 0;
}

bool OutlinePass::begin(Gl& gl, int width, int height) {
  GLint before = 0;
  gl.glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  if (width != width_ || height != height_) {
    gl.glActiveTexture(GL_TEXTURE0);
    gl.glBindTexture(GL_TEXTURE_2D, numbers_);
    gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    // Textures of whole numbers cannot be filtered.
    gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl.glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, width, height, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    gl.glBindTexture(GL_TEXTURE_2D, 0);
    gl.glBindRenderbuffer(GL_RENDERBUFFER, depth_);
    gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, numbers_, 0);
    gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
    if (gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      gl.glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
      return false;
    }
    width_ = width;
    height_ = height;
  }
  applyState(gl, {.writeAlpha = true});
  const std::array<GLuint, 4> nobody{};
  gl.glClearBufferuiv(GL_COLOR, 0, nobody.data());
  const GLfloat farthest = 1.0f;
  gl.glClearBufferfv(GL_DEPTH, 0, &farthest);
  return true;
}

void OutlinePass::end(Gl& gl, GLuint framebuffer, const ViewPart& part, float lineScale, bool bright) const {
  gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  applyState(gl, {.depthTest = false, .depthWrite = false, .blend = true});
  gl.glUseProgram(program_);
  gl.glActiveTexture(GL_TEXTURE0);
  gl.glBindTexture(GL_TEXTURE_2D, numbers_);
  // Outside the part the target holds numbers of an earlier picture.
  gl.glUniform4f(part_, static_cast<float>(std::max(part.left, 0)), 0.0f,
                 static_cast<float>(std::min(part.right, width_) - 1), static_cast<float>(height_ - 1));
  gl.glUniform1i(reach_, std::max(1, static_cast<int>(std::lround(lineScale))));
  gl.glUniform1f(light_, bright ? 1.0f : 0.0f);
  gl.glBindVertexArray(array_);
  gl.glDrawArrays(GL_TRIANGLES, 0, 3);
  gl.glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace scree
