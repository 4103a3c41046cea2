#include "engine/scene_parts/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/scene/build.h"
#include "engine/scene_file/reader.h"

namespace scree {

namespace {

constexpr double kSmallReach = 0.05;  // half edge of a plane's outline in a scene without other parts [m]

/// Reads a section; what cannot be read keeps its default.
template <class T>
T sectionOf(const YamlNode& node) {
  ErrorList ignored("");
  T value;
  readRoot(node, value, ignored);
  return value;
}

Pose placeIn(const PlaceDescription& place) {
  ErrorList ignored("");
  return poseOf(place, ignored);
}

std::string words(std::string_view key) {
  std::string text(key);
  std::ranges::replace(text, '_', ' ');
  return text;
}

/// Collects the parts of a text.
class PartReader {
 public:
  PartReader(std::string_view text, const YamlNode& root, const MeshSizes& meshes)
      : text_(text), root_(root), meshes_(meshes) {}

  std::vector<ScenePart> read() {
    each("bodies", [this](const TextPath& path, const YamlNode& node) { addBody(path, node); });
    each("particles", [this](const TextPath& path, const YamlNode& node) { addParticles(path, node); });
    each("emitters", [this](const TextPath& path, const YamlNode& node) {
      const auto d = sectionOf<EmitterDescription>(node);
      addBox(PartKind::emitter, "emitter", path, d.place, d.size);
    });
    each("sinks", [this](const TextPath& path, const YamlNode& node) {
      const auto d = sectionOf<SinkDescription>(node);
      addBox(PartKind::sink, "sink", path, d.place, d.size);
    });
    each("sensors", [this](const TextPath& path, const YamlNode& node) { addSensor(path, node); });
    each("joints", [this](const TextPath& path, const YamlNode& node) { addJoint(path, node); });
    drawOutlines();
    return std::move(parts_);
  }

 private:
  template <class Take>
  void each(std::string_view section, const Take& take) {
    const YamlNode* list = root_.find(section);
    for (std::size_t i = 0; list != nullptr && i < list->children.size(); ++i) {
      const bool isMap = list->kind == YamlNode::Kind::map;
      entry_ = {std::string(section), isMap ? list->keys[i].name : std::to_string(i)};
      isNamed_ = isMap;
      const Mark& mark = isMap ? list->keys[i].mark : list->children[i].mark;
      line_ = mark.line;
      const std::size_t end =
          isMap ? valueOf(text_, list->keys[i], list->children[i]).end : spanOf(text_, list->children[i]).end;
      const auto from = text_.begin() + static_cast<std::ptrdiff_t>(offsetOf(text_, mark));
      const auto to = text_.begin() + static_cast<std::ptrdiff_t>(end);
      lastLine_ = line_ + static_cast<int>(from < to ? std::count(from, to, '\n') : 0);
      if (list->children[i].kind == YamlNode::Kind::map) {
        take(entry_, list->children[i]);
      }
    }
  }

  int lastLineOf(const YamlNode& node) const {
    const TextSpan span = spanOf(text_, node);
    const std::string_view part = text_.substr(span.begin, span.end - span.begin);
    return node.mark.line + static_cast<int>(std::ranges::count(part, '\n'));
  }

  ScenePart& add(PartKind kind, std::string form, const TextPath& section) {
    ScenePart& part = parts_.emplace_back();
    part.kind = kind;
    part.name = entry_.back();
    part.form = std::move(form);
    part.line = line_;
    part.lastLine = lastLine_;
    part.keys.entry = entry_;
    part.keys.isNamed = isNamed_;
    part.keys.section = part.keys.sizeSection = section;
    part.shape = SensorSphere{1e-3};
    return part;
  }

  void addBox(PartKind kind, std::string form, const TextPath& path, const PlaceDescription& place, const Vec3& size) {
    ScenePart& part = add(kind, std::move(form), path);
    part.pose = placeIn(place);
    part.shape = SensorBox{0.5 * size};
    part.keys.sizes = PartSizes::edges;
    part.keys.hasOrientation = true;
  }

