// Help, completion and the manual page, made from the command line's own definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/cli/command_line.h"
#include "app/cli/manual_text.h"
#include "app/cli/words/command_tree.h"
#include "app/console/exit_codes.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

TEST(ManualText, LeavesPicturesOutAndKeepsTheWordsOfLinks) {
  EXPECT_EQ(terminalText("# Title\n\n![a drum](drum.png)\n\nSee [the\ntour](tour.md) and `a[i](x)`.\n"),
            "# Title\n\nSee the\ntour and a[i](x).\n");
  EXPECT_EQ(terminalText("A [list] of (things), an ![odd one.\n"), "A [list] of (things), an ![odd one.\n");
  EXPECT_EQ(terminalText("a\n\n```\n[x](y)\n```\n[x](y)\n"), "a\n\n```\n[x](y)\n```\nx\n");
}

TEST(ManualText, DropsTheMarksOfEmphasisAndCode) {
  EXPECT_EQ(terminalText("The *Record* panel, **all *of* it**, `Ctrl+R`, *two\nlines*.\n"),
            "The Record panel, all of it, Ctrl+R, two\nlines.\n");
  EXPECT_EQ(terminalText("| `*.scree` | *File > Open…* | [`a` *b*](c.md) |\n"), "| *.scree | File > Open… | a b |\n");
  // Other asterisks and backticks stay.
  const std::string plain = "* 2 * 3, a*b*c, r* and d*, *\n\nno end*, one ` alone\n";
  EXPECT_EQ(terminalText(plain), plain);
  // Blocks of code too.
  const std::string code = "Run\n\n    ls *a* `b` [x](y)\n\n```sh\nls *a* `b`\n```\n";
  EXPECT_EQ(terminalText(code + "*so*\n"), code + "so\n");
  EXPECT_EQ(terminalText("- one\n    *two*\n"), "- one\n    two\n");
}

/// ndem as installed, with a manual of its own.
class Help : public Ndem {
 protected:
  Help() : program(path("bin/ndem")) {
    fs::create_directories(folder / "bin");
    fs::copy_file(NDEM_PATH, program);
    const fs::path manual = folder / "share/scree/manual";
    writeFileAtomically(manual / "index.md", "# Contents\n\n- [Films](films.md)\n- [Scenes](scenes.md)\n");
    writeFileAtomically(manual / "films.md", "# Films\n\n![one](one.png)\n\nTo film see [scenes](scenes.md).\n");
    writeFileAtomically(manual / "scenes.md", "# Scenes\n\nText of scenes.\n");
  }
  ProcessResult help(std::vector<std::string> words) const {
    words.insert(words.begin(), "help");
    return runNdem(words, {.program = program});
  }
  std::string program;
};

TEST_F(Help, ListsPagesAndCommands) {
  const ProcessResult list = help({});
  EXPECT_EQ(list.code, 0) << list.err;
  for (const char* part : {"  films ", "Films", "  reference ", "  run ", "Run a scene"}) {
    EXPECT_NE(list.out.find(part), std::string::npos) << part << list.out;
  }
}

TEST_F(Help, PrintsPagesAndCommands) {
  EXPECT_EQ(help({"films"}).out, "# Films\n\nTo film see scenes.\n");
  EXPECT_EQ(help({"reference"}).out, runNdem({"schema"}).out);
  EXPECT_EQ(help({"study", "gallery"}).out, runNdem({"study", "gallery", "--help"}).out);
  // A page and a command of one name: first the page.
  const std::string scenes = help({"scenes"}).out;
  EXPECT_EQ(scenes.rfind("# Scenes\n\nText of scenes.\n", 0), 0U) << scenes;
  EXPECT_NE(scenes.find("--json"), std::string::npos) << scenes;
}

TEST_F(Help, SuggestsATopic) {
  const ProcessResult wrong = help({"flims"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.err, "ndem help: there is no topic or command 'flims': did you mean 'films'?\nSee ndem help\n");
  EXPECT_EQ(help({"study", "galery"}).code, 1);
}

TEST_F(Help, SaysTheExitCodesInOneTable) {
  const std::string table = exitCodesText();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--help"}, {"run", "--help"}, {"replay", "--help"}, {"render", "--help"}}) {
    EXPECT_NE(runNdem(words).out.find(table), std::string::npos) << words.front();
  }
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
  }
}

