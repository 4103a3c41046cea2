#include "engine/base/provenance.h"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <string>
#include <thread>

#include "commit.h"

namespace scree {

namespace {

std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line)) {
    if (line.rfind("model name", 0) == 0) {
      return line.substr(line.find(':') + 2);
    }
  }
  return "unknown";
}

std::string widestInstructionSet() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0) {
    return "AVX-512";
  }
  if (__builtin_cpu_supports("avx2") != 0) {
    return "AVX2";
  }
  return __builtin_cpu_supports("sse4.2") != 0 ? "SSE4.2" : "SSE2";
#elif defined(__aarch64__)
  return "NEON";
#else
  return "unknown";
#endif
}

std::string dateNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text, length};
}

}  // namespace

Provenance thisProvenance() {
  return {.date = dateNow(),
          .commit = SCREE_COMMIT,
          .compiler = fmt::format("{} {}", SCREE_COMPILER, SCREE_BUILD_TYPE),
          .processor = processorName(),
          .cores = static_cast<double>(std::thread::hardware_concurrency()),
          .instructionSets = widestInstructionSet()};
}

}  // namespace scree
