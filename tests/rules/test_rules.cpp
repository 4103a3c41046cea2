#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The architecture as tests: who may include whom, and that documents name what exists.
namespace scree {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = SCREE_SOURCE_DIR;

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<fs::path> sourcesUnder(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
    const std::string extension = entry.path().extension().string();
    if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp")) {
      files.push_back(entry.path());
    }
  }
  return files;
}

std::vector<std::string> includesOf(const fs::path& file) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<std::string> includes;
  std::istringstream lines(contentOf(file));
  std::string line;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) {
      includes.push_back(match[1]);
    }
  }
  return includes;
}

std::string pathInTree(const fs::path& file) { return fs::relative(file, kRoot).generic_string(); }

/// "engine/step" of "engine/step/step.h".
std::string folderOf(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

/// All headers of this repository that a file includes, directly or not.
std::set<std::string> reachedFrom(const std::string& start) {
  std::set<std::string> reached;
  std::vector<std::string> open = {start};
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    for (const std::string& include : includesOf(kRoot / file)) {
      if (fs::exists(kRoot / include) && reached.insert(include).second) {
        open.push_back(include);
      }
    }
  }
  return reached;
}

TEST(Rules, EngineKnowsNoWindowAndNoGraphics) {
  static const std::regex kForbidden(R"(^(Q[A-Z]\w*|Qt\w*/.*|GL/.*|GLES.*|EGL/.*|imgui.*|backends/imgui.*|app/.*)$)");
  for (const fs::path& file : sourcesUnder("engine")) {
    for (const std::string& include : includesOf(file)) {
      EXPECT_FALSE(std::regex_match(include, kForbidden)) << pathInTree(file) << " includes " << include;
    }
  }
}

/// A room of the engine and those that it may include.
using Room = std::pair<std::string, std::set<std::string>>;

/// The rooms as folders. Fails where one may include a room that is not before it: then there could be circles.
std::map<std::string, std::set<std::string>> roomsBelow(const std::vector<Room>& rooms) {
  std::map<std::string, std::set<std::string>> folders;
  for (const auto& [room, below] : rooms) {
    std::set<std::string>& of = folders["engine/" + room];
    for (const std::string& other : below) {
      EXPECT_TRUE(folders.contains("engine/" + other) && other != room) << room << " comes before " << other;
      of.insert("engine/" + other);
    }
  }
  return folders;
}

/// Rooms of the engine and the rooms that each may include; the order is that of the layers.
TEST(Rules, EngineLayersPointDownwards) {
  // Each may include those before it, as far as it is told.
  const std::map<std::string, std::set<std::string>> allowed = roomsBelow({
      {"base", {}},
      {"settings", {"base"}},
      {"geometry", {"base"}},
      {"members", {"base"}},
      {"world", {"base", "settings", "geometry", "members"}},
      {"state", {"geometry", "world"}},
      {"collision", {"base", "geometry", "world"}},
      {"solver", {"base"}},
      {"aggregates", {"base", "world"}},
      {"contacts", {"base", "settings", "members", "world", "collision", "solver", "aggregates"}},
      {"multibody", {"base", "settings", "geometry", "world", "collision", "solver"}},
      {"solve/batched", {"base", "settings", "world", "solver", "aggregates", "contacts", "multibody"}},
      {"solve/reference", {"base", "settings", "world", "solver", "aggregates", "contacts"}},
      {"splitting", {"base", "settings", "world", "collision", "aggregates", "contacts"}},
      {"merging", {"base", "settings", "world", "solver", "aggregates", "contacts", "splitting"}},
      {"step",
       {"base", "settings", "geometry", "world", "collision", "solver", "aggregates", "contacts", "multibody",
        "solve/batched", "solve/reference", "splitting", "merging"}},
      {"analysis", {"base", "settings", "world", "solver", "aggregates", "contacts", "splitting", "merging", "step"}},
      {"formats", {"base", "geometry", "world"}},
      {"scene", {"base", "settings", "geometry", "world", "collision", "solver", "formats", "multibody"}},
      {"session",
       {"base", "settings", "world", "state", "collision", "contacts", "splitting", "multibody", "step", "analysis"}},
      {"io", {"base", "geometry", "world", "state", "contacts", "step", "analysis", "formats", "scene", "session"}},
  });
  for (const fs::path& file : sourcesUnder("engine")) {
    const std::string folder = folderOf(pathInTree(file));
    ASSERT_TRUE(allowed.contains(folder)) << "no rule for the folder of " << pathInTree(file);
    for (const std::string& include : includesOf(file)) {
      if (include.rfind("engine/", 0) == 0 && folderOf(include) != folder) {
        EXPECT_TRUE(allowed.at(folder).contains(folderOf(include))) << pathInTree(file) << " includes " << include;
      }
    }
  }
}

