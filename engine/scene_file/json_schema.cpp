#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/scene_file/fields.h"
#include "engine/scene_file/schema.h"

// JSON schema for editors. It gives the keys and the form of their values; it cannot express all checks of the reader
// (names that must exist, starts without overlaps).
namespace scree {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNumberPattern = "^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?";

Json quantityType(Dimension dimension, const Range& range) {
  Json numeric = {{"type", "number"}};
  if (std::isfinite(range.least)) {
    numeric["minimum"] = range.least;
  }
  if (std::isfinite(range.most)) {
    numeric["maximum"] = range.most;
  }
  const std::string pattern = fmt::format("{} *({})?$", kNumberPattern, unitPattern(dimension));
  return {{"anyOf", Json::array({numeric, {{"type", "string"}, {"pattern", pattern}}})}};
}

Json listOf(Json item, std::size_t least, std::size_t most) {
  Json type = {{"type", "array"}, {"items", std::move(item)}, {"minItems", least}};
  if (most > 0) {
    type["maxItems"] = most;
  }
  return type;
}

Json wordsType(std::span<const std::string_view> words) {
  return {{"enum", std::vector<std::string>(words.begin(), words.end())}};
}

Json directionType() {
  return {{"anyOf", Json::array({{{"enum", {"x", "+x", "-x", "y", "+y", "-y", "z", "+z", "-z"}}},
                                 listOf(quantityType(Dimension::number, kAny), 3, 3)})}};
}

Json numbers(const Vec3& value) { return Json::array({value.x(), value.y(), value.z()}); }

/// Lets a type also have no value.
void allowNothing(Json& type) {
  if (type.contains("anyOf")) {
    type["anyOf"].push_back({{"type", "null"}});
  } else if (type.contains("enum")) {
    type["enum"].push_back(nullptr);
  } else {
    type["type"] = Json::array({std::exchange(type["type"], Json()), "null"});
  }
}

/// Extent of a section in a file.
enum class Extent : unsigned char {
  whole,
  partial  ///< section put over a base: keys may be left out, and a key without a value removes the key of the base
};

/// Writes one section as a JSON schema object.
class SchemaWriter {
 public:
  explicit SchemaWriter(Extent extent) : extent_(extent) {}

  Json take() {
    Json object = {{"type", "object"}, {"additionalProperties", false}, {"properties", properties_}};
    if (!required_.empty()) {
      object["required"] = required_;
    }
    return object;
  }

  void text(const Field& f, const std::string&) { add(f, {{"type", "string"}}); }
  void flag(const Field& f, bool value) { add(f, {{"type", "boolean"}}, value); }
  void quantity(const Field& f, double value, Dimension d, const Range& r) {
    // A time that is never reached has no number in a file.
    add(f, quantityType(d, r), value >= 1e300 ? Json() : Json(value));
  }
  void quantity(const Field& f, const std::optional<double>&, Dimension d, const Range& r) {
    add(f, quantityType(d, r));
  }
  void quantityOf(const Field& f, double value, const std::array<Dimension, 2>& d, bool, const Range& r) {
    add(f, {{"anyOf", Json::array({quantityType(d[0], r), quantityType(d[1], r)})}}, value);
  }
  void quantityOf(const Field& f, const std::optional<EitherQuantity>&, const std::array<Dimension, 2>& d,
                  const Range& r) {
    add(f, {{"anyOf", Json::array({quantityType(d[0], r), quantityType(d[1], r)})}});
  }
  void quantityOrWord(const Field& f, double value, Dimension d, const Range& r, std::string_view word, bool) {
    add(f, {{"anyOf", Json::array({quantityType(d, r), {{"const", word}}})}}, value);
  }
  void quantities(const Field& f, const std::vector<double>&, std::size_t count, Dimension d, const Range& r) {
    add(f, listOf(quantityType(d, r), count > 0 ? count : 1, count));
  }
  void vector(const Field& f, const Vec3& value, Dimension d, const Range& r) {
    add(f, listOf(quantityType(d, r), 3, 3), numbers(value));
  }
  void vector(const Field& f, const std::optional<Vec3>&, Dimension d, const Range& r) {
    add(f, listOf(quantityType(d, r), 3, 3));
  }
  void vectors(const Field& f, const std::vector<Vec3>&, Dimension d, const Range& r) {
    add(f, listOf(listOf(quantityType(d, r), 3, 3), 1, 0));
  }
  void direction(const Field& f, const Vec3& value) { add(f, directionType(), numbers(value)); }
  void direction(const Field& f, const std::optional<Vec3>&) { add(f, directionType()); }
  void reference(const Field& f, const Reference&, std::string_view) { add(f, {{"type", "string"}}); }
  void reference(const Field& f, const std::optional<Reference>&, std::string_view) { add(f, {{"type", "string"}}); }
  void references(const Field& f, const std::vector<Reference>&, std::size_t count, std::string_view) {
    add(f, listOf({{"type", "string"}}, count, count));
  }
  void names(const Field& f, std::span<const bool>, std::span<const std::string_view> words) {
    add(f, listOf(wordsType(words), 0, words.size()));
  }
  void parameter(ParameterKey key, const Parameters& parameters) {
    const ParameterInfo& info = infoOf(key);
    const Range range{info.minimum, info.maximum};
    const double value = valueOf(parameters, key);
    add({info.name, info.meaning}, info.whole ? wholeType(range) : quantityType(dimensionOf(info), range), value);
  }
  template <class Whole>
  void whole(const Field& f, const Whole& value, const Range& r) {
    if constexpr (std::is_integral_v<Whole>) {
      add(f, wholeType(r), value);
    } else {
      add(f, wholeType(r));
    }
  }
  template <class Enum>
  void choice(const Field& f, Enum value, std::span<const std::string_view> words) {
    // Adds truth values, as editors read a bare `off` or `on` as those of YAML 1.1.
    Json type = wordsType(words);
    for (const bool isOn : {false, true}) {
      if (std::find(words.begin(), words.end(), isOn ? "on" : "off") != words.end()) {
        type["enum"].push_back(isOn);
      }
    }
    add(f, std::move(type), words[static_cast<std::size_t>(value)]);
  }
  template <class T>
  void section(const Field& f, T& value) {
    add(f, object(value, extent_));
  }
  template <class T>
  void section(const Field& f, std::optional<T>&) {
    T value;
    add(f, object(value, extent_));
  }
  template <class T>
  void list(const Field& f, std::vector<T>&, T prototype) {
    add(f, listOf(object(prototype, Extent::whole), 0, 0));
  }
  template <class T>
  void named(const Field& f, std::vector<T>&, T prototype) {
    Json one = object(prototype, extent_);
    if (extent_ == Extent::partial) {
      allowNothing(one);
    }
    add(f, {{"type", "object"}, {"additionalProperties", std::move(one)}});
  }
  template <class... Ts>
  void oneOf(const Field& f, std::optional<std::variant<Ts...>>&) {
    add(f, alternatives<Ts...>(extent_));
  }
  template <class... Ts>
  void oneOfList(const Field& f, std::vector<std::variant<Ts...>>&) {
    add(f, listOf(alternatives<Ts...>(Extent::whole), 0, 0));
  }

 private:
  static Json wholeType(const Range& range) {
    return {{"type", "integer"}, {"minimum", range.least}, {"maximum", range.most}};
  }

  template <class T>
  static Json object(T& value, Extent extent) {
    SchemaWriter writer(extent);
    fields(writer, value);
    return writer.take();
  }

  template <class... Ts>
  static Json alternatives(Extent extent) {
    Json kinds = Json::object();
    const auto one = [&]<class T>(std::type_identity<T>) {
      T value;
      Json kind = object(value, extent);
      kind["description"] = kAlternative<T>.meaning;
      if (extent == Extent::partial) {
        allowNothing(kind);
      }
      kinds[std::string(kAlternative<T>.key)] = std::move(kind);
    };
    (one(std::type_identity<Ts>{}), ...);
    Json type = {{"type", "object"}, {"properties", std::move(kinds)}, {"additionalProperties", false}};
    if (extent == Extent::whole) {
      type["minProperties"] = 1;
      type["maxProperties"] = 1;
    }
    return type;
  }

  void add(const Field& f, Json type, Json standard = {}) {
    type["description"] = f.meaning;
    if (extent_ == Extent::partial) {
      allowNothing(type);  // no default: it is the value of the base
    } else if (f.required) {
      required_.emplace_back(f.key);
    } else if (!standard.is_null()) {
      type["default"] = std::move(standard);
    }
    properties_[std::string(f.key)] = std::move(type);
  }

  Extent extent_;
  Json properties_ = Json::object();
  std::vector<std::string> required_;
};

Json sceneType(Extent extent) {
  SceneDescription scene;
  SchemaWriter writer(extent);
  fields(writer, scene);
  return writer.take();
}

}  // namespace

std::string jsonSchema() {
  Json partial = sceneType(Extent::partial);
  partial["properties"]["base"]["type"] = "string";
  const Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                       {"title", "Scree scene"},
                       {"type", "object"},
                       {"if", {{"required", {"base"}}}},
                       {"then", std::move(partial)},
                       {"else", sceneType(Extent::whole)}};
  return schema.dump(1) + "\n";
}

}  // namespace scree
