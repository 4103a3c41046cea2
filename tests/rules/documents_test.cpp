#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "tests/rules/source_tree.h"

// Documents name files and sections that exist.
namespace scree {
namespace {

namespace fs = std::filesystem;

TEST(Rules, FilesNamedByTheMethodExist) {
  static const std::regex kFile(R"(`([a-z_/]+\.(?:h|cpp))`)");
  std::set<std::string> names;
  for (const fs::path& file : sourcesUnder("engine")) {
    names.insert(file.filename().string());
    names.insert(fs::relative(file, kRoot / "engine").generic_string());
  }
  const std::string text = contentOf(kRoot / "engine/METHOD.md");
  int named = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kFile), end; it != end; ++it, ++named) {
    EXPECT_TRUE(names.contains((*it)[1])) << "METHOD.md names " << (*it)[1];
  }
  EXPECT_GT(named, 50);
}

TEST(Rules, PathsNamedInDocumentsExist) {
  static const std::regex kPath(R"(`((?:engine|app|shaders|resources|tests|\.github)/[A-Za-z0-9_./-]*)`)");
  // Names in capital letters stand for others.
  static const std::regex kPlaceholder("NAME|ROOM");
  // Documents with the number of paths that each names at least.
  const std::map<std::string, int> documents = {{"README.md", 6},        {".github/CONTRIBUTING.md", 6},
                                                {"engine/README.md", 6}, {"app/README.md", 6},
                                                {"tests/README.md", 4},  {"CHANGELOG.md", 2}};
  for (const auto& [document, least] : documents) {
    const std::string text = contentOf(kRoot / document);
    int named = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), kPath), end; it != end; ++it, ++named) {
      const std::string path = (*it)[1];
      EXPECT_TRUE(std::regex_search(path, kPlaceholder) || fs::exists(kRoot / path)) << document << " names " << path;
    }
    EXPECT_GE(named, least) << document;
  }
}

TEST(Rules, DocumentsAreShort) {
  EXPECT_LE(contentOf(kRoot / "README.md").size(), 6U * 1024U);
  const std::string contributing = contentOf(kRoot / ".github/CONTRIBUTING.md");
  EXPECT_LT(std::count(contributing.begin(), contributing.end(), '\n'), 100);
}

// Figures of measurements stand in VALIDATION.md and METHOD.md, where commands make them.
TEST(Rules, ReadmeHoldsNoMeasuredFigure) {
  static const std::regex kFigure(R"(\d+([.,]\d+)?\s?(%|°|ms\b|times|mm/s|points))");
  std::istringstream lines(contentOf(kRoot / "README.md"));
  std::string line;
  while (std::getline(lines, line)) {
    EXPECT_FALSE(std::regex_search(line, kFigure)) << line;
  }
}

TEST(Rules, NewestChangesAreOfThisVersion) {
  static const std::regex kProject(R"(project\(scree VERSION ([0-9.]+))");
  static const std::regex kChanges(R"(\n## ([0-9]+\.[0-9]+\.[0-9]+)\n)");
  const std::string project = contentOf(kRoot / "CMakeLists.txt");
  const std::string changes = contentOf(kRoot / "CHANGELOG.md");
  std::smatch version;
  std::smatch newest;
  ASSERT_TRUE(std::regex_search(project, version, kProject));
  ASSERT_TRUE(std::regex_search(changes, newest, kChanges));
  EXPECT_EQ(newest[1], version[1]);
}

/// The files that may cite sections of engine/METHOD.md.
std::vector<fs::path> citingFiles() {
  std::vector<fs::path> files = {kRoot / "README.md"};
  for (const char* folder : {"engine", "app", "tests"}) {
    const std::vector<fs::path> sources = sourcesUnder(folder);
    files.insert(files.end(), sources.begin(), sources.end());
  }
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "shaders")) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  return files;
}

TEST(Rules, SectionsCitedOfTheMethodExist) {
  static const std::regex kHeading(R"(^#{2,3} (\d+(?:\.\d+)?) )");
  // One section or a list such as "3.1, 3.3 and 5.1"; a comment may break anywhere in it.
  static const std::regex kCitation(
      R"(METHOD\.md[\s/]+(\d+(?:\.\d+)?(?:(?:,|[\s/]+and|[\s/]+to)[\s/]+\d+(?:\.\d+)?)*))");
  static const std::regex kNumber(R"(\d+(?:\.\d+)?)");
  std::set<std::string> sections;
  std::istringstream lines(contentOf(kRoot / "engine/METHOD.md"));
  std::string line;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, kHeading)) {
      EXPECT_TRUE(sections.insert(match[1]).second) << "engine/METHOD.md has two sections " << match[1];
    }
  }
  // Written in two halves, so that this file does not find itself.
  const std::string oldName = std::string("meth") + "od.md";
  int cited = 0;
  for (const fs::path& file : citingFiles()) {
    const std::string text = contentOf(file);
    EXPECT_EQ(text.find(oldName), std::string::npos) << pathInTree(file) << " cites " << oldName;
    for (std::sregex_iterator it(text.begin(), text.end(), kCitation), end; it != end; ++it) {
      const std::string list = (*it)[1];
      for (std::sregex_iterator number(list.begin(), list.end(), kNumber); number != end; ++number, ++cited) {
        EXPECT_TRUE(sections.contains(number->str()))
            << pathInTree(file) << " cites section " << number->str() << ", which engine/METHOD.md does not have";
      }
    }
  }
  EXPECT_GT(cited, 40);
}

TEST(Rules, FilesHoldNoMachinePathsAndNoUnfinishedWork) {
  // Written in two halves, so that this file does not find itself.
  const std::vector<std::string> words = {std::string("/wo") + "rk/", std::string("/ro") + "ot/",
                                          std::string("TO") + "DO", std::string("FIX") + "ME"};
  for (const char* folder : {"engine", "app", "tests"}) {
    for (const fs::path& file : sourcesUnder(folder)) {
      const std::string text = contentOf(file);
      for (const std::string& word : words) {
        EXPECT_EQ(text.find(word), std::string::npos) << pathInTree(file) << " contains " << word;
      }
    }
  }
}

}  // namespace
}  // namespace scree
