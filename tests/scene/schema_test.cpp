#include <nlohmann/json.hpp>
#include <set>

#include "engine/scene_file/fields.h"
#include "engine/scene_file/schema.h"
#include "engine/scene_file/yaml_tree.h"
#include "tests/scene/scene_text.h"

// The page and the JSON schema say what the reader takes: the same keys.
namespace scree {
namespace {

using Json = nlohmann::json;

/// Every key by its path, found by asking the declaration itself.
class KeyCollector {
 public:
  KeyCollector(std::string path, std::set<std::string>& keys) : path_(std::move(path)), keys_(keys) {}

  void text(const Field& f, auto&&...) { leaf(f); }
  void flag(const Field& f, auto&&...) { leaf(f); }
  void quantity(const Field& f, auto&&...) { leaf(f); }
  void quantityOf(const Field& f, auto&&...) { leaf(f); }
  void quantityOrWord(const Field& f, auto&&...) { leaf(f); }
  void quantities(const Field& f, auto&&...) { leaf(f); }
  void vector(const Field& f, auto&&...) { leaf(f); }
  void vectors(const Field& f, auto&&...) { leaf(f); }
  void direction(const Field& f, auto&&...) { leaf(f); }
  void reference(const Field& f, auto&&...) { leaf(f); }
  void references(const Field& f, auto&&...) { leaf(f); }
  void names(const Field& f, auto&&...) { leaf(f); }
  void whole(const Field& f, auto&&...) { leaf(f); }
  void choice(const Field& f, auto&&...) { leaf(f); }
  void parameter(ParameterKey key, const Parameters&) { leaf({infoOf(key).name, ""}); }
  template <class T>
  void section(const Field& f, T& value) {
    leaf(f);
    inside(path_ + std::string(f.key), value);
  }
  template <class T>
  void section(const Field& f, std::optional<T>&) {
    T value;
    section(f, value);
  }
  template <class T>
  void list(const Field& f, std::vector<T>&, T prototype) {
    leaf(f);
    inside(path_ + std::string(f.key) + "[]", prototype);
  }
  template <class T>
  void named(const Field& f, std::vector<T>&, T prototype) {
    leaf(f);
    inside(path_ + std::string(f.key) + ".<name>", prototype);
  }
  template <class... Ts>
  void oneOf(const Field& f, std::optional<std::variant<Ts...>>&) {
    leaf(f);
    (kind<Ts>(path_ + std::string(f.key)), ...);
  }
  template <class... Ts>
  void oneOfList(const Field& f, std::vector<std::variant<Ts...>>&) {
    leaf(f);
    (kind<Ts>(path_ + std::string(f.key) + "[]"), ...);
  }

 private:
  void leaf(const Field& f) { keys_.insert(path_ + std::string(f.key)); }

  template <class T>
  void kind(const std::string& path) {
    T value;
    keys_.insert(path + "." + std::string(kAlternative<T>.key));
    inside(path + "." + std::string(kAlternative<T>.key), value);
  }
  template <class T>
  void inside(const std::string& path, T& value) {
    KeyCollector collector(path + ".", keys_);
    fields(collector, value);
  }

  std::string path_;
  std::set<std::string>& keys_;
};

std::set<std::string> declaredKeys() {
  std::set<std::string> keys;
  KeyCollector collector("", keys);
  SceneDescription scene;
  fields(collector, scene);
  return keys;
}

/// The same paths from a JSON schema.
void collect(const Json& type, const std::string& path, std::set<std::string>& keys) {
  if (type.contains("items") && type["items"].contains("properties")) {
    collect(type["items"], path + "[]", keys);
  }
  if (type.contains("additionalProperties") && type["additionalProperties"].is_object()) {
    collect(type["additionalProperties"], path + ".<name>", keys);
  }
  if (type.contains("properties")) {
    for (const auto& [key, inner] : type["properties"].items()) {
      const std::string whole = path.empty() ? key : path + "." + key;
      keys.insert(whole);
      collect(inner, whole, keys);
    }
  }
}

TEST(Schema, HasExactlyTheDeclaredKeys) {
  const Json schema = Json::parse(jsonSchema());
  for (const char* kind : {"then", "else"}) {  // with a base, and without one
    std::set<std::string> keys;
    collect(schema[kind], "", keys);
    EXPECT_EQ(keys, declaredKeys()) << kind;
    EXPECT_GT(keys.size(), 100U);
  }
}

TEST(Schema, PageNamesEveryKeyInItsChapter) {
  const std::string page = schemaPage();
  for (const std::string& key : declaredKeys()) {
    const std::size_t dot = key.rfind('.');
    const std::string chapter = dot == std::string::npos ? "The whole file" : key.substr(0, dot);
    const std::size_t begin = page.find("## " + chapter + "\n");
    if (begin == std::string::npos) {
      // A kind is named in the row of the key that has kinds.
      EXPECT_NE(page.find("`" + key.substr(dot + 1) + "`"), std::string::npos) << key;
      continue;
    }
    const std::size_t end = page.find("\n## ", begin);
    const std::string text = page.substr(begin, end - begin);
    EXPECT_NE(text.find("| `" + key.substr(dot == std::string::npos ? 0 : dot + 1) + "` |"), std::string::npos) << key;
  }
}

TEST(Schema, PageShowsDefaultsOfTheEngine) {
  const std::string page = schemaPage();
  EXPECT_NE(page.find("| `time_step` | a number, 1e-07 s to 0.1 s | `0.005 s` |"), std::string::npos);
  EXPECT_NE(page.find("| `warm_start` | `off`, `history`, `model`, `adaptive` | `adaptive` |"), std::string::npos);
  EXPECT_NE(page.find("`3000 N/m`"), std::string::npos);
}

/// The reader takes every key that the declaration names: asked through its own list of known keys.
TEST(Schema, ReaderKnowsTheKeys) {
  for (const std::string& key : declaredKeys()) {
    if (key.find('.') != std::string::npos) {
      continue;
    }
    EXPECT_EQ(messagesOf("scree: 1\n" + (key == "scree" ? "" : key + ": []\n")).find("unknown key"), std::string::npos)
        << key;
  }
}

}  // namespace
}  // namespace scree
