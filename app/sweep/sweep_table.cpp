#include "app/sweep/sweep_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "app/console/exit_codes.h"
#include "app/sweep/report_path.h"
#include "app/sweep/sweep_values.h"
#include "engine/io/hdf5_file.h"
#include "engine/io/output_file.h"
#include "engine/io/table_file.h"

namespace scree {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::string cellOf(double number) { return std::isfinite(number) ? fmt::format("{}", number) : ""; }

CollectedRun runOf(const SweepStudy& study, const StudyPoint& point, const SweepFolder& folder) {
  CollectedRun run{.point = point, .state = "undone", .numbers = std::vector<double>(study.collect.size(), kNone)};
  const PointFolder files = folder.point(point.hash);
  const PointStatus status = statusOf(files);
  if (status.state == PointState::failed) {
    run.state = "failed";
    run.reason = status.reason;
  } else if (status.state == PointState::done) {
    try {
      run.numbers = numbersAt(readFile(files.report()), study.collect);
      run.state = status.code == kTroubles ? "troubles" : "done";
    } catch (const std::runtime_error&) {
      // somebody took the report away: undone
    }
  }
  return run;
}

std::string headOf(const SweepStudy& study, const char* first) {
  std::string head = first;
  for (const std::string& key : study.keys) {
    head += (head.empty() ? "" : ",") + csvField(key);
  }
  return head;
}

/// Differences over seeds of two settings, by collected number. Runs are paired by their seeds.
std::vector<SeedMean> differencesOf(const SweepStudy& study, const CollectedTable& table, std::size_t first,
                                    std::size_t second) {
  std::map<std::size_t, std::array<const CollectedRun*, 2>> pairs;  // by seed
  for (const CollectedRun& run : table.runs) {
    if (run.counts() && (run.point.row == first || run.point.row == second)) {
      pairs[run.point.seed].at(run.point.row == first ? 0 : 1) = &run;
    }
  }
  std::vector<SeedMean> means;
  for (std::size_t c = 0; c < study.collect.size(); ++c) {
    std::vector<double> differences;
    for (const auto& [seed, pair] : pairs) {
      if (pair[0] != nullptr && pair[1] != nullptr) {
        differences.push_back(pair[1]->numbers[c] - pair[0]->numbers[c]);
      }
    }
    means.push_back(meanOf(differences));
  }
  return means;
}

/// Arrays of varied keys: numbers where all values are numbers without a unit, texts elsewhere.
void addKeys(Hdf5Image& image, const SweepStudy& study, const std::string& group,
             const std::vector<std::size_t>& rows) {
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    std::vector<std::string> texts;
    std::vector<double> numbers;
    for (const std::size_t row : rows) {
      texts.push_back(study.rows[row][k]);
      const auto number = unitNumberOf(texts.back());
      if (number && number->unit.empty()) {
        numbers.push_back(number->value);
      }
    }
    const std::string name = group + "/keys/" + study.keys[k];
    if (numbers.size() == texts.size()) {
      image.array(name, std::span<const double>(numbers));
    } else {
      image.texts(name, texts);
    }
  }
}

/// Name of a collected path as an array: a slash would begin a group.
std::string arrayName(const std::string& path) {
  std::string name = path;
  std::ranges::replace(name, '/', '|');
  return name;
}

}  // namespace

SeedMean meanOf(const std::vector<double>& numbers) {
  SeedMean result{.mean = kNone, .error = kNone};
  double sum = 0.0;
  for (const double number : numbers) {
    if (std::isfinite(number)) {
      sum += number;
      ++result.count;
    }
  }
  if (result.count == 0) {
    return result;
  }
  const auto count = static_cast<double>(result.count);
  result.mean = sum / count;
  if (result.count > 1) {
    double squares = 0.0;
    for (const double number : numbers) {
      squares += std::isfinite(number) ? (number - result.mean) * (number - result.mean) : 0.0;
    }
    result.error = std::sqrt(squares / (count - 1.0) / count);
  }
  return result;
}

std::string meanText(const SeedMean& mean, std::size_t seeds) {
  if (mean.count == 0) {
    return "-";
  }
  if (mean.count == 1) {
    return fmt::format("{:.4g}{}", mean.mean, seeds > 1 ? fmt::format(" (1 of {} seeds)", seeds) : "");
  }
  std::string text;
  if (mean.error > 0.0) {
    // Two digits of the error, and the mean to the same place.
    const int place = static_cast<int>(std::floor(std::log10(mean.error))) - 1;
    const int most = static_cast<int>(std::floor(std::log10(std::max(std::abs(mean.mean), mean.error))));
    if (place >= -6 && most <= 6) {
      const int digits = std::max(0, -place);
      text = fmt::format("{:.{}f} ± {:.{}f}", mean.mean, digits, mean.error, digits);
    } else {
      text = fmt::format("{:.{}e} ± {:.1e}", mean.mean, std::max(1, most - place), mean.error);
    }
  } else {
    text = fmt::format("{:.6g} ± 0", mean.mean);
  }
  return text + (mean.count < seeds ? fmt::format(" ({} of {} seeds)", mean.count, seeds) : "");
}

