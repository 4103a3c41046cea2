#include "engine/scene_parts/part_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/scene/build.h"
#include "engine/scene_file/reader.h"

namespace scree {

namespace {

constexpr double kDirectionStep = 1e-6;
constexpr double kAngleResolution = std::numbers::pi / 180.0 * 1e-3;  // [rad]

double roundedTo(double value, double step) { return step > 0.0 ? step * std::round(value / step) : value; }

/// Components that differ, rounded.
Vec3 roundedChange(const Vec3& before, const Vec3& after, double step) {
  Vec3 result = before;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(after[i] - before[i]) > 1e-12 + 1e-9 * std::abs(before[i])) {
      result[i] = roundedTo(after[i], step);
    }
  }
  return result;
}

double roundedChange(double before, double after, double step) {
  return roundedChange(Vec3(before, 0, 0), Vec3(after, 0, 0), step).x();
}

std::span<const double> numbersOf(const Vec3& v) { return {v.data(), 3}; }

/// Step for a size: it never becomes 0.
double stepFor(double size, double step) { return size > 2.0 * step ? step : 0.0; }

std::string directionText(const Vec3& direction) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(std::abs(direction[i]) - 1.0) < 1e-9) {
      return std::string(direction[i] < 0.0 ? "-" : "") + static_cast<char>('x' + i);
    }
  }
  const auto shown = [](double value) { return roundedTo(value, kDirectionStep) + 0.0; };
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", shown(direction.x()), shown(direction.y()), shown(direction.z()));
}

/// Writes a part's place and sizes.
class PartWriter {
 public:
  PartWriter(const std::string& text, const ScenePart& part, double resolution)
      : edit_(text), part_(part), keys_(part.keys), step_(resolution) {}

  void write(const Pose& pose, const SensorShape& shape) {
    if (keys_.sizes == PartSizes::corners) {
      writeCorners(pose.position, shape);
      return;
    }
    const double factor = keys_.sizes == PartSizes::scale ? scaleBetween(part_.shape, shape) : 1.0;
    const Pose toMiddle{-keys_.offset, Quat::Identity()};
    const Pose toNewMiddle{-factor * keys_.offset, Quat::Identity()};
    const Pose before = local(part_.pose * toMiddle);
    const Pose after = local(pose * toNewMiddle);
    const Vec3 place = roundedChange(before.position, after.position, step_);
    if (place != before.position && !keys_.position.empty()) {
      edit_.setNumbers(keys_.section, keys_.position, numbersOf(place), Dimension::length);
    }
    if (before.orientation.angularDistance(after.orientation) > 1e-7) {
      writeOrientation(after.orientation);
    }
    writeRotations(part_.pose * toMiddle, pose * toNewMiddle);
    writeSizes(shape, factor);
  }

  PartText take() {
    return edit_.problem().empty() ? PartText{edit_.text(), {}} : PartText{std::nullopt, edit_.problem()};
  }

 private:
  Pose local(const Pose& world) const {
    const Quat back = keys_.carrier.orientation.conjugate();
    return {keys_.carrier.toLocal(world.position), back * world.orientation};
  }

  static double scaleBetween(const SensorShape& before, const SensorShape& after) {
    const double from = halfExtentsOf(before).maxCoeff();
    return from > 0.0 ? halfExtentsOf(after).maxCoeff() / from : 1.0;
  }

  void writeCorners(const Vec3& middle, const SensorShape& shape) {
    const Vec3 half = std::get<SensorBox>(shape).halfExtents;
    const Vec3 halfBefore = std::get<SensorBox>(part_.shape).halfExtents;
    const Vec3 lower = roundedChange(part_.pose.position - halfBefore, middle - half, step_);
    const Vec3 upper = roundedChange(part_.pose.position + halfBefore, middle + half, step_);
    edit_.setNumbers(keys_.section, "lower", numbersOf(lower), Dimension::length);
    edit_.setNumbers(keys_.section, "upper", numbersOf(upper), Dimension::length);
  }

  void writeOrientation(const Quat& wanted) {
    const bool isSensor = keys_.sizeSection != keys_.section;
    const bool hasPlace = edit_.find(below(keys_.section, "orientation")) != nullptr;
    if (!keys_.direction.empty() && keys_.isRound && !(keys_.hasOrientation && hasPlace)) {
      edit_.setText(keys_.sizeSection, keys_.direction, directionText(wanted * Vec3::UnitZ()));
      return;
    }
    if (!keys_.hasOrientation) {
      return;
    }
    Quat place = wanted;
    const YamlNode* axis = keys_.direction.empty() ? nullptr : edit_.find(below(keys_.sizeSection, keys_.direction));
    if (isSensor && axis != nullptr) {
      place = wanted * turnedTo(directionOf()).conjugate();
    } else if (axis != nullptr) {
      edit_.remove(below(keys_.sizeSection, keys_.direction));  // a shape may not have both
    }
    writeTurn(place);
  }

