#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/render/gl_helpers.h"
#include "app/render/view_options.h"

namespace scree {

/// The particles on the GPU, and what of them is drawn how.
class SphereBuffers {
 public:
  void initialise(Gl& gl, GlObjects& objects);
  /// Places and orientations of a snapshot's particles.
  void upload(Gl& gl, const Snapshot& snapshot);
  /// How often places were sent: another number, another picture.
  std::uint64_t uploads() const { return uploads_; }
  /// The values they are coloured by.
  void uploadScalars(Gl& gl, const Snapshot& snapshot, ColourBy by);

  /// All particles, one quad each; gl_InstanceID is the index.
  void drawQuads(Gl& gl) const;
  /// Which particles drawPoints() draws, and in what order.
  void sendOrder(Gl& gl, const std::vector<std::uint32_t>& indices);
  void drawPoints(Gl& gl) const;
  /// Some as quads.
  void drawSomeQuads(Gl& gl, const Snapshot& snapshot, const std::vector<std::uint32_t>& indices) const;

 private:
  using Buffers = std::array<GLuint, 3>;  // place and radius, orientation, scalar
  static void attach(Gl& gl, GLuint array, const Buffers& buffers, GLuint divisor);

  Buffers all_{};
  Buffers some_{};
  GLuint indices_ = 0;
  GLuint quadArray_ = 0;
  GLuint pointArray_ = 0;
  GLuint someArray_ = 0;
  GLsizei count_ = 0;
  GLsizei points_ = 0;
  std::uint64_t uploads_ = 0;
  std::vector<float> scalars_;
};

}  // namespace scree
