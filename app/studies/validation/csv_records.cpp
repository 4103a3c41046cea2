#include "app/studies/validation/csv_records.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace scree {

namespace {

/// Fields of the line that begins at `place`, which moves behind it; `line` counts line breaks. Empty if a quote is not
/// closed.
std::vector<std::string> fieldsOf(std::string_view text, std::size_t& place, int& line) {
  std::vector<std::string> fields(1);
  bool isQuoted = false;
  for (; place < text.size(); ++place) {
    const char c = text[place];
    line += c == '\n' ? 1 : 0;
    if (isQuoted && c == '"' && place + 1 < text.size() && text[place + 1] == '"') {
      fields.back() += '"';
      ++place;
    } else if (c == '"') {
      isQuoted = !isQuoted;
    } else if (c == ',' && !isQuoted) {
      fields.emplace_back();
    } else if (c == '\n' && !isQuoted) {
      ++place;
      return fields;
    } else if (c != '\r' || isQuoted) {
      fields.back() += c;
    }
  }
  return isQuoted ? std::vector<std::string>() : fields;
}

}  // namespace

std::string CsvRecord::text(const std::string& column) const {
  const auto field = fields.find(column);
  return field == fields.end() ? std::string() : field->second;
}

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? "\"\"" : std::string(1, c);
  }
  return out + '"';
}

std::vector<CsvRecord> csvRecords(std::string_view text, const std::string& file) {
  std::size_t place = 0;
  int line = 1;
  const std::vector<std::string> names = fieldsOf(text, place, line);
  std::vector<CsvRecord> records;
  while (place < text.size()) {
    CsvRecord record{.line = line};
    const std::vector<std::string> fields = fieldsOf(text, place, line);
    if (fields.size() != names.size()) {
      throw ValidationError(fmt::format("{}: line {}: {} fields where the first line names {} columns", file,
                                        record.line, fields.size(), names.size()));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      record.fields.emplace(names[i], fields[i]);
    }
    records.push_back(std::move(record));
  }
  return records;
}

double csvNumber(const CsvRecord& record, const std::string& column, const std::string& file) {
  const std::string text = record.text(column);
  double value = std::numeric_limits<double>::quiet_NaN();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && (error != std::errc() || end != text.data() + text.size())) {
    throw ValidationError(fmt::format("{}: line {}: '{}' in column {} is no number", file, record.line, text, column));
  }
  return value;
}

}  // namespace scree