CollectedTable collectedTable(const SweepStudy& study, const std::vector<StudyPoint>& points,
                              const SweepFolder& folder) {
  CollectedTable table;
  for (const StudyPoint& point : points) {
    table.runs.push_back(runOf(study, point, folder));
    if (table.rows.empty() || table.rows.back() != point.row) {
      table.rows.push_back(point.row);
    }
  }
  for (const std::size_t row : table.rows) {
    std::vector<SeedMean>& means = table.means.emplace_back();
    for (std::size_t c = 0; c < study.collect.size(); ++c) {
      std::vector<double> numbers;
      for (const CollectedRun& run : table.runs) {
        if (run.point.row == row && run.counts()) {
          numbers.push_back(run.numbers[c]);
        }
      }
      means.push_back(meanOf(numbers));
    }
  }
  const std::size_t values = valuesOf(study);
  for (std::size_t row = 0; study.compare && row + 1 < study.rows.size(); row += values) {
    for (std::size_t other = row + 1; other < row + values; ++other) {
      if (other == row + 1 || std::ranges::find(table.rows, other) != table.rows.end()) {
        table.differences.push_back({row, other, differencesOf(study, table, row, other)});
      }
    }
  }
  return table;
}

std::string boundText(const SeedMean& difference, double bound) {
  if (difference.count == 0) {
    return {};
  }
  const double beyond = std::abs(difference.mean) - bound;
  if (difference.count < 2) {
    return beyond > 0.0 ? "beyond the bound, by one pair" : "within the bound, by one pair";
  }
  const char* side = beyond > 0.0 ? "beyond the bound" : "within the bound";
  return std::abs(beyond) > 2.0 * difference.error ? side : fmt::format("{}, not surely", side);
}

bool isSurelyBeyond(const SeedMean& difference, double bound) {
  return difference.count > 1 && std::abs(difference.mean) - bound > 2.0 * difference.error;
}

std::string differencesCsv(const SweepStudy& study, const CollectedTable& table) {
  std::string text;
  const std::size_t keys = study.keys.size() - 1;
  for (std::size_t k = 0; k < keys; ++k) {
    text += csvField(study.keys[k]) + ",";
  }
  text += csvField(fmt::format("{} less {}", study.compare->key, study.compare->values.front()));
  for (const std::string& path : study.collect) {
    text += fmt::format(",{},{},{}", csvField(path), csvField(path + " standard error"), csvField(path + " pairs"));
  }
  text += "\r\n";
  for (const PairedDifference& difference : table.differences) {
    for (std::size_t k = 0; k < keys; ++k) {
      text += csvField(study.rows[difference.row][k]) + ",";
    }
    text += csvField(study.rows[difference.other].back());
    for (const SeedMean& mean : difference.means) {
      text += fmt::format(",{},{},{}", cellOf(mean.mean), cellOf(mean.error), mean.count);
    }
    text += "\r\n";
  }
  return text;
}

std::string runsCsv(const SweepStudy& study, const CollectedTable& table) {
  std::string text = headOf(study, "point") + ",seed,state";
  for (const std::string& path : study.collect) {
    text += "," + csvField(path);
  }
  text += ",reason\r\n";
  for (const CollectedRun& run : table.runs) {
    text += run.point.hash;
    for (const std::string& value : study.rows[run.point.row]) {
      text += "," + csvField(value);
    }
    text += fmt::format(",{},{}", seedOf(study, run.point), run.state);
    for (const double number : run.numbers) {
      text += "," + cellOf(number);
    }
    text += "," + csvField(run.reason) + "\r\n";
  }
  return text;
}

std::string meansCsv(const SweepStudy& study, const CollectedTable& table) {
  std::string text = headOf(study, "");
  for (const std::string& path : study.collect) {
    text += fmt::format("{}{},{},{}", text.empty() ? "" : ",", csvField(path), csvField(path + " standard error"),
                        csvField(path + " runs"));
  }
  text += "\r\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::string line;
    for (const std::string& value : study.rows[table.rows[i]]) {
      line += (line.empty() ? "" : ",") + csvField(value);
    }
    for (const SeedMean& mean : table.means[i]) {
      line += fmt::format("{}{},{},{}", line.empty() ? "" : ",", cellOf(mean.mean), cellOf(mean.error), mean.count);
    }
    text += line + "\r\n";
  }
  return text;
}

std::vector<std::byte> tableHdf5(const SweepStudy& study, const CollectedTable& table) {
  Hdf5Image image;
  std::vector<std::string> hashes;
  std::vector<std::string> seeds;
  std::vector<std::string> states;
  std::vector<std::string> reasons;
  std::vector<std::size_t> rows;
  for (const CollectedRun& run : table.runs) {
    hashes.push_back(run.point.hash);
    seeds.push_back(seedOf(study, run.point));
    states.push_back(run.state);
    reasons.push_back(run.reason);
    rows.push_back(run.point.row);
  }
  image.texts("runs/point", hashes);
  image.texts("runs/seed", seeds);
  image.texts("runs/state", states);
  image.texts("runs/reason", reasons);
  addKeys(image, study, "runs", rows);
  addKeys(image, study, "means", table.rows);
  for (std::size_t c = 0; c < study.collect.size(); ++c) {
    const std::string name = arrayName(study.collect[c]);
    std::vector<double> numbers;
    for (const CollectedRun& run : table.runs) {
      numbers.push_back(run.numbers[c]);
    }
    image.array("runs/numbers/" + name, std::span<const double>(numbers));
    std::vector<double> means;
    std::vector<double> errors;
    std::vector<std::int64_t> counts;
    for (const std::vector<SeedMean>& mean : table.means) {
      means.push_back(mean[c].mean);
      errors.push_back(mean[c].error);
      counts.push_back(static_cast<std::int64_t>(mean[c].count));
    }
    image.array("means/mean/" + name, std::span<const double>(means));
    image.array("means/standard_error/" + name, std::span<const double>(errors));
    image.array("means/runs/" + name, std::span<const std::int64_t>(counts));
  }
  image.remark("/", "study", study.name);
  return image.bytes();
}

}  // namespace scree
