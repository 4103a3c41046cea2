#include "engine/base/processors.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace scree {

namespace {

/// Path of this program's control group (version 2), such as "/user.slice"; empty if it has none.
std::string controlGroup() {
  constexpr std::string_view kBegin = "0::";
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kBegin)) {
      return line.substr(kBegin.size());
    }
  }
  return "";
}

}  // namespace

int usableProcessors() {
  std::string limit;
  std::ifstream file("/sys/fs/cgroup" + controlGroup() + "/cpu.max");
  std::getline(file, limit);
  return usableProcessors(limit, static_cast<int>(std::thread::hardware_concurrency()));
}

int usableProcessors(std::string_view limit, int present) {
  std::istringstream text{std::string(limit)};
  double allowed = 0.0;
  double period = 0.0;
  const bool isLimited = static_cast<bool>(text >> allowed >> period) && period > 0.0;
  return std::max(1, isLimited ? static_cast<int>(std::min<double>(present, allowed / period)) : present);
}

}  // namespace scree
