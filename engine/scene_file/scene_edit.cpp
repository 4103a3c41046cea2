#include "engine/scene_file/scene_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/scene_file/yaml_tree.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

/// Offset of each line of a text; the last entry is the text's end.
std::vector<std::size_t> lineStarts(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    starts.push_back(at + 1);
  }
  if (starts.back() != text.size()) {
    starts.push_back(text.size());
  }
  return starts;
}

std::string_view lineAt(std::string_view text, const std::vector<std::size_t>& starts, std::size_t line) {
  return text.substr(starts[line], starts[line + 1] - starts[line]);
}

/// True for a line with nothing but spaces or a comment.
bool isBlank(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || line[first] == '#';
}

SceneText refusal(const fs::path& file, const Mark& mark, std::string what, std::string remedy) {
  return {std::nullopt, {{file.string(), mark.line, mark.column, std::move(what), std::move(remedy)}}};
}

/// Root of a scene, or nothing with the errors.
std::optional<YamlNode> rootOf(std::string_view text, const fs::path& file, std::vector<SceneError>& errors) {
  ErrorList list(file.string());
  std::optional<YamlNode> root = parseYaml(text, 0, list);
  if (root && root->kind != YamlNode::Kind::map) {
    list.add(root->mark, "this is no scene", "a scene begins with 'scree: 1'");
    root.reset();
  }
  errors = list.sorted();
  return root;
}

std::string indented(std::string_view lines, std::size_t spaces) {
  std::string result;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    result += std::string(spaces, ' ') + std::string(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  return result;
}

std::string bodyText(std::string_view name, std::string_view lines, std::size_t spaces) {
  return fmt::format("{}{}:\n{}", std::string(spaces, ' '), yamlQuoted(name), indented(lines, spaces + 2));
}

std::string withLineEnd(std::string_view text) {
  return std::string(text) + (text.empty() || text.back() == '\n' ? "" : "\n");
}

/// Collects values that name a file: `file` of meshes and hulls, `path` of particles, `table` of motions and motors.
void collectPaths(const YamlNode& node, std::string_view parent, std::vector<const YamlNode*>& found) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const YamlNode& child = node.children[i];
    const std::string_view key = node.kind == YamlNode::Kind::map ? std::string_view(node.keys[i].name) : parent;
    const bool isPath = node.kind == YamlNode::Kind::map && child.kind == YamlNode::Kind::scalar &&
                        ((key == "file" && (parent == "mesh" || parent == "hull")) ||
                         (key == "path" && parent == "file") || key == "table");
    if (isPath) {
      found.push_back(&child);
    }
    collectPaths(child, key, found);
  }
}

/// Length of a scalar as written [bytes]; 0 where it is written in a form that no path has.
std::size_t writtenLength(std::string_view text, std::size_t at, const std::string& value) {
  if (text.substr(at).starts_with(value)) {
    return value.size();
  }
  for (const std::string& quoted : {"\"" + value + "\"", "'" + value + "'", yamlQuoted(value)}) {
    if (text.substr(at).starts_with(quoted)) {
      return quoted.size();
    }
  }
  return 0;
}

}  // namespace

std::string yamlQuoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + '"';
}

std::string pathFrom(const fs::path& folder, const fs::path& file) {
  const fs::path target = fs::absolute(file).lexically_normal();
  const fs::path near = target.lexically_relative(fs::absolute(folder).lexically_normal());
  constexpr int kMostUp = 2;
  const auto up = std::count(near.begin(), near.end(), fs::path(".."));
  return near.empty() || up > kMostUp ? target.generic_string() : near.generic_string();
}

SceneNames namesIn(std::string_view text) {
  std::vector<SceneError> errors;
  const std::optional<YamlNode> root = rootOf(text, {}, errors);
  const auto keysOf = [&](std::string_view section) {
    std::vector<std::string> names;
    if (const YamlNode* node = root ? root->find(section) : nullptr) {
      for (const YamlNode::Key& key : node->keys) {
        names.push_back(key.name);
      }
    }
    return names;
  };
  return {keysOf("materials"), keysOf("bodies")};
}

