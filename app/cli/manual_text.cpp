#include "app/cli/manual_text.h"

#include <algorithm>
#include <cctype>
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

/// Words at the beginning of a text between two equal marks, such as "*so*" or "`so`".
struct Marked {
  std::string_view words;
  std::size_t length = 0;  ///< of all of it
};

bool isSpace(char c) { return c == ' ' || c == '\n'; }
bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Finds words between two rows of `mark` of equal length, in one paragraph. Words in asterisks neither begin nor end
/// with a space.
std::optional<Marked> markedAt(std::string_view text, char mark) {
  const std::string_view paragraph = text.substr(0, text.find("\n\n"));
  const std::size_t marks = std::min(paragraph.find_first_not_of(mark), paragraph.size());
  if (marks == 0 || marks == paragraph.size() || (mark == '*' && isSpace(paragraph[marks]))) {
    return std::nullopt;
  }
  std::size_t at = paragraph.find(mark, marks);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(paragraph.find_first_not_of(mark, at), paragraph.size());
    if (end - at == marks && (mark != '*' || !isSpace(paragraph[at - 1]))) {
      return Marked{text.substr(marks, at - marks), end};
    }
    at = paragraph.find(mark, end);
  }
  return std::nullopt;
}

/// Text between blocks of code.
std::string plainText(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const bool isPicture = text.starts_with("![");
    if (const std::optional<Link> link = linkAt(text.substr(isPicture ? 1 : 0))) {
      plain += isPicture ? std::string() : plainText(link->words);
      text.remove_prefix(link->length + (isPicture ? 1 : 0));
      // A line with a picture alone leaves no empty one.
      if (isPicture && text.starts_with("\n\n") && (plain.empty() || plain.ends_with("\n"))) {
        text.remove_prefix(2);
      }
      continue;
    }
    if (const std::optional<Marked> code = markedAt(text, '`')) {
      plain += code->words;
      text.remove_prefix(code->length);
      continue;
    }
    // An asterisk behind a letter or another asterisk is no mark.
    const bool mayBegin = plain.empty() || !(isLetter(plain.back()) || plain.back() == '*');
    if (const std::optional<Marked> emphasis = mayBegin ? markedAt(text, '*') : std::nullopt) {
      plain += plainText(emphasis->words);
      text.remove_prefix(emphasis->length);
      continue;
    }
    plain += text.front();
    text.remove_prefix(1);
  }
  return plain;
}

}  // namespace

std::string terminalText(const std::string& markdown) {
  std::string text;
  std::string prose;  // lines since the last block of code
  bool isFenced = false;
  bool mayIndent = true;  // an indented line is code after an empty line or other code
  std::string_view rest = markdown;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
    rest.remove_prefix(line.size());
    const bool isFence = line.starts_with("```");
    const bool isCode = isFenced || isFence || (mayIndent && line.starts_with("    "));
    isFenced = isFenced != isFence;
    mayIndent = isCode || line == "\n";
    if (!isCode) {
      prose += line;
      continue;
    }
    text += plainText(prose);
    prose.clear();
    text += line;
  }
  return text + plainText(prose);
}

}  // namespace scree
