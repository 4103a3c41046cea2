#include "engine/scene_parts/run_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <variant>

#include "engine/scene/scene.h"
#include "engine/scene_file/base_scene.h"
#include "engine/scene_file/fields.h"
#include "engine/scene_file/made_numbers.h"
#include "engine/scene_file/reader.h"
#include "engine/scene_file/scene_edit.h"

namespace scree {

namespace {

bool differs(double a, double b) { return std::abs(a - b) > 1e-12 + 1e-9 * std::abs(a); }

std::string numbers(const Vec3& v) { return fmt::format("[{:.9g}, {:.9g}, {:.9g}]", v.x(), v.y(), v.z()); }

std::string shapeText(const SensorShape& shape) {
  if (const auto* box = std::get_if<SensorBox>(&shape)) {
    return fmt::format("{{box: {{size: {}}}}}", numbers(2.0 * box->halfExtents));
  }
  if (const auto* sphere = std::get_if<SensorSphere>(&shape)) {
    return fmt::format("{{sphere: {{diameter: {:.9g}}}}}", 2.0 * sphere->radius);
  }
  if (const auto* cylinder = std::get_if<SensorCylinder>(&shape)) {
    return fmt::format("{{cylinder: {{diameter: {:.9g}, length: {:.9g}}}}}", 2.0 * cylinder->radius,
                       2.0 * cylinder->halfLength);
  }
  return "{half_space: {normal: z}}";
}

/// Writes the settings of a run, one after the other.
class RunWriter {
 public:
  RunWriter(const std::string& text, const std::filesystem::path& file, const RunSettings& run)
      : text_(text), file_(file), run_(run) {}

  TakenOver write() {
    ErrorList errors(file_.string());
    std::optional<YamlNode> root = parseYaml(text_, 0, errors);
    scene_.folder = file_.parent_path();
    if (root && root->kind == YamlNode::Kind::map && startFromBase(*root, scene_.folder, errors)) {
      readRoot(*root, scene_, errors);
    }
    if (errors.count() > 0) {
      result_.text.problem = errors.sorted().front().text();
      return std::move(result_);
    }
    writeNumbers();
    writeChoices();
    writeGravity();
    writeDrives();
    writeMeshes();
    writeSensors();
    writeMaterials();
    result_.changes += writeGranulation(scene_, run_.granulation, text_, result_.left);
    result_.text.text = text_;
    return std::move(result_);
  }

 private:
  /// Takes an edit over, or notes the setting as one that cannot be written.
  void take(const ValueEdit& edit, const std::string& what) {
    if (edit.problem().empty()) {
      ++result_.changes;
      text_ = edit.text();
    } else {
      result_.left.push_back(what);
    }
  }
  void take(const PartText& changed, const std::string& what) {
    if (changed.text) {
      text_ = *changed.text;
    } else {
      result_.left.push_back(what);
    }
  }

  void setIn(const std::string& section, std::string_view key, const std::string& value) {
    ValueEdit edit(text_);
    const YamlNode* node = edit.find({section});
    if (section.empty() || (node != nullptr && node->kind == YamlNode::Kind::map)) {
      edit.setText(section.empty() ? TextPath{} : TextPath{section}, key, value);
    } else {
      edit.add(section, fmt::format("{}: {}\n", key, value));
    }
    take(edit, std::string(key));
  }

  /// Numbers of a user's choice. The number of threads is of the machine, not of the scene.
  static bool isOfTheScene(ParameterKey key) {
    return key != ParameterKey::threads && (key < ParameterKey::gravityX || key > ParameterKey::gravityZ);
  }

  void writeNumbers() {
    for (const ParameterInfo& info : parameterTable()) {
      const double wanted = valueOf(run_.parameters, info.key);
      if (!isOfTheScene(info.key) || !differs(valueOf(scene_.parameters, info.key), wanted)) {
        continue;
      }
      const bool isReduction = info.key >= kFirstReductionKey;
      const std::string section = info.key == ParameterKey::timeStep ? "" : (isReduction ? "reduction" : "solver");
      const TextPath path = section.empty() ? TextPath{} : TextPath{section};
      ValueEdit edit(text_);
      // A value with a unit keeps it.
      if (dimensionOf(info) != Dimension::number && edit.find(below(path, info.name)) != nullptr) {
        edit.setNumber(path, info.name, wanted, dimensionOf(info));
        take(edit, std::string(info.name));
      } else {
        setIn(section, info.name, fmt::format("{}", wanted));
      }
    }
  }

  void writeChoices() {
    for (const ChoiceInfo& info : choiceTable()) {
      const int wanted = choiceOf(run_.parameters, info.key);
      if (wanted != choiceOf(scene_.parameters, info.key)) {
        setIn(info.key < kFirstReductionChoice ? "solver" : "reduction", info.name,
              std::string(info.values[static_cast<std::size_t>(wanted)].name));
      }
    }
  }

  void writeGravity() {
    const Vec3& wanted = run_.parameters.gravity;
    if ((wanted - scene_.parameters.gravity).norm() <= 1e-12) {
      return;
    }
    ValueEdit edit(text_);
    edit.setNumbers({}, "gravity", std::span<const double>(wanted.data(), 3), Dimension::acceleration);
    take(edit, "gravity");
  }

  void writeDrives() {
    for (const BodyDescription& body : scene_.bodies) {
      const auto found = std::ranges::find(run_.driveSpeeds, body.name, [](const auto& one) { return one.first; });
      if (found == run_.driveSpeeds.end()) {
        continue;
      }
      for (std::size_t i = 0; i < std::min(body.motion.size(), found->second.size()); ++i) {
        writeDrive(body, i, found->second[i]);
      }
    }
  }

