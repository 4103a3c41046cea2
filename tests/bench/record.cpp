#include "tests/bench/record.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>
#include <variant>

namespace scree::bench {

namespace {

using Cell =
    std::variant<std::string Provenance::*, double Provenance::*, std::string Record::*, double Record::*, std::size_t>;

/// A column of the file; a number stands for a stage.
struct Column {
  std::string name;
  Cell cell;
};

std::vector<Column> columns() {
  std::vector<Column> all = {
      {"kind", &Record::kind},
      {"name", &Record::name},
      {"engine", &Record::engine},
      {"scene", &Record::scene},
      {"settings", &Record::settings},
      {"particles", &Record::particles},
      {"contacts", &Record::contacts},
      {"threads", &Record::threads},
      {"instruction_set", &Record::instructionSet},
      {"sweeps_a_step", &Record::sweeps},
      {"measure", &Record::measure},
      {"value", &Record::value},
      {"quartile_low", &Record::low},
      {"quartile_high", &Record::high},
      {"repeats", &Record::repeats},
      {"ns_per_contact_and_sweep", &Record::nsPerContactSweep},
      {"ns_per_particle_and_step", &Record::nsPerParticleStep},
      {"ms_per_step", &Record::msPerStep},
      {"cpu_s_per_simulated_s", &Record::cpuPerSimulated},
      {"real_time_factor", &Record::realTimeFactor},
      {"residual_m_per_s", &Record::residual},
      {"mean_overlap", &Record::meanOverlap},
      {"creep_m_per_s", &Record::creep},
      {"median_creep_m_per_s", &Record::medianCreep},
      {"creep_of_95_percent_m_per_s", &Record::fastCreep},
      {"creep_of_reference_m_per_s", &Record::creepOfReference},
      {"overlap_error", &Record::overlapError},
      {"height_error", &Record::heightError},
      {"height_change", &Record::heightChange},
      {"reduction_level", &Record::reductionLevel},
      {"full_sweeps_a_step", &Record::fullSweeps},
      {"speed_up", &Record::speedUp},
      {"reduction_overhead", &Record::reductionOverhead},
      {"splits_per_particle_and_s", &Record::splitRate},
  };
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    all.push_back({fmt::format("ms_{}", kStageNames[stage]), stage});
  }
  const std::vector<Column> machine = {
      {"start", &Record::start},
      {"date", &Provenance::date},
      {"commit", &Provenance::commit},
      {"compiler", &Provenance::compiler},
      {"processor", &Provenance::processor},
      {"cores", &Provenance::cores},
      {"processor_instruction_sets", &Provenance::instructionSets},
  };
  all.insert(all.end(), machine.begin(), machine.end());
  return all;
}

std::string quotedField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) {
    return text;
  }
  std::string result = "\"";
  for (const char c : text) {
    result += c;
    if (c == '"') {
      result += c;
    }
  }
  return result + '"';
}

std::string numberText(double value) { return std::isnan(value) ? std::string() : fmt::format("{}", value); }

/// The member that a cell names, as text or number.
struct Place {
  std::string* text = nullptr;
  double* number = nullptr;
};

struct Locate {
  Provenance& machine;
  Record& record;

  Place operator()(std::string Provenance::*member) const { return {.text = &(machine.*member)}; }
  Place operator()(double Provenance::*member) const { return {.number = &(machine.*member)}; }
  Place operator()(std::string Record::*member) const { return {.text = &(record.*member)}; }
  Place operator()(double Record::*member) const { return {.number = &(record.*member)}; }
  Place operator()(std::size_t stage) const { return {.number = &record.stageMs[stage]}; }
};

/// Splits one line off `text`; quotes may hold commas and line ends.
std::vector<std::string> takeLine(std::string_view& text) {
  std::vector<std::string> cells(1);
  bool inQuotes = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (inQuotes && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cells.back() += c;
      ++i;
    } else if (c == '"') {
      inQuotes = !inQuotes;
    } else if (c == ',' && !inQuotes) {
      cells.emplace_back();
    } else if (c == '\n' && !inQuotes) {
      ++i;
      break;
    } else if (c != '\r' || inQuotes) {
      cells.back() += c;
    }
  }
  text.remove_prefix(i);
  return cells;
}

double numberFrom(const std::string& text, std::size_t line) {
  if (text.empty()) {
    return kUnmeasured;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::runtime_error(fmt::format("line {}: '{}' is not a number", line, text));
  }
  return value;
}

}  // namespace

void Record::setValue(std::string_view what, const Spread& spread) {
  measure = what;
  value = spread.median;
  low = spread.low;
  high = spread.high;
  repeats = spread.repeats;
}

std::string toCsv(const Results& results) {
  const std::vector<Column> all = columns();
  std::string text;
  for (const Column& column : all) {
    text += (text.empty() ? "" : ",") + column.name;
  }
  text += "\r\n";
  for (const Record& record : results.records) {
    Provenance machine = results.provenance;
    Record copy = record;
    const Locate locate{machine, copy};
    bool first = true;
    for (const Column& column : all) {
      const Place place = std::visit(locate, column.cell);
      text += first ? "" : ",";
      text += place.text != nullptr ? quotedField(*place.text) : numberText(*place.number);
      first = false;
    }
    text += "\r\n";
  }
  return text;
}

Results fromCsv(std::string_view text) {
  std::map<std::string, Cell> known;
  for (const Column& column : columns()) {
    known.emplace(column.name, column.cell);
  }
  const std::vector<std::string> header = takeLine(text);
  Results results;
  for (std::size_t line = 2; !text.empty(); ++line) {
    const std::vector<std::string> cells = takeLine(text);
    if (cells.size() != header.size()) {
      throw std::runtime_error(fmt::format("line {}: {} cells under {} columns", line, cells.size(), header.size()));
    }
    Record record;
    const Locate locate{results.provenance, record};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto found = known.find(header[i]);
      if (found == known.end()) {
        continue;
      }
      const Place place = std::visit(locate, found->second);
      if (place.text != nullptr) {
        *place.text = cells[i];
      } else {
        *place.number = numberFrom(cells[i], line);
      }
    }
    if (record.name.empty()) {
      throw std::runtime_error(fmt::format("line {}: no name: not a file of scree_bench", line));
    }
    results.records.push_back(record);
  }
  return results;
}

}  // namespace scree::bench
