#include "engine/scene/mesh_loader.h"

#include <fmt/format.h>

#include "engine/formats/convex_hull.h"
#include "engine/formats/mesh_file.h"
#include "engine/scene_file/fields.h"

namespace scree {

namespace {

/// Largest size of a machine part that is likely [m]: a larger mesh was rather read in the wrong unit.
constexpr double kLikelyLargest = 100.0;
/// Size of a mesh over the largest particle's diameter from which on its unit is doubtful. The plant's drum of pellets
/// (METHOD 17.24), the largest machine of the shipped scenes beside its particles, has 700; a part in millimetres that
/// is read in metres has a thousand times what it should.
constexpr double kLikelyDiameters = 3000.0;
/// Largest distance of a mesh from the origin [m]: beyond it the steps of double precision are not small beside
/// overlaps.
constexpr double kFarthestMesh = 1e7;
constexpr const char* kScaleRemedy = "say with 'scale' how long one unit of the file is: 'scale: 1 mm' for millimetres";

}  // namespace

MeshShape MeshLoader::load(const MeshDescription& d) {
  MeshShape shape = find(d);
  missing_ += shape.mesh ? 0 : 1;
  return shape;
}

MeshShape MeshLoader::find(const MeshDescription& d) {
  if (d.where.broken) {
    return {};
  }
  if (d.file.empty() == !d.made.has_value()) {
    errors_.add(d.where.mark, d.made ? "both 'file' and 'make'" : "neither 'file' nor 'make'",
                "give one of them, such as 'file: chute.stl'");
    return {};
  }
  if (d.made && d.closeHoles) {
    errors_.add(d.where.mark, "both 'make' and 'close_holes'",
                "take 'close_holes' out: a mesh made from numbers has the openings that they say");
    return {};
  }
  return d.made ? make(d) : MeshShape{.mesh = read(d), .made = nullptr};
}

MeshShape MeshLoader::make(const MeshDescription& d) {
  MadeMesh made = *d.made;
  if (const std::string table = tableFileOf(made); !table.empty()) {
    errors_.noteFile(folder_ / table);
  }
  if (TableProblem problem = readTables(made, folder_); !problem.what.empty()) {
    errors_.add(d.where.mark, std::move(problem.what), std::move(problem.remedy));
    return {};
  }
  if (const std::string remedy = problemOf(made); !remedy.empty()) {
    errors_.add(d.where.mark, "the mesh cannot be made", remedy);
    return {};
  }
  return {.mesh = meshOf(made), .made = std::make_shared<const MadeMesh>(made)};
}

std::shared_ptr<const Mesh> MeshLoader::read(const MeshDescription& d) {
  const std::filesystem::path path = folder_ / d.file;
  const auto key = std::tuple(path.lexically_normal().string(), d.scale, d.closeHoles);
  if (const auto found = known_.find(key); found != known_.end()) {
    return found->second;
  }
  std::optional<Triangles> triangles = scaledTriangles(d.where, path, d.scale);
  return triangles ? known_[key] = finish(d, std::move(*triangles), path.string()) : nullptr;
}

std::optional<Triangles> MeshLoader::scaledTriangles(const Where& where, const std::filesystem::path& path,
                                                     double scale) {
  errors_.noteFile(path);
  MeshFile file = readMeshFile(path);
  if (!file.triangles) {
    errors_.add(where.mark, std::move(file.what), std::move(file.remedy));
    return std::nullopt;
  }
  for (Vec3& point : file.triangles->points) {
    point *= scale;
  }
  return std::move(file.triangles);
}

std::shared_ptr<const Mesh> MeshLoader::finish(const MeshDescription& d, Triangles triangles, const std::string& name) {
  const MeshHealth health = mend(triangles, d.closeHoles ? HoleRepair::close : HoleRepair::leave);
  if (triangles.corners.empty()) {
    errors_.add(d.where.mark, fmt::format("none of the {} triangles of {} has an area", health.given, name),
                "export it again");
    return nullptr;
  }
  const std::string summary = summaryOf(health, triangles.corners.size());
  errors_.note(d.where.mark, fmt::format("mesh {}", name), summary);
  if (!checkSize(d.where, fmt::format("mesh {}", name), health.bounds)) {
    return nullptr;
  }
  if (d.scale == 1.0) {
    unscaled_.push_back({d.where.mark, name, (health.bounds.upper - health.bounds.lower).norm()});
  }
  for (const std::string& note : notesOf(health)) {
    errors_.note(d.where.mark, fmt::format("mesh {}", name), note);
  }
  std::shared_ptr<const Mesh> mesh = makeMesh(std::move(triangles));
  if (Weightless why = scree::whyWeightless(health); !why.what.empty()) {
    why.what = fmt::format("mesh {}: {}", name, why.what);
    weightless_[mesh.get()] = std::move(why);
  }
  return mesh;
}

void MeshLoader::noteSizes(double largestDiameter) {
  for (const Unscaled& mesh : unscaled_) {
    if (largestDiameter > 0.0 && mesh.size > kLikelyDiameters * largestDiameter && mesh.size <= kLikelyLargest) {
      errors_.note(mesh.mark,
                   fmt::format("mesh {} is {:.3g} m across, {:.2g} diameters of the largest particle", mesh.name,
                               mesh.size, mesh.size / largestDiameter),
                   kScaleRemedy);
    }
  }
}

Weightless MeshLoader::whyWeightless(const Mesh& mesh) const {
  const auto found = weightless_.find(&mesh);
  return found == weightless_.end() ? Weightless{} : found->second;
}

bool MeshLoader::checkSize(const Where& where, const std::string& what, const Bounds& bounds) {
  const double size = (bounds.upper - bounds.lower).norm();
  if (size < kExtent.least || size > kExtent.most) {
    errors_.add(where.mark, fmt::format("the {} is {:.3g} m across", what, size), kScaleRemedy);
    return false;
  }
  const double distance = bounds.lower.cwiseAbs().cwiseMax(bounds.upper.cwiseAbs()).maxCoeff();
  if (distance > kFarthestMesh) {
    errors_.add(where.mark, fmt::format("the {} lies {:.3g} m from the origin of its coordinates", what, distance),
                "move it to the origin in the file, and give the body a position");
    return false;
  }
  if (size > kLikelyLargest) {
    errors_.note(where.mark, fmt::format("{} is {:.3g} m across", what, size), kScaleRemedy);
  }
  return true;
}

std::shared_ptr<const Hull> MeshLoader::loadHull(const HullDescription& d) {
  std::shared_ptr<const Hull> hull = findHull(d);
  missing_ += hull ? 0 : 1;
  return hull;
}

std::shared_ptr<const Hull> MeshLoader::findHull(const HullDescription& d) {
  if (d.where.broken) {
    return nullptr;
  }
  if (d.file.empty() == d.points.empty()) {
    errors_.add(d.where.mark, d.file.empty() ? "neither 'points' nor 'file'" : "both 'points' and 'file'",
                "give one of them, such as 'file: stone.stl'");
    return nullptr;
  }
  return d.file.empty() ? hullAround(d.where, d.points) : hullOfFile(d);
}

std::shared_ptr<const Hull> MeshLoader::hullOfFile(const HullDescription& d) {
  const std::filesystem::path path = folder_ / d.file;
  const auto key = std::pair(path.lexically_normal().string(), d.scale);
  if (const auto found = knownHulls_.find(key); found != knownHulls_.end()) {
    return found->second;
  }
  const std::optional<Triangles> triangles = scaledTriangles(d.where, path, d.scale);
  return triangles ? knownHulls_[key] = hullAround(d.where, triangles->points) : nullptr;
}

std::shared_ptr<const Hull> MeshLoader::hullAround(const Where& where, const std::vector<Vec3>& points) {
  ConvexHull found = convexHull(points);
  if (!found.triangles) {
    errors_.add(where.mark, std::move(found.what), std::move(found.remedy));
    return nullptr;
  }
  std::shared_ptr<const Mesh> mesh = makeMesh(std::move(*found.triangles));
  if (!checkSize(where, "convex hull", mesh->bounds)) {
    return nullptr;
  }
  std::shared_ptr<const Hull> hull = hullOf(std::move(mesh));
  if (!hull) {
    errors_.add(where.mark, "the convex hull has faces too thin to tell apart",
                "leave out points that are very close to others");
  }
  return hull;
}

}  // namespace scree
