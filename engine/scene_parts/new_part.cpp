#include <fmt/format.h>

#include <array>
#include <cmath>

#include "engine/scene_file/scene_edit.h"
#include "engine/scene_parts/part_change.h"

namespace scree {

namespace {

constexpr std::array<NewPart, 13> kNewParts = {{
    {"box", "Box", "bodies"},
    {"container", "Open box", "bodies"},
    {"sphere", "Sphere", "bodies"},
    {"cylinder", "Cylinder", "bodies"},
    {"plane", "Plane", "bodies"},
    {"roller", "Turning cylinder", "bodies"},
    {"plate", "Moving plate", "bodies"},
    {"mesh", "Mesh from a file…", "bodies"},
    {"fill", "Fill of grains", "particles"},
    {"emitter", "Emitter", "emitters"},
    {"sink", "Sink", "sinks"},
    {"sensor", "Split sensor", "sensors"},
    {"joint", "Joint", "joints"},
}};

constexpr double kFillOfBox = 0.45;  // share of a box that grains in a loose lattice take

/// Length in millimetres.
std::string mm(double metres) {
  const double value = std::round(metres * 1e6) * 1e-3;
  return value == 0.0 ? "0" : fmt::format("{:.6g} mm", value);
}
std::string mm(const Vec3& v) { return fmt::format("[{}, {}, {}]", mm(v.x()), mm(v.y()), mm(v.z())); }

/// Two digits of a size.
double roundSize(double size) {
  const double step = std::pow(10.0, std::floor(std::log10(size)) - 1.0);
  return step * std::round(size / step);
}

std::string bodyEntry(std::string_view name, const std::string& shape) {
  return fmt::format("{}:\n  shapes:\n    - {}\n", yamlName(name), shape);
}

}  // namespace

std::span<const NewPart> newParts() { return kNewParts; }

PartText withNewPart(const std::string& text, std::string_view id, const Vec3& where, double about, double diameter,
                     const std::string& file) {
  ValueEdit edit(text);
  const SceneNames names = namesIn(text);
  const std::string material = names.materials.empty() ? "grain" : yamlName(names.materials.front());
  const double size = roundSize(about);
  const double step = std::pow(10.0, std::floor(std::log10(size)) - 1.0);
  const Vec3 place = where.unaryExpr([step](double x) { return step * std::round(x / step) + 0.0; });
  const std::string at = mm(place);
  const std::string cube = mm(Vec3::Constant(size));
  const auto named = [&](std::string_view section, const char* wanted) { return unusedName(text, section, wanted); };
  if (id == "box" || id == "container" || id == "sphere" || id == "cylinder" || id == "plane" || id == "mesh") {
    std::string shape;
    if (id == "box") {
      shape = fmt::format("box: {{size: {}, position: {}, material: {}}}", cube, at, material);
    } else if (id == "container") {
      shape = fmt::format("container: {{size: {}, position: {}, open: [+z], material: {}}}", cube, at, material);
    } else if (id == "sphere") {
      shape = fmt::format("sphere: {{diameter: {}, position: {}, material: {}}}", mm(size), at, material);
    } else if (id == "cylinder") {
      shape = fmt::format("solid_cylinder: {{diameter: {}, length: {}, axis: z, position: {}, material: {}}}",
                          mm(0.5 * size), mm(size), at, material);
    } else if (id == "plane") {
      shape = fmt::format("plane: {{normal: z, position: {}, material: {}}}", at, material);
    } else {
      shape =
          fmt::format("mesh: {{file: {}, scale: 1 mm, position: {}, material: {}}}", yamlQuoted(file), at, material);
    }
    edit.add("bodies", bodyEntry(named("bodies", std::string(id).c_str()), shape));
  } else if (id == "roller") {
    edit.add("bodies",
             bodyEntry(named("bodies", "roller"), fmt::format("solid_cylinder: {{diameter: {}, length: {}, axis: y, "
                                                              "position: {}, material: {}}}",
                                                              mm(0.5 * size), mm(size), at, material)) +
                 fmt::format("  motion:\n    - rotate: {{point: {}, axis: y, speed: 1 rad/s}}\n", at));
  } else if (id == "plate") {
    edit.add("bodies",
             bodyEntry(named("bodies", "plate"), fmt::format("box: {{size: {}, position: {}, material: {}}}",
                                                             mm(Vec3(0.1 * size, size, 0.5 * size)), at, material)) +
                 "  motion:\n    - translate: {direction: x, speed: 0.05 m/s}\n");
  } else if (id == "fill") {
    const double share = std::pow(size / diameter, 3) * kFillOfBox / 0.5236;
    const long count = std::max(1L, std::min(100000L, std::lround(0.5 * share)));
    edit.add("particles", fmt::format("- fill:\n    region: {{box: {{lower: {}, upper: {}}}}}\n    count: {}\n"
                                      "    diameter: {}\n    material: {}\n",
                                      mm(Vec3(place - Vec3::Constant(0.5 * size))),
                                      mm(Vec3(place + Vec3::Constant(0.5 * size))), count, mm(diameter), material));
  } else if (id == "emitter") {
    edit.add("emitters",
             fmt::format("{}:\n  position: {}\n  size: {}\n  diameter: {}\n  material: {}\n  rate: 100 1/s\n",
                         yamlName(named("emitters", "source")), at, mm(Vec3(size, size, 0.5 * size)), mm(diameter),
                         material));
  } else if (id == "sink") {
    edit.add("sinks", fmt::format("{}:\n  position: {}\n  size: {}\n", yamlName(named("sinks", "sink")), at, cube));
  } else if (id == "sensor") {
    edit.add("sensors", fmt::format("{}:\n  position: {}\n  shape: {{box: {{size: {}}}}}\n",
                                    yamlName(named("sensors", "sensor")), at, cube));
  } else if (id == "joint") {
    if (names.bodies.empty()) {
      return {std::nullopt, "a joint holds a body: add one first, and give it a mass or a density"};
    }
    edit.add("joints", fmt::format("{}:\n  kind: hinge\n  body: {}\n  position: {}\n  axis: y\n",
                                   yamlName(named("joints", "joint")), yamlName(names.bodies.back()), at));
  }
  return edit.problem().empty() ? PartText{edit.text(), {}} : PartText{std::nullopt, edit.problem()};
}

}  // namespace scree