TEST(Rules, NoTwoFilesOfTheEngineShareAName) {
  std::map<std::string, std::string> folders;
  for (const fs::path& file : sourcesUnder("engine")) {
    const auto [known, isNew] = folders.try_emplace(file.filename().string(), folderOf(pathInTree(file)));
    EXPECT_TRUE(isNew) << pathInTree(file) << " and one in " << known->second;
  }
}

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

/// A newcomer looks through a folder by name.
TEST(Rules, NoRoomOfTheEngineHasMoreThanFiftyFiveFiles) {
  std::map<std::string, int> files;
  for (const fs::path& file : sourcesUnder("engine")) {
    ++files[folderOf(pathInTree(file))];
  }
  for (const auto& [folder, count] : files) {
    EXPECT_LE(count, 55) << folder;
  }
}

/// A tuned number has its evidence beside it, and no file of a room hides another.
TEST(Rules, TunedNumbersStandInTheTableOfTheirRoom) {
  static const std::regex kNumber(R"(constexpr (?:double|float) (k\w+) = -?[0-9])");
  int tables = 0;
  for (const char* room : {"aggregates", "collision", "contacts", "merging", "multibody", "settings", "solve/batched",
                           "solve/reference", "solver", "splitting", "step"}) {
    for (const fs::path& file : sourcesUnder(std::string("engine/") + room)) {
      if (file.filename().string().ends_with("_constants.h")) {
        ++tables;
        continue;
      }
      const std::string text = contentOf(file);
      for (std::sregex_iterator it(text.begin(), text.end(), kNumber), end; it != end; ++it) {
        ADD_FAILURE() << pathInTree(file) << " has " << (*it)[1] << ", which belongs to the table of constants";
      }
    }
  }
  EXPECT_EQ(tables, 10);
}

/// A snapshot knows nothing of how a step is computed, and only the step knows all its storage.
TEST(Rules, SnapshotsAndStagesDoNotSeeTheStep) {
  static const std::set<std::string> kInside = {
      "engine/step",      "engine/solver",  "engine/solve/batched", "engine/solve/reference",
      "engine/multibody", "engine/merging", "engine/splitting"};
  for (const char* header : {"engine/session/snapshot.h", "engine/session/session.h", "engine/session/commands.h"}) {
    for (const std::string& seen : reachedFrom(header)) {
      // Names of the merge limits, and the numbers that the file needs.
      if (seen != "engine/merging/merge_criterion.h" && seen != "engine/merging/merging_constants.h") {
        EXPECT_FALSE(kInside.contains(folderOf(seen))) << header << " reaches " << seen;
      }
    }
  }
  for (const fs::path& file : sourcesUnder("engine")) {
    const std::string folder = folderOf(pathInTree(file));
    const bool isStage = folder == "engine/contacts" || folder == "engine/merging" || folder == "engine/splitting" ||
                         folder.starts_with("engine/solve/");
    for (const std::string& include : includesOf(file)) {
      EXPECT_FALSE(isStage && include == "engine/step/step_data.h") << pathInTree(file);
    }
  }
}

