#include "engine/io/series_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "engine/formats/text/text_number.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr std::string_view kTime = "time_s";

/// Fields of a line between commas; a field in quotes may hold commas, and doubled quotes.
std::vector<std::string> fieldsOf(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += c;
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

class SeriesReader {
 public:
  explicit SeriesReader(const std::filesystem::path& file) : file_(file) {}

  SeriesFile read(std::string_view content) {
    for (int number = 1; !content.empty(); ++number) {
      const std::size_t end = content.find('\n');
      if (end == std::string_view::npos) {
        break;
      }
      takeLine(content.substr(0, end), number);
      content.remove_prefix(end + 1);
    }
    if (result_.columns.empty() || result_.columns.front().size() < 2) {
      throw SeriesError(fmt::format("{}: there are no two rows: give a table that `ndem run --csv` wrote to its end",
                                    file_.string()));
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(int number, std::string_view what, std::string_view remedy) const {
    throw SeriesError(fmt::format("{}:{}: {}: {}", file_.string(), number, what, remedy));
  }

  void takeLine(std::string_view line, int number) {
    const std::vector<std::string> fields = fieldsOf(line);
    if (number == 1) {
      result_.names = fields;
      result_.columns.resize(fields.size());
      result_.time = result_.find(std::string(kTime));
      if (result_.time == fields.size()) {
        fail(number, fmt::format("there is no column '{}'", kTime), "give a table that `ndem run --csv` wrote");
      }
      return;
    }
    if (fields.size() != result_.names.size()) {
      fail(number, fmt::format("{} values for {} columns", fields.size(), result_.names.size()),
           "the file is damaged; write it again");
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::optional<double> value = numberOf(fields[i]);
      if (!value) {
        fail(number, fmt::format("'{}' is no number", fields[i]), "the file is damaged; write it again");
      }
      result_.columns[i].push_back(*value);
    }
    const std::vector<double>& times = result_.columns[result_.time];
    if (times.size() > 1 && !(times.back() > times[times.size() - 2])) {
      fail(number, "the time does not ascend", "give a table of one run");
    }
  }

  std::filesystem::path file_;
  SeriesFile result_;
};

}  // namespace

std::size_t SeriesFile::find(const std::string& name) const {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

SeriesFile readSeries(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path table = std::filesystem::is_directory(file, error) ? file / "timeseries.csv" : file;
  std::string content;
  try {
    content = readFile(table);
  } catch (const std::runtime_error& problem) {
    throw SeriesError(fmt::format("{}: give a table, or the folder, that `ndem run --csv` wrote", problem.what()));
  }
  return SeriesReader(table).read(content);
}

}  // namespace scree
