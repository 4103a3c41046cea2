#pragma once

#include <filesystem>
#include <string>

#include "engine/world/world.h"

namespace scree {

/// Two grains falling onto a plane in a turning drum, a third in a sink; two materials. Names hold characters that XML
/// and CSV must escape.
World sampleWorld();

/// An empty folder of this test that is removed afterwards.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace scree
