#include "engine/scene_file/law_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/scene_file/text_place.h"

namespace scree {

namespace {

/// Place where the text cannot be changed.
struct Unchangeable {
  Mark mark;
  std::string what;
};

/// Text of a scene while its laws are changed, one at a time; the tree is read anew after each change.
class LawText {
 public:
  LawText(std::string_view text, ErrorList& errors) : text_(text), errors_(errors) {}

  std::string take() { return std::move(text_); }

  /// False if the text is no scene; the errors are in the list.
  bool apply(const LawEdit& edit) {
    std::optional<YamlNode> root = parseYaml(text_, 0, errors_);
    if (!root || root->kind != YamlNode::Kind::map) {
      return false;
    }
    if (edit.b.empty()) {
      applyToMaterial(*root, edit);
    } else {
      applyToPair(*root, edit);
    }
    return true;
  }

 private:
  void applyToMaterial(const YamlNode& root, const LawEdit& edit) {
    const YamlNode* materials = root.find("materials");
    const YamlNode* material = materials == nullptr ? nullptr : materials->find(edit.a);
    if (material == nullptr || material->kind != YamlNode::Kind::map) {
      throw Unchangeable{materials == nullptr ? root.mark : materials->mark,
                         fmt::format("{} has no section here", inQuotes(edit.a))};
    }
    setKey(*material, edit);
  }

  void applyToPair(const YamlNode& root, const LawEdit& edit) {
    const YamlNode* pairs = root.find("pairs");
    if (pairs == nullptr || pairs->kind == YamlNode::Kind::empty) {
      addSection(root, edit);
      return;
    }
    if (pairs->kind != YamlNode::Kind::list) {
      throw Unchangeable{pairs->mark, "'pairs' is no list"};
    }
    const auto item = std::ranges::find_if(pairs->children, [&](const YamlNode& one) { return isOf(one, edit); });
    if (item != pairs->children.end()) {
      setKey(*item, edit);
    } else {
      addPair(root, *pairs, edit);
    }
  }

  static bool isOf(const YamlNode& item, const LawEdit& edit) {
    const YamlNode* between = item.find("between");
    if (between == nullptr || between->children.size() != 2) {
      return false;
    }
    const std::string& a = between->children[0].text;
    const std::string& b = between->children[1].text;
    return (a == edit.a && b == edit.b) || (a == edit.b && b == edit.a);
  }

  void setKey(const YamlNode& map, const LawEdit& edit) {
    if (const YamlNode* value = map.find(edit.key)) {
      replaceValue(*value, edit);
    } else if (text_[offsetOf(text_, map.mark)] == '{') {
      const bool isEmpty = map.keys.empty();
      text_.insert(offsetOf(text_, map.mark) + 1, fmt::format("{}: {}{}", edit.key, edit.value, isEmpty ? "" : ", "));
    } else {
      addLine(map, edit);
    }
  }

  void replaceValue(const YamlNode& value, const LawEdit& edit) {
    const std::size_t at = offsetOf(text_, value.mark);
    for (const std::string& written : {value.text, "\"" + value.text + "\"", "'" + value.text + "'"}) {
      if (value.kind == YamlNode::Kind::scalar && !written.empty() && text_.substr(at).starts_with(written)) {
        text_.replace(at, written.size(), edit.value);
        return;
      }
    }
    throw Unchangeable{value.mark,
                       fmt::format("the value of {} is written in a form that cannot be changed", inQuotes(edit.key))};
  }

  /// Adds a key to a section with a line for each key: behind its first key where the value of that ends on its line.
  void addLine(const YamlNode& map, const LawEdit& edit) {
    const std::size_t first = offsetOf(text_, map.keys.front().mark);
    const std::string spaces(first - lineBegin(text_, first), ' ');
    const YamlNode& value = map.children.front();
    const bool isShort = value.mark.line == map.keys.front().mark.line &&
                         (map.keys.size() == 1 || map.keys[1].mark.line == value.mark.line + 1) &&
                         (value.kind == YamlNode::Kind::scalar || text_[offsetOf(text_, value.mark)] == '[') &&
                         closesOnLine(value);
    if (isShort && lineBehind(text_, first) <= text_.size() && text_[lineBehind(text_, first) - 1] == '\n') {
      text_.insert(lineBehind(text_, first), fmt::format("{}{}: {}\n", spaces, edit.key, edit.value));
    } else {
      text_.insert(first, fmt::format("{}: {}\n{}", edit.key, edit.value, spaces));
    }
  }

