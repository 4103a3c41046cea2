// Files that editors write or replace while they are watched.
#include "app/window/files/file_watch.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

namespace scree {
namespace {

namespace fs = std::filesystem;

class FileWatchTest : public ::testing::Test {
 protected:
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
  void write(const char* name, const char* text) const { std::ofstream(path(name)) << text; }
  static QString text(const fs::path& file) { return QString::fromStdString(file.string()); }
  bool waitForChanges(int count) {
    return QTest::qWaitFor([&] { return changes_.size() >= count; }, 5000);
  }

  QTemporaryDir folder_;
  QStringList changes_;
  FileWatch watch_{[this](const QString& file) { changes_ << file; }};
};

TEST_F(FileWatchTest, TellsOfEveryFileThatIsWritten) {
  write("scene.yaml", "a");
  write("base.yaml", "a");
  watch_.watch({text(path("scene.yaml")), text(path("base.yaml"))});
  write("base.yaml", "b");
  ASSERT_TRUE(waitForChanges(1));
  EXPECT_EQ(changes_.back(), text(path("base.yaml")));
  write("scene.yaml", "b");
  ASSERT_TRUE(waitForChanges(2));
  EXPECT_EQ(changes_.back(), text(path("scene.yaml")));
}

TEST_F(FileWatchTest, GoesOnAfterAnEditorHasReplacedTheFile) {
  write("scene.yaml", "a");
  watch_.watch({text(path("scene.yaml"))});
  for (int i = 1; i <= 3; ++i) {
    write("scene.yaml~", "b");
    fs::rename(path("scene.yaml~"), path("scene.yaml"));
    ASSERT_TRUE(waitForChanges(i)) << i;
  }
}

TEST_F(FileWatchTest, AFileThatIsAwayForAWhileIsFoundAgain) {
  write("scene.yaml", "a");
  watch_.watch({text(path("scene.yaml"))});
  fs::remove(path("scene.yaml"));
  QTest::qWait(400);
  EXPECT_TRUE(changes_.isEmpty()) << "there is nothing to read yet";
  write("scene.yaml", "b");
  ASSERT_TRUE(waitForChanges(1));
  write("scene.yaml", "c");
  ASSERT_TRUE(waitForChanges(2));
}

TEST_F(FileWatchTest, FilesThatAreWatchedNoMoreAreNotTold) {
  write("old.yaml", "a");
  write("new.yaml", "a");
  watch_.watch({text(path("old.yaml"))});
  watch_.watch({text(path("new.yaml"))});
  write("old.yaml", "b");
  write("new.yaml", "b");
  ASSERT_TRUE(waitForChanges(1));
  QTest::qWait(300);
  EXPECT_EQ(changes_, QStringList{text(path("new.yaml"))});
}

}  // namespace
}  // namespace scree