  void addBody(const TextPath& path, const YamlNode& node) {
    const auto place = sectionOf<PlaceDescription>(node);
    const Pose pose = placeIn(place);
    std::vector<TextPath> rotations;
    if (const YamlNode* motions = node.find("motion")) {
      for (std::size_t i = 0; i < motions->children.size(); ++i) {
        if (motions->children[i].find("rotate") != nullptr) {
          rotations.push_back(below(below(below(path, "motion"), std::to_string(i)), "rotate"));
        }
      }
    }
    const YamlNode* shapes = node.find("shapes");
    const std::size_t first = parts_.size();
    lines_.clear();
    for (std::size_t i = 0; shapes != nullptr && i < shapes->children.size(); ++i) {
      const YamlNode& item = shapes->children[i];
      if (item.kind == YamlNode::Kind::map && item.keys.size() == 1 && item.children[0].kind == YamlNode::Kind::map) {
        const std::string& key = item.keys[0].name;
        const std::size_t before = parts_.size();
        addShape(key, below(below(below(path, "shapes"), std::to_string(i)), key), item.children[0], pose);
        if (parts_.size() > before) {
          lines_.emplace_back(item.mark.line, lastLineOf(item));
        }
      }
    }
    if (parts_.size() == first + 1) {
      parts_[first].keys.rotations = rotations;
    } else if (parts_.size() > first) {
      addGroup(path, pose, first, std::move(rotations));
    }
  }

  /// Body of several shapes: a box about them that moves them all.
  void addGroup(const TextPath& path, const Pose& pose, std::size_t first, std::vector<TextPath> rotations) {
    Vec3 lower = Vec3::Constant(1e300);
    Vec3 upper = -lower;
    for (std::size_t i = first; i < parts_.size(); ++i) {
      parts_[i].name += fmt::format(" {}", i - first + 1);
      parts_[i].line = lines_[i - first].first;
      parts_[i].lastLine = lines_[i - first].second;
      for (const auto& line : outlineOf(parts_[i], kSmallReach)) {
        for (const Vec3& point : line) {
          lower = lower.cwiseMin(pose.toLocal(point));
          upper = upper.cwiseMax(pose.toLocal(point));
        }
      }
    }
    ScenePart& part = add(PartKind::body, "body", path);
    part.isGroup = true;
    part.keys.hasOrientation = true;
    part.keys.rotations = std::move(rotations);
    if ((lower.array() <= upper.array()).all()) {
      part.keys.offset = 0.5 * (lower + upper);
      part.shape = SensorBox{0.5 * (upper - lower)};
    }
    part.pose = pose * Pose{part.keys.offset, Quat::Identity()};
    std::rotate(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end() - 1, parts_.end());
  }

  void addShape(const std::string& key, const TextPath& path, const YamlNode& node, const Pose& body) {
    ScenePart& part = add(PartKind::body, words(key), path);
    part.keys.carrier = body;
    part.keys.hasOrientation = true;
    const auto take = [&](const SurfaceDescription& surface, const char* direction, bool isRound) {
      Pose local = placeIn(surface.place);
      local.orientation = surface.axis ? turnedTo(*surface.axis) : local.orientation;
      part.keys.direction = direction;
      part.keys.isRound = isRound;
      part.pose = body * local;
    };
    const auto takeCylinder = [&](const auto& d) {
      take(d.surface, "axis", true);
      part.shape = SensorCylinder{0.5 * d.diameter, 0.5 * d.length};
      part.keys.sizes = PartSizes::cylinder;
    };
    const auto takeBox = [&](const auto& d) {
      take(d.surface, "", false);
      part.shape = SensorBox{0.5 * d.size};
      part.keys.sizes = PartSizes::edges;
    };
    if (key == "plane") {
      take(sectionOf<PlaneDescription>(node).surface, "normal", true);
      part.shape = SensorHalfSpace{};
      part.keys.sizes = PartSizes::direction;
    } else if (key == "rectangle") {
      const auto d = sectionOf<RectangleDescription>(node);
      take(d.surface, "normal", false);
      part.shape = d.size.size() == 2 ? SensorBox{Vec3(0.5 * d.size[0], 0.5 * d.size[1], 0.0)} : SensorBox{};
      part.keys.sizes = PartSizes::face;
    } else if (key == "box") {
      takeBox(sectionOf<BoxDescription>(node));
    } else if (key == "container") {
      takeBox(sectionOf<ContainerDescription>(node));
    } else if (key == "hollow_cylinder") {
      takeCylinder(sectionOf<HollowCylinderDescription>(node));
    } else if (key == "solid_cylinder") {
      takeCylinder(sectionOf<SolidCylinderDescription>(node));
    } else if (key == "capsule") {
      takeCylinder(sectionOf<CapsuleDescription>(node));
    } else if (key == "sphere") {
      const auto d = sectionOf<SolidSphereDescription>(node);
      take(d.surface, "", true);
      part.shape = SensorSphere{0.5 * d.diameter};
      part.keys.sizes = PartSizes::diameter;
    } else if (key == "mesh" || key == "hull") {
      const SurfaceDescription surface =
          key == "mesh" ? sectionOf<MeshDescription>(node).surface : sectionOf<HullDescription>(node).surface;
      take(surface, "axis", false);
      takeMesh(part, node);
    } else {
      parts_.pop_back();
    }
  }

