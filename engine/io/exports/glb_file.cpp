#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>

#include "engine/io/exports/body_files.h"
#include "engine/io/tessellate.h"
#include "engine/io/vtk_writer.h"
#include "engine/snapshot/drawing_origin.h"

// Binary glTF 2.0 (https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html).
namespace scree {

namespace {

using GlbJson = nlohmann::ordered_json;

constexpr int kRings = 10;    // of the sphere of grains, from pole to pole
constexpr int kSectors = 16;  // around it
constexpr int kFloat = 5126;  // types of numbers in the format
constexpr int kUint = 5125;
constexpr int kArrayBuffer = 34962;
constexpr int kIndexBuffer = 34963;

/// Colours of materials in their order, repeated (Okabe and Ito, 2008).
constexpr std::array<std::array<double, 3>, 6> kColours = {{{0.90, 0.62, 0.00},
                                                            {0.34, 0.71, 0.91},
                                                            {0.00, 0.62, 0.45},
                                                            {0.94, 0.89, 0.26},
                                                            {0.00, 0.45, 0.70},
                                                            {0.84, 0.37, 0.00}}};

struct GlbSurface {
  std::vector<Eigen::Vector3f> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Sphere of radius 1 about the origin, faces outwards.
GlbSurface unitSphere() {
  GlbSurface sphere;
  for (int ring = 0; ring <= kRings; ++ring) {
    const double polar = std::numbers::pi * ring / kRings;
    for (int sector = 0; sector < kSectors; ++sector) {
      const double around = 2.0 * std::numbers::pi * sector / kSectors;
      sphere.points.emplace_back(static_cast<float>(std::sin(polar) * std::cos(around)),
                                 static_cast<float>(std::sin(polar) * std::sin(around)),
                                 static_cast<float>(std::cos(polar)));
    }
  }
  const auto at = [](int ring, int sector) { return static_cast<std::uint32_t>(ring * kSectors + sector % kSectors); };
  for (int ring = 0; ring < kRings; ++ring) {
    for (int sector = 0; sector < kSectors; ++sector) {
      if (ring + 1 < kRings) {
        sphere.triangles.push_back({at(ring, sector), at(ring + 1, sector), at(ring + 1, sector + 1)});
      }
      if (ring > 0) {
        sphere.triangles.push_back({at(ring, sector), at(ring + 1, sector + 1), at(ring, sector + 1)});
      }
    }
  }
  return sphere;
}

class GlbWriter {
 public:
  explicit GlbWriter(const World& world) : world_(world) {
    json_["asset"] = {{"version", "2.0"}, {"generator", "Scree"}};
    json_["scene"] = 0;
    json_["scenes"] = GlbJson::array({{{"name", world.name}, {"nodes", {0}}}});
    // A quarter turn about x takes z up to y up. Places are counted from a point near a scene that is far away, since
    // most programs keep those of nodes in single precision; the node of the scene has that point.
    const double half = std::numbers::sqrt2 / 2.0;
    origin_ = drawingOrigin(world);
    json_["nodes"] = GlbJson::array({{{"name", world.name}, {"rotation", {-half, 0.0, 0.0, half}}}});
    if (!origin_.isZero()) {
      json_["nodes"][0]["translation"] = {origin_.x(), origin_.z(), -origin_.y()};
    }
    json_["meshes"] = GlbJson::array();
    json_["materials"] = GlbJson::array();
    json_["accessors"] = GlbJson::array();
    json_["bufferViews"] = GlbJson::array();
  }

  std::string write() {
    writeMaterials();
    GlbJson children = GlbJson::array();
    writeGrains(children);
    writeBodies(children);
    if (!children.empty()) {
      json_["nodes"][0]["children"] = std::move(children);
    }
    for (const char* list : {"meshes", "materials", "accessors", "bufferViews"}) {
      if (json_[list].empty()) {
        json_.erase(list);  // empty lists are not allowed
      }
    }
    if (!bytes_.empty()) {
      json_["buffers"] = GlbJson::array({{{"byteLength", bytes_.size()}}});
    }
    return file();
  }

 private:
  void writeMaterials() {
    for (std::size_t i = 0; i < world_.materials.list.size(); ++i) {
      const auto& c = kColours[i % kColours.size()];
      json_["materials"].push_back(
          {{"name", world_.materials.list[i].name},
           {"doubleSided", true},
           {"pbrMetallicRoughness",
            {{"baseColorFactor", {c[0], c[1], c[2], 1.0}}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.8}}}});
    }
  }

  /// Adds a view of bytes and an accessor of it; returns the accessor.
  std::size_t addAccessor(const void* data, std::size_t size, int target, GlbJson accessor) {
    json_["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", size}, {"target", target}});
    bytes_.append(static_cast<const char*>(data), size);
    accessor["bufferView"] = json_["bufferViews"].size() - 1;
    json_["accessors"].push_back(std::move(accessor));
    return json_["accessors"].size() - 1;
  }