class Completion : public Ndem {
 protected:
  /// Words that bash offers for the last of `words`.
  std::vector<std::string> offered(const std::vector<std::string>& words) {
    writeFileAtomically(path("ndem.bash"), runNdem({"completion", "bash"}).out);
    std::string script = "source '" + path("ndem.bash") + "'; cd '" + folder.path().string() + "'; COMP_WORDS=(ndem";
    for (const std::string& word : words) {
      script += " '" + word + "'";
    }
    script += "); COMP_CWORD=" + std::to_string(words.size()) + "; _ndem; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const ProcessResult result = runNdem({"--norc", "-c", script}, {.program = "/bin/bash"});
    EXPECT_EQ(result.err, "");
    std::vector<std::string> lines;
    std::istringstream stream(result.out);
    for (std::string line; std::getline(stream, line);) {
      lines.push_back(line);
    }
    return lines;
  }
  using Words = std::vector<std::string>;
};

TEST_F(Completion, OffersCommandsOptionsAndValues) {
  EXPECT_EQ(offered({"re"}), (Words{"replay", "render"}));
  EXPECT_EQ(offered({"run", "dru"}), Words{"drum"});
  EXPECT_EQ(offered({"run", "drum", "--un"}), Words{"--until"});
  EXPECT_EQ(offered({"run", "drum", "--guard", "s"}), Words{"stop"});
  EXPECT_EQ(offered({"run", "drum", "--guard", ""}), (Words{"stop", "warn", "off"}));
  EXPECT_EQ(offered({"study", "ga"}), Words{"gallery"});
  EXPECT_EQ(offered({"study", "gallery", "--only", "sil"}), Words{"silo"});
  EXPECT_EQ(offered({"study", "gallery", "--only", "silo,dr"}), Words{"silo,drum"});
  EXPECT_EQ(offered({"render", "drum", "--colour", "split-"}), (Words{"split-cause"}));
  EXPECT_EQ(offered({"make", "hopper", "--out"}), (Words{"--outlet", "--out"}));
  EXPECT_EQ(offered({"completion", "z"}), Words{"zsh"});
  EXPECT_EQ(offered({"help", "gall"}), Words{""});
  EXPECT_EQ(offered({"help", "compl"}), Words{"completion"});
  EXPECT_EQ(offered({"run", "drum", "--report", "rai"}), Words{"rain.yaml"});
  EXPECT_EQ(offered({"check", "rai"}), Words{"rain.yaml"});
}

/// Each command and each option of the definition is in each script.
TEST_F(Completion, KnowsEverythingInEachShell) {
  const CommandLine line;
  const std::vector<TreeCommand> tree = treeOf(line.app(), line.options());
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = runNdem({"completion", shell}).out;
    const bool isFish = std::string(shell) == "fish";
    for (const TreeCommand& command : tree) {
      EXPECT_NE(script.find(command.path), std::string::npos) << shell << ": " << command.path;
      for (const TreeOption& option : command.options) {
        const std::string name = isFish ? "-l " + option.names.front().substr(2) : option.names.front();
        EXPECT_NE(script.find(name), std::string::npos) << shell << ": " << option.names.front();
      }
    }
  }
}

TEST_F(Completion, ScriptsAreSoundWhereTheShellIsInstalled) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string program = "/usr/bin/" + shell;
    if (fs::exists(program)) {
      writeFileAtomically(path("script"), runNdem({"completion", shell}).out);
      const ProcessResult result = runNdem({"-n", path("script")}, {.program = program});
      EXPECT_EQ(result.code, 0) << shell << ": " << result.err;
      EXPECT_EQ(result.err, "") << shell;
    }
  }
}

TEST_F(Ndem, TheManualPageHasEveryCommandAndNoFault) {
  const ProcessResult man = runNdem({"man"});
  ASSERT_EQ(man.code, 0);
  for (const TreeCommand& command : treeOf(CommandLine().app(), {})) {
    std::string path = command.path;
    for (std::size_t at = path.find('-'); at != std::string::npos; at = path.find('-', at + 2)) {
      path.insert(at, "\\");
    }
    EXPECT_TRUE(!command.commands.empty() || man.out.find(".SS " + path + "\n") != std::string::npos) << command.path;
  }
  for (const char* title : {".TH NDEM 1", ".SH NAME", ".SH SYNOPSIS", ".SH EXIT STATUS", "\\-\\-until"}) {
    EXPECT_NE(man.out.find(title), std::string::npos) << title;
  }
  if (fs::exists("/usr/bin/mandoc")) {
    writeFileAtomically(path("ndem.1"), man.out);
    const ProcessResult lint = runNdem({"-T", "lint", "-W", "error", path("ndem.1")}, {.program = "/usr/bin/mandoc"});
    EXPECT_EQ(lint.code, 0) << lint.out << lint.err;
  }
}

}  // namespace
}  // namespace scree