SceneText withBody(std::string_view text, const fs::path& file, std::string_view name, std::string_view lines) {
  std::vector<SceneError> errors;
  const std::optional<YamlNode> root = rootOf(text, file, errors);
  if (!root) {
    return {std::nullopt, std::move(errors)};
  }
  const YamlNode* bodies = root->find("bodies");
  if (bodies == nullptr) {
    return {withLineEnd(text) + "bodies:\n" + bodyText(name, lines, 2), {}};
  }
  const auto key = std::ranges::find(root->keys, "bodies", &YamlNode::Key::name);
  const bool isEmpty = bodies->kind == YamlNode::Kind::empty;
  if (!isEmpty && (bodies->kind != YamlNode::Kind::map || bodies->keys.empty() ||
                   bodies->keys.front().mark.line == key->mark.line)) {
    return refusal(file, key->mark, "the bodies are written on one line, so none can be added",
                   "write each body on lines of its own, indented, below 'bodies:'");
  }
  // Inserts behind the last line of the section that is not blank.
  const std::vector<std::size_t> starts = lineStarts(text);
  int next = static_cast<int>(starts.size());
  for (const YamlNode::Key& other : root->keys) {
    next = other.mark.line > key->mark.line ? std::min(next, other.mark.line) : next;
  }
  auto last = static_cast<std::size_t>(next - 2);
  while (last + 1 > static_cast<std::size_t>(key->mark.line) && isBlank(lineAt(text, starts, last))) {
    --last;
  }
  const std::size_t at = starts[last + 1];
  const std::size_t spaces = isEmpty ? 2 : static_cast<std::size_t>(bodies->keys.front().mark.column - 1);
  return {withLineEnd(text.substr(0, at)) + bodyText(name, lines, spaces) + std::string(text.substr(at)), {}};
}

SceneText withPathsFrom(std::string_view text, const fs::path& file, const fs::path& newFile) {
  const fs::path from = fs::absolute(file).lexically_normal().parent_path();
  const fs::path to = fs::absolute(newFile).lexically_normal().parent_path();
  if (from == to) {
    return {std::string(text), {}};
  }
  std::vector<SceneError> errors;
  const std::optional<YamlNode> root = rootOf(text, file, errors);
  if (!root) {
    return {std::nullopt, std::move(errors)};
  }
  std::vector<const YamlNode*> paths;
  collectPaths(*root, "", paths);
  std::ranges::sort(paths, [](const YamlNode* a, const YamlNode* b) {
    return std::pair(a->mark.line, a->mark.column) > std::pair(b->mark.line, b->mark.column);
  });
  // Takes a value with several aliases once.
  const auto end = std::unique(paths.begin(), paths.end(), [](const YamlNode* a, const YamlNode* b) {
    return a->mark.line == b->mark.line && a->mark.column == b->mark.column;
  });
  paths.erase(end, paths.end());
  const std::vector<std::size_t> starts = lineStarts(text);
  std::string moved(text);
  for (const YamlNode* node : paths) {
    if (node->text.empty() || fs::path(node->text).is_absolute()) {
      continue;
    }
    const std::size_t at =
        starts[static_cast<std::size_t>(node->mark.line - 1)] + static_cast<std::size_t>(node->mark.column - 1);
    const std::size_t length = writtenLength(text, at, node->text);
    if (length == 0) {
      return refusal(file, node->mark, "the path is written in a way that cannot be changed for another folder",
                     "save in the scene's own folder, or write the path in double quotes on one line");
    }
    moved.replace(at, length, yamlQuoted(pathFrom(to, from / node->text)));
  }
  return {std::move(moved), {}};
}

}  // namespace scree
