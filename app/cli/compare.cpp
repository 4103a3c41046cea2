#include "app/cli/compare.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cmath>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/studies/warm_start_table.h"
#include "engine/analysis/low_pass.h"
#include "engine/analysis/series_scatter.h"
#include "engine/io/output_file.h"
#include "engine/io/series_file.h"

namespace scree {

namespace {

/// Part of the names of the default columns: forces and torques of motors.
constexpr const char* kMotorColumns = ".motor_";
constexpr const char* kPower = "_power_";

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

std::string csvOf(const std::vector<std::pair<std::string, Scatter>>& rows) {
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

void printTable(const std::vector<std::pair<std::string, Scatter>>& rows, bool hasOthers) {
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

}  // namespace

void CompareOptions::addTo(CLI::App& app) {
  command_ = app.add_subcommand("compare", "Compare tables of runs over time, next to the scatter among like runs");
  command_->add_option("RUNS", runs_, "Tables, or folders, that `run --csv` wrote: runs of one kind")
      ->type_name("")
      ->required();
  command_->add_option("--with", others_, "Runs of another kind, compared with those")->type_name("RUN...");
  command_
      ->add_option("--columns", columns_,
                   "Columns whose names contain one of these, separated by commas (default: forces and torques of "
                   "motors)")
      ->delimiter(',')
      ->type_name("TEXT");
  command_
      ->add_option("--filter", frequency_,
                   "Cut-off frequency of a low-pass filter [Hz] (Butterworth, second order, forwards and backwards)")
      ->type_name("HZ")
      ->check(CLI::PositiveNumber);
  command_->add_option("--from", from_, "Simulated time from which on [s]")->type_name("SECONDS");
  command_->add_option("--to", to_, "Simulated time up to which [s]")->type_name("SECONDS");
  command_->add_option("--out", out_, "Write the comparison as a table (CSV)")->type_name("FILE");
  command_->footer(
      "All numbers are root mean squares over time, as shares of that of the first runs. Give runs of several seeds:\n"
      "how much like runs differ is what any comparison with another kind has to be held against. Where the means of\n"
      "both kinds are no farther apart than expected from scatter, no difference of the kinds has been found.\n");
}

bool CompareOptions::isGiven() const { return command_ != nullptr && command_->parsed(); }

int CompareOptions::run() const {
  if (runs_.size() + others_.size() < 2) {
    throw CLI::ValidationError("RUNS", "one run has nothing to be compared with: give another, or --with");
  }
  std::vector<SeriesFile> files;
  std::vector<std::pair<std::string, Scatter>> rows;
  try {
    for (const std::vector<std::filesystem::path>* group : {&runs_, &others_}) {
      for (const std::filesystem::path& path : *group) {
        files.push_back(readSeries(path));
      }
    }
  } catch (const SeriesError& error) {
    print(stderr, "{}\n", error.what());
    return kBadScene;
  }
  const ValueGrid grid = gridOf(files);
  const auto window = grid.within(from_, to_);
  const std::vector<std::string> names = commonColumns(files, columns_);
  if (window.second - window.first < 2 || names.empty()) {
    print(stderr, "{}\n",
          names.empty() ? "no column of these tables is wanted: name some with --columns, which all tables have"
                        : "the runs have no time in common: check --from and --to, and how long they ran");
    return kBadScene;
  }
  if (frequency_ * grid.step >= 0.5) {
    throw CLI::ValidationError("--filter", fmt::format("rows every {:.4g} s cannot show {:g} Hz: give less than {:.4g}",
                                                       grid.step, frequency_, 0.5 / grid.step));
  }
  for (const std::string& name : names) {
    std::vector<Series> series;
    for (const SeriesFile& file : files) {
      series.push_back(seriesOf(file, name, grid, frequency_, window));
    }
    // Joints without a motor have the column too, with zeros.
    if (columns_.empty() &&
        std::all_of(series.begin(), series.end(), [](const Series& values) { return rootMeanSquare(values) == 0.0; })) {
      continue;
    }
    const std::span<const Series> all(series);
    rows.emplace_back(name, scatterOf(all.first(runs_.size()), all.subspan(runs_.size())));
  }
  print(stdout, "{} and {} runs, {:.4g} s to {:.4g} s{}\n\n", runs_.size(), others_.size(),
        grid.start + grid.step * static_cast<double>(window.first),
        grid.start + grid.step * static_cast<double>(window.second - 1),
        frequency_ > 0.0 ? fmt::format(", below {:g} Hz", frequency_) : "");
  printTable(rows, !others_.empty());
  try {
    if (!out_.empty()) {
      writeFileAtomically(out_, csvOf(rows));
    }
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  return kDone;
}

}  // namespace scree
