#include "app/render/gl/gl_functions.h"

#include <EGL/egl.h>

#include <QOpenGLContext>
#include <QPointer>

namespace scree {

namespace {

using Function = void (*)();

Function functionOf(QOpenGLContext* context, const char* name) {
  return context != nullptr ? context->getProcAddress(name) : eglGetProcAddress(name);
}

bool isNewEnough(const Gl& gl) {
  GLint major = 0;
  GLint minor = 0;
  gl.glGetIntegerv(GL_MAJOR_VERSION, &major);
  gl.glGetIntegerv(GL_MINOR_VERSION, &minor);
  return major > 3 || (major == 3 && minor >= 3);
}

}  // namespace

std::optional<Gl> loadGl() {
  QOpenGLContext* context = QOpenGLContext::currentContext();
  if (context == nullptr && eglGetCurrentContext() == EGL_NO_CONTEXT) {
    return std::nullopt;
  }
  Gl gl;
  bool all = true;
#define SCREE_GL_LOAD(name)                                                                             \
  gl.name = reinterpret_cast<decltype(gl.name)>(functionOf(context, #name)); /* NOLINT: as GL has it */ \
  all = all && gl.name != nullptr;
  SCREE_GL_FUNCTIONS(SCREE_GL_LOAD)
#undef SCREE_GL_LOAD
  return all && isNewEnough(gl) ? std::optional(gl) : std::nullopt;
}

struct GlContextWatch::Seen {
  QPointer<QOpenGLContext> qt;
  bool ofQt = false;
  EGLContext egl = EGL_NO_CONTEXT;
};

GlContextWatch::GlContextWatch() {
  QOpenGLContext* context = QOpenGLContext::currentContext();
  seen_ = std::make_shared<const Seen>(
      Seen{context, context != nullptr, context == nullptr ? eglGetCurrentContext() : EGL_NO_CONTEXT});
}

bool GlContextWatch::isAlive() const { return !seen_->ofQt || !seen_->qt.isNull(); }

bool GlContextWatch::isCurrent() const {
  return seen_->ofQt ? !seen_->qt.isNull() && QOpenGLContext::currentContext() == seen_->qt
                     : eglGetCurrentContext() == seen_->egl;
}

}  // namespace scree
