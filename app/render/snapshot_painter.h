#pragma once

#include <memory>

#include "app/video/rgba_image.h"
#include "app/view/camera.h"
#include "app/view/overlay.h"
#include "app/view/view_options.h"

namespace scree {

/// Content of a picture: a snapshot, with its twin as `view` asks, and an overlay.
struct Shot {
  std::shared_ptr<const Snapshot> snapshot;
  Camera camera;
  ViewOptions view;
  Overlay overlay;
};

/// Draws snapshots at any size in an OpenGL context of its own. It needs no window; any thread may draw, one at a time.
class SnapshotPainter {
 public:
  /// Call it on the thread of the application object, if there is one. Throws std::runtime_error without OpenGL.
  SnapshotPainter();
  /// Call it on the thread of the constructor, after leaveThread() on the thread that painted.
  ~SnapshotPainter();
  SnapshotPainter(const SnapshotPainter&) = delete;
  SnapshotPainter& operator=(const SnapshotPainter&) = delete;

  /// Draws `shot` into `picture` at its size; each pixel is the mean of `smoothing` x `smoothing` pixels (1, 2 or 4).
  /// Throws std::runtime_error if the driver cannot draw it.
  void paint(const Shot& shot, int smoothing, RgbaImage& picture);
  /// Releases the context; call it on the thread that painted. Another thread may paint then.
  void leaveThread();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree
