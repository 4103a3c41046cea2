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

/// Draws snapshots with OpenGL 3.3 core or better into whatever framebuffer is bound. All calls need the same current
/// context.
class Renderer {
 public:
  /// `functions` says what OpenGL is to be called by.
  explicit Renderer(std::optional<Gl> (*functions)() = loadGl);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Compiles and allocates; safe to call again with a new context. False with a message when the context can't do it.
  bool initialise(std::string& message);
  void release();
  /// From now on a thread of its own looks at all particles for shading and ground, and calls `ready` when a frame
  /// could show what it found; until then they are those of the snapshot before. Otherwise every picture is of one
  /// snapshot throughout.
  void prepareAside(std::function<void()> ready);
  /// Whether a further frame would show shading and ground that belong to the snapshot.
  bool isPreparing() const;
  /// Waits for them, so that the next picture shows them.
  void finishPreparing();
  /// Sends a snapshot's arrays to the GPU; cheap when it is the one already there.
  void upload(std::shared_ptr<const Snapshot> snapshot);
  /// Clears and draws; `width`, `height` in device pixels. Leaves what is not in `part` as it is. `lineScale` makes
  /// lines wider, for large pictures.
  void draw(const Camera& camera, const ViewOptions& options, int width, int height, const ViewPart& part = {},
            float lineScale = 1.0f);
  /// Lays out ground and depth for the scene as large as the other renderer sees it, so that pictures of both fit
  /// together. Until the next upload.
  void useSceneOf(Renderer& other);
  /// Index into the snapshot's particle arrays of what is nearest under device pixel (x, y), y down, if any. Grains
  /// that the last picture had clipped away are not there.
  std::optional<std::size_t> pick(const Camera& camera, int x, int y, int width, int height, const ViewPart& part = {});
  /// World point under device pixel (x, y): the surface of the grain there, else nothing.
  std::optional<Eigen::Vector3f> pointAt(const Camera& camera, int x, int y, int width, int height,
                                         const ViewPart& part = {});
  /// What the layers of the last picture show.
  const LayerStatistics& layerStatistics() const;
  /// True when the driver is a software rasteriser.
  bool isSoftware() const;
  /// Vendor, renderer, version.
  std::string graphicsInformation() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree
