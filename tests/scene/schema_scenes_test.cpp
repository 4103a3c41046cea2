// What editors are told about scenes: the JSON schema takes every shipped scene, whole ones and those that start from
// another one, and still sees mistakes in both.
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "engine/io/scene_library.h"
#include "engine/scene_file/base_scene.h"
#include "engine/scene_file/schema.h"
#include "engine/scene_file/yaml_tree.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

using Json = nlohmann::json;

/// A document as an editor has it: plain scalars are numbers, truth values or nothing where YAML reads them so. That of
/// version 1.1 takes `on` and `off` for truth values.
Json jsonOf(const YamlNode& node, bool isOld) {
  switch (node.kind) {
    case YamlNode::Kind::empty:
      return nullptr;
    case YamlNode::Kind::list: {
      Json list = Json::array();
      for (const YamlNode& child : node.children) {
        list.push_back(jsonOf(child, isOld));
      }
      return list;
    }
    case YamlNode::Kind::map: {
      Json map = Json::object();
      for (std::size_t i = 0; i < node.keys.size(); ++i) {
        map[node.keys[i].name] = jsonOf(node.children[i], isOld);
      }
      return map;
    }
    case YamlNode::Kind::scalar:
      break;
  }
  if (node.text == "true" || node.text == "false") {
    return node.text == "true";
  }
  if (isOld && (node.text == "on" || node.text == "off")) {
    return node.text == "on";
  }
  double number = 0.0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, problem] = std::from_chars(node.text.data(), end, number);
  if (problem == std::errc() && stop == end && std::isfinite(number)) {
    return number;
  }
  return node.text;
}

bool isOfType(const Json& value, const std::string& type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "null" && value.is_null()) || (type == "number" && value.is_number()) ||
         (type == "integer" && value.is_number() && std::floor(value.get<double>()) == value.get<double>());
}

/// The part of JSON Schema that the scenes' schema is written in.
class Checker {
 public:
  std::vector<std::string> problems;

  void check(const Json& value, const Json& schema, const std::string& at) {
    for (const auto& [word, rule] : schema.items()) {
      checkWord(value, schema, word, rule, at);
    }
  }

 private:
  static bool passes(const Json& value, const Json& schema) {
    Checker inner;
    inner.check(value, schema, "");
    return inner.problems.empty();
  }
  void expect(bool good, const std::string& at, const std::string& what) {
    if (!good) {
      problems.push_back(at + ": " + what);
    }
  }

  void checkWord(const Json& value, const Json& schema, const std::string& word, const Json& rule,
                 const std::string& at) {
    if (word == "type") {
      const Json types = rule.is_array() ? rule : Json::array({rule});
      expect(std::any_of(types.begin(), types.end(), [&](const Json& type) { return isOfType(value, type); }), at,
             "is not " + rule.dump());
    } else if (word == "enum") {
      expect(std::find(rule.begin(), rule.end(), value) != rule.end(), at, "is none of " + rule.dump());
    } else if (word == "const") {
      expect(value == rule, at, "is not " + rule.dump());
    } else if (word == "anyOf") {
      expect(std::any_of(rule.begin(), rule.end(), [&](const Json& one) { return passes(value, one); }), at,
             "fits no alternative");
    } else if (word == "if") {
      check(value, schema[passes(value, rule) ? "then" : "else"], at);
    } else if (word == "minimum" || word == "maximum") {
      const double sign = word == "minimum" ? 1.0 : -1.0;
      expect(!value.is_number() || sign * value.get<double>() >= sign * rule.get<double>(), at, "out of range");
    } else if (word == "pattern") {
      expect(!value.is_string() || std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>())), at,
             "does not match");
    } else if (word == "items" && value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        check(value[i], rule, at + "." + std::to_string(i));
      }
    } else if (word == "minItems" || word == "minProperties") {
      expect(!value.is_structured() || value.size() >= rule.get<std::size_t>(), at, "has too few");
    } else if (word == "maxItems" || word == "maxProperties") {
      expect(!value.is_structured() || value.size() <= rule.get<std::size_t>(), at, "has too many");
    } else if (value.is_object()) {
      checkObject(value, schema, word, rule, at);
    }
  }

  void checkObject(const Json& value, const Json& schema, const std::string& word, const Json& rule,
                   const std::string& at) {
    if (word == "required") {
      for (const Json& key : rule) {
        expect(value.contains(key.get<std::string>()), at, "lacks " + key.get<std::string>());
      }
    } else if (word == "properties") {
      for (const auto& [key, inner] : rule.items()) {
        if (value.contains(key)) {
          check(value[key], inner, at + "." + key);
        }
      }
    } else if (word == "additionalProperties") {
      for (const auto& [key, inner] : value.items()) {
        if (schema.contains("properties") && schema["properties"].contains(key)) {
          continue;
        }
        expect(rule != Json(false), at, "does not know " + key);
        if (rule.is_object()) {
          check(inner, rule, at + "." + key);
        }
      }
    }
  }
};

std::string problemsOf(std::string_view text, bool isOld = false) {
  ErrorList errors("f.yaml");
  const std::optional<YamlNode> root = parseYaml(text, 0, errors);
  EXPECT_TRUE(root);
  static const Json kSchema = Json::parse(jsonSchema());
  Checker checker;
  checker.check(root ? jsonOf(*root, isOld) : Json(), kSchema, "");
  std::string all;
  for (const std::string& problem : checker.problems) {
    all += problem + "\n";
  }
  return all;
}

TEST(SchemaScenes, AllShippedOnesAreGood) {
  bool anyPartial = false;
  for (const std::filesystem::path& file : findScenes({}, SCREE_SOURCE_DIR).files) {
    const std::string text = readSceneText(file).text;
    EXPECT_EQ(problemsOf(text), "") << file;
    EXPECT_EQ(problemsOf(text, true), "") << file << " with YAML 1.1";
    anyPartial = anyPartial || text.find("\nbase:") != std::string::npos;
  }
  EXPECT_TRUE(anyPartial);
}

TEST(SchemaScenes, MistakesInAWholeOneAreSeen) {
  EXPECT_EQ(problemsOf(kSmallScene), "");
  EXPECT_EQ(problemsOf(replaced(kSmallScene, "name: Small\n", "")), ": lacks name\n");
  EXPECT_EQ(problemsOf(replaced(kSmallScene, "{density: 3700 kg/m3}", "{}")), ".materials.ore: lacks density\n");
  EXPECT_NE(problemsOf(replaced(kSmallScene, "name: Small", "name: ")), "") << "nothing to take out";
  EXPECT_NE(problemsOf(replaced(kSmallScene, "friction: 0.9", "fiction: 0.9")), "");
}

TEST(SchemaScenes, ThoseWithABaseSayOnlyWhatDiffers) {
  EXPECT_EQ(problemsOf("base: small.yaml\n"), "");
  EXPECT_EQ(problemsOf("scree: 1\nbase: small.yaml\nmaterials: {ore: {youngs_modulus: 60 MPa}}\n"), "");
  EXPECT_EQ(problemsOf("base: small.yaml\nname: \nbodies: {floor: , wall: {shapes: [{plane: {material: ore}}]}}\n"), "")
      << "keys without a value take out";
  EXPECT_EQ(problemsOf("base: small.yaml\nfriction: 1\n"), ": does not know friction\n");
  EXPECT_EQ(problemsOf("base: small.yaml\nmaterials: {ore: {density: heavy}}\n"),
            ".materials.ore.density: fits no alternative\n");
  EXPECT_NE(problemsOf("base: small.yaml\nparticles: [{sphere: {diameter: 13 mm}}]\n").find("lacks position"),
            std::string::npos)
      << "lists are replaced as a whole, so their items must be complete";
  EXPECT_NE(problemsOf("base: \n"), "") << "a base has a name";
}

}  // namespace
}  // namespace scree
