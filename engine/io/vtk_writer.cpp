#include "engine/io/vtk_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "engine/analysis/force_network.h"
#include "engine/io/tessellate.h"
#include "engine/io/vtk_xml.h"
#include "engine/step/measure.h"
#include "engine/step/step_data.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPvdTail = "</Collection>\n</VTKFile>\n";
constexpr std::string_view kPvdEntry = "<DataSet timestep=\"";

std::vector<float> floats(std::span<const Vec3> vectors) {
  std::vector<float> out;
  out.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) {
    out.insert(out.end(), {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())});
  }
  return out;
}

std::vector<float> floats(std::span<const double> values, double factor = 1.0) {
  std::vector<float> out(values.size());
  std::ranges::transform(values, out.begin(), [factor](double v) { return static_cast<float>(factor * v); });
  return out;
}

template <typename T>
std::string array(std::string_view name, int components, const std::vector<T>& values) {
  return dataArray(name, components, std::span<const T>(values));
}

// Points stay in double: overlaps are small differences of large coordinates.
std::string pointsElement(std::span<const Vec3> points) {
  std::vector<double> numbers;
  numbers.reserve(3 * points.size());
  for (const Vec3& p : points) {
    numbers.insert(numbers.end(), {p.x(), p.y(), p.z()});
  }
  return "<Points>\n" + array("position", 3, numbers) + "</Points>\n";
}

// Writes cells of `corners` points each.
std::string cellsElement(std::string_view tag, const std::vector<std::int64_t>& connectivity, std::int64_t corners) {
  std::vector<std::int64_t> offsets(connectivity.size() / static_cast<std::size_t>(corners));
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    offsets[i] = static_cast<std::int64_t>(i + 1) * corners;
  }
  return fmt::format("<{0}>\n{1}{2}</{0}>\n", tag, array("connectivity", 1, connectivity),
                     array("offsets", 1, offsets));
}

std::string fieldData(double time, std::string_view more) {
  return fmt::format(
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}"
      "</DataArray>\n{}</FieldData>\n",
      time, more);
}

/// Lower ends and lengths of the periodic axes [m]; a length of 0 stands for an axis that is not periodic.
std::string periodicData(const World& world) {
  if (!world.periodic.isOn()) {
    return {};
  }
  const auto row = [](std::string_view name, const Vec3& v) {
    return fmt::format(
        "<DataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"3\" NumberOfTuples=\"1\" format=\"ascii\">{} {} "
        "{}"
        "</DataArray>\n",
        name, v.x(), v.y(), v.z());
  };
  return row("periodic_lower", world.periodic.lower) + row("periodic_length", world.periodic.length);
}

std::vector<std::string> bodyNames(const World& world) {
  std::vector<std::string> names;
  for (const Body& body : world.bodies) {
    names.push_back(body.name);
  }
  return names;
}

std::vector<std::string> materialNames(const World& world) {
  std::vector<std::string> names;
  for (const Material& material : world.materials.list) {
    names.push_back(material.name);
  }
  return names;
}

// Triangles of all bodies with their data.
struct Surfaces {
  std::vector<Vec3> points;
  std::vector<Vec3> velocities;
  std::vector<std::int64_t> corners;
  std::vector<std::uint32_t> body;
  std::vector<std::uint16_t> material;
  std::vector<std::uint8_t> visible;

  void add(const Body& owner, std::uint32_t index, const ShapeInstance& shape, double reach) {
    const auto first = static_cast<std::int64_t>(points.size());
    const double planeHalfSide = reach + owner.pose.toWorld(shape.local.position).norm();
    const TriangleMesh mesh = tessellate(shape, planeHalfSide);
    const Vec3 belt = owner.pose.orientation * (shape.local.orientation * shape.surfaceVelocity);
    for (const Vec3& local : mesh.points) {
      points.push_back(owner.pose.toWorld(local));
      velocities.push_back(owner.velocityAt(points.back()) + belt);
    }
    const bool hasCaps = std::holds_alternative<HollowCylinder>(shape.shape);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      for (const std::uint32_t corner : mesh.triangles[i]) {
        corners.push_back(first + corner);
      }
      body.push_back(index);
      material.push_back(hasCaps && mesh.features[i] > 0 ? shape.capMaterial : shape.material);
      visible.push_back(shape.visible ? 1 : 0);
    }
  }
};

// Lines of the frames earlier than `time` in a collection of PvdFile.
std::string entriesBefore(const fs::path& file, double time) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return {};
  }
  const std::string content = readFile(file);
  std::string kept;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size() - 1) + 1;
    const std::string_view line(content.data() + begin, end - begin);
    double at = 0.0;
    if (line.starts_with(kPvdEntry) &&
        std::from_chars(line.data() + kPvdEntry.size(), line.data() + line.size(), at).ec == std::errc() && at < time) {
      kept += line;
    }
    begin = end;
  }
  return kept;
}

}  // namespace

namespace {

/// Numbers from 0 up.
template <typename T>
std::vector<T> countedUp(std::size_t count, T first) {
  std::vector<T> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// Data and places of the particles, as elements of a piece.
std::string particlesOfPiece(const World& world, const StepData& data) {
  const Particles& p = world.particles;
  Touches touches = data.report.touches;
  measureTouches(world, data.list, touches);
  std::string out = "<PointData Scalars=\"diameter\" Vectors=\"velocity\">\n";
  out += array("id", 1, p.id);
  out += array("radius", 1, floats(p.radius));
  out += array("diameter", 1, floats(p.radius, 2.0));
  out += array("mass", 1, floats(p.mass));
  out += array("velocity", 3, floats(p.velocity));
  out += array("angular_velocity", 3, floats(p.angularVelocity));
  out += array("material", 1, p.material);
  out += array("contacts", 1, touches.counts);
  out += array("overlap", 1, touches.overlaps);
  return out + "</PointData>\n" + pointsElement(p.position);
}

}  // namespace

std::string particlesVtp(const World& world, const StepData& data) {
  const std::size_t count = world.particles.size();
  std::string out = vtkFileHead("PolyData") + "<PolyData>\n";
  out += fieldData(world.time, stringArray("material_names", materialNames(world)) + periodicData(world));
  out += fmt::format("<Piece NumberOfPoints=\"{0}\" NumberOfVerts=\"{0}\">\n", count);
  out += particlesOfPiece(world, data) + cellsElement("Verts", countedUp<std::int64_t>(count, 0), 1);
  return out + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string particlesVtu(const World& world, const StepData& data) {
  constexpr std::uint8_t kVertex = 1;  // VTK_VERTEX
  const std::size_t count = world.particles.size();
  std::string out = vtkFileHead("UnstructuredGrid") + "<UnstructuredGrid>\n";
  out += fieldData(world.time, stringArray("material_names", materialNames(world)) + periodicData(world));
  out += fmt::format("<Piece NumberOfPoints=\"{0}\" NumberOfCells=\"{0}\">\n", count);
  out += particlesOfPiece(world, data) + "<Cells>\n" + array("connectivity", 1, countedUp<std::int64_t>(count, 0)) +
         array("offsets", 1, countedUp<std::int64_t>(count, 1)) +
         array("types", 1, std::vector<std::uint8_t>(count, kVertex)) + "</Cells>\n";
  return out + "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

std::string bodiesVtp(const World& world, double reach) {
  Surfaces surfaces;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    for (const ShapeInstance& shape : world.bodies[i].shapes) {
      surfaces.add(world.bodies[i], static_cast<std::uint32_t>(i), shape, reach);
    }
  }
  std::string out = vtkFileHead("PolyData") + "<PolyData>\n";
  out += fieldData(world.time,
                   stringArray("body_names", bodyNames(world)) + stringArray("material_names", materialNames(world)));
  out +=
      fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfPolys=\"{}\">\n", surfaces.points.size(), surfaces.body.size());
  out += "<PointData Vectors=\"velocity\">\n" + array("velocity", 3, floats(surfaces.velocities)) + "</PointData>\n";
  out += "<CellData Scalars=\"body\">\n" + array("body", 1, surfaces.body) + array("material", 1, surfaces.material) +
         array("visible", 1, surfaces.visible) + "</CellData>\n";
  out += pointsElement(surfaces.points) + cellsElement("Polys", surfaces.corners, 3);
  return out + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string contactsVtp(const World& world, const StepData& data) {
  std::vector<ForceContact> contacts;
  findForceContacts(world, data, contacts);
  const Particles& p = world.particles;
  std::vector<Vec3> points;
  std::vector<Vec3> normals;
  std::vector<std::int64_t> ends, a, b, body;
  std::vector<float> forces;
  std::vector<std::uint8_t> inside;
  for (const ForceContact& contact : contacts) {
    const bool ofPair = contact.b != kNoParticle;
    ends.push_back(static_cast<std::int64_t>(points.size()));
    ends.push_back(static_cast<std::int64_t>(points.size() + 1));
    points.push_back(p.position[contact.a]);
    points.push_back(ofPair ? otherCentre(world, contact) : placeOf(world, contact));
    normals.push_back(contact.normal.cast<double>());
    a.push_back(p.id[contact.a]);
    b.push_back(ofPair ? std::int64_t{p.id[contact.b]} : -1);
    body.push_back(ofPair ? -1 : std::int64_t{contact.body});
    forces.push_back(contact.force);
    inside.push_back(contact.kept ? 1 : 0);
  }
  std::string out = vtkFileHead("PolyData") + "<PolyData>\n";
  out += fieldData(world.time, stringArray("body_names", bodyNames(world)));
  out += fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfLines=\"{}\">\n", points.size(), forces.size());
  out += "<CellData Scalars=\"force\" Normals=\"normal\">\n" + array("force", 1, forces) +
         array("normal", 3, floats(normals)) + array("a", 1, a) + array("b", 1, b) + array("body", 1, body) +
         array("inside", 1, inside) + "</CellData>\n";
  out += pointsElement(points) + cellsElement("Lines", ends, 2);
  return out + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

double reachOf(const World& world) {
  double reach = 1e-3;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    reach = std::max(reach, world.particles.position[i].norm() + world.particles.radius[i]);
  }
  const auto addBox = [&reach](const Pose& pose, const Vec3& half) {
    reach = std::max(reach, pose.position.norm() + half.norm());
  };
  for (const Emitter& emitter : world.emitters) {
    addBox(emitter.pose, emitter.halfExtents);
  }
  for (const Sink& sink : world.sinks) {
    addBox(sink.pose, sink.halfExtents);
  }
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& shape : body.shapes) {
      if (!std::holds_alternative<Plane>(shape.shape)) {
        for (const Vec3& point : tessellate(shape, 0.0, 4).points) {
          reach = std::max(reach, body.pose.toWorld(point).norm());
        }
      }
    }
  }
  const Bounds& bounds = world.parameters.bounds;
  return std::min(reach, bounds.lower.cwiseAbs().cwiseMax(bounds.upper.cwiseAbs()).norm());
}

