#include "engine/scene_file/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace scree {
std::optional<std::size_t> endOfQuote(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) {
        return i + 1;
      }
      ++i;
    }
  }
  return std::nullopt;
}

namespace {

/// Largest number of nodes, after aliases are expanded: enough for some hundred thousand particles written one by one.
constexpr std::size_t kMostNodes = 4'000'000;

/// Largest depth of nesting: scene files nest about ten deep, and recursion over the tree must not overflow the stack.
constexpr std::size_t kDeepest = 64;

/// Exception out of the parser's callbacks that stops it; the error is already reported.
struct Stopped {};

std::size_t countNodes(const YamlNode& node) {
  std::size_t count = 1;
  for (const YamlNode& child : node.children) {
    count += countNodes(child);
  }
  return count;
}

std::size_t heightOf(const YamlNode& node) {
  std::size_t height = 0;
  for (const YamlNode& child : node.children) {
    height = std::max(height, heightOf(child));
  }
  return height + 1;
}

/// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, int source, ErrorList& errors) : text_(text), source_(source), errors_(errors) {}

  YamlNode takeRoot() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    place(node(YamlNode::Kind::empty, mark), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    checkTag(mark, tag);
    const auto at = static_cast<std::size_t>(mark.pos);
    if (at < text_.size() && (text_[at] == '"' || text_[at] == '\'') && !endOfQuote(text_, at)) {
      stop(markOf(mark), "a quotation mark that is never closed", "close it at the end of the text");
    }
    YamlNode scalar = node(YamlNode::Kind::scalar, mark);
    scalar.text = value;
    place(std::move(scalar), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      stop(markOf(mark), "an alias inside its own anchor", "write the value out");
    }
    count(markOf(mark), countNodes(found->second));
    checkDepth(markOf(mark), heightOf(found->second));
    YamlNode copy = found->second;
    attach(std::move(copy));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    checkTag(mark, tag);
    open(node(YamlNode::Kind::list, mark), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    checkTag(mark, tag);
    open(node(YamlNode::Kind::map, mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    bool keyPending = false;  ///< true for a map that has read a key and waits for its value
    std::unordered_set<std::string> names;
  };

  Mark markOf(const YAML::Mark& mark) const { return {source_, mark.line + 1, mark.column + 1}; }

  [[noreturn]] void stop(const Mark& mark, std::string what, std::string remedy) {
    errors_.add(mark, std::move(what), std::move(remedy));
    throw Stopped{};
  }

  void count(const Mark& mark, std::size_t more) {
    nodes_ += more;
    if (nodes_ > kMostNodes) {
      stop(mark, fmt::format("more than {} values", kMostNodes),
           "make the scene smaller, or fill a region instead of listing particles");
    }
  }

  void checkDepth(const Mark& mark, std::size_t height) {
    if (open_.size() + height > kDeepest) {
      stop(mark, fmt::format("nested more than {} deep", kDeepest), "close the brackets, or write it flatter");
    }
  }

  YamlNode node(YamlNode::Kind kind, const YAML::Mark& mark) {
    YamlNode made;
    made.kind = kind;
    made.mark = markOf(mark);
    count(made.mark, 1);
    return made;
  }

  void checkTag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.size() > 1 && !tag.starts_with("tag:yaml.org,2002:")) {
      stop(markOf(mark), fmt::format("unknown tag {}", inQuotes(tag)), "leave it out: scene files use no tags");
    }
  }

  void place(YamlNode made, YAML::anchor_t anchor) {
    if (anchor != 0) {
      anchors_[anchor] = made;
    }
    attach(std::move(made));
  }

  void open(YamlNode made, YAML::anchor_t anchor) {
    checkDepth(made.mark, 1);
    open_.emplace_back();
    open_.back().node = std::move(made);
    open_.back().anchor = anchor;
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    if (closed.anchor != 0) {
      count(closed.node.mark, countNodes(closed.node));
      anchors_[closed.anchor] = closed.node;
    }
    attach(std::move(closed.node));
  }

  void attach(YamlNode made) {
    if (open_.empty()) {
      root_ = std::move(made);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == YamlNode::Kind::map && !parent.keyPending) {
      addKey(parent, made);
      return;
    }
    if (parent.node.kind == YamlNode::Kind::map && made.kind == YamlNode::Kind::empty) {
      made.mark = parent.node.keys.back().mark;  // the parser gives the place at which the next token begins
    }
    parent.keyPending = false;
    parent.node.children.push_back(std::move(made));
  }

  void addKey(Open& parent, const YamlNode& key) {
    parent.keyPending = true;
    if (key.kind != YamlNode::Kind::scalar) {
      errors_.add(key.mark, fmt::format("{} as a key", nameOf(key.kind)), "a key is a plain word");
    } else if (!parent.names.insert(key.text).second) {
      errors_.add(key.mark, fmt::format("duplicate key {}", inQuotes(key.text)), "give it once");
    }
    parent.node.keys.push_back({key.text, key.mark});
  }

  std::string_view text_;
  int source_;
  ErrorList& errors_;
  std::size_t nodes_ = 0;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
};

/// Length of the UTF-8 character that starts `text` [bytes], 0 when there is none.
std::size_t characterLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  // Refuses overlong forms, surrogates and code points beyond Unicode.
  const bool wrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
                     (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
  return wrong ? 0 : length;
}

/// Checks that the text is UTF-8 without control characters: anything else is not a scene file.
bool checkCharacters(std::string_view text, int source, ErrorList& errors) {
  Mark mark{source, 1, 1};
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = characterLength(text.substr(at));
    const bool control = (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
    if (length == 0 || control) {
      errors.add(mark, fmt::format("byte 0x{:02x} does not belong in a text file", byte),
                 "a scene is a YAML file in UTF-8");
      return false;
    }
    mark.column += static_cast<int>(length);
    if (byte == '\n') {
      ++mark.line;
      mark.column = 1;
    }
    at += length;
  }
  return true;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].name == key) {
      return &children[i];
    }
  }
  return nullptr;
}

std::string_view nameOf(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::empty:
      return "nothing";
    case YamlNode::Kind::scalar:
      return "a value";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a section of keys";
  }
  return "";
}

std::optional<YamlNode> parseYaml(std::string_view text, int source, ErrorList& errors) {
  if (!checkCharacters(text, source, errors)) {
    return std::nullopt;
  }
  const std::size_t before = errors.count();
  TreeBuilder builder(text, source, errors);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    YamlNode root = builder.takeRoot();
    TreeBuilder rest(text, source, errors);
    if (parser.HandleNextDocument(rest)) {
      errors.add(rest.takeRoot().mark, "a second document", "one scene a file: remove the line '---'");
    }
    if (errors.count() == before) {
      return root;
    }
  } catch (const YAML::Exception& problem) {
    errors.add({source, problem.mark.line + 1, problem.mark.column + 1}, "not valid YAML, " + problem.msg,
               "look at the indentation, colons, quotes and brackets here and just above");
  } catch (const Stopped&) {
    // already reported
  }
  return std::nullopt;
}

}  // namespace scree
