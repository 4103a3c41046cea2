#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <system_error>

#include "engine/scene/build.h"
#include "engine/scene/scene.h"
#include "engine/scene_file/base_scene.h"
#include "engine/scene_file/reader.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {
namespace {

constexpr std::size_t kLongestPath = 32;

std::vector<std::string_view> partsOf(std::string_view key) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t dot = key.find('.');
    parts.push_back(key.substr(0, dot));
    if (dot == std::string_view::npos) {
      return parts;
    }
    key.remove_prefix(dot + 1);
  }
}

/// Child of `node` with the name `part`, made when a section lacks it; null, with a message, where no child is
/// possible.
YamlNode* childOf(YamlNode& node, std::string_view part, const Mark& mark, ErrorList& errors) {
  if (node.kind == YamlNode::Kind::list) {
    std::size_t index = 0;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (problem == std::errc{} && end == part.data() + part.size() && index < node.children.size()) {
      return &node.children[index];
    }
    errors.add(mark, fmt::format("there is no item {}", inQuotes(part)),
               fmt::format("the list has {}, counted from 0", node.children.size()));
    return nullptr;
  }
  if (node.kind == YamlNode::Kind::scalar) {
    errors.add(mark, fmt::format("there is nothing called {} inside a value", inQuotes(part)), "shorten the key");
    return nullptr;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i].name == part) {
      return &node.children[i];
    }
  }
  node.kind = YamlNode::Kind::map;
  node.keys.push_back({std::string(part), mark});
  YamlNode& made = node.children.emplace_back();
  made.mark = mark;
  return &made;
}

/// Overrides whose paths have made a section beside others, by key, with the error that it is if the section lacks
/// something: then one of the others was meant, of bodies, materials, emitters and so on.
using MadeSections = std::map<std::string, SceneError>;

void addMadeSection(const YamlNode& root, const std::string& key, MadeSections& made) {
  const std::vector<std::string_view> parts = partsOf(key);
  const YamlNode* group = parts.size() > 2 ? root.find(parts[0]) : nullptr;
  if (group == nullptr || group->kind != YamlNode::Kind::map || group->keys.empty() ||
      group->find(parts[1]) != nullptr) {
    return;
  }
  std::vector<std::string_view> names;
  for (const YamlNode::Key& other : group->keys) {
    names.push_back(other.name);
  }
  made[key] = {"--set " + key, 0, 0, fmt::format("there is no {} in {}", inQuotes(parts[1]), inQuotes(parts[0])),
               suggestion(parts[1], names)};
}

/// The errors, where a section that an override has made lacks something with the error of its name in place of all
/// that it lacks.
std::vector<SceneError> withNamesTold(std::vector<SceneError> errors, const MadeSections& made) {
  for (const auto& named : made) {
    const SceneError& error = named.second;
    const auto isLack = [&error](const SceneError& each) {
      return each.file == error.file && each.what.ends_with(" is missing");
    };
    const auto first = std::ranges::find_if(errors, isLack);
    if (first != errors.end()) {
      *first = error;
      std::erase_if(errors, isLack);
    }
  }
  return errors;
}

void applyOverride(YamlNode& root, const SceneOverride& change, ErrorList& errors) {
  const Mark mark{errors.addSource("--set " + change.key), 1, 1};
  std::optional<YamlNode> value = parseYaml(change.value, mark.source, errors);
  if (!value) {
    return;
  }
  const std::vector<std::string_view> parts = partsOf(change.key);
  YamlNode* node = &root;
  for (const std::string_view part : parts) {
    if (part.empty() || parts.size() > kLongestPath) {
      errors.add(mark, fmt::format("{} is not a path of keys", inQuotes(change.key)),
                 "write it like solver.sweeps or bodies.drum.motion.0.rotate.speed");
      return;
    }
    node = childOf(*node, part, mark, errors);
    if (node == nullptr) {
      return;
    }
  }
  *node = std::move(*value);
  node->mark = mark;
}

/// Adds every value of a tree that is the name of a file, once, with its path. `seen` holds the values looked at.
void addFilesNamed(const YamlNode& node, const std::filesystem::path& folder, std::set<std::string>& seen,
                   std::vector<std::filesystem::path>& files) {
  constexpr std::size_t kLongestName = 1024;
  for (const YamlNode& child : node.children) {
    addFilesNamed(child, folder, seen, files);
  }
  const bool mayBe = node.kind == YamlNode::Kind::scalar && !node.text.empty() && node.text.size() < kLongestName &&
                     node.text.find('\n') == std::string::npos;
  if (!mayBe || !seen.insert(node.text).second) {
    return;
  }
  std::error_code error;
  if (std::filesystem::is_regular_file(folder / node.text, error)) {
    files.push_back((folder / node.text).lexically_normal());
  }
}

