#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/render/geometry/scene_fit.h"
#include "app/render/passes/line_pass.h"

namespace scree {

/// Largest distance of a split sensor's points from the scene's centre [m]; sensors may lie outside the scene.
float sensorReach(const Snapshot& snapshot, const SceneSphere& scene);

/// Pass that draws split sensors as coloured glass with crisp edges; sensors that are off are grey and dashed.
class SensorPass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws the sensors. A half-space is a square as large as the scene, with ticks into the half where nothing merges.
  void draw(Gl& gl, const LinePass& lines, const std::vector<SnapshotSensor>& sensors,
            std::optional<std::uint32_t> selected, const SceneSphere& scene, const Eigen::Vector3f& eye) const;

 private:
  /// Part of the common buffers that belongs to one unit shape.
  struct Part {
    std::size_t firstVertex = 0;
    std::size_t firstIndex = 0;
    std::size_t indices = 0;
    std::size_t firstLine = 0;
    std::size_t lines = 0;
  };

  void drawGlass(Gl& gl, const SnapshotSensor& sensor, const SceneSphere& scene, bool selected) const;
  void drawOutline(Gl& gl, const LinePass& lines, const SnapshotSensor& sensor, const SceneSphere& scene, bool selected,
                   const Eigen::Vector3f& eye) const;

  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint vertices_ = 0;
  GLuint indices_ = 0;
  GLuint lineBuffer_ = 0;
  GLuint rimBuffer_ = 0;
  GLint model_ = -1;
  GLint tint_ = -1;
  GLint wall_ = -1;
  std::array<Part, 4> parts_{};  // parts by alternative of SensorShape
};

}  // namespace scree
