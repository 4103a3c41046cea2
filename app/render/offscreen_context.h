#pragma once

#include <memory>

namespace scree {

/// An OpenGL context that belongs to no window, for any thread, one at a time. One of Qt where the program has a window
/// system; else one of EGL, which needs no display.
class OffscreenContext {
 public:
  /// With a window system on the thread of the application object. Throws std::runtime_error when there is no OpenGL.
  OffscreenContext();
  /// On the same thread, after leaveThread() on the one that used it.
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  /// Takes the context to this thread. Throws std::runtime_error when the driver refuses.
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
