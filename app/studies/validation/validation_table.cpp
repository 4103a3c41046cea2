#include "app/studies/validation/validation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

namespace {

constexpr std::string_view kColumns =
    "part,system,way,quantity,unit,mean,deviation,seeds,source,least,most,met,command,commit,date,processor,processors,"
    "compiler";

std::string numberText(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : ""; }

std::string lineOf(const ValidationRow& row) {
  const std::array<std::string, 18> fields = {row.part,
                                              row.system,
                                              row.way,
                                              row.quantity,
                                              row.unit,
                                              numberText(row.mean),
                                              numberText(row.deviation),
                                              std::to_string(row.seeds),
                                              row.source,
                                              numberText(row.low),
                                              numberText(row.high),
                                              !row.isAsked() ? ""
                                              : row.isMet()  ? "yes"
                                                             : "no",
                                              row.command,
                                              row.provenance.commit,
                                              row.provenance.date,
                                              row.provenance.processor,
                                              numberText(row.provenance.cores),
                                              row.provenance.compiler};
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    line += (i == 0 ? "" : ",") + csvField(fields[i]);
  }
  return line + "\n";
}

Provenance provenanceOf(const CsvRecord& record, const std::string& cores, const std::string& file) {
  return {.date = record.text("date"),
          .commit = record.text("commit"),
          .compiler = record.text("compiler"),
          .processor = record.text("processor"),
          .cores = csvNumber(record, cores, file)};
}

ValidationRow benchmarkRow(const CsvRecord& record, const std::string& file) {
  ValidationRow row;
  row.part = "benchmark";
  row.system = record.text("name");
  row.way = record.text("engine");
  row.command = "tests/bench/run";
  row.provenance = provenanceOf(record, "cores", file);
  const double repeats = csvNumber(record, "repeats", file);
  row.seeds = std::isfinite(repeats) ? static_cast<int>(repeats) : 1;
  return row;
}

}  // namespace

std::string validationCsv(const std::vector<ValidationRow>& rows) {
  std::string text = std::string(kColumns) + "\n";
  for (const ValidationRow& row : rows) {
    text += lineOf(row);
  }
  return text;
}

std::vector<ValidationRow> validationFromCsv(std::string_view text, const std::string& file) {
  if (text.substr(0, text.find('\n')) != kColumns) {
    throw ValidationError(file +
                          ": line 1: this is no table of `ndem study all`; take another folder, or move it away");
  }
  std::vector<ValidationRow> rows;
  for (const CsvRecord& record : csvRecords(text, file)) {
    const auto number = [&](const char* column) { return csvNumber(record, column, file); };
    rows.push_back({.part = record.text("part"),
                    .system = record.text("system"),
                    .way = record.text("way"),
                    .quantity = record.text("quantity"),
                    .unit = record.text("unit"),
                    .mean = number("mean"),
                    .deviation = number("deviation"),
                    .seeds = static_cast<int>(number("seeds")),
                    .source = record.text("source"),
                    .low = number("least"),
                    .high = number("most"),
                    .command = record.text("command"),
                    .provenance = provenanceOf(record, "processors", file)});
  }
  return rows;
}

std::vector<ValidationRow> benchmarkRows(std::string_view text, const std::string& file) {
  std::vector<ValidationRow> rows;
  for (const CsvRecord& record : csvRecords(text, file)) {
    if (record.text("measure").empty() && record.text("name").empty()) {
      throw ValidationError(fmt::format("{}: line {}: this is no table of scree_bench", file, record.line));
    }
    const auto add = [&](const std::string& quantity, const char* column, const std::string& unit) {
      const double value = csvNumber(record, column, file);
      if (std::isfinite(value)) {
        rows.push_back(benchmarkRow(record, file));
        rows.back().quantity = quantity;
        rows.back().unit = unit;
        rows.back().mean = value;
      }
    };
    add(record.text("measure"), "value", "");
    add("merged over full step, speed-up", "speed_up", "");
    add("reduction level h", "reduction_level", "");
    add("creep of the median grain", "median_creep_m_per_s", "m/s");
  }
  return rows;
}

std::vector<ValidationRow> replacedRows(std::vector<ValidationRow> rows, const std::vector<ValidationRow>& measured) {
  for (const ValidationRow& row : measured) {
    const auto old = std::ranges::find(rows, row.key(), &ValidationRow::key);
    if (old != rows.end()) {
      *old = row;
      continue;
    }
    auto place = rows.end();
    for (auto other = rows.begin(); other != rows.end(); ++other) {
      if (other->part == row.part) {
        place = other + 1;
      }
    }
    rows.insert(place, row);
  }
  return rows;
}

}  // namespace scree
