#include "app/render/passes/sensor_pass.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/render/geometry/body_mesh.h"
#include "app/render/geometry/pose_matrix.h"
#include "app/render/gl/mesh_buffers.h"

namespace scree {

namespace {

constexpr int kRings = 24;      // rings of a sphere, from pole to pole
constexpr int kSides = 48;      // sides of a sphere and of circles
constexpr float kTick = 0.08f;  // length of a half-space's ticks, in half widths of its square

/// Point of the unit sphere by its polar angle and azimuth [rad].
Eigen::Vector3f onSphere(float polar, float azimuth) {
  return {std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), std::cos(polar)};
}

float angleOf(int k, int count, float whole) { return whole * static_cast<float>(k) / static_cast<float>(count); }

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

/// Circle of radius 1 in the plane of two perpendicular unit vectors.
std::vector<LineSegment> circle(const Eigen::Vector3f& u, const Eigen::Vector3f& v, float strength) {
  const auto at = [&](int k) {
    return Eigen::Vector3f(std::cos(angleOf(k, kSides, kTurn)) * u + std::sin(angleOf(k, kSides, kTurn)) * v);
  };
  std::vector<LineSegment> lines;
  for (int k = 0; k < kSides; ++k) {
    lines.push_back({at(k), strength, at(k + 1)});
  }
  return lines;
}

BodyMesh unitSphere() {
  BodyMesh mesh;
  for (int ring = 0; ring <= kRings; ++ring) {
    for (int side = 0; side <= kSides; ++side) {
      const Eigen::Vector3f p = onSphere(angleOf(ring, kRings, 0.5f * kTurn), angleOf(side, kSides, kTurn));
      mesh.vertices.push_back({p, p});
    }
  }
  constexpr std::uint32_t kRow = kSides + 1;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t v = ring * kRow + side;
      for (const std::uint32_t i : {v, v + kRow, v + kRow + 1, v, v + kRow + 1, v + 1}) {
        mesh.triangles.push_back(i);
      }
    }
  }
  constexpr float kFaint = 0.45f;
  for (int axis = 0; axis < 3; ++axis) {
    const auto lines = circle(Eigen::Vector3f::Unit((axis + 1) % 3), Eigen::Vector3f::Unit((axis + 2) % 3), kFaint);
    mesh.edges.insert(mesh.edges.end(), lines.begin(), lines.end());
  }
  return mesh;
}

/// Square in the plane z = 0 with half width 1, and ticks downwards along its edges.
BodyMesh unitSheet() {
  BodyMesh mesh = tessellate(Rectangle{.halfX = 1.0, .halfY = 1.0});
  constexpr int kTicks = 8;  // ticks an edge
  for (int k = 0; k < 4; ++k) {
    const Eigen::AngleAxisf turn(angleOf(k, 4, kTurn), Eigen::Vector3f::UnitZ());
    for (int tick = 0; tick < kTicks; ++tick) {
      const Eigen::Vector3f from = turn * Eigen::Vector3f(angleOf(tick, kTicks, 2.0f) - 1.0f, -1.0f, 0.0f);
      mesh.edges.push_back({from, 0.6f, from - kTick * Eigen::Vector3f::UnitZ()});
    }
  }
  return mesh;
}

/// Size of a sensor along its axes, by which the unit shape is scaled [m].
Eigen::Vector3f scaleOf(const SensorShape& shape, const SceneSphere& scene) {
  if (std::holds_alternative<SensorHalfSpace>(shape)) {
    return Eigen::Vector3f::Constant(scene.radius);
  }
  return halfExtentsOf(shape).cast<float>();
}

Eigen::Matrix4f modelOf(const SnapshotSensor& sensor, const SceneSphere& scene) {
  Eigen::Matrix4f model = matrixOf(sensor.pose, scene.origin);
  model.topLeftCorner<3, 3>() *= scaleOf(sensor.sensor.shape, scene).asDiagonal();
  return model;
}

Eigen::Vector3f tintOf(const SnapshotSensor& sensor) {
  return sensor.sensor.enabled ? colourOfIdea(SplitIdea::region) : Eigen::Vector3f(0.82f, 0.82f, 0.86f);
}

}  // namespace

float sensorReach(const Snapshot& snapshot, const SceneSphere& scene) {
  float reach = 0.0f;
  for (const SnapshotSensor& sensor : snapshot.scene.sensors) {
    const float size = std::sqrt(3.0f) * scaleOf(sensor.sensor.shape, scene).maxCoeff();
    reach =
        std::max(reach, ((sensor.pose.position - snapshot.scene.origin).cast<float>() - scene.centre).norm() + size);
  }
  return reach;
}

void SensorPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("body", "body", "", message);
  array_ = objects.vertexArray();
  vertices_ = objects.buffer();
  indices_ = objects.buffer();
  lineBuffer_ = objects.buffer();
  rimBuffer_ = objects.buffer();
  model_ = gl.glGetUniformLocation(program_, "model");
  tint_ = gl.glGetUniformLocation(program_, "tint");
  wall_ = gl.glGetUniformLocation(program_, "wall");
  BodyMesh all;
  const std::array<BodyMesh, 4> meshes = {tessellate(SolidBox{.halfExtents = Vec3::Ones()}), unitSphere(),
                                          tessellate(SolidCylinder{.radius = 1.0, .halfLength = 1.0}), unitSheet()};
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    const BodyMesh& mesh = meshes[k];
    parts_[k] = {all.vertices.size(), all.triangles.size(), mesh.triangles.size(), all.edges.size(), mesh.edges.size()};
    all.vertices.insert(all.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
    all.triangles.insert(all.triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
    all.edges.insert(all.edges.end(), mesh.edges.begin(), mesh.edges.end());
  }
  uploadMesh(gl, {array_, vertices_, indices_, lineBuffer_}, all);
}

void SensorPass::draw(Gl& gl, const LinePass& lines, const std::vector<SnapshotSensor>& sensors,
                      std::optional<std::uint32_t> selected, const SceneSphere& scene,
                      const Eigen::Vector3f& eye) const {
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    drawGlass(gl, sensors[i], scene, selected == i);
    drawOutline(gl, lines, sensors[i], scene, selected == i, eye);
  }
}

void SensorPass::drawGlass(Gl& gl, const SnapshotSensor& sensor, const SceneSphere& scene, bool selected) const {
  const Part& part = parts_[sensor.sensor.shape.index()];
  const Eigen::Matrix4f model = modelOf(sensor, scene);
  const Eigen::Vector3f tint = tintOf(sensor);
  const float opacity = !sensor.sensor.enabled ? 0.05f : selected ? 0.22f : 0.12f;
  gl.glUseProgram(program_);
  gl.glBindVertexArray(array_);
  gl.glUniformMatrix4fv(model_, 1, GL_FALSE, model.data());
  gl.glUniform3fv(tint_, 1, tint.data());
  gl.glUniform1f(wall_, std::log2(1.0f - opacity));
  // Draws the far side first and then the near side, like two panes of glass.
  for (const DrawState::Cull cull : {DrawState::Cull::front, DrawState::Cull::back}) {
    applyState(gl, {.depthWrite = false, .blend = true, .cull = cull});
    gl.glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(part.indices), GL_UNSIGNED_INT,
                                reinterpret_cast<const void*>(part.firstIndex * sizeof(std::uint32_t)),  // NOLINT
                                static_cast<GLint>(part.firstVertex));
  }
}

void SensorPass::drawOutline(Gl& gl, const LinePass& lines, const SnapshotSensor& sensor, const SceneSphere& scene,
                             bool selected, const Eigen::Vector3f& eye) const {
  const Part& part = parts_[sensor.sensor.shape.index()];
  const bool enabled = sensor.sensor.enabled;
  const float white = selected ? 0.6f : 0.0f;
  const float alpha = selected ? 1.0f : enabled ? 0.85f : 0.7f;
  LineStyle style;
  const Eigen::Vector3f tint = tintOf(sensor);
  style.colour = {std::lerp(tint.x(), 1.0f, white), std::lerp(tint.y(), 1.0f, white), std::lerp(tint.z(), 1.0f, white),
                  alpha};
  style.width = selected ? 2.6f : 1.6f;
  style.dash = enabled ? 0.0f : 5.0f;
  const Eigen::Matrix4f model = modelOf(sensor, scene);
  lines.draw(gl, lineBuffer_, part.firstLine, part.lines, model, style);
  // Draws the outline again, faintly, where something lies in front of it: most of a sensor is inside a pile.
  style.depthTest = false;
  style.colour.w() = 0.4f * alpha;
  lines.draw(gl, lineBuffer_, part.firstLine, part.lines, model, style);
  if (std::holds_alternative<SensorSphere>(sensor.sensor.shape)) {
    // The visible outline of a sphere is the circle where lines of sight touch it.
    const float radius = model.topLeftCorner<3, 1>().norm();
    const Eigen::Vector3f toEye = eye - model.topRightCorner<3, 1>();
    const float sine = radius / toEye.norm();
    if (!(sine < 1.0f)) {
      return;  // the eye is inside the sphere
    }
    const Eigen::Vector3f away = toEye.normalized();
    const Eigen::Vector3f u = away.unitOrthogonal();
    const std::vector<LineSegment> rim = circle(u, away.cross(u), 1.0f);
    streamBuffer(gl, GL_ARRAY_BUFFER, rimBuffer_, rim.data(), rim.size() * sizeof(LineSegment));
    Eigen::Matrix4f place = Eigen::Matrix4f::Identity();
    place.topLeftCorner<3, 3>() *= radius * std::sqrt(1.0f - sine * sine);
    place.topRightCorner<3, 1>() = model.topRightCorner<3, 1>() + sine * radius * away;
    style.colour.w() = 0.7f * alpha;
    lines.draw(gl, rimBuffer_, 0, rim.size(), place, style);
  }
}

}  // namespace scree
