#include "app/import/mesh_reading.h"

#include <fmt/format.h>

#include <QThreadPool>
#include <chrono>

#include "engine/formats/convex_hull.h"
#include "engine/formats/mesh_file.h"
#include "engine/geometry/hull.h"

namespace scree {

namespace {

MendedMesh mendedMesh(Triangles triangles, const MeshHealth& health) {
  MendedMesh mended{health, defectsOf(triangles, health), triangles.corners.size(), nullptr};
  mended.surface = std::make_shared<const BodyMesh>(tessellate(MeshShape{makeMesh(std::move(triangles)), nullptr}));
  return mended;
}

}  // namespace

ReadMesh readForImport(const std::filesystem::path& file) {
  ReadMesh result;
  MeshFile read = readMeshFile(std::filesystem::absolute(file));
  if (!read.triangles) {
    result.problem = read.what + ": " + read.remedy;
    return result;
  }
  Triangles triangles = *read.triangles;
  const MeshHealth health = mend(triangles);
  if (triangles.corners.empty()) {
    result.problem =
        fmt::format("none of the {} triangles of {} has an area: export it again", health.given, file.string());
    return result;
  }
  if (ConvexHull hull = convexHull(triangles.points); hull.triangles) {
    const MeshShape faces{makeMesh(std::move(*hull.triangles))};
    result.hull = std::make_shared<const BodyMesh>(tessellate(faces));
  }
  result.given = mendedMesh(std::move(triangles), health);
  if (health.openEdges > 0) {
    const MeshHealth closed = mend(*read.triangles, HoleRepair::close);
    if (closed.closedHoles->holes > 0) {
      result.closed = mendedMesh(std::move(*read.triangles), closed);
    }
  }
  return result;
}

void MeshReading::begin(const std::filesystem::path& file) {
  // Not std::async: its future would wait for the file when the dialog is closed.
  const auto promise = std::make_shared<std::promise<ReadMesh>>();
  result_ = promise->get_future();
  QThreadPool::globalInstance()->start([promise, file] {
    try {
      promise->set_value(readForImport(file));
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  });
}

std::optional<ReadMesh> MeshReading::poll() {
  if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  try {
    return result_.get();
  } catch (const std::exception& error) {
    ReadMesh failed;
    failed.problem = fmt::format("the file cannot be read ({}): use a smaller one, or export it again", error.what());
    return failed;
  }
}

}  // namespace scree
