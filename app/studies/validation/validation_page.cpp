#include "app/studies/validation/validation_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/studies/validation/validation_parts.h"
#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

constexpr std::string_view kHead =
    "# Validation\n\n"
    "Written by `ndem study all`: no figure in it was typed by hand. Each number is the mean over seeds, with the "
    "standard deviation over them, beside what it is held against: closed forms, publications, runs in full, small "
    "steps. Below each table stand the commands that measured its rows, with commit, date and machine; the same rows "
    "are in `validation.csv`. Nothing is tuned to a value of a publication, and rows that miss what is asked for "
    "stay.\n\n";

/// Published results that no part measures.
constexpr std::string_view kUnmeasured =
    "## Published, and not measured by this command\n\n"
    "- Balling drum of a plant, its outlets and feeds: `ndem sweep plant_outlets` has it; METHOD.md 17.24.\n"
    "- Optimised outlet of a granulating drum: `ndem sweep outlet_design` has it; METHOD.md 17.25.\n"
    "- Excavator (scene *excavator_100k*): sinking of the bed without warm start.\n"
    "- Pile on a moving plane, and single pellets: `ndem study pellets` has them; METHOD.md 17.22.\n"
    "- Sedimentation of 100 grains onto a fixed layer: `ndem study collision` has it.\n";

std::string meanText(const ValidationRow& row) {
  std::string text = fmt::format("{:.4g}", row.mean);
  if (std::isfinite(row.deviation)) {
    text += row.deviation < 100.0 ? fmt::format(" ± {:.2g}", row.deviation) : fmt::format(" ± {:.0f}", row.deviation);
  }
  return text + (row.seeds > 1 ? fmt::format(" ({})", row.seeds) : "");
}

std::string quantityText(const ValidationRow& row) {
  return row.quantity + (row.unit.empty() ? "" : " [" + row.unit + "]");
}

std::string askedText(const ValidationRow& row) {
  const bool hasLow = std::isfinite(row.low);
  const bool hasHigh = std::isfinite(row.high);
  if (hasLow && hasHigh) {
    return fmt::format("{:.4g} to {:.4g}", row.low, row.high);
  }
  return hasLow ? fmt::format("≥ {:.4g}", row.low) : hasHigh ? fmt::format("≤ {:.4g}", row.high) : "";
}

std::string metText(const ValidationRow& row) { return !row.isAsked() ? "" : row.isMet() ? "yes" : "**no**"; }

std::string measuredBy(const std::vector<ValidationRow>& rows) {
  std::set<std::string> lines;
  for (const ValidationRow& row : rows) {
    lines.insert(fmt::format("- `{}`, commit {}, {}, {} ({:g} processors), {}\n", row.command, row.provenance.commit,
                             row.provenance.date.substr(0, 10), row.provenance.processor, row.provenance.cores,
                             row.provenance.compiler));
  }
  std::string text = "\nMeasured by:\n\n";
  for (const std::string& line : lines) {
    text += line;
  }
  return text + "\n";
}

std::string tableOf(const std::vector<ValidationRow>& rows) {
  std::string text = tableHead({"system", "way", "quantity", "measured (seeds)", "held against", "asked", "met"});
  for (const ValidationRow& row : rows) {
    text += tableRow({row.system, row.way, quantityText(row), meanText(row), row.source, askedText(row), metText(row)});
  }
  return text;
}

std::vector<ValidationRow> rowsOf(const std::vector<ValidationRow>& rows, std::string_view part) {
  std::vector<ValidationRow> own;
  std::ranges::copy_if(rows, std::back_inserter(own), [&](const ValidationRow& row) { return row.part == part; });
  return own;
}

std::string summaryOf(const std::vector<ValidationRow>& rows) {
  std::string text = "## Summary\n\n" + tableHead({"part", "numbers", "with a limit", "met"});
  std::string missed;
  for (const ValidationPart& part : validationParts()) {
    const std::vector<ValidationRow> own = rowsOf(rows, part.name);
    const auto asked = std::ranges::count_if(own, &ValidationRow::isAsked);
    text += own.empty() ? ""
                        : tableRow({std::string(part.title), std::to_string(own.size()), std::to_string(asked),
                                    std::to_string(std::ranges::count_if(own, &ValidationRow::isMet))});
  }
  for (const ValidationRow& row : rows) {
    if (row.isAsked() && !row.isMet()) {
      missed += fmt::format("- {}, {}: {} is {}; asked: {}\n", row.system, row.way, quantityText(row), meanText(row),
                            askedText(row));
    }
  }
  return text + (missed.empty() ? "\nAll limits are met.\n\n" : "\nMissed:\n\n" + missed + "\n");
}

}  // namespace

std::string validationPage(const std::vector<ValidationRow>& rows) {
  std::string text = std::string(kHead) + summaryOf(rows);
  for (const ValidationPart& part : validationParts()) {
    if (const std::vector<ValidationRow> own = rowsOf(rows, part.name); !own.empty()) {
      text += fmt::format("## {}\n\n{}\n\n", part.title, part.text) + tableOf(own) + measuredBy(own);
    }
  }
  return text + std::string(kUnmeasured);
}

}  // namespace scree
