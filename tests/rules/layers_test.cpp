#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/rules/source_tree.h"

// The rooms of engine and app, and the rooms that each may include.
namespace scree {
namespace {

namespace fs = std::filesystem;

TEST(Rules, EngineKnowsNoWindowAndNoGraphics) {
  static const std::regex kForbidden(R"(^(Q[A-Z]\w*|Qt\w*/.*|GL/.*|GLES.*|EGL/.*|imgui.*|backends/imgui.*|app/.*)$)");
  for (const fs::path& file : sourcesUnder("engine")) {
    for (const std::string& include : includesOf(file)) {
      EXPECT_FALSE(std::regex_match(include, kForbidden)) << pathInTree(file) << " includes " << include;
    }
  }
}

/// A room and the rooms that it may include.
using Room = std::pair<std::string, std::set<std::string>>;
using Rooms = std::map<std::string, std::set<std::string>>;

/// The rooms by name. Fails where a room may include one that does not come before it: then there could be circles.
Rooms inLayers(const std::vector<Room>& rooms) {
  Rooms known;
  for (const auto& [room, below] : rooms) {
    for (const std::string& other : below) {
      EXPECT_TRUE(known.contains(other)) << room << " comes before " << other;
    }
    known[room] = below;
  }
  return known;
}

/// Every file under `top` lies in one of the rooms and includes files of its own room and of allowed rooms only.
void expectIncludesWithin(const std::string& top, const Rooms& rooms) {
  for (const fs::path& file : sourcesUnder(top)) {
    const std::string room = folderOf(pathInTree(file)).substr(top.size() + 1);
    ASSERT_TRUE(rooms.contains(room)) << "no rule for the folder of " << pathInTree(file);
    for (const std::string& include : includesOf(file)) {
      if (include.starts_with(top + "/") && folderOf(include) != top + "/" + room) {
        const std::string other = folderOf(include).substr(top.size() + 1);
        EXPECT_TRUE(rooms.at(room).contains(other)) << pathInTree(file) << " includes " << include;
      }
    }
  }
}

TEST(Rules, EngineLayersPointDownwards) {
  expectIncludesWithin(
      "engine",
      inLayers({
          {"base", {}},
          {"settings", {"base"}},
          {"planning", {"base", "settings"}},
          {"geometry", {"base"}},
          {"population", {"base"}},
          {"matter", {"base", "settings"}},
          {"members", {"base"}},
          {"world", {"base", "settings", "matter", "geometry", "members"}},
          {"state", {"geometry", "world"}},
          {"collision", {"base", "geometry", "world"}},
          {"solver", {"base"}},
          {"cohesion", {"base", "world"}},
          {"aggregates", {"base", "world"}},
          {"contacts", {"base", "settings", "members", "world", "collision", "solver", "aggregates", "cohesion"}},
          {"multibody", {"base", "settings", "geometry", "world", "collision", "solver"}},
          {"solve/batched", {"base", "settings", "world", "solver", "aggregates", "cohesion", "contacts", "multibody"}},
          {"solve/reference", {"base", "settings", "world", "solver", "aggregates", "cohesion", "contacts"}},
          {"solve/smooth", {"base", "settings", "world", "cohesion", "contacts", "multibody"}},
          {"granulation", {"base", "matter", "world", "cohesion", "collision", "aggregates", "contacts"}},
          {"splitting",
           {"base", "settings", "world", "cohesion", "collision", "aggregates", "contacts", "granulation"}},
          {"merging", {"base", "settings", "world", "solver", "aggregates", "cohesion", "contacts", "splitting"}},
          {"step",
           {"base", "settings", "matter", "geometry", "world", "collision", "solver", "aggregates", "cohesion",
            "contacts", "multibody", "solve/batched", "solve/reference", "solve/smooth", "granulation", "splitting",
            "merging"}},
          {"relaxing", {"base", "world", "collision"}},
          {"formats/text", {"base"}},
          {"formats/particles", {"base", "formats/text"}},
          {"formats", {"base", "geometry", "world", "formats/text"}},
          {"analysis",
           {"base", "settings", "world", "solver", "aggregates", "contacts", "splitting", "merging", "step"}},
          {"analysis/fields", {"base", "world", "analysis"}},
          {"analysis/solving", {"base", "settings", "planning", "world", "solver", "contacts", "step", "analysis"}},
          {"analysis/drums", {"base", "geometry", "world", "contacts", "step", "analysis"}},
          {"analysis/sieving", {"world"}},
          {"analysis/mixing", {"base", "geometry", "world"}},
          {"analysis/granules", {"base", "geometry", "world", "population", "granulation", "step"}},
          {"measures", {"base", "world", "analysis"}},
          {"snapshot/matter", {"matter", "world", "cohesion", "contacts", "step"}},
          {"snapshot",
           {"base", "settings", "world", "collision", "contacts", "step", "analysis", "analysis/fields",
            "analysis/solving", "analysis/drums", "measures", "snapshot/matter"}},
          {"session/changes",
           {"base", "settings", "geometry", "world", "state", "collision", "contacts", "splitting", "multibody",
            "solve/smooth", "step", "relaxing", "formats"}},
          {"session",
           {"base",
            "settings",
            "matter",
            "geometry",
            "world",
            "state",
            "collision",
            "splitting",
            "multibody",
            "solve/smooth",
            "step",
            "relaxing",
            "formats",
            "analysis",
            "analysis/fields",
            "analysis/solving",
            "analysis/granules",
            "measures",
            "snapshot/matter",
            "snapshot",
            "session/changes"}},
          {"scene_file", {"base", "settings", "matter", "geometry", "world", "formats"}},
          {"scene",
           {"base", "settings", "matter", "planning", "geometry", "world", "collision", "relaxing", "solver",
            "multibody", "solve/smooth", "formats", "formats/particles", "scene_file"}},
          {"planning/scenes", {"base", "settings", "planning", "geometry", "world", "scene"}},
          {"scene_parts", {"base", "settings", "matter", "geometry", "world", "formats", "scene_file", "scene"}},
          {"io",
           {"base", "geometry", "world", "state", "contacts", "step", "analysis", "analysis/drums", "analysis/solving",
            "analysis/sieving", "analysis/mixing", "session", "formats/text"}},
          {"io/fields", {"base", "analysis/fields", "io"}},
          {"io/exports", {"geometry", "world", "step", "analysis", "snapshot", "io"}},
          {"io/dem", {"settings", "geometry", "world", "formats", "io", "io/exports"}},
      }));
}

TEST(Rules, AppLayersPointDownwards) {
  expectIncludesWithin(
      "app",
      inLayers({
          {"console", {}},
          {"studies", {"console"}},
          {"studies/reduction", {"console", "studies"}},
          {"studies/warm_start", {"console", "studies"}},
          {"studies/triaxial", {"console", "studies"}},
          {"studies/repose", {"console", "studies"}},
          {"studies/gallery", {"console", "studies"}},
          {"studies/precision", {"console", "studies"}},
          {"studies/peer", {"console"}},
          {"studies/benchmark", {"console", "studies", "studies/peer"}},
          {"studies/angles", {"console", "studies", "studies/peer"}},
          {"studies/silo", {"console", "studies", "studies/peer", "studies/benchmark"}},
          {"studies/pellets", {"console", "studies"}},
          {"studies/balling", {"console", "studies"}},
          {"studies/collision", {"console", "studies"}},
          {"studies/iterations", {"console", "studies"}},
          {"studies/truth", {"console", "studies", "studies/reduction", "studies/triaxial"}},
          {"studies/validation",
           {"console", "studies", "studies/reduction", "studies/warm_start", "studies/triaxial", "studies/gallery",
            "studies/benchmark", "studies/angles", "studies/silo", "studies/pellets", "studies/collision",
            "studies/iterations", "studies/truth"}},
          {"sweep", {"console", "studies"}},
          {"sweep/slurm", {"sweep"}},
          {"sweep/search", {"studies", "sweep"}},
          {"video", {}},
          {"view", {}},
          {"arguments", {"video", "view"}},
          {"setups", {}},
          {"cli/words", {"arguments"}},
          {"cli/studies", {"console", "cli/words", "studies", "studies/reduction"}},
          {"cli", {"console", "arguments", "cli/words", "cli/studies", "studies", "setups"}},
          {"cli/planning", {"console", "cli/words", "cli"}},
          {"cli/sweeping", {"console", "cli/words", "cli", "sweep", "sweep/slurm", "sweep/search"}},
          {"ui_state", {"video", "view"}},
          {"widgets", {"ui_state"}},
          {"overlays", {"view", "ui_state", "widgets"}},
          {"panels", {"ui_state", "widgets"}},
          {"render/geometry", {"view"}},
          {"render/gl", {"view", "render/geometry"}},
          {"render/passes", {"view", "render/geometry", "render/gl"}},
          {"render", {"video", "view", "render/geometry", "render/gl", "render/passes"}},
          {"forms", {}},
          {"plots", {"forms"}},
          {"document", {"video", "view", "ui_state", "widgets"}},
          {"viewport/handles", {"view"}},
          {"viewport/camera",
           {"view", "ui_state", "widgets", "overlays", "panels", "render/geometry", "render", "document",
            "viewport/handles"}},
          {"viewport/tools",
           {"view", "ui_state", "widgets", "overlays", "render/geometry", "document", "viewport/handles",
            "viewport/camera"}},
          {"viewport",
           {"view", "ui_state", "widgets", "overlays", "panels", "document", "viewport/camera", "viewport/tools"}},
          {"import", {"forms", "setups", "view", "render/geometry"}},
          {"scene_text", {"forms", "ui_state"}},
          {"study_dock/watch", {"sweep", "sweep/search"}},
          {"study_dock", {"study_dock/watch", "console", "forms", "view", "document", "sweep", "sweep/search"}},
          {"film",
           {"console", "arguments", "video", "view", "ui_state", "widgets", "overlays", "render", "document",
            "viewport"}},
          {"window/files",
           {"ui_state", "widgets", "render/geometry", "document", "viewport/handles", "viewport", "import", "film"}},
          {"window/shell", {"ui_state", "panels", "document", "viewport/handles", "viewport", "film", "window/files"}},
          {"window",
           {"window/shell", "scene_text", "study_dock", "console", "ui_state", "panels", "widgets", "plots", "document",
            "viewport/handles", "viewport", "film", "import", "setups", "window/files"}},
      }));
}

/// Programs that show runs do not step them: `ndem` and its studies alone do, and panels see snapshots.
TEST(Rules, WindowsKnowTheEngineByItsSnapshots) {
  static const std::set<std::string> kStepping = {"engine/step",        "engine/solver",    "engine/solve/batched",
                                                  "engine/multibody",   "engine/contacts",  "engine/solve/reference",
                                                  "engine/merging",     "engine/splitting", "engine/aggregates",
                                                  "engine/solve/smooth"};
  static const std::set<std::string> kSeenByPanels = {
      "engine/base",     "engine/settings",        "engine/snapshot",
      "engine/analysis", "engine/analysis/fields", "engine/analysis/solving",
      "engine/measures", "engine/planning"};
  for (const fs::path& file : sourcesUnder("app")) {
    const std::string folder = folderOf(pathInTree(file));
    if (folder.starts_with("app/cli") || folder.starts_with("app/studies")) {
      continue;
    }
    for (const std::string& include : includesOf(file)) {
      EXPECT_FALSE(kStepping.contains(folderOf(include))) << pathInTree(file) << " includes " << include;
      if (folder == "app/panels" && include.starts_with("engine/")) {
        EXPECT_TRUE(kSeenByPanels.contains(folderOf(include))) << pathInTree(file) << " includes " << include;
      }
    }
  }
}

/// Whoever includes the step compiles again when a list of the solver changes.
TEST(Rules, FewUnitsOfTheAppSeeTheSolver) {
  int seen = 0;
  for (const fs::path& file : sourcesUnder("app")) {
    if (file.extension() != ".cpp") {
      continue;
    }
    for (const std::string& header : reachedFrom(pathInTree(file))) {
      const std::string folder = folderOf(header);
      if (folder == "engine/step" || folder == "engine/solver" || folder == "engine/multibody") {
        ++seen;
        break;
      }
    }
  }
  EXPECT_LE(seen, 11);
}

/// Plain parts that programs without a window or tests without a screen use, too.
TEST(Rules, PartsWithoutAWindowStayWithoutOne) {
  struct Part {
    const char* folder;
    std::regex forbidden;
  };
  const std::string qt = R"(Q[A-Z]\w*|Qt\w*/.*)";
  const std::string gl = R"(GL/.*|EGL/.*)";
  const std::vector<Part> parts = {
      {"app/video", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/view", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/console", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/studies", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/arguments", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/cli", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/render/geometry", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/ui_state", std::regex("^(" + qt + "|" + gl + "|imgui.*)$")},
      {"app/panels", std::regex("^(" + qt + "|" + gl + ")$")},
      {"app/overlays", std::regex("^(" + qt + "|" + gl + ")$")},
      {"app/widgets", std::regex("^(" + qt + "|" + gl + ")$")},
  };
  for (const Part& part : parts) {
    for (const fs::path& file : sourcesUnder(part.folder)) {
      for (const std::string& include : includesOf(file)) {
        EXPECT_FALSE(std::regex_match(include, part.forbidden)) << pathInTree(file) << " includes " << include;
      }
    }
  }
}

TEST(Rules, NoTwoFilesOfTheEngineOrOfTheAppShareAName) {
  for (const char* top : {"engine", "app"}) {
    std::map<std::string, std::string> folders;
    for (const fs::path& file : sourcesUnder(top)) {
      if (file.filename() == "main.cpp") {
        continue;
      }
      const auto [known, isNew] = folders.try_emplace(file.filename().string(), folderOf(pathInTree(file)));
      EXPECT_TRUE(isNew) << pathInTree(file) << " and one in " << known->second;
    }
  }
}

/// A newcomer looks through a folder by name.
TEST(Rules, NoFolderHasMoreThanFortyFiles) {
  std::map<std::string, int> files;
  for (const char* top : {"engine", "app", "tests"}) {
    for (const fs::path& file : sourcesUnder(top)) {
      ++files[folderOf(pathInTree(file))];
    }
  }
  for (const auto& [folder, count] : files) {
    EXPECT_LE(count, 40) << folder;
  }
}

/// A tuned number has its evidence beside it, and no file of a room hides another.
TEST(Rules, TunedNumbersStandInTheTableOfTheirRoom) {
  static const std::regex kNumber(R"(constexpr (?:double|float) (k\w+) = -?[0-9])");
  int tables = 0;
  for (const char* room : {"aggregates", "collision", "contacts", "merging", "multibody", "population", "settings",
                           "solve/batched", "solve/reference", "solve/smooth", "solver", "splitting", "step"}) {
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
  EXPECT_EQ(tables, 12);
}

/// A snapshot knows nothing of how a step is computed, and only the step knows all its storage.
TEST(Rules, SnapshotsAndStagesDoNotSeeTheStep) {
  static const std::set<std::string> kInside = {
      "engine/step",         "engine/solver",    "engine/solve/batched", "engine/solve/reference",
      "engine/solve/smooth", "engine/multibody", "engine/merging",       "engine/splitting"};
  for (const char* header : {"engine/snapshot/snapshot.h", "engine/session/session.h", "engine/session/commands.h"}) {
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

}  // namespace
}  // namespace scree
