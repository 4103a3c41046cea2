#include "engine/formats/text/plain_text.h"

#include <iconv.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

/// UTF-8 of a text in another encoding; nothing where it is damaged.
std::optional<std::string> asUtf8(std::string bytes, const char* encoding) {
  const iconv_t converter = iconv_open("UTF-8", encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) {
    return std::nullopt;
  }
  // A unit of UTF-16 or a byte of Windows-1252 takes three bytes at most.
  std::string text(3 * bytes.size(), '\0');
  char* from = bytes.data();
  char* to = text.data();
  std::size_t left = bytes.size();
  std::size_t room = text.size();
  const bool isSound = iconv(converter, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  text.resize(text.size() - room);
  return isSound && left == 0 ? std::optional(std::move(text)) : std::nullopt;
}

/// Encoding of UTF-16 by its mark, or by the zeros between letters of a text without one; null: another.
const char* wideEncodingOf(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE")) {
    return "UTF-16LE";
  }
  if (bytes.starts_with("\xFE\xFF")) {
    return "UTF-16BE";
  }
  if (bytes.size() < 4 || bytes.size() % 2 != 0) {
    return nullptr;
  }
  const bool isLow = bytes[0] != 0 && bytes[1] == 0 && bytes[2] != 0 && bytes[3] == 0;
  const bool isHigh = bytes[0] == 0 && bytes[1] != 0 && bytes[2] == 0 && bytes[3] != 0;
  return isLow ? "UTF-16LE" : isHigh ? "UTF-16BE" : nullptr;
}

void endLinesInLf(std::string& text) {
  if (text.find('\r') == std::string::npos) {
    return;
  }
  std::size_t to = 0;
  for (std::size_t from = 0; from < text.size(); ++from) {
    if (text[from] == '\r') {
      text[to++] = '\n';
      from += from + 1 < text.size() && text[from + 1] == '\n' ? 1 : 0;
    } else {
      text[to++] = text[from];
    }
  }
  text.resize(to);
}

}  // namespace

PlainText plainText(std::string bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  PlainText result;
  if (const char* encoding = wideEncodingOf(bytes)) {
    std::optional<std::string> text = asUtf8(std::move(bytes), encoding);
    if (!text) {
      return {{}, "it is text in UTF-16, and cut short or damaged", "save it again, as UTF-8", {}};
    }
    bytes = std::move(*text);
    result.note = "text in UTF-16";
  }
  if (bytes.starts_with(kMark)) {
    bytes.erase(0, kMark.size());
  }
  if (bytes.find('\0') != std::string::npos) {
    return {{}, "it is binary, not text", "save it as text", {}};
  }
  if (!isUtf8(bytes)) {
    if (std::optional<std::string> text = asUtf8(bytes, "CP1252")) {
      bytes = std::move(*text);
      result.note = "text in Windows-1252";
    }
  }
  endLinesInLf(bytes);
  result.text = std::move(bytes);
  return result;
}

}  // namespace scree
