// Studies that cannot be opened: their errors, ways on, and their repair on disk.
#include <chrono>
#include <thread>

#include "tests/gui/studies/studies_fixture.h"

namespace scree::testing {
namespace {

class StudyErrors : public StudiesTest {
 protected:
  std::string broken() {
    std::string text = kShortStudy;
    return text.replace(text.find("sweeps"), 6, "sweps");
  }
  void openBroken(const fs::path& file) {
    showDock();
    dock().open(file);
    ASSERT_TRUE(waitFor([&] { return dock().errors() != ""; }));
  }
  /// Writes a file at a time of its own.
  void rewrite(const std::string& name, const std::string& text) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    writeScene(name, text);
  }
};

TEST_F(StudyErrors, AreShownUntilTheyAreMended) {
  std::string broken = kShortStudy;
  broken.replace(broken.find("sweeps"), 6, "sweps");
  const fs::path file = study(broken);
  window().findChild<QAction*>("studies")->trigger();
  dock().open(file);
  ASSERT_TRUE(waitFor([&] { return dock().errors() != ""; }));
  EXPECT_TRUE(dock().errors().contains("heap.yaml:5:")) << dock().errors().toStdString();
  EXPECT_TRUE(dock().errors().contains("sweeps")) << "the remedy: " << dock().errors().toStdString();
  settle();
  keepPicture("studies_errors");
  writeScene("heap.yaml", kShortStudy);
  press("study_read_again");
  ASSERT_TRUE(waitFor([&] { return views().model().rowCount() == 6; }));
  EXPECT_EQ(dock().errors(), "");
  // A study that changes on disk is read again by itself.
  std::string longer = kShortStudy;
  longer.replace(longer.find("[5, 10]"), 7, "[5, 10, 20]");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  writeScene("heap.yaml", longer);
  EXPECT_TRUE(waitFor([&] { return views().model().rowCount() == 9; }));
}

TEST_F(StudyErrors, GoAwayWhenTheStudyIsMendedOnDisk) {
  openBroken(study(broken()));
  rewrite("heap.yaml", kShortStudy);
  EXPECT_TRUE(waitFor([&] { return dock().errors() == "" && views().model().rowCount() == 6; }));
}

TEST_F(StudyErrors, ChangeWhenTheStudyChangesOnDisk) {
  openBroken(study(broken()));
  std::string other = kShortStudy;
  rewrite("heap.yaml", other.replace(other.find("friction"), 8, "fricton"));
  EXPECT_TRUE(waitFor([&] { return dock().errors().contains("fricton"); })) << dock().errors().toStdString();
}

TEST_F(StudyErrors, GoAwayWhenTheSceneIsMendedOnDisk) {
  const fs::path file = study(kShortStudy);
  std::string scene = boxScene(2, 10);
  writeScene("box.yaml", scene.replace(scene.find("bodies:"), 7, "bodeis:"));
  openBroken(file);
  EXPECT_TRUE(dock().errors().contains("box.yaml")) << dock().errors().toStdString();
  rewrite("box.yaml", boxScene(2, 10));
  EXPECT_TRUE(waitFor([&] { return dock().errors() == "" && views().model().rowCount() == 6; }));
}

TEST_F(StudyErrors, GoAwayWhenAMissingSceneIsThere) {
  openBroken(writeScene("heap.yaml", kShortStudy));
  EXPECT_TRUE(dock().errors().contains("no scene file")) << dock().errors().toStdString();
  writeScene("box.yaml", boxScene(2, 10));
  EXPECT_TRUE(waitFor([&] { return dock().errors() == "" && views().model().rowCount() == 6; }));
}

TEST_F(StudyErrors, LeadToOtherStudies) {
  openBroken(study(broken()));
  const QMenu* menu = button("study_error_more")->menu();
  ASSERT_NE(menu, nullptr);
  for (QAction* action : menu->actions()) {
    if (action->text() == "pile_friction") {
      action->trigger();
    }
  }
  EXPECT_TRUE(waitFor([&] { return dock().errors() == "" && views().model().rowCount() == 12; }));
}

}  // namespace
}  // namespace scree::testing
