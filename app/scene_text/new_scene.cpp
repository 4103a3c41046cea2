#include "app/scene_text/new_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/scene_file/scene_edit.h"

namespace scree {

namespace {

constexpr double kPackingOfFill = 0.45;  // share of a region that a loose fill takes, for heights with room to spare
constexpr double kLeastWidth = 6.0;      // widths in grain diameters: narrower ones are arches
constexpr double kMostWidth = 400.0;
constexpr double kShareOfDrum = 0.45;  // share of the drum that grains and gaps take at most
constexpr double kOutletInDiameters = 8.0;

/// Volume that the grains take with the gaps between them [m³].
double bulkVolume(const NewScene& scene) {
  return scene.grains * std::acos(-1.0) / 6.0 * std::pow(scene.diameter, 3) / kPackingOfFill;
}

std::string millimetres(double metres) { return fmt::format("{:.6g} mm", metres * 1e3); }

std::string headOf(const NewScene& scene, double duration) {
  std::string name = scene.name;
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < 32; });
  return fmt::format(
      "scree: 1\nname: {}\ndescription: \"{}\"\nduration: {:.6g} s\ntime_step: 5 ms\nseed: 1\n\n"
      "materials:\n  grain: {{density: {:.6g} kg/m3}}\n  wall: {{density: 7800 kg/m3}}\n\n"
      "default_pair: {{restitution: 0.3, friction: {:.6g}, rolling_resistance: {:.6g}, stiffness: 5 kN/m, "
      "damping_time: 1 ms}}\npairs:\n  - between: [grain, wall]\n    friction: {:.6g}\n    rolling_resistance: 0\n\n",
      yamlQuoted(name), kNewSceneMeanings[static_cast<std::size_t>(scene.kind)], duration, scene.density,
      scene.friction, scene.rolling, scene.friction);
}

std::string boundsOf(double reach) {
  return fmt::format("\nbounds: {{lower: [{0}, {0}, {0}], upper: [{1}, {1}, {1}]}}\n", millimetres(-reach),
                     millimetres(reach));
}

std::string fillOf(const NewScene& scene, const std::string& region) {
  return fmt::format(
      "\nparticles:\n  - fill:\n      region: {{{}}}\n      count: {}\n      diameter: {}\n"
      "      material: grain\n",
      region, scene.grains, millimetres(scene.diameter));
}

std::string boxText(const NewScene& scene) {
  const double height = std::max(scene.size, 1.3 * bulkVolume(scene) / (scene.size * scene.size) + scene.size);
  const double inside = 0.5 * scene.size - 0.5 * scene.diameter;
  return headOf(scene, 5.0) +
         fmt::format(
             "bodies:\n  box:\n    shapes:\n      - container: {{size: [{0}, {0}, {1}], position: [0, 0, {2}], "
             "open: [+z], material: wall}}\n",
             millimetres(scene.size), millimetres(height), millimetres(0.5 * height)) +
         fillOf(scene, fmt::format("box: {{lower: [{0}, {0}, {1}], upper: [{2}, {2}, {3}]}}", millimetres(-inside),
                                   millimetres(scene.diameter), millimetres(inside), millimetres(height))) +
         boundsOf(4.0 * height);
}

std::string drumText(const NewScene& scene) {
  const double length = std::max(kLeastWidth * scene.diameter,
                                 bulkVolume(scene) / (kShareOfDrum * std::acos(-1.0) / 4.0 * scene.size * scene.size));
  return headOf(scene, 10.0) +
         fmt::format(
             "bodies:\n  drum:\n    shapes:\n      - hollow_cylinder: {{diameter: {0}, length: {1}, axis: y, "
             "material: wall}}\n    motion:\n      - rotate: {{axis: y, speed: 1 rad/s}}\n",
             millimetres(scene.size), millimetres(length)) +
         fillOf(scene, fmt::format("cylinder: {{axis: y, diameter: {}, length: {}}}", millimetres(scene.size),
                                   millimetres(length))) +
         boundsOf(3.0 * std::max(scene.size, length));
}

