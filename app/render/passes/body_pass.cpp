#include "app/render/passes/body_pass.h"

#include <algorithm>
#include <cmath>

#include "app/render/geometry/belt_motion.h"
#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/pose_matrix.h"
#include "app/render/geometry/scene_fit.h"

namespace scree {

namespace {

// Thickness of walls, in units of the wall that has the chosen opacity when it is seen straight on.
constexpr float kFarWall = 0.9f;
constexpr float kNearWall = 0.3f;
constexpr float kSheet = 1.3f;
constexpr float kSolidWall = 3.0f;
constexpr float kMovedWall = 2.0f;  // factor on the thickness for bodies moved by forces

constexpr float kEdgeWidth = 1.3f;      // px
constexpr float kPickedWidth = 3.0f;    // px
constexpr float kMostCovered = 0.2f;    // part of a wall that edges may cover before they fade
constexpr float kLeastVisible = 0.08f;  // opacity below which edges are left out: a million take longer than the walls

float thicknessOf(WallKind kind, bool nearSide) {
  switch (kind) {
    case WallKind::shell:
      return nearSide ? kNearWall : kFarWall;
    case WallKind::sheet:
      return kSheet;
    case WallKind::solid:
      return kSolidWall;
  }
  return kSheet;
}

/// Radius of the sphere about the origin that holds a mesh [m].
float radiusOf(const BodyMesh& mesh) {
  float square = 0.0f;
  for (const MeshVertex& vertex : mesh.vertices) {
    square = std::max(square, vertex.position.squaredNorm());
  }
  return std::sqrt(square);
}

const void* offsetPointer(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);  // NOLINT: what OpenGL asks for
}

}  // namespace

void BodyPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("body", "body", "", message);
  array_ = objects.vertexArray();
  vertices_ = objects.buffer();
  indices_ = objects.buffer();
  lineBuffer_ = objects.buffer();
  model_ = gl.glGetUniformLocation(program_, "model");
  tint_ = gl.glGetUniformLocation(program_, "tint");
  wall_ = gl.glGetUniformLocation(program_, "wall");
  belt_ = gl.glGetUniformLocation(program_, "belt");
  chevrons_ = gl.glGetUniformLocation(program_, "chevrons");
  cuttable_ = gl.glGetUniformLocation(program_, "cuttable");
  gl.glBindVertexArray(array_);
  gl.glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  gl.glEnableVertexAttribArray(0);
  gl.glEnableVertexAttribArray(1);
  gl.glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offsetPointer(offsetof(MeshVertex, position)));
  gl.glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offsetPointer(offsetof(MeshVertex, normal)));
  gl.glBindVertexArray(0);
}

void BodyPass::upload(Gl& gl, const Snapshot& snapshot) {
  std::vector<std::shared_ptr<const std::vector<ShapeInstance>>> shapes;
  for (const SnapshotBody& body : snapshot.scene.bodies) {
    shapes.push_back(body.shapes);
  }
  if (shapes == shapes_) {
    return;
  }
  shapes_ = std::move(shapes);
  parts_.clear();
  BodyMesh all;
  for (std::size_t b = 0; b < shapes_.size(); ++b) {
    for (std::size_t s = 0; shapes_[b] && s < shapes_[b]->size(); ++s) {
      const ShapeInstance& instance = (*shapes_[b])[s];
      const BodyMesh mesh = instance.visible ? tessellate(instance.shape) : BodyMesh{};
      if (mesh.triangles.empty() && mesh.edges.empty()) {
        continue;
      }
      parts_.push_back({b, s, all.vertices.size(), all.triangles.size(), mesh.triangles.size(), all.edges.size(),
                        mesh.edges.size(), mesh.marks.size(), mesh.kind, mesh.edgeDensity, radiusOf(mesh),
                        mesh.middle});
      all.vertices.insert(all.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
      all.triangles.insert(all.triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
      for (const std::vector<LineSegment>* lines : {&mesh.edges, &mesh.marks}) {
        all.edges.insert(all.edges.end(), lines->begin(), lines->end());
      }
    }
  }
  gl.glBindVertexArray(array_);
  streamBuffer(gl, GL_ARRAY_BUFFER, vertices_, all.vertices.data(), all.vertices.size() * sizeof(MeshVertex));
  streamBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, indices_, all.triangles.data(),
               all.triangles.size() * sizeof(std::uint32_t));
  streamBuffer(gl, GL_ARRAY_BUFFER, lineBuffer_, all.edges.data(), all.edges.size() * sizeof(LineSegment));
  gl.glBindVertexArray(0);
}

std::vector<BodyPass::Placed> BodyPass::farthestFirst(const Snapshot& snapshot, const Eigen::Vector3f& eye) const {
  std::vector<Placed> placed;
  for (const Part& part : parts_) {
    const SnapshotBody& body = snapshot.scene.bodies[part.body];
    const Pose pose = body.pose * (*body.shapes)[part.shape].local;
    const Eigen::Matrix4f model = matrixOf({pose.toWorld(part.middle), pose.orientation}, snapshot.scene.origin);
    placed.push_back({&part, model, (model.topRightCorner<3, 1>() - eye).norm()});
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.distance > b.distance; });
  return placed;
}