  bool closesOnLine(const YamlNode& value) const {
    const std::size_t at = offsetOf(text_, value.mark);
    const std::string_view line = std::string_view(text_).substr(at, lineBehind(text_, at) - at);
    return value.kind == YamlNode::Kind::scalar || line.find(']') != std::string_view::npos;
  }

  /// Offset behind the last filled line of a section of the root, without the comments between it and the next.
  std::size_t endOfSection(const YamlNode& root, const YamlNode::Key& key) const {
    std::size_t end = text_.size();
    for (const YamlNode::Key& other : root.keys) {
      if (other.mark.line > key.mark.line) {
        end = std::min(end, lineBegin(text_, offsetOf(text_, other.mark)));
      }
    }
    const std::size_t begin = offsetOf(text_, key.mark);
    while (end > begin) {
      const std::size_t line = lineBegin(text_, end - 1);
      if (isFilled(std::string_view(text_).substr(line, end - line))) {
        break;
      }
      end = line;
    }
    return std::max(end, lineBehind(text_, begin));
  }

  void insertLines(std::size_t at, const std::string& lines) {
    const bool isOpen = at > 0 && text_[at - 1] != '\n';
    text_.insert(at, (isOpen ? "\n" : "") + lines);
  }

  static std::string pairText(const LawEdit& edit, const std::string& spaces) {
    return fmt::format("{0}- between: [{1}, {2}]\n{0}  {3}: {4}\n", spaces, yamlName(edit.a), yamlName(edit.b),
                       edit.key, edit.value);
  }

  void addPair(const YamlNode& root, const YamlNode& pairs, const LawEdit& edit) {
    const std::size_t at = offsetOf(text_, pairs.mark);
    if (text_[at] == '[') {
      text_.insert(at + 1, fmt::format("{{between: [{}, {}], {}: {}}}{}", yamlName(edit.a), yamlName(edit.b), edit.key,
                                       edit.value, pairs.children.empty() ? "" : ", "));
      return;
    }
    const std::string spaces(static_cast<std::size_t>(pairs.mark.column - 1), ' ');
    insertLines(endOfSection(root, *keyNamed(root, "pairs")), pairText(edit, spaces));
  }

  void addSection(const YamlNode& root, const LawEdit& edit) {
    if (const YamlNode::Key* pairs = keyNamed(root, "pairs")) {
      insertLines(lineBehind(text_, offsetOf(text_, pairs->mark)), pairText(edit, "  "));
      return;
    }
    if (text_[offsetOf(text_, root.mark)] == '{') {
      throw Unchangeable{root.mark, "the scene is written as one value in braces"};
    }
    const YamlNode::Key* before = keyNamed(root, "default_pair");
    before = before == nullptr ? keyNamed(root, "materials") : before;
    const std::size_t at = before == nullptr ? text_.size() : endOfSection(root, *before);
    insertLines(at, "\npairs:\n" + pairText(edit, "  "));
  }

  std::string text_;
  ErrorList& errors_;
};

}  // namespace

bool takesFromBase(std::string_view text, std::string_view section) {
  ErrorList ignored("");
  const std::optional<YamlNode> root = parseYaml(text, 0, ignored);
  return root && root->find("base") != nullptr && root->find(section) == nullptr;
}

SceneText withLaws(std::string_view text, const std::filesystem::path& file, std::span<const LawEdit> edits) {
  ErrorList errors(file.string());
  LawText changed(text, errors);
  try {
    for (const LawEdit& edit : edits) {
      if (!changed.apply(edit)) {
        return {std::nullopt, errors.sorted()};
      }
    }
  } catch (const Unchangeable& place) {
    return {std::nullopt,
            {{file.string(), place.mark.line, place.mark.column, place.what,
              "write each pair and each of its values on lines of their own"}}};
  }
  return {changed.take(), {}};
}

}  // namespace scree
