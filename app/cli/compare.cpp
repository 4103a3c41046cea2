#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/studies/warm_start_table.h"
#include "engine/analysis/low_pass.h"
#include "engine/analysis/series_scatter.h"
#include "engine/io/output_file.h"
#include "engine/io/series_file.h"

namespace scree {

namespace {

using Json = nlohmann::ordered_json;

/// Part of the names of the default columns: forces and torques of motors.
constexpr const char* kMotorColumns = ".motor_";
constexpr const char* kPower = "_power_";

/// Options of `ndem compare`.
struct CompareOptions {
  std::vector<std::filesystem::path> runs;
  std::vector<std::filesystem::path> others;
  std::vector<std::string> columns;
  std::optional<double> frequency;  ///< cut-off frequency of the filter [Hz]; empty: no filter
  std::optional<double> from;       ///< simulated time at which the comparison begins [s]
  std::optional<double> to;         ///< simulated time at which the comparison ends [s]
  std::filesystem::path out;        ///< file of the comparison; empty: none
  bool json = false;
};

using Rows = std::vector<std::pair<std::string, Scatter>>;

/// Times at which all runs are compared.
struct ValueGrid {
  double start = 0.0;     ///< first time [s]
  double step = 0.0;      ///< time between samples [s]
  std::size_t count = 0;  ///< number of samples

  /// Range [first, end) of the samples in a window of time [s]; an empty bound does not limit it.
  std::pair<std::size_t, std::size_t> within(std::optional<double> from, std::optional<double> to) const {
    const auto indexOf = [&](double time) {
      const double index = std::ceil((time - start) / step - 1e-9);
      return static_cast<std::size_t>(std::clamp(index, 0.0, static_cast<double>(count)));
    };
    const std::size_t first = from ? indexOf(*from) : 0;
    const std::size_t end = to ? std::min(count, indexOf(*to) + 1) : count;
    return {std::min(first, end), end};
  }
};

/// Grid over the time that all runs have in common, with the mean step of the first run.
ValueGrid gridOf(const std::vector<SeriesFile>& files) {
  const std::vector<double>& first = files.front().columns[files.front().time];
  double start = first.front();
  double end = first.back();
  for (const SeriesFile& file : files) {
    start = std::max(start, file.columns[file.time].front());
    end = std::min(end, file.columns[file.time].back());
  }
  const double step = (first.back() - first.front()) / static_cast<double>(first.size() - 1);
  const double count = std::floor((end - start) / step + 1e-9) + 1.0;
  return {start, step, count > 1.0 ? static_cast<std::size_t>(count) : 0};
}

bool isWanted(const std::string& name, const std::vector<std::string>& parts) {
  if (parts.empty()) {
    return name.find(kMotorColumns) != std::string::npos && name.find(kPower) == std::string::npos;
  }
  return std::any_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return name.find(part) != std::string::npos; });
}

/// Names of the wanted columns that all tables have.
std::vector<std::string> commonColumns(const std::vector<SeriesFile>& files, const std::vector<std::string>& parts) {
  std::vector<std::string> names;
  for (const std::string& name : files.front().names) {
    const bool everywhere = std::all_of(files.begin(), files.end(),
                                        [&](const SeriesFile& file) { return file.find(name) < file.names.size(); });
    if (everywhere && isWanted(name, parts)) {
      names.push_back(name);
    }
  }
  return names;
}

Series seriesOf(const SeriesFile& file, const std::string& name, const ValueGrid& grid, double frequency,
                const std::pair<std::size_t, std::size_t>& window) {
  const Series all =
      resampled(file.columns[file.time], file.columns[file.find(name)], grid.start, grid.step, grid.count);
  const Series smooth = lowPassed(all, grid.step, frequency);
  return {smooth.begin() + static_cast<std::ptrdiff_t>(window.first),
          smooth.begin() + static_cast<std::ptrdiff_t>(window.second)};
}

std::string percent(double share) { return std::isfinite(share) ? cell(100.0 * share, 2) + " %" : "-"; }

std::string csvOf(const Rows& rows) {
  std::string text = "column,rms,runs_differ,others_differ,means_apart,means_expected\n";
  for (const auto& [name, s] : rows) {
    std::string quoted = name;
    if (name.find_first_of(",\"") != std::string::npos) {
      quoted = "\"";
      for (const char c : name) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
      }
      quoted += '"';
    }
    text += fmt::format("{},{}", quoted, s.size);
    for (const double share : {s.within, s.between, s.meansApart, s.meansExpected}) {
      text += std::isfinite(share) ? fmt::format(",{}", share) : ",";
    }
    text += '\n';
  }
  return text;
}

void printTable(const Rows& rows, bool hasOthers) {
  std::vector<std::string> head = {"column", "rms", "runs differ by"};
  if (hasOthers) {
    head.insert(head.end(), {"the others from them", "means apart", "expected from scatter"});
  }
  print(stdout, "{}", tableHead(head));
  for (const auto& [name, s] : rows) {
    std::vector<std::string> cells = {name, fmt::format("{:.4g}", s.size), percent(s.within)};
    if (hasOthers) {
      cells.insert(cells.end(), {percent(s.between), percent(s.meansApart), percent(s.meansExpected)});
    }
    print(stdout, "{}", tableRow(cells));
  }
}

