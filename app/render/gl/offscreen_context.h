#pragma once

#include <memory>
#include <mutex>

namespace scree {

/// An OpenGL context that belongs to no window, for any thread, one at a time. One of Qt where the program has a window
/// system and a graphics card; else one of EGL, which needs no display. Where the windows are drawn in software too:
/// Mesa's llvmpipe looks, before it fills a buffer, through what all contexts of a display are about to draw, and does
/// not ask whether another thread is just drawing or freeing it.
class OffscreenContext {
 public:
  /// With a window system on the thread of the application object. Throws std::runtime_error when there is no OpenGL.
  OffscreenContext();
  /// On the same thread, after leaveThread() on the one that used it.
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  /// To be held while one draws in it or gives it up: contexts of EGL share a display.
  std::unique_lock<std::mutex> lockDrawing() const;
  /// Takes the context to this thread, in place of the one that it has. Throws std::runtime_error when the driver
  /// refuses.
  void makeCurrent();
  /// Whether this thread has it.
  bool isHere() const;
  /// Gives it up; another thread may take it.
  void leaveThread();

 private:
  struct OfQt;
  struct OfEgl;
  std::unique_ptr<OfQt> qt_;
  std::unique_ptr<OfEgl> egl_;
};

}  // namespace scree
