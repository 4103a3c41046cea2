#pragma once

#include <memory>
#include <mutex>

namespace scree {

/// OpenGL context without a window, for any thread, one at a time. It is a context of Qt if the program has a window
/// system and a graphics card, else one of EGL, which needs no display. EGL also serves where the windows are drawn in
/// software: before it fills a buffer, Mesa's llvmpipe looks through the pending drawing of all contexts of a display,
/// and does not check whether another thread is using or freeing it.
class OffscreenContext {
 public:
  /// With a window system, call it on the thread of the application object. Throws std::runtime_error without OpenGL.
  OffscreenContext();
  /// Call it on the thread of the constructor, after leaveThread() on the thread that used the context.
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  /// Lock to hold while a thread draws in the context or leaves it: contexts of EGL share a display.
  std::unique_lock<std::mutex> lockDrawing() const;
  /// Makes the context current on this thread, in place of another context. Throws std::runtime_error if the driver
  /// refuses.
  void makeCurrent();
  /// True if this thread has the context.
  bool isHere() const;
  /// Releases the context from this thread; another thread may then take it.
  void leaveThread();

 private:
  struct OfQt;
  struct OfEgl;
  std::unique_ptr<OfQt> qt_;
  std::unique_ptr<OfEgl> egl_;
};

}  // namespace scree
