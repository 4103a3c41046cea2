#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/scene_file/fields.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {

/// Reads one section of a scene file into a description; visits its fields (see fields.h). Reports keys that are
/// missing, unknown or wrong, and leaves the default in their place.
class Reader {
  // Wide: a function for each kind of value in a scene file.
 public:
  Reader(const YamlNode& section, ErrorList& errors) : section_(section), errors_(errors) {}

  void text(const Field& field, std::string& value);
  void flag(const Field& field, bool& value);
  void quantity(const Field& field, double& value, Dimension dimension, const Range& range);
  void quantity(const Field& field, std::optional<double>& value, Dimension dimension, const Range& range);
  /// Reads a quantity of the first or of the second dimension; a plain number is of the first.
  void quantityOf(const Field& field, double& value, const std::array<Dimension, 2>& dimensions, bool& isSecond,
                  const Range& range);
  /// Reads a quantity of either dimension: a plain number counts as both.
  void quantityOf(const Field& field, std::optional<EitherQuantity>& value, const std::array<Dimension, 2>& dimensions,
                  const Range& range);
  void quantityOrWord(const Field& field, double& value, Dimension dimension, const Range& range, std::string_view word,
                      bool& isWord);
  /// Reads a list of `count` quantities, or of at least one when `count` is 0.
  void quantities(const Field& field, std::vector<double>& values, std::size_t count, Dimension dimension,
                  const Range& range);
  void vector(const Field& field, Vec3& value, Dimension dimension, const Range& range);
  void vector(const Field& field, std::optional<Vec3>& value, Dimension dimension, const Range& range);
  /// Reads a list of vectors.
  void vectors(const Field& field, std::vector<Vec3>& values, Dimension dimension, const Range& range);
  /// Reads a unit vector: x, -z, or any vector but zero.
  void direction(const Field& field, Vec3& value);
  void direction(const Field& field, std::optional<Vec3>& value);
  void reference(const Field& field, Reference& value, std::string_view section);
  void reference(const Field& field, std::optional<Reference>& value, std::string_view section);
  void references(const Field& field, std::vector<Reference>& values, std::size_t count, std::string_view section);
  /// Reads a list of words; sets the flag of each.
  void names(const Field& field, std::span<bool> flags, std::span<const std::string_view> words);
  void parameter(ParameterKey key, Parameters& parameters);

  template <class Whole>
  requires std::is_integral_v<Whole>
  void whole(const Field& field, Whole& value, const Range& range) {
    if (const std::optional<double> number = readWhole(field, range)) {
      value = static_cast<Whole>(*number);
    }
  }
  template <class Whole>
  void whole(const Field& field, std::optional<Whole>& value, const Range& range) {
    if (const std::optional<double> number = readWhole(field, range)) {
      value = static_cast<Whole>(*number);
    }
  }
  template <class Enum>
  void choice(const Field& field, Enum& value, std::span<const std::string_view> words) {
    if (const std::optional<std::size_t> index = readChoice(field, words)) {
      value = static_cast<Enum>(*index);
    }
  }
  template <class T>
  void section(const Field& field, T& value);
  template <class T>
  void section(const Field& field, std::optional<T>& value);
  /// Reads a list of sections; each starts as `prototype`.
  template <class T>
  void list(const Field& field, std::vector<T>& values, const T& prototype);
  /// Reads a section of sections; each key is the name of one.
  template <class T>
  void named(const Field& field, std::vector<T>& values, const T& prototype);
  /// Reads a section with a single key that names one of the alternatives.
  template <class... Ts>
  void oneOf(const Field& field, std::optional<std::variant<Ts...>>& value);
  template <class... Ts>
  void oneOfList(const Field& field, std::vector<std::variant<Ts...>>& values);

  /// Reports keys of the section that no field asked for.
  void finish();

