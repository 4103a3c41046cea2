#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/units.h"
#include "engine/scene_file/text_place.h"

namespace scree {

/// Keys, and indices of items of lists, from the root of a scene to a section or a value.
using TextPath = std::vector<std::string>;
TextPath below(TextPath path, std::string_view part);

/// Text of a scene while values in it are changed one by one: only the numbers that differ are written anew, in their
/// units; comments, order and forms stay. A change that the text's form does not allow is left out and told.
class ValueEdit {
 public:
  explicit ValueEdit(std::string text);

  const std::string& text() const { return text_; }
  /// Reason why the last change that failed was left out; empty if none failed.
  const std::string& problem() const { return problem_; }
  /// Node at a path; null if there is none or the text is no scene. Valid until the next change.
  const YamlNode* find(const TextPath& path) const;

  /// Sets numbers of a list, or a single number, in SI units; adds the key where it is missing.
  void setNumbers(const TextPath& section, std::string_view key, std::span<const double> values, Dimension dimension);
  void setNumber(const TextPath& section, std::string_view key, double value, Dimension dimension);
  /// Sets a value as it is written; adds the key where it is missing.
  void setText(const TextPath& section, std::string_view key, std::string_view written);
  /// Removes a key or an item of a list; a section that has no other goes with it.
  void remove(const TextPath& path);
  /// Gives a key another name.
  void rename(const TextPath& path, std::string_view name);
  /// Adds a key to a section of the root, or an item to a list there, behind the others. `entry` are its lines without
  /// indentation; an item of a list begins with "- ". The section is made where it is missing.
  void add(std::string_view section, std::string_view entry);
  /// Lines of an entry of a section of the root without its indentation, as add() takes them.
  std::string entryText(const TextPath& path) const;

 private:
  struct Place {
    const YamlNode* parent = nullptr;
    std::size_t index = 0;
  };
  void parse();
  void fail(std::string problem);
  std::optional<Place> placeOf(const TextPath& path) const;
  void replace(std::size_t begin, std::size_t end, std::string_view written);
  std::string written(double value, std::string_view before, std::string_view unit, Dimension dimension) const;
  std::string_view usualUnit(Dimension dimension) const;
  TextSpan linesOf(const Place& place) const;

  std::string text_;
  std::string lineEnd_;
  std::optional<YamlNode> root_;
  std::string problem_;
};

}  // namespace scree
