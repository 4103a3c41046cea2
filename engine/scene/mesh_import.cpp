#include "engine/scene/mesh_import.h"

#include <fmt/format.h>

#include "engine/scene_file/scene_edit.h"

namespace scree {

namespace {

std::string listOf(const Vec3& v, const char* unit = "") {
  return fmt::format("[{}{}, {}{}, {}{}]", v.x(), unit, v.y(), unit, v.z(), unit);
}

std::string motionLines(const MeshImport& import) {
  switch (import.motion) {
    case ImportMotion::fixed:
      return {};
    case ImportMotion::turns:
      return fmt::format("motion:\n  - rotate: {{point: {}, axis: {}, speed: {} rpm}}\n", listOf(import.position),
                         listOf(import.axis), import.speed);
    case ImportMotion::slides:
      return fmt::format("motion:\n  - translate: {{direction: {}, speed: {} m/s}}\n", listOf(import.axis),
                         import.speed);
    case ImportMotion::forces:
      return import.byDensity ? fmt::format("density: {} kg/m3\n", import.heaviness)
                              : fmt::format("mass: {} kg\n", import.heaviness);
  }
  return {};
}

}  // namespace

std::string bodyLines(const MeshImport& import, const std::filesystem::path& sceneFolder) {
  std::string lines = fmt::format("position: {}\n", listOf(import.position));
  if (!import.turn.isZero(0.0)) {
    lines += fmt::format("orientation: {{euler: {}}}\n", listOf(import.turn, " deg"));
  }
  const Vec3 shift = Vec3::Zero() - import.origin;  // no negative zeros
  const std::string place = shift.isZero(0.0) ? std::string() : fmt::format(", position: {}", listOf(shift));
  const char* holes = import.closeHoles && !import.asHull ? ", close_holes: true" : "";
  lines += fmt::format("shapes:\n  - {}: {{file: {}, scale: {}{}, material: {}{}}}\n", import.asHull ? "hull" : "mesh",
                       yamlQuoted(pathFrom(sceneFolder, import.file)), import.scale, holes, yamlQuoted(import.material),
                       place);
  return lines + motionLines(import);
}

}  // namespace scree