PvdFile::PvdFile(const fs::path& file, std::optional<double> keepBefore)
    : PvdFile(file, keepBefore ? entriesBefore(file, *keepBefore) : std::string()) {}

PvdFile::PvdFile(const fs::path& file, const std::string& entries) : file_(file) {
  file_.write(vtkFileHead("Collection") + "<Collection>\n" + entries);
  file_.write(kPvdTail);
  file_.flush();
}

void PvdFile::add(double time, std::string_view name) {
  file_.seek(file_.position() - static_cast<long>(kPvdTail.size()));
  file_.write(fmt::format("{}{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", kPvdEntry, time, escapedXml(name)));
  file_.write(kPvdTail);
  file_.flush();
}

VtkSeries::VtkSeries(fs::path folder, const World& world, std::optional<double> keepBefore)
    : folder_(std::move(folder)),
      reach_(reachOf(world)),
      particles_(folder_ / "particles.pvd", keepBefore),
      bodies_(folder_ / "bodies.pvd", keepBefore),
      contacts_(folder_ / "contacts.pvd", keepBefore) {}

void VtkSeries::write(const World& world, const StepData& data, std::uint64_t frame) {
  const auto writeFrame = [&](std::string_view kind, const std::string& content, PvdFile& collection) {
    const std::string name = fmt::format("{}_{:06}.vtp", kind, frame);
    try {
      OutputFile file(folder_ / name);
      file.write(content);
      file.close();
    } catch (const OutputError&) {
      // Removes half a frame: on a full disk its room may save the run's other outputs.
      std::error_code ignored;
      fs::remove(folder_ / name, ignored);
      throw;
    }
    collection.add(world.time, name);
  };
  writeFrame("particles", particlesVtp(world, data), particles_);
  writeFrame("bodies", bodiesVtp(world, reach_), bodies_);
  writeFrame("contacts", contactsVtp(world, data), contacts_);
}

}  // namespace scree
