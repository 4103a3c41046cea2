#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/render/gl/gl_helpers.h"
#include "app/view/view_options.h"

namespace scree {

/// What of the particles a program reads besides their places: turns and the values of their colours, or the numbers
/// of their aggregates.
enum class SphereData : unsigned char { colours, aggregates };

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
  /// Who belongs together: 1 for free particles, one more than its identity for members of an aggregate. Sends nothing
  /// when there are no members; returns whether there are.
  bool uploadAggregates(Gl& gl, const Snapshot& snapshot);

  /// All particles, one quad each; gl_InstanceID is the index.
  void drawQuads(Gl& gl, SphereData data = SphereData::colours) const;
  /// Which particles drawPoints() draws, and in what order.
  void sendOrder(Gl& gl, const std::vector<std::uint32_t>& indices);
  void drawPoints(Gl& gl, SphereData data = SphereData::colours) const;
  /// Some as quads.
  void drawSomeQuads(Gl& gl, const Snapshot& snapshot, const std::vector<std::uint32_t>& indices,
                     SphereData data = SphereData::colours) const;

 private:
  using Buffers = std::array<GLuint, 4>;  // place and radius, orientation, scalar, aggregate
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
  std::array<Arrays, 2> arrays_{};  ///< by SphereData
  GLsizei count_ = 0;
  GLsizei points_ = 0;
  std::uint64_t uploads_ = 0;
  std::vector<float> scalars_;
  std::vector<std::uint32_t> aggregates_;
};

}  // namespace scree
