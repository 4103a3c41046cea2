#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/rules/source_tree.h"

// Sources of a folder are compiled in groups (option SCREE_UNITY): their anonymous namespaces are one.
namespace scree {
namespace {

/// The names that a pattern's first group finds in a text.
std::set<std::string> namesIn(const std::string& text, const std::regex& pattern) {
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
    names.insert((*it)[1]);
  }
  return names;
}

std::set<std::string> functionsIn(const std::string& text) {
  static const std::regex kFunction(R"((?:^|\n)[A-Za-z_\[][^\n;{}()=]*[ &*]([A-Za-z_]\w*)\()");
  return namesIn(text, kFunction);
}

std::set<std::string> constantsIn(const std::string& text) {
  static const std::regex kConstant(R"((?:^|\n)(?:inline )?(?:constexpr|const) [^\n=;({]*\b(k[A-Z]\w*)\b)");
  return namesIn(text, kConstant);
}

/// The anonymous namespaces of a source.
std::string hiddenPartOf(const std::string& text) {
  static const std::string kBegin = "\nnamespace {\n";
  static const std::string kEnd = "\n}  // namespace\n";
  std::string hidden;
  for (std::size_t begin = text.find(kBegin); begin != std::string::npos; begin = text.find(kBegin, begin + 1)) {
    hidden += text.substr(begin, text.find(kEnd, begin) - begin);
  }
  return hidden;
}

/// The functions that a source defines in its anonymous namespaces.
std::set<std::string> hiddenFunctionsOf(const std::string& text) { return functionsIn(hiddenPartOf(text)); }

TEST(Rules, HiddenFunctionsAreFound) {
  const std::string text =
      "\nnamespace {\n\nconstexpr double kA = f(1);\nVec3 placeOf(int a) {\n  return g(a);\n}\n\n}  // namespace\n";
  EXPECT_EQ(hiddenFunctionsOf(text), (std::set<std::string>{"placeOf"}));
}

/// Functions of one name would be overloads in one group: a call might reach the other file's. Constants of one name
/// break the build as soon as another file makes them meet in a group.
TEST(Rules, HiddenNamesOfAFolderDiffer) {
  std::map<std::string, std::map<std::string, std::string>> known;
  for (const char* top : {"engine", "app", "tests"}) {
    for (const std::filesystem::path& file : sourcesUnder(top)) {
      const std::string text = contentOf(file);
      if (file.extension() != ".cpp" || text.find("HWY_TARGET_INCLUDE") != std::string::npos) {
        continue;
      }
      const std::string folder = folderOf(pathInTree(file));
      std::set<std::string> names = hiddenFunctionsOf(text);
      if (folder != "tests/render") {  // not in groups
        names.merge(constantsIn(hiddenPartOf(text)));
      }
      for (const std::string& name : names) {
        if (name == "PrintTo") {
          continue;  // of GoogleTest, which tells them apart by their types
        }
        const auto [other, isNew] = known[folder].try_emplace(name, pathInTree(file));
        EXPECT_TRUE(isNew) << name << " is in " << pathInTree(file) << " and in " << other->second;
      }
    }
  }
  EXPECT_GT(known.size(), 30U);
}

/// In a group a hidden name of one test comes before what the next one means of tests/support.
TEST(Rules, HiddenNamesOfTestsAreNotThoseOfTheirSupport) {
  std::set<std::string> shared;
  for (const std::filesystem::path& file : sourcesUnder("tests/support")) {
    if (file.extension() == ".h") {
      shared.merge(functionsIn(contentOf(file)));
      shared.merge(constantsIn(contentOf(file)));
    }
  }
  EXPECT_GT(shared.size(), 50U);
  for (const std::filesystem::path& file : sourcesUnder("tests")) {
    if (file.extension() != ".cpp") {
      continue;
    }
    const std::string hidden = hiddenPartOf(contentOf(file));
    std::set<std::string> names = functionsIn(hidden);
    names.merge(constantsIn(hidden));
    for (const std::string& name : names) {
      EXPECT_FALSE(shared.contains(name)) << name << " is hidden in " << pathInTree(file) << " and in tests/support";
    }
  }
}

/// Two types of one name in one namespace break the one definition rule as soon as a program links both.
TEST(Rules, TypesInHeadersHaveDifferentNames) {
  static const std::regex kType(R"((?:^|\n)(?:struct|class|enum class) (\w+)(?: final)?(?: :[^\n;{]*)? \{)");
  std::map<std::string, std::string> known;
  for (const char* top : {"engine", "app"}) {
    for (const std::filesystem::path& file : sourcesUnder(top)) {
      const std::string text = contentOf(file);
      if (file.extension() != ".h" || text.find("namespace HWY_NAMESPACE") != std::string::npos) {
        continue;
      }
      for (std::sregex_iterator it(text.begin(), text.end(), kType), end; it != end; ++it) {
        const auto [other, isNew] = known.try_emplace((*it)[1], pathInTree(file));
        EXPECT_TRUE(isNew) << (*it)[1] << " is in " << pathInTree(file) << " and in " << other->second;
      }
    }
  }
  EXPECT_GT(known.size(), 300U);
}

}  // namespace
}  // namespace scree
