#include "app/cli/manual_text.h"

#include <optional>
#include <string_view>

namespace scree {

namespace {

/// Link at the beginning of a text: "[words](address)".
struct Link {
  std::string_view words;
  std::size_t length = 0;  ///< of all of it
};

std::optional<Link> linkAt(std::string_view text) {
  const std::size_t close = text.find(']');
  if (!text.starts_with('[') || close == std::string_view::npos || text.substr(close + 1, 1) != "(") {
    return std::nullopt;
  }
  const std::size_t end = text.find(')', close);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return Link{text.substr(1, close - 1), end + 1};
}

/// Text between blocks of code.
std::string plainText(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const bool isPicture = text.starts_with("![");
    if (const std::optional<Link> link = linkAt(text.substr(isPicture ? 1 : 0))) {
      plain += isPicture ? std::string_view() : link->words;
      text.remove_prefix(link->length + (isPicture ? 1 : 0));
      // A line with a picture alone leaves no empty one.
      if (isPicture && text.starts_with("\n\n") && (plain.empty() || plain.ends_with("\n"))) {
        text.remove_prefix(2);
      }
      continue;
    }
    if (text.front() == '`') {
      const std::size_t end = text.find('`', 1);
      const std::size_t length = end == std::string_view::npos ? 1 : end + 1;
      plain += text.substr(0, length);
      text.remove_prefix(length);
      continue;
    }
    plain += text.front();
    text.remove_prefix(1);
  }
  return plain;
}

}  // namespace

std::string terminalText(const std::string& markdown) {
  constexpr std::string_view kFence = "\n```";
  std::string text;
  std::string_view rest = markdown;
  while (!rest.empty()) {
    const std::size_t open = rest.find(kFence);
    text += plainText(rest.substr(0, open));
    if (open == std::string_view::npos) {
      break;
    }
    const std::size_t close = rest.find(kFence, open + kFence.size());
    const std::size_t end = close == std::string_view::npos ? rest.size() : close + kFence.size();
    text += rest.substr(open, end - open);
    rest.remove_prefix(end);
  }
  return text;
}

}  // namespace scree
