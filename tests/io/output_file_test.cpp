#include "engine/io/output_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/io/test_folder.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

std::string messageOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFile, WritesAndCreatesFolders) {
  const TestFolder folder;
  OutputFile file(folder / "a/b/c.txt");
  file.write("hello ");
  file.write("world");
  file.seek(0);
  file.write("J");
  file.close();
  EXPECT_EQ(readFile(folder / "a/b/c.txt"), "Jello world");
}

// The buffer hides the failure until close(): only a checked close finds a full disk.
TEST(OutputFile, FullDiskIsNoticedAtTheLatestOnClose) {
  OutputFile file("/dev/full");
  EXPECT_EQ(messageOf([&] { file.write("small"); }), "");
  EXPECT_EQ(messageOf([&] { file.close(); }), "cannot write /dev/full: No space left on device");
}

TEST(OutputFile, FullDiskIsNoticedWhileWritingMuch) {
  OutputFile file("/dev/full");
  const std::string much(1 << 20, 'x');
  EXPECT_NE(messageOf([&] { file.write(much); }).find("No space left"), std::string::npos);
}

TEST(OutputFile, FolderThatIsAFileIsNamed) {
  const TestFolder folder;
  OutputFile(folder / "file").close();
  EXPECT_NE(messageOf([&] { OutputFile out(folder / "file/x.txt"); }).find((folder / "file").string()),
            std::string::npos);
}

TEST(AtomicFile, ReplacesTheOldContentAndLeavesNothingElse) {
  const TestFolder folder;
  writeFileAtomically(folder / "r.json", std::string_view("old"));
  writeFileAtomically(folder / "r.json", std::string_view("new"));
  EXPECT_EQ(readFile(folder / "r.json"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(AtomicFile, FailureKeepsTheOldContentAndNamesTheFile) {
  const TestFolder folder;
  fs::create_directory(folder / "r.json");  // rename() cannot replace a folder
  const std::string message = messageOf([&] { writeFileAtomically(folder / "r.json", std::string_view("new")); });
  EXPECT_NE(message.find((folder / "r.json").string()), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(AtomicFile, FollowsALinkAndKeepsIt) {
  const TestFolder folder;
  writeFileAtomically(folder / "target", std::string_view("old"));
  fs::create_symlink(folder / "target", folder / "link");
  writeFileAtomically(folder / "link", std::string_view("new"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(readFile(folder / "target"), "new");
}

TEST(AtomicFile, DevicesAreWrittenInPlace) {
  EXPECT_EQ(messageOf([] { writeFileAtomically("/dev/null", std::string_view("x")); }), "");
  EXPECT_EQ(messageOf([] { writeFileAtomically("/dev/full", std::string_view("x")); }),
            "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(CheckWritable, LeavesWhatIsThereAlone) {
  const TestFolder folder;
  writeFileAtomically(folder / "r.json", std::string_view("old"));
  checkWritable(folder / "r.json");
  checkWritable(folder / "new/x.json");
  EXPECT_EQ(readFile(folder / "r.json"), "old");
  EXPECT_FALSE(fs::exists(folder / "new/x.json"));
  EXPECT_NE(messageOf([&] { checkWritable(folder / "r.json/x"); }), "");
}

}  // namespace
}  // namespace scree
