#include "engine/formats/text/text_number.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace scree {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Place behind the digits that begin at `at`.
std::size_t behindDigits(std::string_view text, std::size_t at) {
  while (at < text.size() && isDigit(text[at])) {
    ++at;
  }
  return at;
}

}  // namespace

std::optional<double> numberOf(std::string_view text) {
  double value = 0.0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, problem] = std::from_chars(begin, text.data() + text.size(), value);
  if (end != text.data() + text.size()) {
    return std::nullopt;
  }
  if (problem == std::errc::result_out_of_range && text.find_first_of("eE") != std::string_view::npos &&
      text[text.find_first_of("eE") + 1] == '-') {
    return 0.0;  // smaller than the smallest number
  }
  return problem == std::errc() ? std::optional(value) : std::nullopt;
}

bool isUtf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const std::size_t more = first < 0x80                    ? 0
                             : first >= 0xc2 && first < 0xe0 ? 1
                             : first >= 0xe0 && first < 0xf0 ? 2
                             : first >= 0xf0 && first < 0xf5 ? 3
                                                             : 9;
    if (more == 9 || i + more >= bytes.size()) {
      return false;
    }
    for (std::size_t k = 1; k <= more; ++k) {
      if ((static_cast<unsigned char>(bytes[i + k]) & 0xc0U) != 0x80) {
        return false;
      }
    }
    i += more + 1;
  }
  return true;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const bool isSound = isUtf8(text);
  std::size_t end = std::min(text.size(), kLongest);
  // Not inside a letter of several bytes.
  while (isSound && end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80) {
    --end;
  }
  std::string shown(text.substr(0, end));
  std::ranges::replace_if(
      shown,
      [isSound](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f || (byte > 0x7f && !isSound);
      },
      '?');
  return text.size() > end ? shown + "..." : shown;
}

std::string quotedPart(std::string_view text) { return "'" + shortened(text) + "'"; }

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return lower;
}

std::string_view trimmedText(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n\r\v\f");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\n\r\v\f") - first + 1);
}

std::vector<std::string_view> wordsOf(std::string_view line) {
  constexpr std::string_view kBetween = " \t\v\f";
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(kBetween); begin != std::string_view::npos;
       begin = line.find_first_not_of(kBetween)) {
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(kBetween), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::string withPoint(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::size_t comma = behindDigits(text, sign);
  const std::size_t end = comma < text.size() && text[comma] == ',' ? behindDigits(text, comma + 1) : 0;
  std::string result(text);
  // Behind the digits nothing, a blank, a power of ten or a unit; a second comma or a point is no number.
  if (comma > sign && end > comma + 1 && text.find_first_of(",.", end) == std::string_view::npos) {
    result[comma] = '.';
  }
  return result;
}

}  // namespace scree
