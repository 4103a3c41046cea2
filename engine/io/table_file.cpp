#include "engine/io/table_file.h"

#include <charconv>
#include <system_error>

namespace scree {

namespace fs = std::filesystem;

namespace {

// Header and rows of an earlier run up to `last`; the header alone when there are none to keep.
std::string keptOf(const fs::path& file, const std::string& header, std::optional<double> last) {
  std::error_code error;
  if (!last || !fs::is_regular_file(file, error)) {
    return header;
  }
  const std::string content = readFile(file);
  if (!content.starts_with(header)) {
    return header;
  }
  std::size_t end = header.size();
  while (end < content.size()) {
    const std::size_t next = content.find('\n', end);
    double at = 0.0;
    if (next == std::string::npos ||
        std::from_chars(content.data() + end, content.data() + next, at).ec != std::errc() || at > *last) {
      break;
    }
    end = next + 1;
  }
  return content.substr(0, end);
}

}  // namespace

std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') {
      out += c;
    }
  }
  return out + '"';
}

OutputFile openTable(const fs::path& file, const std::string& header, std::optional<double> keepUntil) {
  const std::string kept = keptOf(file, header, keepUntil);
  OutputFile out(file);
  out.write(kept);
  out.flush();
  return out;
}

}  // namespace scree