  void takeMesh(ScenePart& part, const YamlNode& node) {
    const auto found = meshes_.find(meshKey(node));
    if (found == meshes_.end()) {
      return;
    }
    const auto& [lower, upper] = found->second;
    part.keys.offset = 0.5 * (lower + upper);
    part.keys.sizes = node.find("file") != nullptr ? PartSizes::scale : PartSizes::none;
    part.shape = SensorBox{0.5 * (upper - lower)};
    part.pose = part.pose * Pose{part.keys.offset, Quat::Identity()};
  }

  void addParticles(const TextPath& item, const YamlNode& node) {
    if (node.keys.size() != 1 || node.children[0].kind != YamlNode::Kind::map) {
      return;
    }
    const std::string& key = node.keys[0].name;
    const YamlNode& inner = node.children[0];
    const TextPath path = below(item, key);
    const int number = std::stoi(item.back()) + 1;
    const auto begin = [&](const TextPath& section) -> ScenePart& {
      ScenePart& part = add(PartKind::particles, words(key), section);
      part.name = fmt::format("{} {}", key, number);
      return part;
    };
    if (key == "fill") {
      addRegion(path, inner, begin);
    } else if (key == "sphere") {
      const auto d = sectionOf<SphereDescription>(inner);
      ScenePart& part = begin(path);
      part.pose.position = d.position;
      part.shape = SensorSphere{0.5 * d.diameter};
      part.keys.sizes = PartSizes::diameter;
      part.keys.isRound = true;
    } else if (key == "stack") {
      const auto d = sectionOf<StackDescription>(inner);
      ScenePart& part = begin(path);
      part.pose = {d.bottom, turnedTo(d.direction)};
      part.shape = SensorHalfSpace{};
      part.keys.position = "bottom";
      part.keys.direction = "direction";
      part.keys.sizes = PartSizes::direction;
      part.keys.isRound = true;
    } else if (key == "file") {
      begin(path).pose.position = sectionOf<ParticleFileDescription>(inner).position;
    }
  }

  template <class Begin>
  void addRegion(const TextPath& path, const YamlNode& fill, const Begin& begin) {
    const YamlNode* region = fill.find("region");
    if (region == nullptr || region->keys.size() != 1) {
      return;
    }
    const std::string& form = region->keys[0].name;
    ScenePart& part = begin(below(below(path, "region"), form));
    part.form = "fill of a " + form;
    if (form == "box") {
      const auto d = sectionOf<BoxRegion>(region->children[0]);
      part.pose.position = 0.5 * (d.lower + d.upper);
      part.shape = SensorBox{0.5 * (d.upper - d.lower).cwiseMax(0.0)};
      part.keys.position.clear();
      part.keys.sizes = PartSizes::corners;
    } else {
      const auto d = sectionOf<CylinderRegion>(region->children[0]);
      part.pose = {d.centre, turnedTo(d.axis)};
      part.shape = SensorCylinder{0.5 * d.diameter, 0.5 * d.length};
      part.keys.direction = "axis";
      part.keys.sizes = PartSizes::cylinder;
      part.keys.isRound = true;
    }
  }

