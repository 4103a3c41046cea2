#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/rules/source_tree.h"

// Sources of a folder are compiled in groups (option SCREE_UNITY): their anonymous namespaces are one.
namespace scree {
namespace {

/// The functions that a source defines in its anonymous namespaces.
std::set<std::string> hiddenFunctionsOf(const std::string& text) {
  static const std::regex kFunction(R"((?:^|\n)[A-Za-z_\[][^\n;{}()=]*[ &*]([A-Za-z_]\w*)\()");
  static const std::string kBegin = "\nnamespace {\n";
  static const std::string kEnd = "\n}  // namespace\n";
  std::set<std::string> functions;
  for (std::size_t begin = text.find(kBegin); begin != std::string::npos; begin = text.find(kBegin, begin + 1)) {
    const std::string part = text.substr(begin, text.find(kEnd, begin) - begin);
    for (std::sregex_iterator it(part.begin(), part.end(), kFunction), end; it != end; ++it) {
      functions.insert((*it)[1]);
    }
  }
  return functions;
}

TEST(Rules, HiddenFunctionsAreFound) {
  const std::string text =
      "\nnamespace {\n\nconstexpr double kA = f(1);\nVec3 placeOf(int a) {\n  return g(a);\n}\n\n}  // namespace\n";
  EXPECT_EQ(hiddenFunctionsOf(text), (std::set<std::string>{"placeOf"}));
}

/// Functions of one name would be overloads in one group: a call might reach the other file's.
TEST(Rules, HiddenFunctionsOfAFolderHaveDifferentNames) {
  std::map<std::string, std::map<std::string, std::string>> known;
  for (const char* top : {"engine", "app", "tests"}) {
    for (const std::filesystem::path& file : sourcesUnder(top)) {
      const std::string text = contentOf(file);
      if (file.extension() != ".cpp" || text.find("HWY_TARGET_INCLUDE") != std::string::npos) {
        continue;
      }
      for (const std::string& function : hiddenFunctionsOf(text)) {
        if (function == "PrintTo") {
          continue;  // of GoogleTest, which tells them apart by their types
        }
        const auto [other, isNew] = known[folderOf(pathInTree(file))].try_emplace(function, pathInTree(file));
        EXPECT_TRUE(isNew) << function << " is in " << pathInTree(file) << " and in " << other->second;
      }
    }
  }
  EXPECT_GT(known.size(), 30U);
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
