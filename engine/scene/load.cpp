#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <system_error>

#include "engine/scene/build.h"
#include "engine/scene/reader.h"
#include "engine/scene/scene.h"
#include "engine/scene/yaml_tree.h"

namespace scree {
namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;
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

/// The child of `node` that `part` names, made when a section lacks it; null, with a message, when there is none.
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

SceneResult failure(const ErrorList& errors) { return {std::nullopt, errors.sorted()}; }

SceneResult failure(const std::string& file, std::string what, std::string remedy) {
  return {std::nullopt, {{file, 0, 0, std::move(what), std::move(remedy)}}};
}

}  // namespace

SceneResult loadSceneText(std::string_view text, const std::string& file, std::span<const SceneOverride> overrides) {
  ErrorList errors(file);
  std::optional<YamlNode> root = parseYaml(text, 0, errors);
  if (!root) {
    return failure(errors);
  }
  if (root->kind == YamlNode::Kind::empty) {
    return failure(file, "the file is empty", "start from one of the scenes that come with the program");
  }
  for (const SceneOverride& change : overrides) {
    applyOverride(*root, change, errors);
  }
  SceneDescription description;
  description.folder = std::filesystem::path(file).parent_path();
  readRoot(*root, description, errors);
  const YamlNode* timeStep = root->find(infoOf(ParameterKey::timeStep).name);
  description.timeStepMark = timeStep != nullptr ? timeStep->mark : root->mark;
  Scene scene = buildScene(description, errors);
  if (errors.count() > 0) {
    return failure(errors);
  }
  scene.file = file;
  return {std::move(scene), {}};
}

SceneResult loadScene(const std::filesystem::path& file, std::span<const SceneOverride> overrides) {
  const std::string name = file.string();
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(file, problem);
  if (status.type() == std::filesystem::file_type::not_found) {
    return failure(name, "there is no such file", "check the path");
  }
  if (status.type() == std::filesystem::file_type::directory) {
    return failure(name, "this is a folder", "name a scene file in it, such as drum.yaml");
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return failure(name, fmt::format("cannot be opened ({})", std::strerror(errno)), "check its permissions");
  }
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16);
  while (stream && text.size() <= kLargestFile) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) {
    return failure(name, "cannot be read", "check the disk and the file's permissions");
  }
  if (text.size() > kLargestFile) {
    return failure(name, fmt::format("larger than {} MiB", kLargestFile >> 20),
                   "fill a region instead of listing particles");
  }
  return loadSceneText(text, name, overrides);
}

}  // namespace scree