void BodyPass::drawWall(Gl& gl, const Snapshot& snapshot, const Placed& placed, float thickness, float opacity) const {
  const Part& part = *placed.part;
  const SnapshotBody& body = snapshot.scene.bodies[part.body];
  const BeltMotion belt = beltMotion(body, part.shape, snapshot.run.time);
  const auto half = halfExtentsOf((*body.shapes)[part.shape].shape);
  const double width = half ? std::min(half->x(), half->y()) : 0.0;
  gl.glUniformMatrix4fv(model_, 1, GL_FALSE, placed.model.data());
  gl.glUniform1f(wall_, thickness * std::log2(std::max(1.0f - opacity, 1e-6f)));
  gl.glUniform4f(belt_, static_cast<float>(belt.direction.x()), static_cast<float>(belt.direction.y()),
                 static_cast<float>(belt.direction.z()), static_cast<float>(belt.travelled));
  gl.glUniform1f(chevrons_, belt.direction.isZero() ? 0.0f : static_cast<float>(0.5 * width));
  gl.glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(part.indices), GL_UNSIGNED_INT,
                              const_cast<void*>(offsetPointer(part.firstIndex * sizeof(std::uint32_t))),
                              static_cast<GLint>(part.firstVertex));
}

void BodyPass::drawWalls(Gl& gl, const Snapshot& snapshot, const std::vector<Placed>& placed, float opacity,
                         bool nearSide) const {
  applyState(gl,
             {.depthWrite = false, .blend = true, .cull = nearSide ? DrawState::Cull::back : DrawState::Cull::front});
  gl.glUseProgram(program_);
  gl.glBindVertexArray(array_);
  for (const Placed& p : placed) {
    // Driven bodies are bluish, bodies moved by forces yellowish and less transparent, solid bodies darker.
    const bool driven = !snapshot.scene.bodies[p.part->body].drives.empty();
    const bool moved = snapshot.scene.bodies[p.part->body].mass > 0.0;
    const float shadeOf = p.part->kind == WallKind::solid ? 0.85f : 1.0f;
    const Eigen::Vector3f tint = shadeOf * (moved    ? Eigen::Vector3f(1.0f, 0.84f, 0.52f)
                                            : driven ? Eigen::Vector3f(0.78f, 0.88f, 1.0f)
                                                     : Eigen::Vector3f(0.95f, 0.97f, 1.0f));
    gl.glUniform3fv(tint_, 1, tint.data());
    drawWall(gl, snapshot, p, (moved ? kMovedWall : 1.0f) * thicknessOf(p.part->kind, nearSide), opacity);
  }
}

void BodyPass::draw(Gl& gl, const LinePass& lines, const Snapshot& snapshot, const FrameUniforms& frame, float opacity,
                    bool cuttable, const std::optional<PickedPart>& picked) const {
  const std::vector<Placed> placed = farthestFirst(snapshot, frame.eye.head<3>());
  gl.glUseProgram(program_);
  gl.glUniform1f(cuttable_, cuttable ? 1.0f : 0.0f);
  drawWalls(gl, snapshot, placed, opacity, false);
  drawWalls(gl, snapshot, placed, opacity, true);
  for (const Placed& p : placed) {
    // Only driven bodies have marks, which show rotation.
    const bool driven = !snapshot.scene.bodies[p.part->body].drives.empty();
    const bool isPicked = picked && picked->isBody(static_cast<std::uint32_t>(p.part->body));
    const float pixel = frame.pixel() * (frame.isParallel() ? 1.0f : std::max(p.distance, p.part->radius));
    const float covered = kEdgeWidth * pixel * p.part->edgeDensity;
    const float share = covered > kMostCovered ? kMostCovered / covered : 1.0f;
    const Eigen::Vector4f colour =
        isPicked ? Eigen::Vector4f(0.35f, 0.78f, 1.0f, share) : Eigen::Vector4f(0.93f, 0.95f, 0.98f, 0.85f * share);
    if (colour.w() >= kLeastVisible) {
      lines.draw(gl, lineBuffer_, p.part->firstLine, p.part->edges + (driven ? p.part->marks : 0), p.model,
                 {.colour = colour, .width = isPicked ? kPickedWidth : kEdgeWidth, .cuttable = cuttable});
    }
  }
}

}  // namespace scree
