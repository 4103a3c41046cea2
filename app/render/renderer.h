#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/view/camera.h"
#include "app/view/view_options.h"
#include "app/view/view_part.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

struct Gl;
std::optional<Gl> loadGl();

/// Draws snapshots with OpenGL 3.3 core or later into the bound framebuffer. The same context must be current in all
/// calls.
class Renderer {
 public:
  /// `functions` loads the functions of OpenGL; it is called by initialise().
  explicit Renderer(std::optional<Gl> (*functions)() = loadGl);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Compiles shaders and allocates objects; may be called again with a new context. Returns false and sets `message`
  /// if the context cannot draw the view.
  bool initialise(std::string& message);
  /// Deletes all objects of OpenGL; keeps the snapshot.
  void release();
  /// Makes shading and ground be computed on a thread of their own from now on. The thread calls `ready` when a frame
  /// can show the result; until then pictures have the shading and ground of an earlier snapshot. Without this call
  /// every picture is of one snapshot throughout.
  void prepareAside(std::function<void()> ready);
  /// True if shading and ground of the snapshot have been asked for and no picture shows them yet.
  bool isPreparing() const;
  /// Waits for shading and ground, so that the next picture shows them.
  void finishPreparing();
  /// Sends the arrays of a snapshot to the GPU; does nothing if they are already there.
  void upload(std::shared_ptr<const Snapshot> snapshot);
  /// Clears and draws a picture of `width` x `height` device pixels; columns outside `part` stay as they are.
  /// `lineScale` is a factor on the width of lines, for large pictures. Does nothing before initialise().
  void draw(const Camera& camera, const ViewOptions& options, int width, int height, const ViewPart& part = {},
            float lineScale = 1.0f);
  /// Takes the scene's size, from which ground and depth follow, from another renderer, so that pictures of both fit
  /// together. Holds until the next upload.
  void useSceneOf(Renderer& other);
  /// Index in the snapshot of the particle under device pixel (x, y), y down, or next to it (PickPass); nothing if
  /// there is none. Particles that the clip of the last picture cut away are not found.
  std::optional<std::size_t> pick(const Camera& camera, int x, int y, int width, int height, const ViewPart& part = {});
  /// Point in the world [m] on the surface of the particle under device pixel (x, y), y down; nothing if there is none.
  std::optional<Vec3> pointAt(const Camera& camera, int x, int y, int width, int height, const ViewPart& part = {});
  /// Statistics of the layers in the last picture.
  const LayerStatistics& layerStatistics() const;
  /// True if the driver is a software rasteriser.
  bool isSoftware() const;
  /// Vendor, renderer and version of the driver; "no OpenGL yet" before initialise().
  std::string graphicsInformation() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree
