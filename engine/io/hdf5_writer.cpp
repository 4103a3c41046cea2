#include "engine/io/hdf5_writer.h"

#include <fmt/format.h>

#include <type_traits>

#include "engine/analysis/force_network.h"
#include "engine/io/hdf5_file.h"
#include "engine/io/output_file.h"
#include "engine/io/tessellate.h"
#include "engine/io/vtk_writer.h"
#include "engine/state/state.h"

namespace scree {

namespace {

constexpr std::int64_t kFormat = 1;

/// Writes arrays of one group, each with its unit and meaning.
class GroupWriter {
 public:
  GroupWriter(Hdf5Image& image, std::string group) : image_(image), group_(std::move(group)) {}

  template <typename T>
  void array(const char* name, const std::vector<T>& values, std::size_t columns, const char* unit,
             const char* meaning) {
    const std::string path = group_ + "/" + name;
    image_.array(path, std::span<const T>(values), columns);
    describe(path, unit, meaning);
  }
  void texts(const char* name, const std::vector<std::string>& values, const char* meaning) {
    const std::string path = group_ + "/" + name;
    image_.texts(path, values);
    describe(path, "", meaning);
  }

 private:
  void describe(const std::string& path, const char* unit, const char* meaning) {
    image_.remark(path, "unit", std::string(unit));
    image_.remark(path, "meaning", std::string(meaning));
  }

  Hdf5Image& image_;
  std::string group_;
};

void append(std::vector<double>& values, const Vec3& v) { values.insert(values.end(), {v.x(), v.y(), v.z()}); }
void append(std::vector<double>& values, const Quat& q) { values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()}); }

template <typename V>
std::vector<double> flat(const std::vector<V>& vectors) {
  std::vector<double> values;
  for (const V& v : vectors) {
    append(values, v);
  }
  return values;
}

/// Takes one number or vector of each item of a list.
template <typename Item, typename Get>
std::vector<double> each(const std::vector<Item>& items, Get get) {
  std::vector<double> values;
  for (const Item& item : items) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(get(item))>>) {
      values.push_back(get(item));
    } else {
      append(values, get(item));
    }
  }
  return values;
}

template <typename Item>
std::vector<std::string> namesOf(const std::vector<Item>& items) {
  std::vector<std::string> names;
  for (const Item& item : items) {
    names.push_back(item.name);
  }
  return names;
}

constexpr const char* kTurn = "orientation as a unit quaternion w, x, y, z";

void writeParticles(const World& world, Hdf5Image& image) {
  const Particles& p = world.particles;
  GroupWriter group(image, "particles");
  group.array("id", std::vector<std::uint32_t>(p.id.begin(), p.id.end()), 1, "", "stays with the particle");
  group.array("position", flat(p.position), 3, "m", "centre");
  group.array("orientation", flat(p.orientation), 4, "", kTurn);
  group.array("velocity", flat(p.velocity), 3, "m/s", "of the centre");
  group.array("angular_velocity", flat(p.angularVelocity), 3, "rad/s", "about the world's axes");
  group.array("radius", p.radius, 1, "m", "radius");
  group.array("mass", p.mass, 1, "kg", "mass");
  group.array("material", std::vector<std::uint32_t>(p.material.begin(), p.material.end()), 1, "",
              "row of materials/name");
}

void writeContacts(const World& world, const StepData& data, Hdf5Image& image) {
  std::vector<ForceContact> contacts;
  findForceContacts(world, data, contacts);
  std::vector<std::int64_t> a, b, body;
  std::vector<double> point, normal;
  std::vector<float> force;
  std::vector<std::uint8_t> inside;
  for (const ForceContact& contact : contacts) {
    const bool ofPair = contact.b != kNoParticle;
    a.push_back(world.particles.id[contact.a]);
    b.push_back(ofPair ? std::int64_t{world.particles.id[contact.b]} : -1);
    body.push_back(ofPair ? -1 : std::int64_t{contact.body});
    append(point, placeOf(world, contact));
    append(normal, Vec3(contact.normal.cast<double>()));
    force.push_back(contact.force);
    inside.push_back(contact.kept ? 1 : 0);
  }
  GroupWriter group(image, "contacts");
  group.array("a", a, 1, "", "id of the first particle");
  group.array("b", b, 1, "", "id of the second particle; -1: a body");
  group.array("body", body, 1, "", "row of bodies/name; -1: a particle");
  group.array("point", point, 3, "m", "where the surfaces meet");
  group.array("normal", normal, 3, "", "unit vector from a to the other");
  group.array("force", force, 1, "N", "along the normal, of the last step");
  group.array("inside", inside, 1, "", "1: inside an aggregate, the force is that of when it was merged");
}

