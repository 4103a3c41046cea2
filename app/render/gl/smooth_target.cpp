#include "app/render/gl/smooth_target.h"

#include <algorithm>

namespace scree {

void SmoothTarget::initialise(Gl& gl, GlObjects& objects) {
  GLint most = 0;
  gl.glGetIntegerv(GL_MAX_SAMPLES, &most);
  samples_ = std::min(most, 4);
  width_ = 0;
  height_ = 0;
  smooth_ = objects.framebuffer();
  flat_ = objects.framebuffer();
  smoothColour_ = objects.renderbuffer();
  smoothDepth_ = objects.renderbuffer();
  flatColour_ = objects.renderbuffer();
}

bool SmoothTarget::begin(Gl& gl, int width, int height) {
  if (samples_ < 2) {
    return false;
  }
  if (width != width_ || height != height_) {
    GLint before = 0;
    gl.glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    gl.glBindRenderbuffer(GL_RENDERBUFFER, smoothColour_);
    gl.glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, GL_RGBA8, width, height);
    gl.glBindRenderbuffer(GL_RENDERBUFFER, smoothDepth_);
    gl.glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, GL_DEPTH_COMPONENT24, width, height);
    gl.glBindRenderbuffer(GL_RENDERBUFFER, flatColour_);
    gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    gl.glBindFramebuffer(GL_FRAMEBUFFER, flat_);
    gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, flatColour_);
    const bool flatGood = gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    gl.glBindFramebuffer(GL_FRAMEBUFFER, smooth_);
    gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, smoothColour_);
    gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, smoothDepth_);
    if (!flatGood || gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      gl.glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
      samples_ = 0;
      return false;
    }
    width_ = width;
    height_ = height;
  }
  gl.glBindFramebuffer(GL_FRAMEBUFFER, smooth_);
  return true;
}

void SmoothTarget::end(Gl& gl, GLuint framebuffer) {
  applyState(gl, {.writeAlpha = true});
  const auto copy = [&](GLuint from, GLuint to) {
    gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    gl.glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  };
  copy(smooth_, flat_);
  copy(flat_, framebuffer);
  gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

}  // namespace scree
