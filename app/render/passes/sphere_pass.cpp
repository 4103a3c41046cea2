#include "app/render/passes/sphere_pass.h"

#include <algorithm>

#include "app/render/passes/scene_textures.h"

namespace scree {

namespace {

/// Largest diameter of a sphere drawn as a disc [px]. In a larger one it would show that the outline of a sphere is no
/// circle in perspective; software rasterisers have no larger points either.
constexpr float kLargestDisc = 255.0f;

}  // namespace

void SpherePass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  constexpr std::string_view kConservativeDepth = "#extension GL_ARB_conservative_depth : enable\n";
  quadProgram_ = objects.program("sphere_quad", "sphere_raycast", kConservativeDepth, message);
  pointProgram_ = objects.program("sphere_point", "sphere_point", "", message);
  quadNumbers_ =
      objects.program("sphere_quad", "sphere_pick", std::string(kConservativeDepth) + "#define NUMBERS\n", message);
  pointNumbers_ = objects.program("sphere_point", "sphere_point_number", "#define NUMBERS\n", message);
  haloProgram_ = objects.program("halo", "halo", "", message);
  haloArray_ = objects.vertexArray();
  for (const GLuint program : {quadProgram_, pointProgram_}) {
    bindSceneTextures(gl, program);
  }
  haloSphere_ = gl.glGetUniformLocation(haloProgram_, "sphere");
  haloStrength_ = gl.glGetUniformLocation(haloProgram_, "strength");
  GLfloat range[2] = {1.0f, 1.0f};
  gl.glGetFloatv(GL_POINT_SIZE_RANGE, range);
  largestPoint_ = std::min(range[1], kLargestDisc);
}

void SpherePass::drawFull(Gl& gl, const SphereBuffers& spheres, bool multisampled) const {
  applyState(gl, {.alphaToCoverage = multisampled});
  gl.glUseProgram(quadProgram_);
  spheres.drawQuads(gl);
}

void SpherePass::drawFast(Gl& gl, SphereBuffers& spheres, const Snapshot& snapshot, const FrameUniforms& frame,
                          const ViewPart& part) {
  PointView view;
  view.view = frame.view;
  const auto tangentAt = [&](int column) {
    const float place = 2.0f * static_cast<float>(column) * frame.viewport.z() - 1.0f;
    const float middle = frame.isParallel() ? -frame.projection(0, 3) : frame.projection(0, 2);
    return (place + middle) / frame.projection(0, 0);
  };
  const auto range = [&](int left, int right) {
    return ColumnRange{0.5f * (tangentAt(left) + tangentAt(right)), 0.5f * (tangentAt(right) - tangentAt(left))};
  };
  const int width = static_cast<int>(frame.viewport.x());
  view.picture = range(0, width);
  view.drawn = range(std::max(part.left, 0), std::min(part.right, width));
  view.halfHeight = 1.0f / frame.projection(1, 1);
  view.pixel = frame.pixel();
  view.parallel = frame.isParallel();
  view.nearest = frame.nearest();
  view.grainSize = frame.grainSize();
  view.largestPoint = largestPoint_;
  const Ordered wanted{view, spheres.uploads()};
  if (ordered_ != wanted) {
    if (orderPoints(snapshot.grains.positionRadius, view, order_)) {
      spheres.sendOrder(gl, order_.points);
    }
    ordered_ = wanted;
  }
  applyState(gl, {});
  if (!order_.quads.empty()) {
    gl.glUseProgram(quadProgram_);
    spheres.drawSomeQuads(gl, snapshot, order_.quads);
  }
  if (!order_.points.empty()) {
    gl.glUseProgram(pointProgram_);
    spheres.drawPoints(gl);
  }
}

void SpherePass::drawOne(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, std::uint32_t index,
                         bool multisampled) const {
  applyState(gl, {.alphaToCoverage = multisampled});
  gl.glUseProgram(quadProgram_);
  spheres.drawSomeQuads(gl, snapshot, {index});
}

void SpherePass::drawAggregates(Gl& gl, const SphereBuffers& spheres, const Snapshot& snapshot, bool fast) const {
  if (!fast) {
    gl.glUseProgram(quadNumbers_);
    spheres.drawQuads(gl, SphereData::aggregates);
    return;
  }
  if (!order_.quads.empty()) {
    gl.glUseProgram(quadNumbers_);
    spheres.drawSomeQuads(gl, snapshot, order_.quads, SphereData::aggregates);
  }
  if (!order_.points.empty()) {
    gl.glUseProgram(pointNumbers_);
    spheres.drawPoints(gl, SphereData::aggregates);
  }
}

void SpherePass::drawHalo(Gl& gl, const Eigen::Vector4f& positionRadius) const {
  gl.glUseProgram(haloProgram_);
  gl.glBindVertexArray(haloArray_);
  gl.glUniform4fv(haloSphere_, 1, positionRadius.data());
  // Draws the ring also where something lies in front of it, faintly, so that a grain is found inside a pile.
  for (const bool hidden : {true, false}) {
    applyState(gl, {.depthTest = !hidden, .depthWrite = false, .blend = true});
    gl.glUniform1f(haloStrength_, hidden ? 0.45f : 1.0f);
    gl.glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
}

}  // namespace scree
