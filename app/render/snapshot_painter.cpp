#include "app/render/snapshot_painter.h"

#include <QOpenGLVersionFunctionsFactory>
#include <QThread>
#include <algorithm>
#include <stdexcept>
#include <string>

namespace scree {

namespace {

constexpr float kPlainHeight = 800.0f;  // px of a picture in which lines are as wide as on a screen

}  // namespace

SnapshotPainter::SnapshotPainter() {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  context_.setFormat(format);
  if (!context_.create()) {
    throw std::runtime_error("there is no OpenGL to draw with");
  }
  surface_.setFormat(context_.format());
  surface_.create();
  // Without a thread: whoever paints first takes it.
  context_.moveToThread(nullptr);
}

SnapshotPainter::~SnapshotPainter() = default;

void SnapshotPainter::enterThread() {
  if (context_.thread() != QThread::currentThread()) {
    context_.moveToThread(QThread::currentThread());
  }
  if (!context_.makeCurrent(&surface_)) {
    throw std::runtime_error("the graphics driver gives no context to draw in");
  }
  if (gl_ != nullptr) {
    return;
  }
  Gl* gl = QOpenGLVersionFunctionsFactory::get<Gl>(&context_);
  std::string message = "the graphics driver has no OpenGL 3.3";
  if (gl == nullptr || !renderer_.initialise(message)) {
    throw std::runtime_error(message);
  }
  objects_.emplace(*gl);
  message.clear();
  overlayPass_ = {};
  overlayPass_.initialise(*gl, *objects_, message);
  for (Level& level : levels_) {
    level = {objects_->framebuffer(), objects_->renderbuffer(), 0, 0};
  }
  depth_ = objects_->renderbuffer();
  if (!message.empty()) {
    throw std::runtime_error(message);
  }
  gl_ = gl;
}

void SnapshotPainter::leaveThread() {
  if (context_.thread() != QThread::currentThread()) {
    return;  // nothing was painted here
  }
  if (gl_ != nullptr) {
    renderer_.release();
    objects_->release();
    objects_.reset();
    gl_ = nullptr;
    used_ = 0;
  }
  context_.doneCurrent();
  context_.moveToThread(nullptr);
}

void SnapshotPainter::prepareLevels(int width, int height, int smoothing) {
  const std::size_t wanted = smoothing >= 4 ? 3 : smoothing >= 2 ? 2 : 1;
  if (used_ == wanted && levels_[0].width == width && levels_[0].height == height) {
    return;
  }
  used_ = 0;
  const int finest = 1 << (wanted - 1);
  GLint longest = 0;
  gl_->glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &longest);
  if (std::max(width, height) * finest > longest) {
    throw std::runtime_error("the graphics driver draws at most " + std::to_string(longest) +
                             " pixels a side; choose less smoothing or a smaller size");
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    Level& level = levels_[i];
    level.width = width << i;
    level.height = height << i;
    gl_->glBindFramebuffer(GL_FRAMEBUFFER, level.framebuffer);
    gl_->glBindRenderbuffer(GL_RENDERBUFFER, level.colour);
    gl_->glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, level.width, level.height);
    gl_->glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, level.colour);
    const bool isFinest = i + 1 == wanted;
    if (isFinest) {
      gl_->glBindRenderbuffer(GL_RENDERBUFFER, depth_);
      gl_->glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, level.width, level.height);
    }
    gl_->glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, isFinest ? depth_ : 0);
    if (gl_->glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      throw std::runtime_error("the graphics driver has no room for a picture of " + std::to_string(level.width) +
                               " x " + std::to_string(level.height) +
                               " pixels; choose less smoothing or a smaller size");
    }
  }
  used_ = wanted;
}

void SnapshotPainter::paint(const Shot& shot, int smoothing, RgbaImage& picture) {
  enterThread();
  prepareLevels(picture.width, picture.height, smoothing);
  const Level& finest = levels_[used_ - 1];
  gl_->glBindFramebuffer(GL_FRAMEBUFFER, finest.framebuffer);
  renderer_.upload(shot.snapshot);
  const float lineScale = std::max(1.0f, static_cast<float>(finest.height) / kPlainHeight);
  renderer_.draw(shot.camera, shot.view, finest.width, finest.height, {}, lineScale);
  for (std::size_t i = used_ - 1; i > 0; --i) {
    // Halving with linear filtering is the mean of four pixels.
    const Level& from = levels_[i];
    const Level& to = levels_[i - 1];
    gl_->glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer);
    gl_->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.framebuffer);
    gl_->glBlitFramebuffer(0, 0, from.width, from.height, 0, 0, to.width, to.height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
  }
  gl_->glBindFramebuffer(GL_FRAMEBUFFER, levels_[0].framebuffer);
  overlayPass_.draw(*gl_, shot.overlay, picture.width, picture.height);
  gl_->glPixelStorei(GL_PACK_ALIGNMENT, 1);
  picture.bottomUp = true;
  gl_->glReadPixels(0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
  if (gl_->glGetError() == GL_OUT_OF_MEMORY) {
    throw std::runtime_error("the graphics memory is full; choose less smoothing or a smaller size");
  }
}

}  // namespace scree
