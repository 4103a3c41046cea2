#include "app/render/passes/ground_pass.h"

#include <algorithm>
#include <cmath>

#include "app/render/geometry/belt_motion.h"
#include "app/render/geometry/pose_matrix.h"
#include "app/render/passes/scene_textures.h"

namespace scree {

float groundReach(const SceneSphere& scene) { return 4.0f * scene.radius; }

float gridSpacing(float sceneRadius) {
  const float wanted = 0.1f * sceneRadius;
  const float power = std::pow(10.0f, std::floor(std::log10(wanted)));
  const float lead = wanted / power;
  return power * (lead < 1.5f ? 1.0f : lead < 3.5f ? 2.0f : lead < 7.5f ? 5.0f : 10.0f);
}

void GroundPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("ground", "ground", "", message);
  array_ = objects.vertexArray();
  bindSceneTextures(gl, program_);
  model_ = gl.glGetUniformLocation(program_, "model");
  part_ = gl.glGetUniformLocation(program_, "part");
  grid_ = gl.glGetUniformLocation(program_, "grid");
  light_ = gl.glGetUniformLocation(program_, "light");
}

void GroundPass::draw(Gl& gl, const Snapshot& snapshot, const SceneSphere& scene, const Eigen::Vector3f& eye,
                      float opacity, bool below, bool light) const {
  applyState(gl, {.depthWrite = false, .blend = true});
  gl.glUseProgram(program_);
  gl.glBindVertexArray(array_);
  gl.glUniform1f(light_, light ? 1.0f : 0.0f);
  for (const SnapshotBody& body : snapshot.scene.bodies) {
    for (std::size_t s = 0; body.shapes && s < body.shapes->size(); ++s) {
      const ShapeInstance& instance = (*body.shapes)[s];
      if (!instance.visible || !std::holds_alternative<Plane>(instance.shape)) {
        continue;
      }
      const Pose pose = body.pose * instance.local;
      const Vec3& origin = snapshot.scene.origin;
      if ((pose.toLocal(origin + eye.cast<double>()).z() < 0.0) != below) {
        continue;
      }
      const Eigen::Vector3f middle = pose.toLocal(scene.place()).cast<float>();
      const BeltMotion belt = beltMotion(body, s, snapshot.run.time);
      const Eigen::Vector3f shift = (belt.travelled * belt.direction).cast<float>();
      const Eigen::Matrix4f model = matrixOf(pose, origin);
      gl.glUniformMatrix4fv(model_, 1, GL_FALSE, model.data());
      gl.glUniform3f(part_, middle.x(), middle.y(), groundReach(scene));
      // The ground is denser than walls: nothing has to be seen through it.
      gl.glUniform4f(grid_, gridSpacing(scene.radius), 1.0f - std::pow(1.0f - std::min(opacity, 1.0f), 4.0f), shift.x(),
                     shift.y());
      gl.glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
  }
}

}  // namespace scree
