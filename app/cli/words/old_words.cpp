#include "app/cli/words/old_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace scree {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kOldWords = {{
    {"--output", "--out"},
    {"--csv", "--out"},
    {"--system", "--only"},
    {"--systems", "--only"},
    {"--part", "--only"},
    {"--class", "--only"},
    {"--variant", "--only"},
    {"--setup", "--ways"},
    {"--threads", "--jobs"},
    {"--jobs", "--threads"},
    {"--seed", "--from-seed"},
    {"--duration", "--seconds"},
    {"--record-size", "--size"},
    {"--record-speed", "--speed"},
    {"--record-seconds", "--seconds"},
    {"--record-fps", "--fps"},
    {"--record-show", "--show"},
    {"--record-quality", "--quality"},
}};

}  // namespace

std::string newWordFor(std::string_view word, const std::vector<std::string>& options) {
  for (const auto& [old, now] : kOldWords) {
    if (old == word && std::ranges::find(options, now) != options.end()) {
      return std::string(now);
    }
  }
  return {};
}

}  // namespace scree
