#include "engine/base/large_pages.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

namespace scree {
namespace {

constexpr const char* kTunables = "GLIBC_TUNABLES";
constexpr const char* kRestarted = "SCREE_TEST_RESTARTED";

/// Starts this program anew as a child, with only one test; its exit code.
int restartedWith(const char* tunables) {
  const pid_t child = ::fork();
  if (child == 0) {
    tunables == nullptr ? ::unsetenv(kTunables) : ::setenv(kTunables, tunables, 1);
    ::setenv(kRestarted, "1", 1);
    std::string name = "test_engine";
    std::string filter = "--gtest_filter=LargePages.AreAskedForOnce";
    std::array<char*, 3> arguments{name.data(), filter.data(), nullptr};
    restartOnLargePages(arguments.data());
    ::_exit(99);  // it came back
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(LargePages, AreAskedForOnce) {
  if (std::getenv(kRestarted) == nullptr) {
    ::setenv(kTunables, "glibc.malloc.hugetlb=1", 1);
  }
  restartOnLargePages(nullptr);  // returns: a second start would end the test with an error
  const char* tunables = std::getenv(kTunables);
  ASSERT_NE(tunables, nullptr);
  EXPECT_NE(std::string(tunables).find("glibc.malloc.hugetlb=1"), std::string::npos);
}

TEST(LargePages, TheProgramStartsAnewWithTheSettingAndWithWhatWasSet) {
  EXPECT_EQ(restartedWith(nullptr), 0);
  EXPECT_EQ(restartedWith("glibc.malloc.check=0"), 0);
}

TEST(LargePages, WhoSetsItOtherwiseIsLeftAlone) { EXPECT_EQ(restartedWith("glibc.malloc.hugetlb=0"), 99); }

}  // namespace
}  // namespace scree
