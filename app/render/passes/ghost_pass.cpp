#include "app/render/passes/ghost_pass.h"

#include <cmath>

#include "app/render/geometry/pose_matrix.h"
#include "app/render/gl/mesh_buffers.h"

namespace scree {

namespace {

const Eigen::Vector3f kTint(0.35f, 0.75f, 1.0f);
constexpr float kOpacity = 0.3f;
const Eigen::Vector4f kDefectTint(1.0f, 0.35f, 0.1f, 0.8f);
const Eigen::Vector4f kChosenTint(1.0f, 0.9f, 0.1f, 1.0f);
constexpr float kDefectWidth = 2.5f;  // px
constexpr float kChosenWidth = 6.0f;  // px

/// Matrix from coordinates about a point of the body's mesh, in the mesh's unit, to those about `origin` in the world.
Eigen::Matrix4f ghostModel(const GhostBody& ghost, const Vec3& point, const Vec3& origin) {
  Eigen::Matrix4f model = matrixOf({ghost.pose.toWorld(ghost.scale * point), ghost.pose.orientation}, origin);
  model.topLeftCorner<3, 3>() *= static_cast<float>(ghost.scale);
  return model;
}

}  // namespace

void GhostPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("body", "body", "", message);
  array_ = objects.vertexArray();
  vertices_ = objects.buffer();
  indices_ = objects.buffer();
  lines_ = objects.buffer();
  defects_ = objects.buffer();
  model_ = gl.glGetUniformLocation(program_, "model");
  tint_ = gl.glGetUniformLocation(program_, "tint");
  wall_ = gl.glGetUniformLocation(program_, "wall");
  sent_.reset();
  sentDefects_.reset();
}

void GhostPass::draw(Gl& gl, const LinePass& lines, const GhostBody& ghost, const Vec3& origin) {
  if (ghost.mesh == nullptr) {
    return;
  }
  if (ghost.mesh != sent_) {
    uploadMesh(gl, {array_, vertices_, indices_, lines_}, *ghost.mesh);
    sent_ = ghost.mesh;
  }
  const Eigen::Matrix4f model = ghostModel(ghost, ghost.mesh->middle, origin);
  gl.glUseProgram(program_);
  gl.glBindVertexArray(array_);
  gl.glUniformMatrix4fv(model_, 1, GL_FALSE, model.data());
  gl.glUniform3fv(tint_, 1, kTint.data());
  gl.glUniform1f(wall_, std::log2(1.0f - kOpacity));
  // Draws the far side first and then the near side, like two panes of glass.
  for (const DrawState::Cull cull : {DrawState::Cull::front, DrawState::Cull::back}) {
    applyState(gl, {.depthWrite = false, .blend = true, .cull = cull});
    gl.glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(ghost.mesh->triangles.size()), GL_UNSIGNED_INT, nullptr);
  }
  LineStyle style;
  style.colour = {kTint.x(), kTint.y(), kTint.z(), 0.95f};
  lines.draw(gl, lines_, 0, ghost.mesh->edges.size(), model, style);
  // Draws the edges again, faintly, where something lies in front of them.
  style.depthTest = false;
  style.colour.w() = 0.35f;
  lines.draw(gl, lines_, 0, ghost.mesh->edges.size(), model, style);
  drawDefects(gl, lines, ghost, ghostModel(ghost, ghost.defectsMiddle, origin));
}

void GhostPass::drawDefects(Gl& gl, const LinePass& lines, const GhostBody& ghost, const Eigen::Matrix4f& model) {
  if (ghost.defects == nullptr) {
    return;
  }
  if (ghost.defects != sentDefects_) {
    streamBuffer(gl, GL_ARRAY_BUFFER, defects_, ghost.defects->data(), ghost.defects->size() * sizeof(LineSegment));
    sentDefects_ = ghost.defects;
  }
  LineStyle style{.colour = kDefectTint, .width = kDefectWidth, .depthTest = false};
  lines.draw(gl, defects_, ghost.chosenDefects, ghost.defects->size() - ghost.chosenDefects, model, style);
  style.colour = kChosenTint;
  style.width = kChosenWidth;
  lines.draw(gl, defects_, 0, ghost.chosenDefects, model, style);
}

}  // namespace scree