void writeBodies(const World& world, Hdf5Image& image) {
  const std::vector<Body>& bodies = world.bodies;
  GroupWriter group(image, "bodies");
  group.texts("name", namesOf(bodies), "name in the scene");
  group.array("position", each(bodies, [](const Body& b) -> const Vec3& { return b.pose.position; }), 3, "m",
              "of the body's frame");
  group.array("orientation", each(bodies, [](const Body& b) -> const Quat& { return b.pose.orientation; }), 4, "",
              kTurn);
  group.array("velocity", each(bodies, [](const Body& b) -> const Vec3& { return b.velocity; }), 3, "m/s",
              "of the position");
  group.array("angular_velocity", each(bodies, [](const Body& b) -> const Vec3& { return b.angularVelocity; }), 3,
              "rad/s", "about the world's axes");
  group.array("mass", each(bodies, [](const Body& b) { return b.mass.mass; }), 1, "kg", "0: forces do not move it");
  group.array("force", each(bodies, [](const Body& b) -> const Vec3& { return b.reaction.force; }), 3, "N",
              "of the grains on it, mean over the last step");
  group.array("torque", each(bodies, [](const Body& b) -> const Vec3& { return b.reaction.torque; }), 3, "N m",
              "of the grains on it about its position");
}

void writeJoints(const World& world, Hdf5Image& image) {
  const std::vector<Joint>& joints = world.joints;
  GroupWriter group(image, "joints");
  group.texts("name", namesOf(joints), "name in the scene");
  group.array("coordinate", each(joints, [](const Joint& j) { return j.coordinate; }), 1, "m or rad",
              "angle, way or length");
  group.array("rate", each(joints, [](const Joint& j) { return j.rate; }), 1, "m/s or rad/s", "of the coordinate");
  group.array("force", each(joints, [](const Joint& j) -> const Vec3& { return j.force; }), 3, "N",
              "on its body, motor and range included");
  group.array("torque", each(joints, [](const Joint& j) -> const Vec3& { return j.torque; }), 3, "N m",
              "on its body about the joint's point");
  group.array("motor_force", each(joints, [](const Joint& j) { return j.motorForce; }), 1, "N or N m",
              "along the coordinate");
}

void writeSurfaces(const World& world, Hdf5Image& image) {
  const double reach = reachOf(world);
  std::vector<double> points;
  std::vector<std::uint32_t> triangles, body, shape;
  for (std::uint32_t b = 0; b < world.bodies.size(); ++b) {
    const Body& owner = world.bodies[b];
    for (std::uint32_t s = 0; s < owner.shapes.size(); ++s) {
      const ShapeInstance& instance = owner.shapes[s];
      const TriangleMesh mesh = tessellate(instance, reach + owner.pose.toWorld(instance.local.position).norm());
      const auto first = static_cast<std::uint32_t>(points.size() / 3);
      for (const Vec3& point : mesh.points) {
        append(points, owner.pose.toWorld(point));
      }
      for (const auto& corners : mesh.triangles) {
        triangles.insert(triangles.end(), {first + corners[0], first + corners[1], first + corners[2]});
      }
      body.insert(body.end(), mesh.triangles.size(), b);
      shape.insert(shape.end(), mesh.triangles.size(), s);
    }
  }
  GroupWriter group(image, "surfaces");
  group.array("points", points, 3, "m", "corners, where they are now; planes are cut where the scene ends");
  group.array("triangles", triangles, 3, "", "rows of points; counter-clockwise from the side of the particles");
  group.array("body", body, 1, "", "of each triangle: row of bodies/name");
  group.array("shape", shape, 1, "", "of each triangle: which shape of the body, from 0");
}

}  // namespace

void writeHdf5(const World& world, const StepData& data, const std::filesystem::path& file) {
  Hdf5Image image;
  image.remark("/", "format", std::string("scree"));
  image.remark("/", "format_version", kFormat);
  image.remark("/", "scene", world.name);
  image.remark("/", "time", world.time);
  image.remark("/", "step", static_cast<std::int64_t>(world.step));
  image.remark("/", "time_step", world.parameters.timeStep);
  for (int axis = 0; axis < 3; ++axis) {
    if (world.periodic.isAlong(axis)) {
      image.remark("/", fmt::format("periodic_{}_lower", "xyz"[axis]), world.periodic.lower[axis]);
      image.remark("/", fmt::format("periodic_{}_upper", "xyz"[axis]), world.periodic.upper(axis));
    }
  }
  writeParticles(world, image);
  writeContacts(world, data, image);
  writeBodies(world, image);
  writeJoints(world, image);
  writeSurfaces(world, image);
  GroupWriter(image, "materials").texts("name", namesOf(world.materials.list), "name in the scene");
  const auto state = saveState(world);
  image.array("state", std::span(reinterpret_cast<const std::uint8_t*>(state.data()), state.size()));
  image.remark("state", "meaning", std::string("everything, for ndem run --resume; the format of a checkpoint"));
  writeFileAtomically(file, image.bytes());
}

}  // namespace scree
