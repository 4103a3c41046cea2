#pragma once

#include <optional>

#include "app/render/geometry/frame_uniforms.h"
#include "app/render/geometry/point_order.h"
#include "app/render/gl/sphere_buffers.h"
#include "app/view/view_part.h"

namespace scree {

/// Draws the particles as impostors and a ring round the selected one.
class SpherePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);

  /// Ray-cast spheres with exact depth. Smooth silhouettes when `multisampled`.
  void drawFull(Gl& gl, const SphereBuffers& spheres, bool multisampled) const;
  /// Points with flat depth, quads only for what a point can't show; see point_order.h. The order is kept for the next
  /// picture of the same.
  void drawFast(Gl& gl, SphereBuffers& spheres, const Snapshot& snapshot, const FrameUniforms& frame,
                const ViewPart& part);
  /// One grain, whatever the clip cuts: its frame is to have none.
  void drawOne(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, std::uint32_t index,
               bool multisampled) const;
  /// The numbers of aggregates instead of colours, where the last picture drew the spheres: as drawFast() or drawFull()
  /// did it.
  void drawAggregates(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, bool fast) const;
  void drawHalo(Gl& gl, const Eigen::Vector4f& positionRadius) const;

 private:
  GLuint quadProgram_ = 0;
  GLuint pointProgram_ = 0;
  GLuint quadNumbers_ = 0;  ///< programs that draw whole numbers
  GLuint pointNumbers_ = 0;
  GLuint haloProgram_ = 0;
  GLuint haloArray_ = 0;
  GLint haloSphere_ = -1;
  GLint haloStrength_ = -1;
  float largestPoint_ = 1.0f;

  /// What an order is for.
  struct Ordered {
    PointView view;
    std::uint64_t uploads;
    bool operator==(const Ordered&) const = default;
  };
  PointOrder order_;
  std::optional<Ordered> ordered_;
};

}  // namespace scree
