#pragma once

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <array>
#include <memory>
#include <optional>

#include "app/render/gl_helpers.h"
#include "app/render/overlay.h"
#include "app/render/overlay_pass.h"
#include "app/render/renderer.h"
#include "app/video/rgba_image.h"

namespace scree {

/// All that a picture shows.
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
  /// On the thread of the application object. Throws std::runtime_error when there is no OpenGL.
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
  /// A framebuffer, at one of the sizes from the finest down to the picture's.
  struct Level {
    GLuint framebuffer = 0;
    GLuint colour = 0;
    int width = 0;
    int height = 0;
  };

  void enterThread();
  void prepareLevels(int width, int height, int smoothing);

  QOffscreenSurface surface_;
  QOpenGLContext context_;
  Gl* gl_ = nullptr;  ///< set while a thread has the context
  std::optional<GlObjects> objects_;
  Renderer renderer_;
  OverlayPass overlayPass_;
  std::array<Level, 3> levels_;  ///< the picture first
  GLuint depth_ = 0;
  std::size_t used_ = 0;  ///< levels in use
};

}  // namespace scree
