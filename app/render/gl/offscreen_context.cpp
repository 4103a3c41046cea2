#include "app/render/gl/offscreen_context.h"

#include "app/render/gl/gl_helpers.h"  // before Qt's headers of OpenGL

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QThread>
#include <array>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace scree {

namespace {

template <typename Function>
Function eglFunction(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));  // NOLINT: what EGL asks for
}

bool hasExtension(const char* all, std::string_view wanted) {
  return all != nullptr && std::string_view(all).find(wanted) != std::string_view::npos;
}

enum class Drawn { asFastAsPossible, inSoftware };

/// Displays that need no window system: graphics cards first, in the order of the driver, then software.
std::vector<EGLDisplay> displaysWithoutWindows(Drawn drawn) {
  std::vector<EGLDisplay> displays;
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto displayOf = eglFunction<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  const auto devicesOf = eglFunction<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto textOf = eglFunction<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  if (displayOf == nullptr) {
    return {eglGetDisplay(EGL_DEFAULT_DISPLAY)};
  }
  if (devicesOf != nullptr && textOf != nullptr && hasExtension(client, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    devicesOf(static_cast<EGLint>(devices.size()), devices.data(), &count);
    for (EGLint i = 0; i < count; ++i) {
      const EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
      if (drawn != Drawn::inSoftware || hasExtension(textOf(device, EGL_EXTENSIONS), "EGL_MESA_device_software")) {
        displays.push_back(displayOf(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
      }
    }
  }
  if (hasExtension(client, "EGL_MESA_platform_surfaceless")) {
    displays.push_back(displayOf(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
  }
  return displays;
}

/// Mutex of drawing by EGL, whose displays belong to the whole program.
std::mutex& drawingOfEgl() {
  static std::mutex one;
  return one;
}

/// Takes the current context of Qt off the thread, and puts it back at the end of the scope.
class WithoutContext {
 public:
  WithoutContext() {
    if (context_ != nullptr) {
      context_->doneCurrent();
    }
  }
  ~WithoutContext() {
    if (context_ != nullptr) {
      context_->makeCurrent(surface_);
    }
  }
  WithoutContext(const WithoutContext&) = delete;
  WithoutContext& operator=(const WithoutContext&) = delete;

 private:
  QOpenGLContext* context_ = QOpenGLContext::currentContext();
  QSurface* surface_ = context_ == nullptr ? nullptr : context_->surface();
};

/// True if a context draws in software; no context is current afterwards.
bool drawsInSoftware(QOpenGLContext& context, QSurface& surface) {
  if (!context.makeCurrent(&surface)) {
    return false;
  }
  const std::optional<Gl> gl = loadGl();
  const bool software = gl && isSoftwareName(glText(*gl, GL_RENDERER));
  context.doneCurrent();
  return software;
}

EGLContext contextOf(EGLDisplay display) {
  constexpr std::array<EGLint, 3> kConfig = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  constexpr std::array<EGLint, 7> kContext = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  eglBindAPI(EGL_OPENGL_API);
  const bool found = eglChooseConfig(display, kConfig.data(), &config, 1, &count) == EGL_TRUE && count > 0;
  return eglCreateContext(display, found ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, kContext.data());
}

}  // namespace

struct OffscreenContext::OfQt {
  QOffscreenSurface surface;
  QOpenGLContext context;
};

struct OffscreenContext::OfEgl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  bool begin(Drawn drawn) {
    for (const EGLDisplay one : displaysWithoutWindows(drawn)) {
      if (one == EGL_NO_DISPLAY || eglInitialize(one, nullptr, nullptr) != EGL_TRUE) {
        continue;
      }
      context = contextOf(one);
      if (context != EGL_NO_CONTEXT && eglMakeCurrent(one, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
        eglMakeCurrent(one, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        display = one;
        return true;
      }
      if (context != EGL_NO_CONTEXT) {
        eglDestroyContext(one, context);
      }
      eglTerminate(one);
    }
    return false;
  }
};

OffscreenContext::OffscreenContext() {
  if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()) == nullptr) {
    egl_ = std::make_unique<OfEgl>();
    if (!egl_->begin(Drawn::asFastAsPossible)) {
      throw std::runtime_error(
          "there is no OpenGL 3.3 that works without a display; Mesa has it (package libgl1-mesa-dri)");
    }
    return;
  }
  qt_ = std::make_unique<OfQt>();
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  qt_->context.setFormat(format);
  if (!qt_->context.create()) {
    throw std::runtime_error("there is no OpenGL to draw with");
  }
  qt_->surface.setFormat(qt_->context.format());
  qt_->surface.create();
  const WithoutContext none;  // EGL takes no thread on which another context is current
  if (drawsInSoftware(qt_->context, qt_->surface)) {
    egl_ = std::make_unique<OfEgl>();
    if (egl_->begin(Drawn::inSoftware)) {
      qt_.reset();
      return;
    }
    egl_.reset();
  }
  // The context belongs to no thread until makeCurrent() is called on one.
  qt_->context.moveToThread(nullptr);
}

OffscreenContext::~OffscreenContext() {
  if (egl_ != nullptr) {
    const auto drawing = lockDrawing();
    eglDestroyContext(egl_->display, egl_->context);  // the display stays, as other contexts may use it
  }
}

std::unique_lock<std::mutex> OffscreenContext::lockDrawing() const {
  return egl_ != nullptr ? std::unique_lock(drawingOfEgl()) : std::unique_lock<std::mutex>();
}

void OffscreenContext::makeCurrent() {
  bool good = false;
  if (egl_ != nullptr) {
    if (QOpenGLContext* other = QOpenGLContext::currentContext()) {
      other->doneCurrent();
    }
    eglBindAPI(EGL_OPENGL_API);  // the API is a setting of the thread
    good = eglMakeCurrent(egl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl_->context) == EGL_TRUE;
  } else {
    if (qt_->context.thread() != QThread::currentThread()) {
      qt_->context.moveToThread(QThread::currentThread());
    }
    good = qt_->context.makeCurrent(&qt_->surface);
  }
  if (!good) {
    throw std::runtime_error("the graphics driver gives no context to draw in");
  }
}

bool OffscreenContext::isHere() const {
  if (egl_ != nullptr) {
    eglBindAPI(EGL_OPENGL_API);
    return eglGetCurrentContext() == egl_->context;
  }
  return qt_->context.thread() == QThread::currentThread();
}

void OffscreenContext::leaveThread() {
  if (egl_ != nullptr) {
    eglMakeCurrent(egl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    return;
  }
  qt_->context.doneCurrent();
  qt_->context.moveToThread(nullptr);
}

}  // namespace scree