std::string hopperText(const NewScene& scene) {
  const double outlet = std::min(kOutletInDiameters * scene.diameter, 0.8 * scene.size);
  // Along the wall a fill leaves a gap of up to a diameter.
  const double inner = scene.size - 2.0 * scene.diameter;
  const double fill =
      std::max(scene.size, 1.3 * bulkVolume(scene) / (std::acos(-1.0) / 4.0 * inner * inner) + 2.0 * scene.diameter);
  // The cone's side has 55 degrees, as steep as mass flow needs with usual frictions.
  const double cone = 0.5 * (scene.size - outlet) * std::tan(55.0 * std::acos(-1.0) / 180.0);
  const double top = cone + fill;
  return headOf(scene, 10.0) +
         fmt::format(
             "bodies:\n  funnel:\n    shapes:\n      - mesh:\n          make:\n"
             "            hopper: {{diameter: {0}, height: {1}, outlet: {2}, angle: 55 deg, sides: 32}}\n"
             "          material: wall\n  floor:\n    shapes:\n      - plane: {{position: [0, 0, {3}], "
             "material: wall}}\n  slide:\n    shapes:\n      - rectangle: {{size: [{4}, {4}], position: "
             "[0, 0, {5}], material: wall}}\n    motion:\n      - translate: {{direction: x, speed: {6} m/s, "
             "start: 0.5 s, stop: 1 s}}\n",
             millimetres(scene.size), millimetres(fill), millimetres(outlet), millimetres(-scene.size),
             millimetres(outlet + 4.0 * scene.diameter), millimetres(-0.5 * scene.diameter),
             fmt::format("{:.6g}", 4.0 * (outlet + 4.0 * scene.diameter))) +
         fillOf(scene, fmt::format("cylinder: {{position: [0, 0, {}], diameter: {}, length: {}}}",
                                   millimetres(cone + 0.5 * fill), millimetres(scene.size - scene.diameter),
                                   millimetres(fill - scene.diameter))) +
         boundsOf(3.0 * (top + scene.size));
}

std::string beltText(const NewScene& scene) {
  const double width = std::max(0.5 * scene.size, 12.0 * scene.diameter);
  return headOf(scene, 15.0) +
         fmt::format(
             "bodies:\n  belt:\n    shapes:\n      - rectangle: {{size: [{0}, {1}], position: [{2}, 0, 0], "
             "material: wall}}\n    motion:\n      - belt: {{shape: 0, direction: x, speed: {3:.6g} m/s}}\n",
             millimetres(scene.size), millimetres(width), millimetres(0.5 * scene.size), 0.5 * scene.size) +
         fmt::format(
             "\nemitters:\n  source:\n    position: [{0}, 0, {1}]\n    size: [{2}, {3}, {4}]\n    diameter: {5}\n"
             "    material: grain\n    rate: {6} 1/s\n",
             millimetres(0.25 * scene.size), millimetres(8.0 * scene.diameter), millimetres(0.25 * scene.size),
             millimetres(0.4 * width), millimetres(3.0 * scene.diameter), millimetres(scene.diameter), scene.grains) +
         fmt::format("\nsinks:\n  discharge:\n    position: [{0}, 0, {1}]\n    size: [{2}, {2}, {3}]\n",
                     millimetres(0.8 * scene.size), millimetres(-scene.size), millimetres(6.0 * scene.size),
                     millimetres(scene.size)) +
         boundsOf(6.0 * scene.size);
}

std::string heapText(const NewScene& scene) {
  // Height of a cone of these grains with a slope of 45 degrees, steeper than heaps are.
  const double height = std::cbrt(3.0 * bulkVolume(scene) / std::acos(-1.0)) + 4.0 * scene.diameter;
  const double opening = std::max(4.0 * scene.diameter, 0.1 * scene.size);
  const double seconds = 10.0;
  return headOf(scene, seconds + 5.0) + "bodies:\n  ground:\n    shapes:\n      - plane: {material: grain}\n" +
         fmt::format(
             "\nemitters:\n  source:\n    position: [0, 0, {0}]\n    size: [{1}, {1}, {2}]\n    diameter: {3}\n"
             "    material: grain\n    rate: {4:.6g} 1/s\n    count: {5}\n    velocity: [0, 0, -0.5 m/s]\n",
             millimetres(height), millimetres(opening), millimetres(3.0 * scene.diameter), millimetres(scene.diameter),
             scene.grains / seconds, scene.grains) +
         boundsOf(std::max(8.0 * height, 4.0 * scene.size));
}

}  // namespace

std::string problemOf(const NewScene& scene) {
  if (!(scene.diameter >= 1e-5 && scene.diameter <= 1.0)) {
    return "The diameter of the grains lies between 0.01 mm and 1 m.";
  }
  if (scene.size < kLeastWidth * scene.diameter || scene.size > kMostWidth * scene.diameter) {
    return fmt::format("The size lies between {:.0f} and {:.0f} diameters of the grains: {} to {}.", kLeastWidth,
                       kMostWidth, millimetres(kLeastWidth * scene.diameter), millimetres(kMostWidth * scene.diameter));
  }
  if (scene.grains < 1 || scene.grains > 1000000) {
    return "The number of grains lies between 1 and 1 000 000.";
  }
  return {};
}

std::string textOf(const NewScene& scene) {
  switch (scene.kind) {
    case NewSceneKind::box:
      return boxText(scene);
    case NewSceneKind::drum:
      return drumText(scene);
    case NewSceneKind::hopper:
      return hopperText(scene);
    case NewSceneKind::belt:
      return beltText(scene);
    case NewSceneKind::heap:
      return heapText(scene);
  }
  return {};
}

}  // namespace scree