  void writeDrive(const BodyDescription& body, std::size_t index, double wanted) {
    static constexpr std::array<std::string_view, 3> kKinds = {"translate", "rotate", "belt"};
    const MotionDescription& motion = body.motion[index];
    const std::optional<double> now = std::visit([](const auto& m) { return m.speed.value; }, motion);
    if (!now || !differs(*now, wanted)) {
      return;
    }
    const bool isTurn = std::holds_alternative<RotationDescription>(motion);
    ValueEdit edit(text_);
    edit.setNumber({"bodies", body.name, "motion", std::to_string(index), std::string(kKinds[motion.index()])}, "speed",
                   wanted, isTurn ? Dimension::angularSpeed : Dimension::speed);
    take(edit, "the speed of " + body.name);
  }

  void writeMeshes() {
    for (const BodyDescription& body : scene_.bodies) {
      const auto found = std::ranges::find(run_.made, body.name, [](const auto& one) { return one.first; });
      for (std::size_t s = 0; found != run_.made.end() && s < std::min(body.shapes.size(), found->second.size()); ++s) {
        const auto* mesh = std::get_if<MeshDescription>(&body.shapes[s]);
        if (mesh != nullptr && mesh->made && found->second[s] && mesh->made->index() == found->second[s]->index()) {
          writeMesh(body.name, s, *mesh->made, *found->second[s]);
        }
      }
    }
  }

  void writeMesh(const std::string& body, std::size_t shape, const MadeMesh& now, const MadeMesh& wanted) {
    const TextPath path = {"bodies", body, "shapes", std::to_string(shape), "mesh", "make", std::string(partName(now))};
    const std::vector<MadeNumber> before = numbersOf(now);
    const std::vector<MadeNumber> after = numbersOf(wanted);
    std::string written;  // list that was written as a whole
    for (const MadeNumber& number : after) {
      const auto old = std::ranges::find(before, number.key, &MadeNumber::key);
      const std::string key = number.key.substr(0, number.key.find(' '));
      if ((old != before.end() && !differs(old->value, number.value)) || key == written) {
        continue;
      }
      ValueEdit edit(text_);
      if (key == number.key) {
        edit.setNumber(path, key, number.value, number.dimension);
      } else {
        std::vector<double> values;
        for (const MadeNumber& one : after) {
          if (one.key.starts_with(key + " ")) {
            values.push_back(one.value);
          }
        }
        edit.setNumbers(path, key, values, number.dimension);
        written = key;
      }
      take(edit, fmt::format("{} of {}", key, body));
    }
  }

  void writeSensors() {
    for (const SensorDescription& sensor : scene_.sensors) {
      if (std::ranges::find(run_.sensors, sensor.name, &SplitSensor::name) == run_.sensors.end()) {
        ValueEdit edit(text_);
        edit.remove({"sensors", sensor.name});
        take(edit, "the removal of " + sensor.name);
      }
    }
    for (const SplitSensor& sensor : run_.sensors) {
      writeSensor(sensor);
    }
  }

  std::optional<ScenePart> partOf(const SplitSensor& sensor) const {
    for (const ScenePart& part : partsOf(text_, {}).value_or(std::vector<ScenePart>())) {
      if (part.kind == PartKind::sensor && part.name == sensor.name) {
        return part;
      }
    }
    return std::nullopt;
  }

  void writeSensor(const SplitSensor& sensor) {
    const std::string before = text_;
    const TextPath path = {"sensors", sensor.name};
    std::optional<ScenePart> part = partOf(sensor);
    const std::string body = sensor.body < scene_.bodies.size() ? scene_.bodies[sensor.body].name : std::string();
    if (!part) {
      ValueEdit edit(text_);
      edit.add("sensors", fmt::format("{}:\n  position: [0, 0, 0]\n  shape: {}\n", yamlName(sensor.name),
                                      shapeText(sensor.shape)) +
                              (body.empty() ? "" : "  body: " + yamlName(body) + "\n"));
      text_ = edit.problem().empty() ? edit.text() : text_;
    } else if (part->shape.index() != sensor.shape.index()) {
      ValueEdit edit(text_);
      edit.setText(path, "shape", shapeText(sensor.shape));
      text_ = edit.problem().empty() ? edit.text() : text_;
    }
    part = partOf(sensor);
    if (!part) {
      result_.left.push_back(sensor.name);
      return;
    }
    take(withPart(text_, *part, part->keys.carrier * sensor.pose, sensor.shape, 0.0), sensor.name);
    const auto described = std::ranges::find(scene_.sensors, sensor.name, &SensorDescription::name);
    if ((described != scene_.sensors.end() ? described->enabled : true) != sensor.enabled) {
      ValueEdit edit(text_);
      edit.setText(path, "enabled", sensor.enabled ? "true" : "false");
      text_ = edit.problem().empty() ? edit.text() : text_;
    }
    result_.changes += text_ != before ? 1 : 0;
  }

  void writeMaterials() {
    const SceneText written = withLawsOf(text_, file_, run_.materials);
    if (written.text) {
      result_.changes += lawValuesThatDiffer(text_, file_, run_.materials);
      text_ = *written.text;
    } else {
      result_.left.push_back("the contact laws (" + written.errors.front().what + ")");
    }
  }

  std::string text_;
  const std::filesystem::path& file_;
  const RunSettings& run_;
  SceneDescription scene_;
  TakenOver result_;
};

}  // namespace

TakenOver withRun(const std::string& text, const std::filesystem::path& file, const RunSettings& run) {
  return RunWriter(text, file, run).write();
}

}  // namespace scree
