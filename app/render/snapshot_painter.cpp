#include "app/render/snapshot_painter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>

#include "app/render/gl/gl_helpers.h"
#include "app/render/gl/offscreen_context.h"
#include "app/render/passes/overlay_pass.h"
#include "app/render/renderer.h"
#include "app/render/twin_view.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

constexpr float kPlainHeight = 800.0f;  // height of a picture in which lines are as wide as on a screen [px]

}  // namespace

struct SnapshotPainter::Impl {
  /// Framebuffer of one of the sizes from the finest down to the picture's.
  struct Level {
    GLuint framebuffer = 0;
    GLuint colour = 0;
    int width = 0;
    int height = 0;
  };

  OffscreenContext context;
  std::optional<Gl> gl;  // functions of OpenGL, set while a thread has the context
  std::optional<GlObjects> objects;
  Renderer renderer;
  Renderer twinRenderer;
  bool twinReady = false;
  OverlayPass overlayPass;
  std::array<Level, 3> levels;  // framebuffers, that of the picture first
  GLuint depth = 0;
  std::size_t used = 0;  // number of levels in use

  void enterThread();
  void leaveThread();
  void prepareLevels(int width, int height, int smoothing);
  void drawScene(const Shot& shot, int width, int height);
  void paint(const Shot& shot, int smoothing, RgbaImage& picture);
};

SnapshotPainter::SnapshotPainter() : impl_(std::make_unique<Impl>()) {}

SnapshotPainter::~SnapshotPainter() = default;

void SnapshotPainter::paint(const Shot& shot, int smoothing, RgbaImage& picture) {
  const auto drawing = impl_->context.lockDrawing();
  impl_->paint(shot, smoothing, picture);
}

void SnapshotPainter::leaveThread() {
  const auto drawing = impl_->context.lockDrawing();
  impl_->leaveThread();
}

void SnapshotPainter::Impl::enterThread() {
  context.makeCurrent();
  if (gl) {
    return;
  }
  const std::optional<Gl> loaded = loadGl();
  std::string message = "the graphics driver has no OpenGL 3.3";
  if (!loaded || !renderer.initialise(message)) {
    throw std::runtime_error(message);
  }
  gl = loaded;
  objects.emplace(*gl);
  message.clear();
  overlayPass = {};
  overlayPass.initialise(*gl, *objects, message);
  for (Level& level : levels) {
    level = {objects->framebuffer(), objects->renderbuffer(), 0, 0};
  }
  depth = objects->renderbuffer();
  if (!message.empty()) {
    gl.reset();
    throw std::runtime_error(message);
  }
}

void SnapshotPainter::Impl::leaveThread() {
  if (!context.isHere()) {
    return;  // this thread has not painted
  }
  if (gl) {
    renderer.release();
    twinRenderer.release();
    twinReady = false;
    objects->release();
    objects.reset();
    gl.reset();
    used = 0;
  }
  context.leaveThread();
}

void SnapshotPainter::Impl::prepareLevels(int width, int height, int smoothing) {
  const std::size_t wanted = smoothing >= 4 ? 3 : smoothing >= 2 ? 2 : 1;
  if (used == wanted && levels[0].width == width && levels[0].height == height) {
    return;
  }
  used = 0;
  const int finest = 1 << (wanted - 1);
  GLint longest = 0;
  gl->glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &longest);
  if (std::max(width, height) * finest > longest) {
    throw std::runtime_error("the graphics driver draws at most " + std::to_string(longest) +
                             " pixels a side; choose less smoothing or a smaller size");
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    Level& level = levels[i];
    level.width = width << i;
    level.height = height << i;
    gl->glBindFramebuffer(GL_FRAMEBUFFER, level.framebuffer);
    gl->glBindRenderbuffer(GL_RENDERBUFFER, level.colour);
    gl->glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, level.width, level.height);
    gl->glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, level.colour);
    const bool isFinest = i + 1 == wanted;
    if (isFinest) {
      gl->glBindRenderbuffer(GL_RENDERBUFFER, depth);
      gl->glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, level.width, level.height);
    }
    gl->glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, isFinest ? depth : 0);
    if (gl->glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      throw std::runtime_error("the graphics driver has no room for a picture of " + std::to_string(level.width) +
                               " x " + std::to_string(level.height) +
                               " pixels; choose less smoothing or a smaller size");
    }
  }
  used = wanted;
}

void SnapshotPainter::Impl::drawScene(const Shot& shot, int width, int height) {
  const float lineScale = std::max(1.0f, static_cast<float>(height) / kPlainHeight);
  renderer.upload(shot.snapshot);
  const TwinSnapshot* twin = shot.snapshot == nullptr ? nullptr : shot.snapshot->twin.snapshot.get();
  if (twin == nullptr) {
    renderer.draw(shot.camera, shot.view, width, height, {}, lineScale);
    return;
  }
  std::string trouble;
  if (!twinReady && !twinRenderer.initialise(trouble)) {
    throw std::runtime_error(trouble);
  }
  twinReady = true;
  twinRenderer.upload(twin->other);
  const TwinSplit split =
      splitView(shot.view.twinMode, shot.view.wipe, {0.0f, static_cast<float>(width)}, width, height);
  drawTwin({&renderer, &twinRenderer}, split, shot.camera, shot.view, width, height, lineScale);
}

void SnapshotPainter::Impl::paint(const Shot& shot, int smoothing, RgbaImage& picture) {
  enterThread();
  prepareLevels(picture.width, picture.height, smoothing);
  const Level& finest = levels[used - 1];
  gl->glBindFramebuffer(GL_FRAMEBUFFER, finest.framebuffer);
  drawScene(shot, finest.width, finest.height);
  for (std::size_t i = used - 1; i > 0; --i) {
    // A copy to half the size with linear filtering gives the mean of four pixels.
    const Level& from = levels[i];
    const Level& to = levels[i - 1];
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer);
    gl->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.framebuffer);
    gl->glBlitFramebuffer(0, 0, from.width, from.height, 0, 0, to.width, to.height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
  }
  gl->glBindFramebuffer(GL_FRAMEBUFFER, levels[0].framebuffer);
  overlayPass.draw(*gl, shot.overlay, picture.width, picture.height);
  gl->glPixelStorei(GL_PACK_ALIGNMENT, 1);
  picture.bottomUp = true;
  gl->glReadPixels(0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
  if (gl->glGetError() == GL_OUT_OF_MEMORY) {
    throw std::runtime_error("the graphics memory is full; choose less smoothing or a smaller size");
  }
}

}  // namespace scree
