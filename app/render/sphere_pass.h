#pragma once

#include <optional>

#include "app/render/frame_uniforms.h"
#include "app/render/sphere_buffers.h"
#include "app/render/view_part.h"

namespace scree {

/// Draws the particles as impostors and a ring round the selected one.
class SpherePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);

  /// Ray-cast spheres with exact depth. Smooth silhouettes when `multisampled`.
  void drawFull(Gl& gl, const SphereBuffers& spheres, bool multisampled) const;
  /// Points with flat depth, quads only for what a point can't show; see point_order.h.
  void drawFast(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, const FrameUniforms& frame,
                const ViewPart& part);
  /// One grain, whatever the clip cuts: its frame is to have none.
  void drawOne(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, std::uint32_t index,
               bool multisampled) const;
  void drawHalo(Gl& gl, const Eigen::Vector4f& positionRadius) const;

 private:
  GLuint quadProgram_ = 0;
  GLuint pointProgram_ = 0;
  GLuint haloProgram_ = 0;
  GLuint haloArray_ = 0;
  GLint haloSphere_ = -1;
  GLint haloStrength_ = -1;
  float largestPoint_ = 1.0f;
  PointOrder order_;
};

}  // namespace scree
