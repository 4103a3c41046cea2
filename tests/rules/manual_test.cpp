#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "tests/rules/source_tree.h"

// The manual names pages, pictures, panels, menu entries, keys and files that exist.
namespace scree {
namespace {

namespace fs = std::filesystem;

const fs::path kManual = kRoot / "resources/manual";
constexpr std::uintmax_t kLargestPage = 9 * std::uintmax_t{1024};  // a page is read in one go

struct Page {
  std::string name;  ///< file name, "tour.md"
  std::string text;
};

std::vector<Page> pages() {
  std::vector<Page> found;
  for (const auto& entry : fs::directory_iterator(kManual)) {
    if (entry.path().extension() == ".md") {
      found.push_back({entry.path().filename().string(), contentOf(entry.path())});
    }
  }
  return found;
}

/// First groups of all matches in a text.
std::vector<std::string> allMatches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

/// The text without fenced and indented code; paragraphs are joined to one line each.
std::string proseOf(const std::string& text) {
  std::istringstream lines(text);
  std::string prose;
  std::string line;
  bool isFenced = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) {
      isFenced = !isFenced;
    } else if (!isFenced && !line.starts_with("    ")) {
      prose += line.empty() ? "\n" : line + (line.starts_with('|') ? "\n" : " ");
    }
  }
  return prose;
}

/// Strings of the table of actions, by the place in an entry: 1 menu, 2 text, 3 shortcuts.
std::vector<std::vector<std::string>> actionEntries() {
  static const std::regex kEntry(R"re(\{"[a-z_0-9]+", "(\w+)", "([^"]+)", "([^"]*)",)re");
  const std::string text = contentOf(kRoot / "app/window/actions.cpp");
  std::vector<std::vector<std::string>> entries;
  for (std::sregex_iterator it(text.begin(), text.end(), kEntry), end; it != end; ++it) {
    entries.push_back({(*it)[1], (*it)[2], (*it)[3]});
  }
  return entries;
}

TEST(Manual, IndexLinksEachPageOnceAndNoOther) {
  static const std::regex kLink(R"(^- \[[^\]]+\]\(([a-z-]+\.md)\): .)", std::regex::multiline);
  std::map<std::string, int> linked;
  for (const std::string& name : allMatches(contentOf(kManual / "index.md"), kLink)) {
    EXPECT_TRUE(fs::exists(kManual / name)) << "index.md links " << name;
    ++linked[name];
  }
  EXPECT_GE(linked.size(), 12U);
  for (const Page& page : pages()) {
    EXPECT_EQ(linked[page.name], page.name == "index.md" ? 0 : 1) << page.name << ": links in index.md";
  }
}

TEST(Manual, PagesHaveATitleAndAModestSize) {
  for (const Page& page : pages()) {
    EXPECT_TRUE(page.text.starts_with("# ") && page.text.find('\n') > 2) << page.name << " begins without '# Title'";
    EXPECT_LE(page.text.size(), kLargestPage) << page.name;
  }
}

/// True for a picture that the start page shows.
bool isPictureOfScene(const fs::path& picture) {
  const std::string name = picture.stem().string();
  return picture.extension() == ".jpg" && name.starts_with("scene_") &&
         fs::exists(kRoot / "resources/scenes" / (name.substr(6) + ".yaml"));
}

TEST(Manual, EachSceneHasASmallPicture) {
  constexpr std::uintmax_t kLargest = 24 * std::uintmax_t{1024};
  for (const auto& entry : fs::directory_iterator(kRoot / "resources/scenes")) {
    if (entry.path().extension() == ".yaml") {
      const fs::path picture = kManual / "pictures" / ("scene_" + entry.path().stem().string() + ".jpg");
      ASSERT_TRUE(fs::exists(picture)) << picture.filename() << ": resources/manual/make_pictures makes it";
      EXPECT_LE(fs::file_size(picture), kLargest) << picture.filename();
    }
  }
}

TEST(Manual, LinksAndPicturesResolve) {
  static const std::regex kLink(R"(\]\(([^)#]+)\))");
  std::set<std::string> shown;
  for (const Page& page : pages()) {
    for (const std::string& target : allMatches(page.text, kLink)) {
      EXPECT_TRUE(fs::exists(kManual / target)) << page.name << " links " << target;
      shown.insert(target);
    }
  }
  const std::string readme = contentOf(kRoot / "README.md");
  for (const auto& entry : fs::directory_iterator(kManual / "pictures")) {
    const std::string name = "pictures/" + entry.path().filename().string();
    EXPECT_TRUE(shown.contains(name) || isPictureOfScene(entry.path()) ||
                readme.find("resources/manual/" + name) != std::string::npos)
        << name << " is shown nowhere";
  }
}

