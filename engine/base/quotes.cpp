#include "engine/base/quotes.h"

namespace scree {

namespace {

constexpr std::size_t kLongestQuote = 60;

}  // namespace

std::string inQuotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, kLongestQuote)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  if (text.size() > kLongestQuote) {
    // Removes the rest of a multi-byte character that the cut went through.
    while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0x80) != 0) {
      result.pop_back();
    }
    result += "...";
  }
  return result + "'";
}

}  // namespace scree
