#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/validation/validation_page.h"
#include "app/studies/validation/validation_parts.h"
#include "app/studies/validation/validation_table.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr int kQuickSeeds = 2;
constexpr int kFullSeeds = 3;

std::string textOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Rows of the folder's table; none where there is none yet.
std::vector<ValidationRow> knownRows(const fs::path& folder) {
  const fs::path file = folder / "validation.csv";
  std::error_code error;
  return fs::exists(file, error) ? validationFromCsv(textOf(file), file.string()) : std::vector<ValidationRow>();
}

int seedsOf(const ValidationOptions& options) {
  return options.seeds > 0 ? options.seeds : options.quick ? kQuickSeeds : kFullSeeds;
}

std::string commandOf(const ValidationOptions& options, std::string_view part) {
  std::string text = fmt::format("ndem study all {} --only {}", options.quick ? "--quick" : "--full", part);
  text += fmt::format(" --seeds {}", seedsOf(options));
  return text + (options.firstSeed == 1 ? "" : fmt::format(" --from-seed {}", options.firstSeed));
}

bool isWanted(const ValidationOptions& options, std::string_view part) {
  return options.only.empty() || std::ranges::find(options.only, part) != options.only.end();
}

void writeAll(const std::vector<ValidationRow>& rows, const fs::path& folder) {
  writeFileAtomically(folder / "validation.csv", validationCsv(rows));
  writeFileAtomically(folder / "VALIDATION.md", validationPage(rows));
}

/// Rows of a part with the circumstances of this run; none after a signal, as a part that was cut short is no result.
std::vector<ValidationRow> measuredRows(const ValidationPart& part, const ValidationOptions& options) {
  print(stderr, "{}\n", part.title);
  std::vector<ValidationRow> rows = part.measure(
      {.isQuick = options.quick, .seeds = seedsOf(options), .firstSeed = options.firstSeed, .jobs = options.jobs});
  if (signalReceived() != 0) {
    return {};
  }
  const Provenance provenance = thisProvenance();
  for (ValidationRow& row : rows) {
    row.command = commandOf(options, part.name);
    row.provenance = provenance;
  }
  return rows;
}

void measureAll(const ValidationOptions& options, std::vector<ValidationRow>& rows) {
  for (const ValidationPart& part : validationParts()) {
    if (part.measure && isWanted(options, part.name) && signalReceived() == 0) {
      rows = replacedRows(std::move(rows), measuredRows(part, options));
      writeAll(rows, options.folder);
    }
  }
}

}  // namespace

std::vector<std::string> validationPartNames() {
  std::vector<std::string> names;
  for (const ValidationPart& part : validationParts()) {
    if (part.measure) {
      names.emplace_back(part.name);
    }
  }
  return names;
}

int validationStudy(const ValidationOptions& options) {
  watchSignals();
  try {
    checkWritable(options.folder / "VALIDATION.md");
    std::vector<ValidationRow> rows = knownRows(options.folder);
    if (!options.benchmark.empty()) {
      std::error_code error;
      if (!fs::exists(options.benchmark, error)) {
        print(stderr, "{}: there is no such file: tests/bench/run writes it\n", options.benchmark.string());
        return kUsage;
      }
      rows = replacedRows(std::move(rows), benchmarkRows(textOf(options.benchmark), options.benchmark.string()));
    }
    if (!options.pageOnly) {
      measureAll(options, rows);
    }
    writeAll(rows, options.folder);
    print(stdout, "{} numbers in {}\n", rows.size(), (options.folder / "VALIDATION.md").string());
  } catch (const ValidationError& error) {
    print(stderr, "{}\n", error.what());
    return kBadScene;
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  if (signalReceived() != 0) {
    print(stderr, "interrupted: parts that were measured to the end are in the tables\n");
    return kSignalled + signalReceived();
  }
  return kDone;
}

}  // namespace scree
