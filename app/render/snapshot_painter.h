#pragma once

#include <memory>

#include "app/video/rgba_image.h"
#include "app/view/camera.h"
#include "app/view/overlay.h"
#include "app/view/view_options.h"

namespace scree {

/// All that a picture shows: a snapshot, with its twin as the view says.
struct Shot {
  std::shared_ptr<const Snapshot> snapshot;
  Camera camera;
  ViewOptions view;
  Overlay overlay;
};

/// Draws snapshots at any size in an OpenGL context of its own: no window is needed, and the thread that draws may be
/// any, one at a time.
class SnapshotPainter {
 public:
  /// On the thread of the application object, where there is one. Throws std::runtime_error when there is no OpenGL.
  SnapshotPainter();
  /// On the same thread, after leaveThread() on the one that painted.
  ~SnapshotPainter();
  SnapshotPainter(const SnapshotPainter&) = delete;
  SnapshotPainter& operator=(const SnapshotPainter&) = delete;

  /// Draws `shot` at the picture's size; each pixel is the mean of `smoothing` times `smoothing` (1, 2 or 4). Throws
  /// std::runtime_error when the driver can't.
  void paint(const Shot& shot, int smoothing, RgbaImage& picture);
  /// Gives the context up, on the thread that painted; another may paint then.
  void leaveThread();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree
