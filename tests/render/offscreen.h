#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFramebufferObject>
#include <memory>
#include <string>

#include "app/render/renderer.h"

namespace scree {

/// A renderer in a context of its own that draws to a framebuffer object.
class Offscreen {
 public:
  /// Throws std::runtime_error when there is no display or no OpenGL.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  Renderer& renderer() { return *renderer_; }
  int width() const { return target_->width(); }
  int height() const { return target_->height(); }
  /// Draws and waits for the picture; returns its rows from the top.
  QImage draw(const Camera& camera, const ViewOptions& options);
  /// Draws and waits, without reading back.
  void drawOnly(const Camera& camera, const ViewOptions& options);
  QOpenGLContext& context() { return context_; }
  QOpenGLFramebufferObject& target() { return *target_; }

 private:
  /// Makes the application before anything of Qt.
  struct Application {
    Application();
  };

  Application application_;
  QOpenGLContext context_;
  QOffscreenSurface surface_;
  std::unique_ptr<QOpenGLFramebufferObject> target_;
  std::unique_ptr<Renderer> renderer_;
};

/// Writes a picture to the folder in $SCREE_ARTIFACTS when that is set.
void keepPicture(const QImage& image, const std::string& name);

/// Adds a resting particle.
void addSphere(Snapshot& snapshot, const Eigen::Vector3f& centre, float radius, float speed = 0.0f,
               MaterialIndex material = 0);
/// Two spheres that cut into each other, the second (yellow) nearer to frontCamera().
std::shared_ptr<Snapshot> cuttingPair();
/// Options without the pattern.
ViewOptions plain(SphereQuality quality);
/// A camera that looks along +y at the origin from `distance`, z up.
Camera frontCamera(float distance);

/// Linear light of a pixel (gamma 2, as the shaders have it).
Eigen::Vector3f lightAt(const QImage& image, int x, int y);

}  // namespace scree