  /// Direction of a sensor's own z as written.
  Vec3 directionOf() const {
    const YamlNode* node = edit_.find(keys_.sizeSection);
    ErrorList ignored("");
    if (keys_.direction == "normal") {
      SensorHalfSpaceDescription half;
      readRoot(*node, half, ignored);
      return half.normal;
    }
    SensorCylinderDescription cylinder;
    readRoot(*node, cylinder, ignored);
    return cylinder.axis;
  }

  void writeTurn(const Quat& turn) {
    const TextPath place = below(keys_.section, "orientation");
    const YamlNode* node = edit_.find(place);
    if (node != nullptr && node->find("euler") != nullptr) {
      const Eigen::Matrix3d m = turn.toRotationMatrix();
      const double y = std::asin(std::clamp(-m(2, 0), -1.0, 1.0));
      const Vec3 euler(std::atan2(m(2, 1), m(2, 2)), y, std::atan2(m(1, 0), m(0, 0)));
      const Vec3 rounded = euler.unaryExpr([](double a) { return roundedTo(a, kAngleResolution); });
      edit_.setNumbers(place, "euler", numbersOf(rounded), Dimension::angle);
      return;
    }
    Eigen::AngleAxisd about(turn);
    if (about.angle() > std::numbers::pi) {
      about = Eigen::AngleAxisd(2.0 * std::numbers::pi - about.angle(), -about.axis());
    }
    const double angle = roundedTo(about.angle(), kAngleResolution);
    const Vec3 axis = angle == 0.0 ? Vec3(Vec3::UnitZ()) : Vec3(about.axis());
    if (node != nullptr && node->kind == YamlNode::Kind::map) {
      edit_.setText(place, "axis", directionText(axis));
      edit_.setNumber(place, "angle", angle, Dimension::angle);
    } else {
      edit_.setText(keys_.section, "orientation",
                    fmt::format("{{axis: {}, angle: {:.9g} deg}}", directionText(axis),
                                roundedTo(angle * 180.0 / std::numbers::pi, 1e-3)));
    }
  }

  /// Takes the axes of motions along with the part.
  void writeRotations(const Pose& before, const Pose& after) {
    for (const TextPath& path : keys_.rotations) {
      const YamlNode* node = edit_.find(path);
      if (node == nullptr || node->kind != YamlNode::Kind::map) {
        continue;
      }
      ErrorList ignored("");
      RotationDescription rotation;
      readRoot(*node, rotation, ignored);
      const Vec3& point = rotation.motion.point;
      const Quat turn = after.orientation * before.orientation.conjugate();
      const Vec3 axis = turn * rotation.motion.axis;
      Vec3 moved = after.toWorld(before.toLocal(point));
      if ((moved - point).cross(axis).norm() < 1e-12) {
        moved = point;  // along the axis: the same axis
      }
      if (moved != point) {
        edit_.setNumbers(path, "point", numbersOf(roundedChange(point, moved, step_)), Dimension::length);
      }
      if ((axis - rotation.motion.axis).norm() > 1e-7) {
        edit_.setText(path, "axis", directionText(axis));
      }
    }
  }

  void writeSize(std::string_view key, double before, double after) {
    if (std::abs(after - before) > 1e-12) {
      edit_.setNumber(keys_.sizeSection, key, roundedChange(before, after, stepFor(after, step_)), Dimension::length);
    }
  }

