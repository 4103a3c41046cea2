#include "engine/scene_file/base_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

namespace scree {

namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;
/// Largest number of bases in a chain; more are taken for a ring.
constexpr int kMostBases = 8;
constexpr std::string_view kBase = "base";

void mergeOver(YamlNode& under, YamlNode over) {
  if (under.kind != YamlNode::Kind::map || over.kind != YamlNode::Kind::map) {
    under = std::move(over);
    return;
  }
  for (std::size_t i = 0; i < over.keys.size(); ++i) {
    const auto key = std::find_if(under.keys.begin(), under.keys.end(),
                                  [&](const YamlNode::Key& k) { return k.name == over.keys[i].name; });
    const auto child = under.children.begin() + (key - under.keys.begin());
    if (key == under.keys.end()) {
      under.keys.push_back(std::move(over.keys[i]));
      under.children.push_back(std::move(over.children[i]));
    } else if (over.children[i].kind == YamlNode::Kind::empty) {
      under.keys.erase(key);
      under.children.erase(child);
    } else {
      *key = std::move(over.keys[i]);
      mergeOver(*child, std::move(over.children[i]));
    }
  }
}

/// Reads the base as a tree, without its own base put in.
std::optional<YamlNode> readBase(const YamlNode& name, const std::filesystem::path& folder, ErrorList& errors) {
  const std::filesystem::path file = name.text;
  if (name.kind != YamlNode::Kind::scalar || file.empty() || file.filename() != file) {
    errors.add(name.mark, "'base' is not the name of a scene file in the same folder",
               "name one, such as drum.yaml; paths in it start from this folder");
    return std::nullopt;
  }
  errors.noteFile(folder / file);
  const SceneFileText read = readSceneText(folder / file);
  if (!read.what.empty()) {
    errors.add(name.mark, fmt::format("the base {}: {}", inQuotes(name.text), read.what), read.remedy);
    return std::nullopt;
  }
  std::optional<YamlNode> base = parseYaml(read.text, errors.addFile((folder / file).string()), errors);
  if (base && base->kind != YamlNode::Kind::map) {
    errors.add(name.mark, fmt::format("the base {} is no scene", inQuotes(name.text)), "name a scene file");
    return std::nullopt;
  }
  return base;
}

}  // namespace

SceneFileText readSceneText(const std::filesystem::path& file) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(file, problem);
  if (status.type() == std::filesystem::file_type::not_found) {
    return {{}, "there is no such file", "check the path"};
  }
  if (status.type() == std::filesystem::file_type::directory) {
    return {{}, "this is a folder", "name a scene file in it, such as drum.yaml"};
  }
  if (status.type() == std::filesystem::file_type::character || status.type() == std::filesystem::file_type::block) {
    return {{}, "this is a device, no file", "name a scene file"};
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return {{}, fmt::format("cannot be opened ({})", std::strerror(errno)), "check its permissions"};
  }
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16);
  while (stream && text.size() <= kLargestFile) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) {
    return {{}, "cannot be read", "check the disk and the file's permissions"};
  }
  if (text.size() > kLargestFile) {
    return {{}, fmt::format("larger than {} MiB", kLargestFile >> 20), "fill a region instead of listing particles"};
  }
  return {std::move(text), {}, {}};
}

bool startFromBase(YamlNode& root, const std::filesystem::path& folder, ErrorList& errors) {
  std::vector<YamlNode> scenes;  // each scene is the base of the one before it in the list
  scenes.push_back(std::move(root));
  while (const YamlNode* name = scenes.back().find(kBase)) {
    if (scenes.size() > kMostBases) {
      errors.add(name->mark, fmt::format("more than {} bases, each of the one before", kMostBases),
                 "a scene must not be its own base");
      return false;
    }
    std::optional<YamlNode> base = readBase(*name, folder, errors);
    if (!base) {
      return false;
    }
    scenes.push_back(std::move(*base));
  }
  root = std::move(scenes.back());
  for (auto scene = scenes.rbegin() + 1; scene != scenes.rend(); ++scene) {
    mergeOver(root, std::move(*scene));
  }
  return true;
}

}  // namespace scree