SceneResult failure(const ErrorList& errors) { return {std::nullopt, errors.sorted()}; }

SceneResult failure(const std::string& file, std::string what, std::string remedy) {
  return {std::nullopt, {{file, 0, 0, std::move(what), std::move(remedy)}}};
}

}  // namespace

SceneKeys::SceneKeys(const std::filesystem::path& file) : folder_(file.parent_path()), list_(file.string()) {
  const SceneFileText read = readSceneText(file);
  if (!read.what.empty()) {
    list_.add({}, read.what, read.remedy);
    return;
  }
  if (std::optional<YamlNode> root = parseYaml(read.text, 0, list_)) {
    if (root->kind == YamlNode::Kind::empty) {
      list_.add({}, "the file is empty", "start from one of the scenes that come with the program");
    } else if (startFromBase(*root, folder_, list_)) {
      root_ = std::move(*root);
    }
  }
}

YamlNode SceneKeys::treeOf(std::span<const SceneOverride> overrides, ErrorList& errors) const {
  YamlNode tree = root_;
  for (const SceneOverride& change : overrides) {
    applyOverride(tree, change, errors);
  }
  return tree;
}

std::vector<SceneError> SceneKeys::errorsOf(std::span<const SceneOverride> overrides) const {
  ErrorList errors = list_;
  const YamlNode tree = treeOf(overrides, errors);
  MadeSections made;
  for (const SceneOverride& change : overrides) {
    addMadeSection(root_, change.key, made);
  }
  SceneDescription description;
  description.folder = folder_;
  readRoot(tree, description, errors);
  return withNamesTold(errors.sorted(), made);
}

std::vector<std::filesystem::path> SceneKeys::filesOf(std::span<const SceneOverride> overrides) const {
  ErrorList errors = list_;
  std::vector<std::filesystem::path> files = list_.files();
  std::set<std::string> seen;
  addFilesNamed(treeOf(overrides, errors), folder_, seen, files);
  std::ranges::sort(files);
  const auto doubles = std::unique(files.begin(), files.end());
  files.erase(doubles, files.end());
  return files;
}

SceneResult loadSceneText(std::string_view text, const std::string& file, std::span<const SceneOverride> overrides,
                          WorkWatch* watch) {
  ErrorList errors(file);
  std::optional<YamlNode> root = parseYaml(text, 0, errors);
  if (!root) {
    return failure(errors);
  }
  if (root->kind == YamlNode::Kind::empty) {
    return failure(file, "the file is empty", "start from one of the scenes that come with the program");
  }
  SceneDescription description;
  description.folder = std::filesystem::path(file).parent_path();
  if (!startFromBase(*root, description.folder, errors)) {
    return failure(errors);
  }
  MadeSections made;
  for (const SceneOverride& change : overrides) {
    addMadeSection(*root, change.key, made);
    applyOverride(*root, change, errors);
  }
  readRoot(*root, description, errors);
  const YamlNode* timeStep = root->find(infoOf(ParameterKey::timeStep).name);
  description.timeStepMark = timeStep != nullptr ? timeStep->mark : root->mark;
  const YamlNode* solver = root->find("solver");
  const YamlNode* duration = solver != nullptr ? solver->find(infoOf(ParameterKey::collisionTime).name) : nullptr;
  description.collisionTimeMark = duration != nullptr ? duration->mark : root->mark;
  Scene scene = buildScene(description, errors, watch);
  if (errors.count() > 0) {
    return {std::nullopt, withNamesTold(errors.sorted(), made)};
  }
  scene.file = file;
  scene.files = errors.files();
  return {std::move(scene), {}};
}

SceneResult loadScene(const std::filesystem::path& file, std::span<const SceneOverride> overrides, WorkWatch* watch) {
  SceneFileText read = readSceneText(file);
  if (!read.what.empty()) {
    return failure(file.string(), std::move(read.what), std::move(read.remedy));
  }
  return loadSceneText(read.text, file.string(), overrides, watch);
}

}  // namespace scree
