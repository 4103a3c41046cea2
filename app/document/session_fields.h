#pragma once

#include <array>
#include <concepts>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/saved_session.h"
#include "engine/scene_file/errors.h"

// Visitors that write and read the fields of a session. The fields are listed once, in session_file.cpp.
namespace scree {

/// Bounds of a number, both allowed.
struct NumberBounds {
  double least = -1e300;
  double most = 1e300;
};

/// Visitor that writes fields into a tree.
class SessionWriter {
 public:
  void text(std::string_view key, const std::string& value);
  /// Writes each text under its key.
  void texts(const std::map<std::string, std::string, std::less<>>& values);
  void flag(std::string_view key, bool value);
  void number(std::string_view key, double value, NumberBounds bounds = {});
  void number(std::string_view key, float value, NumberBounds bounds = {});
  void number(std::string_view key, int value, NumberBounds bounds = {});
  template <typename T, std::size_t Count>
  void numbers(std::string_view key, const std::array<T, Count>& values, NumberBounds bounds = {});
  void word(std::string_view key, int value, std::span<const std::string_view> names);
  template <typename Enum>
  requires std::is_enum_v<Enum>
  void word(std::string_view key, Enum value, std::span<const std::string_view> names) {
    word(key, static_cast<int>(value), names);
  }
  template <typename Fields>
  void section(std::string_view key, Fields&& fields);
  /// Writes a list of sections; an empty one is left out.
  template <typename Item, typename Fields>
  void list(std::string_view key, std::vector<Item>& items, Fields&& fields);
  /// Adds the unknown keys of the file that was read.
  void rest(const YamlNode& unknown);
  void changes(SavedChanges& changes);
  void check(const std::string&) {}

  YamlNode take() { return std::move(tree_); }

 private:
  YamlNode tree_ = emptyMap();
  static YamlNode emptyMap();
  void put(std::string_view key, YamlNode value);
};

/// Visitor that reads fields from a tree. An absent field leaves its value unchanged; a wrong one is reported with its
/// line.
class SessionReader {
 public:
  SessionReader(const YamlNode& section, ErrorList& errors) : section_(section), errors_(errors) {}

  void text(std::string_view key, std::string& value);
  void texts(std::map<std::string, std::string, std::less<>>& values);
  void flag(std::string_view key, bool& value);
  void number(std::string_view key, double& value, NumberBounds bounds = {});
  void number(std::string_view key, float& value, NumberBounds bounds = {});
  void number(std::string_view key, int& value, NumberBounds bounds = {});
  template <typename T, std::size_t Count>
  void numbers(std::string_view key, std::array<T, Count>& values, NumberBounds bounds = {});
  void word(std::string_view key, int& value, std::span<const std::string_view> names);
  template <typename Enum>
  requires std::is_enum_v<Enum>
  void word(std::string_view key, Enum& value, std::span<const std::string_view> names) {
    int index = static_cast<int>(value);
    word(key, index, names);
    value = static_cast<Enum>(index);
  }
  template <typename Fields>
  void section(std::string_view key, Fields&& fields);
  template <typename Item, typename Fields>
  void list(std::string_view key, std::vector<Item>& items, Fields&& fields);
  /// Gets the keys of the section that no field has read.
  void rest(YamlNode& unknown);
  void changes(SavedChanges& changes);
  /// Reports a problem with the section as a whole, unless it is empty.
  void check(const std::string& problem);

 private:
  const YamlNode* find(std::string_view key, YamlNode::Kind kind);
  std::optional<double> numberOf(const YamlNode& node, std::string_view key, NumberBounds bounds);
  std::vector<double> listOf(std::string_view key, std::size_t count, NumberBounds bounds);
  std::vector<std::optional<double>> speedsOf(const YamlNode& list, std::string_view key);
  void readSensors(SavedChanges& changes);
  void readLaws(SavedChanges& changes);
  /// Sections of a list; reports other entries.
  std::vector<const YamlNode*> sectionsOf(std::string_view key);
  YamlNode leftOver() const;
  void keepRest(std::string_view key, SessionReader& inner);

  const YamlNode& section_;
  ErrorList& errors_;
  std::vector<std::string_view> known_;
  YamlNode restOfSections_ = SessionWriter().take();
};

template <typename T, std::size_t Count>
void SessionWriter::numbers(std::string_view key, const std::array<T, Count>& values, NumberBounds /*bounds*/) {
  YamlNode list;
  list.kind = YamlNode::Kind::list;
  SessionWriter one;
  for (const T value : values) {
    one.number("", value);
    list.children.push_back(one.tree_.children.front());
  }
  put(key, std::move(list));
}

template <typename Fields>
void SessionWriter::section(std::string_view key, Fields&& fields) {
  SessionWriter inner;
  fields(inner);
  put(key, inner.take());
}

template <typename Item, typename Fields>
void SessionWriter::list(std::string_view key, std::vector<Item>& items, Fields&& fields) {
  YamlNode list;
  list.kind = YamlNode::Kind::list;
  for (Item& item : items) {
    SessionWriter inner;
    fields(inner, item);
    list.children.push_back(inner.take());
  }
  if (!items.empty()) {
    put(key, std::move(list));
  }
}

template <typename T, std::size_t Count>
void SessionReader::numbers(std::string_view key, std::array<T, Count>& values, NumberBounds bounds) {
  const std::vector<double> read = listOf(key, Count, bounds);
  for (std::size_t i = 0; i < read.size(); ++i) {
    values[i] = static_cast<T>(read[i]);
  }
}

template <typename Fields>
void SessionReader::section(std::string_view key, Fields&& fields) {
  if (const YamlNode* node = find(key, YamlNode::Kind::map)) {
    SessionReader inner(*node, errors_);
    fields(inner);
    keepRest(key, inner);
  }
}

template <typename Item, typename Fields>
void SessionReader::list(std::string_view key, std::vector<Item>& items, Fields&& fields) {
  for (const YamlNode* node : sectionsOf(key)) {
    SessionReader inner(*node, errors_);
    fields(inner, items.emplace_back());
  }
}

}  // namespace scree
