#include "tests/io/test_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace scree {

TestFolder::TestFolder() {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name =
      std::string("scree_") + test->test_suite_name() + "_" + test->name() + "_" + std::to_string(::getpid());
  std::ranges::replace(name, '/', '_');
  path_ = std::filesystem::temp_directory_path() / name;
  std::filesystem::remove_all(path_);
  std::filesystem::create_directories(path_);
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace scree
