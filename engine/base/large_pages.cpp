#include "engine/base/large_pages.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace scree {

void restartOnLargePages(char** argv) {
  const char* given = std::getenv("GLIBC_TUNABLES");
  std::string tunables = given == nullptr ? "" : given;
  if (tunables.find("glibc.malloc.hugetlb") != std::string::npos) {
    return;
  }
  tunables += (tunables.empty() ? "" : ":") + std::string("glibc.malloc.hugetlb=1");
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (!failure && ::setenv("GLIBC_TUNABLES", tunables.c_str(), 1) == 0) {
    ::execv(program.c_str(), argv);
  }
}

}  // namespace scree
