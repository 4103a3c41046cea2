#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/render/camera.h"
#include "engine/session/snapshot.h"

namespace scree {

enum class ColourBy : unsigned char { speed, size, contacts, overlap, material };
constexpr int kColourByCount = 5;

/// A scalar a particle can be coloured by.
struct ColourInfo {
  std::string_view name;     ///< "Speed"
  std::string_view unit;     ///< "m/s"
  std::string_view meaning;  ///< for the tooltip
};
const ColourInfo& infoOf(ColourBy by);
/// Index of the colour map that suits it: distinct classes for materials, else the default.
int suitableColourMap(ColourBy by);

/// Names of the colour maps in order; index 0 is the default.
std::span<const std::string_view> colourMapNames();
/// Colour of `value` in [0, 1] in map `map`: the table the shader uses.
Eigen::Vector3f colourOf(int map, float value);

/// The value that the particle at `index` of the snapshot is coloured by.
float colourValue(const Snapshot& snapshot, std::size_t index, ColourBy by);
/// Smallest and largest value over all particles, widened when equal.
std::array<float, 2> fitRange(const Snapshot& snapshot, ColourBy by);

enum class SphereQuality : unsigned char { automatic, full, fast };

/// How to draw; nothing in it is simulation state.
struct ViewOptions {
  ColourBy colourBy = ColourBy::speed;
  int colourMap = 0;
  std::array<float, 2> range = {0.0f, 1.0f};
  bool showSpinPattern = true;  ///< a pattern turning with the grain
  bool showBodies = true;
  bool showRegions = true;  ///< outlines of emitters and sinks
  float bodyOpacity = 0.25f;
  SphereQuality quality = SphereQuality::automatic;
  std::optional<ParticleId> selected;
};

/// Draws snapshots with OpenGL 3.3 core or better into whatever framebuffer is bound. All calls need the same current
/// context.
class Renderer {
 public:
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Compiles and allocates; safe to call again with a new context. False with a message when the context can't do it.
  bool initialise(std::string& message);
  void release();
  /// Sends a snapshot's arrays to the GPU; cheap when it is the one already there.
  void upload(std::shared_ptr<const Snapshot> snapshot);
  /// Clears and draws; `width`, `height` in device pixels.
  void draw(const Camera& camera, const ViewOptions& options, int width, int height);
  /// Index into the snapshot's particle arrays of what is nearest under device pixel (x, y), y down, if any.
  std::optional<std::size_t> pick(const Camera& camera, int x, int y, int width, int height);
  /// World point under device pixel (x, y): the surface of the grain there, else nothing.
  std::optional<Eigen::Vector3f> pointAt(const Camera& camera, int x, int y, int width, int height);
  /// True when the driver is a software rasteriser.
  bool isSoftware() const;
  /// Vendor, renderer, version.
  std::string graphicsInformation() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Bounding sphere of the particles and the finite bodies: centre and radius, for framing.
struct SceneSphere {
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float radius = 1.0f;
};
SceneSphere boundingSphere(const Snapshot& snapshot);

}  // namespace scree
