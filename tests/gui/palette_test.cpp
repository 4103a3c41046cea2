#include <QApplication>
#include <QLineEdit>
#include <QPointer>
#include <QTest>
#include <QTreeWidget>

#include "app/panels/panel.h"
#include "app/window/command_palette.h"
#include "app/window/files/settings.h"
#include "app/window/fuzzy.h"
#include "app/window/palette_entries.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

TEST(Fuzzy, FindsLettersInTheirOrder) {
  EXPECT_TRUE(fuzzyScore("ftn", "Find a command, then"));
  EXPECT_FALSE(fuzzyScore("xyz", "Play or pause"));
  EXPECT_FALSE(fuzzyScore("esuap", "Play or pause")) << "the order counts";
  EXPECT_EQ(fuzzyScore("", "anything"), 0);
  EXPECT_EQ(fuzzyScore("PLAY", "play"), fuzzyScore("play", "PLAY"));
  EXPECT_TRUE(fuzzyScore("pause play", "Play or pause")) << "words in any order";
}

TEST(Fuzzy, WordStartsAndNeighboursCountMore) {
  EXPECT_GT(*fuzzyScore("pp", "Play or pause"), *fuzzyScore("pp", "Clip panel, happy"));
  EXPECT_GT(*fuzzyScore("clip", "Clip"), *fuzzyScore("clip", "Colour legend in picture"));
}

TEST(Palette, WhatWasUsedLatelyComesFirst) {
  const std::vector<PaletteEntry> entries = {{"a", "Save picture", "File", {}, {}, [] {}},
                                             {"b", "Save session", "File", {}, {}, [] {}},
                                             {"c", "Quit", "File", {}, {}, [] {}}};
  EXPECT_EQ(fittingEntries(entries, "", {}), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(fittingEntries(entries, "", {"c", "b"}), (std::vector<std::size_t>{2, 1, 0}));
  EXPECT_EQ(fittingEntries(entries, "save", {"c", "b"}), (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(fittingEntries(entries, "zebra", {}).empty());
}

TEST(Palette, NoMoreThanWasTypedComesFirst) {
  const std::vector<PaletteEntry> entries = {{"b", "Open scene balling_drum", "Scenes", {}, {}, [] {}},
                                             {"d", "Open scene drum", "Scenes", {}, {}, [] {}}};
  EXPECT_EQ(fittingEntries(entries, "scene drum", {}), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(fittingEntries(entries, "scene drum", {"b"}), (std::vector<std::size_t>{0, 1})) << "used lately";
}

class PaletteTest : public GuiTest {
 protected:
  CommandPalette* palette() { return window().findChild<CommandPalette*>("command_palette"); }
  QLineEdit* openPalette() {
    key(Qt::Key_P, Qt::ControlModifier);
    EXPECT_TRUE(waitFor([&] { return palette() != nullptr && palette()->isVisible(); }));
    auto* line = palette()->findChild<QLineEdit*>("command_typed");
    EXPECT_TRUE(waitFor([&] { return QApplication::focusWidget() == line; }));
    return line;
  }
  void waitClosed() {
    EXPECT_TRUE(waitFor([&] { return palette() == nullptr || !palette()->isVisible(); }));
    window().activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window()));
    settle();
  }
};

TEST_F(PaletteTest, RunsByTheKeyboardAlone) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  QLineEdit* line = openPalette();
  QTest::keyClicks(line, "colour by overl");
  EXPECT_EQ(palette()->shownIds().front(), "colour.Overlap");
  const QByteArray artifacts = qgetenv("SCREE_ARTIFACTS");
  if (!artifacts.isEmpty()) {
    palette()->grab().save(QString::fromLocal8Bit(artifacts) + "/gui_palette.png");
  }
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(viewport().options().colourBy, ColourBy::overlap);
  waitClosed();
  EXPECT_EQ(settings::recentCommands(), QStringList{"colour.Overlap"});

  line = openPalette();
  EXPECT_EQ(palette()->shownIds().front(), "colour.Overlap") << "what was run last is on top";
  QTest::keyClicks(line, "legend");
  EXPECT_EQ(palette()->shownIds().front(), "legend");
  const bool legend = viewport().memory().showLegend;
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return viewport().memory().showLegend != legend; }));
  waitClosed();

  line = openPalette();
  const QStringList all = palette()->shownIds();
  QTest::keyClick(line, Qt::Key_Down);
  QTest::keyClick(line, Qt::Key_Return);
  waitClosed();
  EXPECT_EQ(settings::recentCommands().front(), all[1]) << "the second of the list";
}

TEST_F(PaletteTest, EscapeClosesAndChangesNothing) {
  open(writeScene("box.yaml", boxScene(2, 20)), false);
  QLineEdit* line = openPalette();
  QTest::keyClicks(line, "accurate");
  QTest::keyClick(line, Qt::Key_Escape);
  waitClosed();
  EXPECT_TRUE(settings::recentCommands().isEmpty());
  EXPECT_EQ(snapshot().scene.parameters.sweeps, 20);
  line = openPalette();
  QTest::keyClicks(line, "solver preset accurate");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return presetOf(snapshot().scene.parameters) == Preset::accurate; }));
}

TEST_F(PaletteTest, SaysThatNothingFitsAndRunsNothing) {
  open(writeScene("box.yaml", boxScene(2, 20)), false);
  QLineEdit* line = openPalette();
  QTest::keyClicks(line, "zebra");
  EXPECT_TRUE(palette()->shownIds().isEmpty());
  auto* list = palette()->findChild<QTreeWidget*>("command_list");
  ASSERT_EQ(list->topLevelItemCount(), 1);
  EXPECT_TRUE(list->topLevelItem(0)->text(0).startsWith("Nothing fits"));
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_TRUE(palette()->isVisible());
  line->clear();
  EXPECT_FALSE(palette()->shownIds().isEmpty()) << "and finds all again";
  QTest::keyClick(line, Qt::Key_Escape);
  waitClosed();
  EXPECT_TRUE(settings::recentCommands().isEmpty());
}

TEST_F(PaletteTest, MeasuresAStepWithAllMethods) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  ASSERT_EQ(snapshot().solver.comparison, nullptr);
  QLineEdit* line = openPalette();
  QTest::keyClicks(line, "all methods");
  EXPECT_EQ(palette()->shownIds().front(), "compare_methods");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return snapshot().solver.comparison != nullptr; }));
  waitClosed();
}

TEST_F(PaletteTest, HasEveryPanelColourPresetAndScene) {
  QStringList ids;
  for (const PaletteEntry& entry : paletteEntries(window().parts())) {
    EXPECT_FALSE(ids.contains(entry.id)) << entry.id.toStdString();
    EXPECT_FALSE(entry.text.isEmpty() || entry.where.isEmpty() || entry.meaning.isEmpty()) << entry.id.toStdString();
    ids << entry.id;
  }
  for (const Panel& panel : panels()) {
    EXPECT_TRUE(ids.contains("panel." + QString::fromUtf8(panel.id.data(), static_cast<int>(panel.id.size()))));
  }
  for (const char* id :
       {"play_pause", "colour.Aggregate", "map.Viridis", "solver.paper-warm", "reduction.local", "scene.drum"}) {
    EXPECT_TRUE(ids.contains(id)) << id << " of " << ids.join(' ').toStdString();
  }
}

}  // namespace
}  // namespace scree::testing
