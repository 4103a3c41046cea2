// What fuzzing found, replayed: every file of the corpus is read, or refused with a message, within seconds.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/fuzz/readers.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLongest{5};

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Reads all files of a folder; returns how many were read, not refused.
std::size_t replay(const ReaderKind& kind, const fs::path& folder) {
  std::size_t count = 0;
  for (const fs::path& file : filesIn(folder)) {
    const auto start = std::chrono::steady_clock::now();
    const ReadOutcome outcome = kind.read(contentOf(file));
    EXPECT_LT(std::chrono::steady_clock::now() - start, kLongest) << file;
    EXPECT_TRUE(outcome.isRead || !outcome.message.empty()) << file;
    count += outcome.isRead ? 1 : 0;
  }
  return count;
}

class Corpus : public testing::TestWithParam<std::string> {};

TEST_P(Corpus, IsReadOrRefusedWithAMessage) {
  const ReaderKind& kind = *findReaderKind(GetParam());
  const fs::path folder = fs::path(SCREE_SOURCE_DIR) / "tests/fuzz/corpus" / GetParam();
  EXPECT_GT(filesIn(folder).size(), 3U);
  const std::size_t read = replay(kind, folder);
  // States and recordings of other versions are all refused; elsewhere a corpus without a sound file reaches little.
  const bool isText = GetParam() != "state" && GetParam() != "recording";
  EXPECT_TRUE(!isText || read > 0);
}

TEST_P(Corpus, SeedsAreRead) {
  const ReaderKind& kind = *findReaderKind(GetParam());
  const TestFolder folder;
  writeMadeSeeds(folder.path());
  const fs::path committed = fs::path(SCREE_SOURCE_DIR) / "tests/fuzz/seeds" / GetParam();
  const std::size_t count = filesIn(committed).size() + filesIn(folder / GetParam()).size();
  EXPECT_GT(count, 0U);
  for (const fs::path& from : {committed, folder / GetParam()}) {
    for (const fs::path& file : filesIn(from)) {
      const ReadOutcome outcome = kind.read(contentOf(file));
      EXPECT_TRUE(outcome.isRead) << file << ": " << outcome.message;
    }
  }
}

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (const ReaderKind& kind : readerKinds()) {
    names.emplace_back(kind.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Corpus, testing::ValuesIn(kindNames()),
                         [](const testing::TestParamInfo<std::string>& kind) { return kind.param; });

}  // namespace
}  // namespace scree
