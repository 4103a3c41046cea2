#pragma once

#include <optional>

#include "app/render/geometry/frame_uniforms.h"
#include "app/render/geometry/point_order.h"
#include "app/render/gl/sphere_buffers.h"
#include "app/view/view_part.h"

namespace scree {

/// Pass that draws the particles as impostors, and a ring around the selected one.
class SpherePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);

  /// Draws ray-cast spheres with exact depth; silhouettes are smooth if `multisampled`.
  void drawFull(Gl& gl, const SphereBuffers& spheres, bool multisampled) const;
  /// Draws particles as points with flat depth, and as quads only where a point cannot show them (point_order.h). The
  /// order of points is kept for the next picture with the same view and places.
  void drawFast(Gl& gl, SphereBuffers& spheres, const Snapshot& snapshot, const FrameUniforms& frame,
                const ViewPart& part);
  /// Draws one grain. To draw it where the clip cuts, the caller sends uniforms without a clip.
  void drawOne(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, std::uint32_t index,
               bool multisampled) const;
  /// Draws numbers of aggregates instead of colours, over the same pixels as the last drawFast() (if `fast`) or
  /// drawFull().
  void drawAggregates(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, bool fast) const;
  /// Draws the ring around the selected grain, given by its centre and radius [m].
  void drawHalo(Gl& gl, const Eigen::Vector4f& positionRadius) const;

 private:
  GLuint quadProgram_ = 0;
  GLuint pointProgram_ = 0;
  GLuint quadNumbers_ = 0;   ///< program that draws quads of whole numbers
  GLuint pointNumbers_ = 0;  ///< program that draws points of whole numbers
  GLuint haloProgram_ = 0;
  GLuint haloArray_ = 0;
  GLint haloSphere_ = -1;
  GLint haloStrength_ = -1;
  float largestPoint_ = 1.0f;

  /// View and places for which an order of points was made.
  struct Ordered {
    PointView view;
    std::uint64_t uploads;
    bool operator==(const Ordered&) const = default;
  };
  PointOrder order_;
  std::optional<Ordered> ordered_;
};

}  // namespace scree
