#include "app/film/option_pages.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QTemporaryDir>

#include "app/film/options.h"
#include "engine/io/output_file.h"

namespace scree {
namespace {

TEST(OptionPages, TellEveryOption) {
  ASSERT_GT(optionTexts().size(), 20);
  for (const OptionText& option : optionTexts()) {
    const QString name = option.names.front();
    EXPECT_TRUE(helpText().contains("  " + name)) << name.toStdString();
    EXPECT_TRUE(manPage("1").remove('\\').contains("fB" + name)) << name.toStdString();
    EXPECT_TRUE(completionScript("bash", {}).contains(name)) << name.toStdString();
    EXPECT_TRUE(completionScript("zsh", {}).contains("'" + name + "[")) << name.toStdString();
    EXPECT_TRUE(completionScript("fish", {}).contains(" -l " + name.mid(2) + " ")) << name.toStdString();
  }
}

TEST(OptionPages, LinesOfTheHelpFitATerminal) {
  for (const QString& line : helpText().split('\n')) {
    EXPECT_LE(line.size(), 120) << line.toStdString();
  }
}

TEST(OptionPages, ChoicesAreTaken) {
  int choices = 0;
  for (const OptionText& option : optionTexts()) {
    for (const QString& choice : option.choices) {
      EXPECT_TRUE(parseOptions({"--film", "film.mp4", option.names.front(), choice}, false).problem.isEmpty())
          << choice.toStdString();
      ++choices;
    }
  }
  EXPECT_GT(choices, 20);
}

/// Words that bash offers after `before` for the beginning `word`.
QString offered(const QString& before, const QString& word) {
  QTemporaryDir folder;
  const QString script = folder.filePath("completion");
  writeFileAtomically(script.toStdString(), completionScript("bash", {"drum", "drop", "pile"}).toStdString());
  QProcess bash;
  bash.setWorkingDirectory(folder.path());
  bash.start("bash",
             {"-c", R"(source completion; _scree scree "$1" "$2"; echo "${COMPREPLY[@]}")", "bash", word, before});
  EXPECT_TRUE(bash.waitForFinished());
  EXPECT_EQ(bash.readAllStandardError(), "");
  return QString(bash.readAllStandardOutput()).trimmed();
}

TEST(OptionPages, BashOffersOptionsChoicesScenesAndFiles) {
  EXPECT_EQ(offered("scree", "--qu"), "--quality");
  EXPECT_EQ(offered("--quality", "g"), "good");
  EXPECT_EQ(offered("--colour", "split"), "split-cause");
  EXPECT_EQ(offered("scree", "dr"), "drum drop");
  EXPECT_EQ(offered("scree", "com"), "completion");
  EXPECT_EQ(offered("--screenshot", "com"), "completion");
  EXPECT_EQ(offered("--after", ""), "");
}

TEST(OptionPages, AnUnknownShellIsNamed) {
  EXPECT_TRUE(parseOptions({"--completion", "tcsh"}, false).problem.contains("tcsh"));
  QProcess program;
  program.start(SCREE_PROGRAM, {"--completion", "tcsh"});
  ASSERT_TRUE(program.waitForFinished());
  EXPECT_EQ(program.exitCode(), 1);
  EXPECT_TRUE(program.readAllStandardError().contains("zsh"));
}

}  // namespace
}  // namespace scree