  /// Accessors of points and corners of a surface.
  std::pair<std::size_t, std::size_t> addSurface(const GlbSurface& surface) {
    Eigen::Vector3f lower = surface.points.front();
    Eigen::Vector3f upper = lower;
    for (const Eigen::Vector3f& point : surface.points) {
      lower = lower.cwiseMin(point);
      upper = upper.cwiseMax(point);
    }
    const std::size_t points =
        addAccessor(surface.points.data(), surface.points.size() * sizeof(Eigen::Vector3f), kArrayBuffer,
                    {{"componentType", kFloat},
                     {"count", surface.points.size()},
                     {"type", "VEC3"},
                     {"min", {lower.x(), lower.y(), lower.z()}},
                     {"max", {upper.x(), upper.y(), upper.z()}}});
    const std::size_t corners =
        addAccessor(surface.triangles.data(), surface.triangles.size() * 3 * sizeof(std::uint32_t), kIndexBuffer,
                    {{"componentType", kUint}, {"count", 3 * surface.triangles.size()}, {"type", "SCALAR"}});
    return {points, corners};
  }

  std::size_t addMesh(const std::string& name, const std::pair<std::size_t, std::size_t>& surface,
                      std::size_t material) {
    json_["meshes"].push_back({{"name", name},
                               {"primitives", GlbJson::array({{{"attributes", {{"POSITION", surface.first}}},
                                                               {"indices", surface.second},
                                                               {"material", material}}})}});
    return json_["meshes"].size() - 1;
  }

  void addNode(GlbJson node, GlbJson& children) {
    children.push_back(json_["nodes"].size());
    json_["nodes"].push_back(std::move(node));
  }

  void writeGrains(GlbJson& children) {
    const Particles& p = world_.particles;
    if (p.size() == 0) {
      return;
    }
    const auto sphere = addSurface(unitSphere());
    std::vector<std::size_t> meshOf(world_.materials.list.size(), SIZE_MAX);
    for (std::size_t i = 0; i < p.size(); ++i) {
      std::size_t& mesh = meshOf[p.material[i]];
      if (mesh == SIZE_MAX) {
        mesh = addMesh("grain of " + world_.materials.list[p.material[i]].name, sphere, p.material[i]);
      }
      const Vec3 at = p.position[i] - origin_;
      const Quat& q = p.orientation[i];
      const double r = p.radius[i];
      addNode({{"mesh", mesh},
               {"translation", {at.x(), at.y(), at.z()}},
               {"rotation", {q.x(), q.y(), q.z(), q.w()}},
               {"scale", {r, r, r}}},
              children);
    }
  }

  void writeBodies(GlbJson& children) {
    const double reach = reachOf(world_);
    for (const Body& body : world_.bodies) {
      for (const ShapeInstance& shape : body.shapes) {
        if (!shape.visible) {
          continue;
        }
        const TriangleMesh mesh = tessellate(shape, reach + body.pose.toWorld(shape.local.position).norm());
        if (mesh.triangles.empty()) {
          continue;
        }
        // A mesh may bring its own places far away.
        const Vec3 middle = origin_.isZero() ? Vec3(0.0, 0.0, 0.0) : mesh.points.front();
        GlbSurface surface;
        for (const Vec3& point : mesh.points) {
          surface.points.push_back((point - middle).cast<float>());
        }
        surface.triangles = mesh.triangles;
        const std::size_t made = addMesh(body.name, addSurface(surface), shape.material);
        const Vec3 at = body.pose.toWorld(middle) - origin_;
        const Quat& q = body.pose.orientation;
        addNode({{"name", body.name},
                 {"mesh", made},
                 {"translation", {at.x(), at.y(), at.z()}},
                 {"rotation", {q.x(), q.y(), q.z(), q.w()}}},
                children);
      }
    }
  }

  static void addWord(std::string& out, std::uint32_t word) {
    for (int i = 0; i < 4; ++i) {
      out += static_cast<char>(word >> (8 * i) & 0xffU);  // little-endian
    }
  }

  std::string file() const {
    std::string text = json_.dump();
    text.append((4 - text.size() % 4) % 4, ' ');
    std::string binary = bytes_;
    binary.append((4 - binary.size() % 4) % 4, '\0');
    const std::size_t size = 12 + 8 + text.size() + (binary.empty() ? 0 : 8 + binary.size());
    std::string out = "glTF";
    addWord(out, 2);
    addWord(out, static_cast<std::uint32_t>(size));
    addWord(out, static_cast<std::uint32_t>(text.size()));
    out += "JSON" + text;
    if (!binary.empty()) {
      addWord(out, static_cast<std::uint32_t>(binary.size()));
      out += std::string("BIN\0", 4) + binary;
    }
    return out;
  }

  const World& world_;
  Vec3 origin_ = Vec3::Zero();  ///< of the places of nodes [m]
  GlbJson json_;
  std::string bytes_;
};

}  // namespace

std::string glbScene(const World& world) { return GlbWriter(world).write(); }

}  // namespace scree