TEST(Manual, PanelsNamedExist) {
  static const std::regex kNamed(R"(\*([^*`]+)\* panels?\b)");
  static const std::regex kListed(R"(\*([^*`]+)\*(?:, | and )(?=\*[^*`]+\*(?:,? and \*[^*`]+\*)? panels\b))");
  static const std::regex kTitle(R"re(\{"[a-z_]+", "([^"]+)", ")re");
  std::set<std::string> titles;
  for (const std::string& title : allMatches(contentOf(kRoot / "app/panels/panels.cpp"), kTitle)) {
    titles.insert(title);
  }
  ASSERT_GT(titles.size(), 10U);
  std::set<std::string> named;
  for (const Page& page : pages()) {
    const std::string prose = proseOf(page.text);
    for (const std::regex* pattern : {&kNamed, &kListed}) {
      for (const std::string& title : allMatches(prose, *pattern)) {
        EXPECT_TRUE(titles.contains(title)) << page.name << " names the panel " << title;
        named.insert(title);
      }
    }
  }
  EXPECT_EQ(named, titles) << "the manual names each panel somewhere as '*Title* panel'";
}

TEST(Manual, MenuEntriesNamedExist) {
  static const std::regex kPath(R"(\*(File|Edit|Run|View|Interface|Help) > ([^*]+)\*)");
  // Entries that app/window/action_menus.cpp adds to the table: submenus.
  const std::string menus = contentOf(kRoot / "app/window/action_menus.cpp");
  std::set<std::string> entries;
  for (const std::vector<std::string>& entry : actionEntries()) {
    entries.insert(entry[0] + " > " + entry[1]);
  }
  ASSERT_GT(entries.size(), 60U);
  int named = 0;
  for (const Page& page : pages()) {
    const std::string prose = proseOf(page.text);
    for (std::sregex_iterator it(prose.begin(), prose.end(), kPath), end; it != end; ++it, ++named) {
      const std::string rest = (*it)[2];
      const std::string submenu = rest.substr(0, rest.find(" > "));
      EXPECT_TRUE(entries.contains((*it)[1].str() + " > " + rest) ||
                  menus.find("addMenu(\"" + submenu + "\")") != std::string::npos)
          << page.name << " names " << (*it)[1] << " > " << rest;
      if (submenu != rest) {
        const std::string scene = rest.substr(submenu.size() + 3);
        EXPECT_TRUE(submenu == "Scenes" && fs::exists(kRoot / "resources/scenes" / (scene + ".yaml")))
            << page.name << " names " << rest;
      }
    }
  }
  EXPECT_GT(named, 10);
}

TEST(Manual, KeysNamedExist) {
  static const std::regex kKeys(R"(`((?:Ctrl|Shift|Alt)[+-][^`]+)`)");
  // Keys handled elsewhere, with the file that handles each and words of it.
  const std::map<std::string, std::pair<std::string, std::string>> elsewhere = {
      {"Ctrl-C", {"app/console/signals.cpp", "SIGINT"}},
      {"Ctrl+Space", {"app/scene_text/scene_edit.cpp", "event->key() == Qt::Key_Space"}},
      {"Ctrl+Return", {"app/scene_text/scene_text_dock.cpp", "QKeySequence(\"Ctrl+Return\")"}}};
  std::set<std::string> known;
  for (const std::vector<std::string>& entry : actionEntries()) {
    std::istringstream keys(entry[2]);
    for (std::string key; keys >> key;) {
      known.insert(key);
    }
  }
  ASSERT_GT(known.size(), 40U);
  int named = 0;
  for (const Page& page : pages()) {
    for (const std::string& key : allMatches(proseOf(page.text), kKeys)) {
      ++named;
      const auto other = elsewhere.find(key);
      const bool isElsewhere = other != elsewhere.end() &&
                               contentOf(kRoot / other->second.first).find(other->second.second) != std::string::npos;
      EXPECT_TRUE(known.contains(key) || isElsewhere) << page.name << " names the key " << key;
    }
  }
  EXPECT_GT(named, 15);
}

/// Sources of engine and program in one text, with the pieces of a string put together.
std::string allSources() {
  static const std::regex kBreak(R"("\s*\n\s*")");
  std::string text;
  for (const char* folder : {"engine", "app"}) {
    for (const fs::path& file : sourcesUnder(folder)) {
      text += std::regex_replace(contentOf(file), kBreak, "");
    }
  }
  return text;
}

TEST(Manual, MessagesExplainedAreThoseOfThePrograms) {
  static const std::regex kFirstCell(R"(^\| ([^|]*`[^|]*) \|)", std::regex::multiline);
  static const std::regex kSpan(R"(`([^`]+)`)");
  static const std::regex kPart(R"(((?:(?!\.\.\.).)+))");
  const std::string sources = allSources();
  int named = 0;
  for (const std::string& cell : allMatches(contentOf(kManual / "trouble.md"), kFirstCell)) {
    for (const std::string& message : allMatches(cell, kSpan)) {
      for (const std::string& part : allMatches(message, kPart)) {
        const std::size_t first = part.find_first_not_of(" ,:.");
        const std::size_t last = part.find_last_not_of(" ,:.");
        if (first != std::string::npos) {
          const std::string words = part.substr(first, last - first + 1);
          EXPECT_NE(sources.find(words), std::string::npos) << "trouble.md explains the message " << words;
          ++named;
        }
      }
    }
  }
  EXPECT_GT(named, 25);
}

TEST(Manual, SettingsNamedExist) {
  static const std::regex kSetting(R"(`(?:solver|reduction)\.([a-z_]+))");
  const std::string keys =
      contentOf(kRoot / "engine/settings/parameters.cpp") + contentOf(kRoot / "engine/scene_file/fields.h");
  int named = 0;
  for (const Page& page : pages()) {
    for (const std::string& key : allMatches(page.text, kSetting)) {
      EXPECT_NE(keys.find('"' + key + '"'), std::string::npos) << page.name << " names the setting " << key;
      ++named;
    }
  }
  EXPECT_GT(named, 20);
}

TEST(Manual, PathsNamedExist) {
  static const std::regex kPath(R"(`((?:engine|app|shaders|resources|tests)/[A-Za-z0-9_./-]*)`)");
  int named = 0;
  for (const Page& page : pages()) {
    for (const std::string& path : allMatches(page.text, kPath)) {
      EXPECT_TRUE(fs::exists(kRoot / path)) << page.name << " names " << path;
      ++named;
    }
  }
  EXPECT_GT(named, 2);
}

}  // namespace
}  // namespace scree