  void writeSizes(const SensorShape& shape, double factor) {
    switch (keys_.sizes) {
      case PartSizes::edges:
      case PartSizes::face: {
        const Vec3 before = 2.0 * std::get<SensorBox>(part_.shape).halfExtents;
        const Vec3 after = 2.0 * std::get<SensorBox>(shape).halfExtents;
        const Vec3 size = roundedChange(before, after, stepFor(after.minCoeff(), step_));
        const std::size_t count = keys_.sizes == PartSizes::face ? 2 : 3;
        if (size != before) {
          edit_.setNumbers(keys_.sizeSection, "size", numbersOf(size).first(count), Dimension::length);
        }
        break;
      }
      case PartSizes::diameter:
        writeSize("diameter", 2.0 * std::get<SensorSphere>(part_.shape).radius,
                  2.0 * std::get<SensorSphere>(shape).radius);
        break;
      case PartSizes::cylinder: {
        const auto& before = std::get<SensorCylinder>(part_.shape);
        const auto& after = std::get<SensorCylinder>(shape);
        writeSize("diameter", 2.0 * before.radius, 2.0 * after.radius);
        writeSize("length", 2.0 * before.halfLength, 2.0 * after.halfLength);
        break;
      }
      case PartSizes::scale:
        if (std::abs(factor - 1.0) > 1e-9) {
          const YamlNode* node = edit_.find(below(keys_.sizeSection, "scale"));
          const Quantity now = node != nullptr ? parseQuantity(node->text, Dimension::length) : Quantity{1.0, {}, {}};
          const double scale = factor * now.value;
          const double step = std::pow(10.0, std::floor(std::log10(scale)) - 3.0);
          edit_.setNumber(keys_.sizeSection, "scale", roundedTo(scale, step), Dimension::length);
        }
        break;
      default:
        break;
    }
  }

  ValueEdit edit_;
  const ScenePart& part_;
  const PartKeys& keys_;
  double step_;
};

PartText resultOf(const ValueEdit& edit) {
  return edit.problem().empty() ? PartText{edit.text(), {}} : PartText{std::nullopt, edit.problem()};
}

/// Changes the names of bodies that sensors and joints give.
void renameBody(ValueEdit& edit, const std::string& before, const std::string& after) {
  for (const char* section : {"sensors", "joints"}) {
    const YamlNode* list = edit.find({section});
    std::vector<std::string> names;
    if (list != nullptr) {
      for (const YamlNode::Key& key : list->keys) {
        names.push_back(key.name);
      }
    }
    for (const std::string& name : names) {
      for (const char* key : {"body", "to"}) {
        const YamlNode* value = edit.find({section, name, key});
        if (value != nullptr && value->text == before) {
          edit.setText({section, name}, key, yamlName(after));
        }
      }
    }
  }
}

}  // namespace

PartText withPart(const std::string& text, const ScenePart& part, const Pose& pose, const SensorShape& shape,
                  double resolution) {
  PartWriter writer(text, part, resolution);
  writer.write(pose, shape);
  return writer.take();
}

PartText withoutPart(const std::string& text, const ScenePart& part) {
  ValueEdit edit(text);
  edit.remove(part.keys.entry);
  return resultOf(edit);
}

std::string unusedName(const std::string& text, std::string_view section, const std::string& wanted) {
  const ValueEdit edit(text);
  std::string name = wanted;
  for (int number = 2; edit.find({std::string(section), name}) != nullptr; ++number) {
    name = fmt::format("{} {}", wanted, number);
  }
  return name;
}

PartText withNameOf(const std::string& text, const ScenePart& part, const std::string& name) {
  ValueEdit edit(text);
  const TextPath& entry = part.keys.entry;
  if (!part.keys.isNamed) {
    return {std::nullopt, "particles have no name: their order in the list names them"};
  }
  if (name.empty() || name == entry.back()) {
    return {text, {}};
  }
  if (edit.find({entry.front(), name}) != nullptr) {
    return {std::nullopt, fmt::format("there is a part {} already: choose another name", inQuotes(name))};
  }
  edit.rename(entry, name);
  if (part.kind == PartKind::body) {
    renameBody(edit, entry.back(), name);
  }
  return resultOf(edit);
}

PartText withCopyOf(const std::string& text, const ScenePart& part, const Vec3& shift) {
  ValueEdit edit(text);
  const TextPath& entry = part.keys.entry;
  std::string lines = edit.entryText(entry);
  TextPath made = {entry.front(), {}};
  if (part.keys.isNamed) {
    made.back() = unusedName(text, entry.front(), entry.back());
    lines.replace(0, lines.find(':', yamlName(entry.back()).size() - 1), yamlName(made.back()));
  } else {
    made.back() = std::to_string(edit.find({entry.front()})->children.size());
  }
  edit.add(entry.front(), lines);
  if (!edit.problem().empty()) {
    return resultOf(edit);
  }
  const auto parts = partsOf(edit.text(), {});
  for (const ScenePart& copy : parts.value_or(std::vector<ScenePart>())) {
    const bool isBody = copy.keys.section.size() == 2 || copy.kind != PartKind::body || !copy.keys.rotations.empty();
    if (copy.keys.entry == made && (isBody || part.keys.section.size() > 2)) {
      return withPart(edit.text(), copy, {copy.pose.position + shift, copy.pose.orientation}, copy.shape, 1e-6);
    }
  }
  return resultOf(edit);
}

}  // namespace scree