  void addSensor(const TextPath& path, const YamlNode& node) {
    const auto d = sectionOf<SensorDescription>(node);
    if (!d.shape) {
      return;
    }
    ScenePart& part = add(PartKind::sensor, "split sensor", path);
    PartKeys& keys = part.keys;
    const YamlNode* body = d.body ? root_.find("bodies") : nullptr;
    body = body != nullptr ? body->find(d.body->name) : nullptr;
    keys.carrier = body != nullptr ? placeIn(sectionOf<PlaceDescription>(*body)) : Pose{};
    keys.hasOrientation = true;
    keys.sizeSection = below(below(path, "shape"), node.find("shape")->keys.front().name);
    Vec3 z = Vec3::UnitZ();
    if (const auto* box = std::get_if<SensorBoxDescription>(&*d.shape)) {
      part.shape = SensorBox{0.5 * box->size};
      keys.sizes = PartSizes::edges;
    } else if (const auto* sphere = std::get_if<SensorSphereDescription>(&*d.shape)) {
      part.shape = SensorSphere{0.5 * sphere->diameter};
      keys.sizes = PartSizes::diameter;
      keys.isRound = true;
    } else if (const auto* cylinder = std::get_if<SensorCylinderDescription>(&*d.shape)) {
      part.shape = SensorCylinder{0.5 * cylinder->diameter, 0.5 * cylinder->length};
      keys.sizes = PartSizes::cylinder;
      keys.direction = "axis";
      keys.isRound = true;
      z = cylinder->axis;
    } else {
      part.shape = SensorHalfSpace{};
      keys.sizes = PartSizes::direction;
      keys.direction = "normal";
      keys.isRound = true;
      z = std::get<SensorHalfSpaceDescription>(*d.shape).normal;
    }
    Pose local = placeIn(d.place);
    local.orientation = local.orientation * turnedTo(z);
    part.pose = keys.carrier * local;
  }

  void addJoint(const TextPath& path, const YamlNode& node) {
    const auto d = sectionOf<JointDescription>(node);
    const bool hasAxis =
        d.kind == JointKind::hinge || d.kind == JointKind::prismatic || d.kind == JointKind::cylindrical;
    ScenePart& part = add(PartKind::joint, std::string(kJointKinds[static_cast<std::size_t>(d.kind)]), path);
    part.pose.position = d.position;
    part.keys.isRound = true;
    if (hasAxis) {
      part.pose.orientation = turnedTo(d.axis);
      part.shape = SensorHalfSpace{};
      part.keys.direction = "axis";
      part.keys.sizes = PartSizes::direction;
    }
    if (d.toPosition) {
      ScenePart& end = add(PartKind::joint, "other end", path);
      end.name += ", other end";
      end.pose.position = *d.toPosition;
      end.keys.position = "to_position";
      end.keys.isRound = true;
      end.outline = {{d.position, *d.toPosition}};
    }
  }

  /// Draws the outlines; planes reach as far as the other parts.
  void drawOutlines() {
    double reach = kSmallReach;
    for (const ScenePart& part : parts_) {
      if (std::holds_alternative<SensorHalfSpace>(part.shape)) {
        continue;
      }
      for (const auto& line : outlineOf(part, 0.0)) {
        for (const Vec3& point : line) {
          reach = std::max(reach, point.cwiseAbs().head<2>().maxCoeff());
        }
      }
    }
    for (ScenePart& part : parts_) {
      if (part.outline.empty()) {
        part.outline = outlineOf(part, reach);
      }
    }
  }

  std::string_view text_;
  const YamlNode& root_;
  const MeshSizes& meshes_;
  std::vector<ScenePart> parts_;
  TextPath entry_;  ///< entry under way
  bool isNamed_ = true;
  int line_ = 0;
  int lastLine_ = 0;
  std::vector<std::pair<int, int>> lines_;  ///< first and last lines of the shapes of the body under way
};

}  // namespace

std::string meshKey(const YamlNode& shape) {
  std::string key;
  for (const char* name : {"file", "scale", "make", "points"}) {
    const YamlNode* value = shape.find(name);
    key += value != nullptr ? flowText(*value) + "|" : "|";
  }
  return key;
}

std::optional<std::vector<ScenePart>> partsOf(std::string_view text, const MeshSizes& meshes) {
  ErrorList errors("");
  const std::optional<YamlNode> root = parseYaml(text, 0, errors);
  if (!root || root->kind != YamlNode::Kind::map) {
    return std::nullopt;
  }
  return PartReader(text, *root, meshes).read();
}

}  // namespace scree