 private:
  const YamlNode* find(const Field& field);
  const YamlNode* findList(const Field& field);
  /// True if the node is a section or empty; else there is a message.
  static bool isSection(const YamlNode& node, std::string_view key, ErrorList& errors);
  /// Index in `words` of the only key of the section; nothing, with a message, when there is no such key.
  static std::optional<std::size_t> alternativeOf(const YamlNode& node, std::string_view key,
                                                  const std::vector<std::string_view>& words, ErrorList& errors);
  std::optional<double> readQuantity(const YamlNode& node, std::string_view key, Dimension dimension,
                                     const Range& range);
  std::optional<double> readWhole(const Field& field, const Range& range);
  std::optional<std::size_t> readChoice(const Field& field, std::span<const std::string_view> words);
  std::optional<Vec3> readVector(const YamlNode& node, std::string_view key, Dimension dimension, const Range& range);
  std::optional<Vec3> readDirection(const YamlNode& node, std::string_view key);
  std::optional<Reference> readReference(const YamlNode& node, std::string_view key, std::string_view section);
  bool checkRange(const YamlNode& node, std::string_view key, double value, Dimension dimension, const Range& range);

  template <class T>
  static void readSection(const YamlNode& node, std::string_view key, T& value, ErrorList& errors);
  template <class Variant, class... Ts>
  static std::optional<Variant> readAlternative(const YamlNode& node, std::string_view key, ErrorList& errors);

  const YamlNode& section_;
  ErrorList& errors_;
  std::vector<std::string_view> known_;

  template <class T>
  friend void readRoot(const YamlNode& node, T& value, ErrorList& errors);
};

/// Reads a whole scene file.
template <class T>
void readRoot(const YamlNode& node, T& value, ErrorList& errors) {
  Reader::readSection(node, "the scene", value, errors);
}

template <class T>
void Reader::readSection(const YamlNode& node, std::string_view key, T& value, ErrorList& errors) {
  const std::size_t before = errors.count();
  if (isSection(node, key, errors)) {
    Reader reader(node, errors);
    fields(reader, value);
    reader.finish();
  }
  if constexpr (requires { value.where; }) {
    value.where = {node.mark, errors.count() > before};
  }
}

template <class T>
void Reader::section(const Field& field, T& value) {
  if (const YamlNode* node = find(field)) {
    readSection(*node, field.key, value, errors_);
  }
}

template <class T>
void Reader::section(const Field& field, std::optional<T>& value) {
  if (const YamlNode* node = find(field)) {
    readSection(*node, field.key, value.emplace(), errors_);
  }
}

template <class T>
void Reader::list(const Field& field, std::vector<T>& values, const T& prototype) {
  if (const YamlNode* node = findList(field)) {
    for (const YamlNode& item : node->children) {
      readSection(item, field.key, values.emplace_back(prototype), errors_);
    }
  }
}

template <class T>
void Reader::named(const Field& field, std::vector<T>& values, const T& prototype) {
  const YamlNode* node = find(field);
  if (node == nullptr || !isSection(*node, field.key, errors_)) {
    return;
  }
  for (std::size_t i = 0; i < node->children.size(); ++i) {
    T& value = values.emplace_back(prototype);
    value.name = node->keys[i].name;
    readSection(node->children[i], value.name, value, errors_);
    value.where.mark = node->keys[i].mark;
  }
}

template <class Variant, class... Ts>
std::optional<Variant> Reader::readAlternative(const YamlNode& node, std::string_view key, ErrorList& errors) {
  static const std::vector<std::string_view> words = {kAlternative<Ts>.key...};
  const std::optional<std::size_t> index = alternativeOf(node, key, words, errors);
  std::optional<Variant> result;
  if (index) {
    const YamlNode& inner = node.children[0];
    std::size_t at = 0;
    const auto tryOne = [&]<class T>(std::type_identity<T>) {
      if (at++ == *index) {
        T value;
        readSection(inner, kAlternative<T>.key, value, errors);
        if constexpr (requires { value.where; }) {
          value.where.mark = node.keys[0].mark;
        }
        result = std::move(value);
      }
    };
    (tryOne(std::type_identity<Ts>{}), ...);
  }
  return result;
}

template <class... Ts>
void Reader::oneOf(const Field& field, std::optional<std::variant<Ts...>>& value) {
  if (const YamlNode* node = find(field)) {
    value = readAlternative<std::variant<Ts...>, Ts...>(*node, field.key, errors_);
  }
}

template <class... Ts>
void Reader::oneOfList(const Field& field, std::vector<std::variant<Ts...>>& values) {
  if (const YamlNode* node = findList(field)) {
    for (const YamlNode& item : node->children) {
      if (auto value = readAlternative<std::variant<Ts...>, Ts...>(item, field.key, errors_)) {
        values.push_back(std::move(*value));
      }
    }
  }
}

}  // namespace scree
