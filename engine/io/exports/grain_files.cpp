#include "engine/io/exports/grain_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/analysis/force_network.h"
#include "engine/io/table_file.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

/// Box of the periodic axes, and around the grains along the others [m].
Bounds boxOf(const World& world) {
  const Particles& p = world.particles;
  Bounds box{Vec3::Zero(), Vec3::Zero()};
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 reach = Vec3::Constant(p.radius[i]);
    box.lower = i == 0 ? Vec3(p.position[i] - reach) : Vec3(box.lower.cwiseMin(p.position[i] - reach));
    box.upper = i == 0 ? Vec3(p.position[i] + reach) : Vec3(box.upper.cwiseMax(p.position[i] + reach));
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (world.periodic.length[axis] > 0.0) {
      box.lower[axis] = world.periodic.lower[axis];
      box.upper[axis] = world.periodic.lower[axis] + world.periodic.length[axis];
    }
  }
  return box;
}

/// Word without blanks, for formats whose columns stand between blanks.
std::string wordFrom(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == ' ' || c == '\t' || c == '"' || c == '\n'; }, '_');
  return text.empty() ? "unnamed" : text;
}

template <typename... Parts>
void add(std::string& out, fmt::format_string<Parts...> form, Parts&&... parts) {
  fmt::format_to(std::back_inserter(out), form, std::forward<Parts>(parts)...);
}

/// Three numbers between separators.
void addVector(std::string& out, const Vec3& v, char separator) {
  add(out, "{0}{3}{1}{3}{2}", v.x(), v.y(), v.z(), separator);
}

}  // namespace

std::string lammpsDump(const World& world) {
  const Particles& p = world.particles;
  const Bounds box = boxOf(world);
  // LIGGGHTS reads no items of units and time. Atoms are numbered from 1 there, as in data files.
  std::string out = fmt::format("ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\n", world.step, p.size());
  out += "ITEM: BOX BOUNDS";
  for (int axis = 0; axis < 3; ++axis) {
    out += world.periodic.length[axis] > 0.0 ? " pp" : " ff";
  }
  for (int axis = 0; axis < 3; ++axis) {
    add(out, "\n{} {}", box.lower[axis], box.upper[axis]);
  }
  out += "\nITEM: ATOMS id type x y z vx vy vz omegax omegay omegaz radius mass\n";
  for (std::size_t i = 0; i < p.size(); ++i) {
    add(out, "{} {} ", p.id[i] + 1, p.material[i] + 1);
    for (const Vec3& v : {p.position[i], p.velocity[i], p.angularVelocity[i]}) {
      addVector(out, v, ' ');
      out += ' ';
    }
    add(out, "{} {}\n", p.radius[i], p.mass[i]);
  }
  return out;
}

std::string lammpsData(const World& world) {
  const Particles& p = world.particles;
  const Bounds box = boxOf(world);
  std::string out = fmt::format("{}, {} s: written by Scree, units = si\n\n{} atoms\n{} atom types\n\n",
                                wordFrom(world.name), world.time, p.size(), world.materials.list.size());
  for (int axis = 0; axis < 3; ++axis) {
    const char name = static_cast<char>('x' + axis);
    add(out, "{0} {1} {2}lo {2}hi\n", box.lower[axis], box.upper[axis], name);
  }
  out += "\nAtoms # sphere\n\n";
  for (std::size_t i = 0; i < p.size(); ++i) {
    add(out, "{} {} {} {} ", p.id[i] + 1, p.material[i] + 1, 2.0 * p.radius[i], p.mass[i] / sphereVolume(p.radius[i]));
    addVector(out, p.position[i], ' ');
    out += '\n';
  }
  out += "\nVelocities\n\n";
  for (std::size_t i = 0; i < p.size(); ++i) {
    add(out, "{} ", p.id[i] + 1);
    addVector(out, p.velocity[i], ' ');
    out += ' ';
    addVector(out, p.angularVelocity[i], ' ');
    out += '\n';
  }
  return out;
}

std::string extendedXyz(const World& world) {
  const Particles& p = world.particles;
  const Bounds box = boxOf(world);
  const Vec3 size = box.upper - box.lower;
  const auto flag = [&](int axis) { return world.periodic.length[axis] > 0.0 ? "T" : "F"; };
  std::string materials;
  for (const Material& material : world.materials.list) {
    materials += (materials.empty() ? "" : " ") + wordFrom(material.name);
  }
  std::string out = fmt::format(
      "{}\nLattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{} {} {}\" pbc=\"{} {} {}\" Time={} Materials=\"{}\" "
      "Properties=species:S:1:pos:R:3:radius:R:1:velo:R:3:angular_velocity:R:3:material:I:1:id:I:1\n",
      p.size(), size.x(), size.y(), size.z(), box.lower.x(), box.lower.y(), box.lower.z(), flag(0), flag(1), flag(2),
      world.time, materials);
  for (std::size_t i = 0; i < p.size(); ++i) {
    out += "X ";
    addVector(out, p.position[i], ' ');
    add(out, " {} ", p.radius[i]);
    addVector(out, p.velocity[i], ' ');
    out += ' ';
    addVector(out, p.angularVelocity[i], ' ');
    add(out, " {} {}\n", p.material[i] + 1, p.id[i]);
  }
  return out;
}

std::string grainTable(const World& world) {
  const Particles& p = world.particles;
  std::string out =
      "id,material,x [m],y [m],z [m],radius [m],vx [m/s],vy [m/s],vz [m/s],wx [rad/s],wy [rad/s],wz [rad/s],mass "
      "[kg]\n";
  for (std::size_t i = 0; i < p.size(); ++i) {
    add(out, "{},{},", p.id[i], csvField(world.materials.list[p.material[i]].name));
    addVector(out, p.position[i], ',');
    add(out, ",{},", p.radius[i]);
    addVector(out, p.velocity[i], ',');
    out += ',';
    addVector(out, p.angularVelocity[i], ',');
    add(out, ",{}\n", p.mass[i]);
  }
  return out;
}

std::string contactTable(const World& world, const StepData& data) {
  std::vector<ForceContact> contacts;
  findForceContacts(world, data, contacts);
  const Particles& p = world.particles;
  std::string out =
      "a,b,body,x [m],y [m],z [m],normal_x,normal_y,normal_z,normal_force [N],friction_x [N],friction_y [N],"
      "friction_z [N],kept\n";
  for (const ForceContact& contact : contacts) {
    const bool isOfBody = contact.b == kNoParticle;
    add(out, "{},{},{},", p.id[contact.a], isOfBody ? std::string() : fmt::format("{}", p.id[contact.b]),
        isOfBody ? csvField(world.bodies[contact.body].name) : std::string());
    addVector(out, placeOf(world, contact), ',');
    out += ',';
    addVector(out, contact.normal.cast<double>(), ',');
    add(out, ",{},", contact.force);
    addVector(out, contact.friction.cast<double>(), ',');
    add(out, ",{}\n", contact.kept ? 1 : 0);
  }
  return out;
}

}  // namespace scree
