#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/render/gl/gl_helpers.h"
#include "app/view/view_options.h"

namespace scree {

/// Data of particles that a program reads besides their places: orientations and values for colours, or numbers of
/// aggregates.
enum class SphereData : unsigned char { colours, aggregates };

/// Data of particles on the GPU, and the calls that draw them.
class SphereBuffers {
 public:
  void initialise(Gl& gl, GlObjects& objects);
  /// Sends places, radii and orientations of a snapshot's particles.
  void upload(Gl& gl, const Snapshot& snapshot);
  /// Number of calls of upload(); a new number means other places.
  std::uint64_t uploads() const { return uploads_; }
  /// Sends the values by which the particles are coloured.
  void uploadScalars(Gl& gl, const Snapshot& snapshot, ColourBy by);
  /// Sends numbers of aggregates: 1 for free particles, 1 + identity of the aggregate for members. Returns false, and
  /// sends nothing, if there are no members.
  bool uploadAggregates(Gl& gl, const Snapshot& snapshot);

  /// Draws all particles, one quad each; gl_InstanceID is the index.
  void drawQuads(Gl& gl, SphereData data = SphereData::colours) const;
  /// Sends the particles that drawPoints() draws, in their order.
  void sendOrder(Gl& gl, const std::vector<std::uint32_t>& indices);
  /// Draws the particles of sendOrder() as GL points.
  void drawPoints(Gl& gl, SphereData data = SphereData::colours) const;
  /// Draws some particles as quads.
  void drawSomeQuads(Gl& gl, const Snapshot& snapshot, const std::vector<std::uint32_t>& indices,
                     SphereData data = SphereData::colours) const;

 private:
  using Buffers = std::array<GLuint, 4>;  // by content: place and radius, orientation, scalar, aggregate
  /// Vertex arrays of one kind of data.
  struct Arrays {
    GLuint quads = 0;
    GLuint points = 0;
    GLuint some = 0;
  };
  static void attach(Gl& gl, GLuint array, const Buffers& buffers, SphereData data, GLuint divisor);
  const Arrays& arraysOf(SphereData data) const { return arrays_[static_cast<std::size_t>(data)]; }

  Buffers all_{};
  Buffers some_{};
  GLuint indices_ = 0;
  std::array<Arrays, 2> arrays_{};  ///< vertex arrays by SphereData
  GLsizei count_ = 0;
  GLsizei points_ = 0;
  std::uint64_t uploads_ = 0;
  std::vector<float> scalars_;
  std::vector<std::uint32_t> aggregates_;
};

}  // namespace scree
