// The words of the command line, walked as they are declared.
#include "tests/cli/vocabulary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "app/cli/command_line.h"
#include "app/cli/words/command_tree.h"
#include "tests/cli/command_lines.h"

namespace scree {
namespace {

std::vector<TreeCommand> tree() {
  const CommandLine line;
  return treeOf(line.app(), line.options());
}

/// The options of meshes are their keys in scene files.
bool isOfMeshes(const TreeCommand& command) { return command.path.starts_with("ndem make "); }

TEST(Vocabulary, EachMeaningHasOneWord) {
  std::set<std::string> meanings;
  for (const auto& [word, meaning] : kVocabulary) {
    EXPECT_TRUE(meanings.insert(meaning).second) << word << " is a second word for: " << meaning;
  }
}

TEST(Vocabulary, EveryOptionIsAWordOfIt) {
  std::size_t options = 0;
  for (const TreeCommand& command : tree()) {
    for (const TreeOption& option : command.options) {
      EXPECT_EQ(option.names.size(), 1U) << command.path << " has two words: " << option.names.front();
      EXPECT_TRUE(isOfMeshes(command) || kVocabulary.contains(option.names.front()))
          << command.path << ": " << option.names.front();
      ++options;
    }
  }
  EXPECT_GT(options, 100U);
}

/// A word takes a value of one type wherever it stands; results are files or folders.
TEST(Vocabulary, AWordHasOneTypeOfValue) {
  std::map<std::string, std::string> types;
  for (const TreeCommand& command : tree()) {
    for (const TreeOption& option : command.options) {
      const std::string& name = option.names.front();
      if (name != "--out" && !isOfMeshes(command)) {
        const auto [known, isNew] = types.emplace(name, option.type);
        EXPECT_EQ(known->second, option.type) << command.path << ": " << name;
      }
    }
  }
  for (const char* time : {"--until", "--every", "--from", "--to", "--time", "--seconds", "--would-move"}) {
    EXPECT_EQ(types[time], "TIME") << time;
  }
}

TEST(Vocabulary, EverythingHasAHelp) {
  for (const TreeCommand& command : tree()) {
    EXPECT_GT(command.meaning.size(), 15U) << command.path;
    for (const std::vector<TreeOption>* list : {&command.options, &command.arguments}) {
      for (const TreeOption& option : *list) {
        EXPECT_FALSE(option.meaning.empty()) << command.path << ": " << option.names.front();
      }
    }
  }
}

TEST(Vocabulary, SomeCommandsAreForScripts) {
  for (const TreeCommand& command : tree()) {
    const bool isScripted = command.path == "ndem check" || command.path == "ndem scenes" ||
                            command.path == "ndem schema" || command.path == "ndem compare" ||
                            command.path == "ndem plan";
    const bool hasJson =
        std::ranges::any_of(command.options, [](const auto& o) { return o.names.front() == "--json"; });
    EXPECT_EQ(isScripted, hasJson) << command.path;
  }
}

const TreeCommand* commandAt(const std::vector<TreeCommand>& commands, const std::string& path) {
  const auto found = std::ranges::find(commands, path, &TreeCommand::path);
  return found == commands.end() ? nullptr : &*found;
}

/// Words in capitals, and dots, stand for something else.
bool isPlaceholder(const std::string& word) {
  return word == "..." || word == "…" ||
         (!word.empty() && std::ranges::all_of(word, [](unsigned char c) { return std::isupper(c) != 0 || c == '-'; }));
}

void expectKnown(const std::vector<std::string>& words, const std::vector<TreeCommand>& commands,
                 const std::string& where) {
  const TreeCommand* at = &commands.front();
  for (const std::string& word : words) {
    if (word.starts_with("--")) {
      const std::string name = word.substr(0, word.find('='));
      const bool isKnown = std::ranges::any_of(at->options, [&](const auto& o) { return o.names.front() == name; });
      EXPECT_TRUE(isKnown) << where << ": " << at->path << " has no option " << name;
    } else if (!at->commands.empty() && !isPlaceholder(word)) {
      const TreeCommand* inner = commandAt(commands, at->path + " " + word);
      ASSERT_NE(inner, nullptr) << where << ": " << at->path << " has no command " << word;
      at = inner;
    } else if (!at->commands.empty()) {
      return;
    }
  }
}

TEST(Documents, CommandLinesOfNdemAreUnderstood) {
  const std::vector<TreeCommand> commands = tree();
  std::size_t lines = 0;
  for (const std::filesystem::path& file : documents()) {
    for (const std::vector<std::string>& words : commandLinesOf(readFile(file), "ndem")) {
      expectKnown(words, commands, file.filename().string());
      ++lines;
    }
  }
  EXPECT_GT(lines, 5U);
}

TEST(Documents, CommandLinesAreFound) {
  const auto lines = commandLinesOf(
      "Text `ndem run\ndrum --until 5` and `scree`.\n\n    build/ndem check a.yaml  # why\n\n```\n$ ndem x > y\n```\n"
      "no ndem here\n",
      "ndem");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], (std::vector<std::string>{"check", "a.yaml"}));
  EXPECT_EQ(lines[1], (std::vector<std::string>{"x"}));
  EXPECT_EQ(lines[2], (std::vector<std::string>{"run", "drum", "--until", "5"}));
}

}  // namespace
}  // namespace scree