/// The comparison as JSON; a share that is not known is null.
std::string comparisonJson(const Rows& rows, double from, double to, const CompareOptions& options) {
  const auto known = [](double share) { return std::isfinite(share) ? Json(share) : Json(); };
  Json columns = Json::array();
  for (const auto& [name, s] : rows) {
    columns.push_back({{"column", name},
                       {"rms", s.size},
                       {"runs_differ", known(s.within)},
                       {"others_differ", known(s.between)},
                       {"means_apart", known(s.meansApart)},
                       {"means_expected", known(s.meansExpected)}});
  }
  const Json json = {{"runs", options.runs.size()},
                     {"others", options.others.size()},
                     {"from_s", from},
                     {"to_s", to},
                     {"filter_hz", options.frequency ? Json(*options.frequency) : Json()},
                     {"columns", columns}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Tables of all runs. Throws SeriesError.
std::vector<SeriesFile> readAll(const CompareOptions& options) {
  std::vector<SeriesFile> files;
  for (const std::vector<std::filesystem::path>* group : {&options.runs, &options.others}) {
    for (const std::filesystem::path& path : *group) {
      files.push_back(readSeries(path));
    }
  }
  return files;
}

/// Scatter of each column over the window of times.
Rows rowsOf(const std::vector<SeriesFile>& files, const std::vector<std::string>& names, const ValueGrid& grid,
            const std::pair<std::size_t, std::size_t>& window, const CompareOptions& options) {
  Rows rows;
  for (const std::string& name : names) {
    std::vector<Series> series;
    for (const SeriesFile& file : files) {
      series.push_back(seriesOf(file, name, grid, options.frequency.value_or(0.0), window));
    }
    // Joints without a motor have the column too, with zeros.
    if (options.columns.empty() &&
        std::all_of(series.begin(), series.end(), [](const Series& values) { return rootMeanSquare(values) == 0.0; })) {
      continue;
    }
    const std::span<const Series> all(series);
    rows.emplace_back(name, scatterOf(all.first(options.runs.size()), all.subspan(options.runs.size())));
  }
  return rows;
}

/// Throws CLI::ValidationError for values that do not go together.
void checkOptions(const CompareOptions& options) {
  if (options.runs.size() + options.others.size() < 2) {
    throw CLI::ValidationError("RUNS", "one run has nothing to be compared with: give another, or --with");
  }
  if (options.from && options.to && *options.to <= *options.from) {
    throw CLI::ValidationError("--to", fmt::format("{:g} s is not after --from {:g} s", *options.to, *options.from));
  }
}

void checkFilter(const CompareOptions& options, const ValueGrid& grid) {
  if (options.frequency && *options.frequency * grid.step >= 0.5) {
    throw CLI::ValidationError("--filter", fmt::format("rows every {:.4g} s cannot show {:g} Hz: give less than {:.4g}",
                                                       grid.step, *options.frequency, 0.5 / grid.step));
  }
}

int compare(const CompareOptions& options) {
  checkOptions(options);
  const std::vector<SeriesFile> files = readAll(options);
  const ValueGrid grid = gridOf(files);
  const auto window = grid.within(options.from, options.to);
  const std::vector<std::string> names = commonColumns(files, options.columns);
  if (window.second - window.first < 2 || names.empty()) {
    print(stderr, "{}\n",
          names.empty() ? "no column of these tables is wanted: name some with --columns, which all tables have"
                        : "the runs have no time in common: check --from and --to, and how long they ran");
    return kBadScene;
  }
  checkFilter(options, grid);
  if (!options.out.empty()) {
    checkWritable(options.out);
  }
  const Rows rows = rowsOf(files, names, grid, window, options);
  const double from = grid.start + grid.step * static_cast<double>(window.first);
  const double to = grid.start + grid.step * static_cast<double>(window.second - 1);
  if (options.json) {
    print(stdout, "{}", comparisonJson(rows, from, to, options));
  } else {
    print(stdout, "{} and {} runs, {:.4g} s to {:.4g} s{}\n\n", options.runs.size(), options.others.size(), from, to,
          options.frequency ? fmt::format(", below {:g} Hz", *options.frequency) : "");
    printTable(rows, !options.others.empty());
  }
  if (!options.out.empty()) {
    writeFileAtomically(options.out, csvOf(rows));
  }
  return kDone;
}

int compareCommand(const CompareOptions& options) {
  try {
    return compare(options);
  } catch (const SeriesError& error) {
    print(stderr, "{}\n", error.what());
    return kBadScene;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
}

}  // namespace

Runner declareCompare(Declaration& command) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App& app = command.command();
  command.know(app.add_option("RUNS", options->runs, "Tables, or folders, that `run --csv` wrote: runs of one kind")
                   ->type_name("")
                   ->required(),
               {ValueKind::file});
  command.know(
      app.add_option("--with", options->others, "Runs of another kind, compared with those")->type_name("RUN..."),
      {ValueKind::file});
  command.parts("--columns", options->columns, {},
                "Columns whose names contain one of these (default: forces and torques of motors)");
  command.quantity("--filter", options->frequency, Dimension::frequency, kAboveZero,
                   "Cut-off frequency of a low-pass filter, such as '2 Hz' (Butterworth, second order, forwards and "
                   "backwards)");
  command.time("--from", options->from, kFromZero, "Simulated time from which on, for example '2 s'");
  command.time("--to", options->to, kFromZero, "Simulated time up to which");
  command.file("--out", options->out, "Write the comparison as a table (CSV)");
  addJson(command, options->json, "Print the comparison as JSON");
  app.footer(
      "All numbers are root mean squares over time, as shares of that of the first runs. Give runs of several seeds:\n"
      "how much like runs differ is what any comparison with another kind has to be held against. Where the means of\n"
      "both kinds are no farther apart than expected from scatter, no difference of the kinds has been found.\n");
  return [options] { return compareCommand(*options); };
}

}  // namespace scree