TEST(Rules, PanelsAndRendererDoNotKnowEachOther) {
  if (!fs::exists(kRoot / "app/panels") || !fs::exists(kRoot / "app/render")) {
    FAIL() << "app/panels and app/render belong to the layout";
  }
  for (const fs::path& file : sourcesUnder("app/panels")) {
    for (const std::string& include : includesOf(file)) {
      // The plain view options are the one thing both see.
      if (include != "app/render/view_options.h") {
        EXPECT_NE(folderOf(include), "app/render") << pathInTree(file) << " includes " << include;
      }
    }
  }
  for (const fs::path& file : sourcesUnder("app/render")) {
    for (const std::string& include : includesOf(file)) {
      EXPECT_NE(folderOf(include), "app/panels") << pathInTree(file) << " includes " << include;
      EXPECT_NE(folderOf(include), "app/window") << pathInTree(file) << " includes " << include;
    }
  }
}

TEST(Rules, PlotsKnowNothingOfPicturesAndPanels) {
  for (const fs::path& file : sourcesUnder("app/plots")) {
    for (const std::string& include : includesOf(file)) {
      for (const char* other : {"app/render", "app/panels", "app/window", "app/film"}) {
        EXPECT_NE(folderOf(include), other) << pathInTree(file) << " includes " << include;
      }
    }
  }
}

TEST(Rules, FilmsNeedNoWindow) {
  static const std::regex kForbidden(R"(^(Q[A-Z]\w*|Qt\w*/.*|GL/.*|EGL/.*|imgui.*|app/(?!video/).*)$)");
  for (const fs::path& file : sourcesUnder("app/video")) {
    for (const std::string& include : includesOf(file)) {
      EXPECT_FALSE(std::regex_match(include, kForbidden)) << pathInTree(file) << " includes " << include;
    }
  }
}

/// The stages that a function names, one for each time.
std::vector<std::string> stagesIn(const std::string& file, const std::string& function) {
  const std::string text = contentOf(kRoot / file);
  const std::size_t begin = text.find("\n" + function);
  EXPECT_NE(begin, std::string::npos) << function << " in " << file;
  if (begin == std::string::npos) {
    return {};
  }
  const std::string body = text.substr(begin, text.find("\n}", begin) - begin);
  static const std::regex kStage(R"(Stage::(\w+))");
  std::vector<std::string> stages;
  for (std::sregex_iterator it(body.begin(), body.end(), kStage), end; it != end; ++it) {
    stages.push_back((*it)[1]);
  }
  return stages;
}

TEST(Rules, StepListsItsStagesInOrder) {
  using Stages = std::vector<std::string>;
  EXPECT_EQ(stagesIn("engine/step/step.cpp", "bool step("),
            (Stages{"drives", "exchange", "pairs", "splits", "forces", "pairs", "contacts", "match", "match", "merges",
                    "measure"}));
  EXPECT_EQ(stagesIn("engine/solve/reference/substeps.cpp", "bool solveSubstep("),
            (Stages{"impacts", "forces", "solve", "positions"}));
  EXPECT_EQ(stagesIn("engine/solve/batched/batched.cpp", "bool solveBatched("), (Stages{"pack", "pack"}));
}

TEST(Rules, PathsNamedInTheReadmeExist) {
  static const std::regex kPath(R"(`((?:engine|app|shaders|resources|tests)/[A-Za-z0-9_./-]*)`)");
  const std::string readme = contentOf(kRoot / "README.md");
  int named = 0;
  for (std::sregex_iterator it(readme.begin(), readme.end(), kPath), end; it != end; ++it, ++named) {
    EXPECT_TRUE(fs::exists(kRoot / (*it)[1].str())) << "README.md names " << (*it)[1];
  }
  EXPECT_GT(named, 5);
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
