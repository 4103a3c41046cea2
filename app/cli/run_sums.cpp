#include "app/cli/run_sums.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "engine/io/output_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

using SumsJson = nlohmann::json;

constexpr int kSumsVersion = 1;

fs::path sumsFile(const fs::path& stem, std::uint64_t step) { return stem.string() + fmt::format("-{}", step); }

// Each function visits the fields once for writing and once for reading: `take` gets a key and the field.
template <typename Take>
void visitFields(RunStatistics& s, Take take) {
  take("stages", s.stages.seconds);
  take("steps", s.steps);
  take("threads", s.mostThreads);
  take("sweeps", s.sweeps);
  take("substeps", s.substeps);
  take("most_substeps", s.mostSubsteps);
  take("impact_steps", s.impactSteps);
  take("contacts", s.contactSum);
  take("overlap", s.meanOverlapSum);
  take("largest_overlap", s.largestMeanOverlap);
  take("worst_overlap", s.worstOverlap);
  take("speed", s.largestSpeed);
  take("level", s.reductionLevelSum);
}

template <typename Take>
void visitFields(AngleRecord& a, Take take) {
  take("answers", a.answers);
  take("last", a.last);
  take("mean", a.mean);
  take("squares", a.squares);
}

template <typename Take>
void visitFields(DrumFlow& f, Take take) {
  take("t", f.time);
  take("u", f.upper);
  take("l", f.lower);
  take("v", f.transport);
  take("z", f.axial);
  take("a", f.across);
  take("m", f.mass);
}

template <typename Take>
void visitFields(MixingSample& m, Take take) {
  take("t", m.time);
  take("m", m.index);
  take("k", m.cells);
  take("s", m.share);
}

template <typename Take>
void visitFields(MixingRecord::Memory& m, Take take) {
  take("cell", m.cell);
  take("bound", m.bound);
  take("material", m.material);
  take("ids", m.ids);
  take("first", m.isFirst);
}

template <typename Take>
void visitFields(Landing& l, Take take) {
  take("t", l.time);
  take("i", l.id);
  take("x", l.across);
  take("y", l.along);
  take("w", l.moving);
  take("m", l.mass);
  take("d", l.diameter);
}

template <typename Type>
SumsJson written(Type value) {
  SumsJson out;
  visitFields(value, [&out](const char* key, const auto& field) { out[key] = field; });
  return out;
}

template <typename Type>
Type taken(const SumsJson& in) {
  Type value;
  visitFields(value, [&in](const char* key, auto& field) { in.at(key).get_to(field); });
  return value;
}

SumsJson beltMemoryJson(const BeltMemory& belt) {
  SumsJson landings = SumsJson::array();
  for (const Landing& landing : belt.watch.landings) {
    landings.push_back(written(landing));
  }
  return {{"way_before", belt.wayBefore},        {"way", belt.watch.way},
          {"first", belt.watch.isFirst},         {"landed", belt.watch.landed},
          {"departures", belt.watch.departures}, {"landings", landings}};
}

BeltMemory beltMemoryOf(const SumsJson& in) {
  BeltMemory belt;
  in.at("way_before").get_to(belt.wayBefore);
  in.at("way").get_to(belt.watch.way);
  in.at("first").get_to(belt.watch.isFirst);
  in.at("landed").get_to(belt.watch.landed);
  in.at("departures").get_to(belt.watch.departures);
  for (const SumsJson& landing : in.at("landings")) {
    belt.watch.landings.push_back(taken<Landing>(landing));
  }
  return belt;
}

}  // namespace

void writeSums(const RunSums& sums, const fs::path& stem, std::uint64_t step) {
  SumsJson out = {{"version", kSumsVersion},
                  {"time", sums.startTime},
                  {"step", sums.startStep},
                  {"wall", sums.wallTime},
                  {"statistics", written(sums.statistics)}};
  if (sums.angle) {
    out["angle"] = written(*sums.angle);
  }
  if (sums.flow) {
    out["flow"] = SumsJson::array();
    for (const DrumFlow& flow : *sums.flow) {
      out["flow"].push_back(written(flow));
    }
  }
  if (sums.mixing) {
    out["mixing"] = written(*sums.mixing);
    out["mixing"]["samples"] = SumsJson::array();
    for (const MixingSample& sample : sums.mixing->samples) {
      out["mixing"]["samples"].push_back(written(sample));
    }
  }
  if (sums.belt) {
    out["belt"] = beltMemoryJson(*sums.belt);
  }
  const std::vector<std::uint8_t> bytes = SumsJson::to_cbor(out);
  writeFileAtomically(sumsFile(stem, step), std::as_bytes(std::span(bytes)));
}

std::optional<RunSums> readSums(const fs::path& stem, std::uint64_t step) {
  try {
    const SumsJson in = SumsJson::from_cbor(readFile(sumsFile(stem, step)));
    if (in.at("version") != kSumsVersion) {
      return std::nullopt;
    }
    RunSums sums;
    in.at("time").get_to(sums.startTime);
    in.at("step").get_to(sums.startStep);
    in.at("wall").get_to(sums.wallTime);
    sums.statistics = taken<RunStatistics>(in.at("statistics"));
    if (in.contains("angle")) {
      sums.angle = taken<AngleRecord>(in.at("angle"));
    }
    if (in.contains("flow")) {
      sums.flow.emplace();
      for (const SumsJson& flow : in.at("flow")) {
        sums.flow->push_back(taken<DrumFlow>(flow));
      }
    }
    if (in.contains("mixing")) {
      sums.mixing = taken<MixingRecord::Memory>(in.at("mixing"));
      for (const SumsJson& sample : in.at("mixing").at("samples")) {
        sums.mixing->samples.push_back(taken<MixingSample>(sample));
      }
    }
    if (in.contains("belt")) {
      sums.belt = beltMemoryOf(in.at("belt"));
    }
    return sums;
  } catch (const std::exception&) {
    return std::nullopt;  // missing, damaged, or of another program
  }
}

void removeSums(const fs::path& stem, std::optional<std::uint64_t> step) {
  const fs::path kept = step ? sumsFile(stem, *step).filename() : fs::path();
  const std::string beginning = stem.filename().string() + "-";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(stem.parent_path(), error)) {
    const fs::path name = entry.path().filename();
    if (name.string().starts_with(beginning) && name != kept) {
      std::error_code ignored;
      fs::remove(entry.path(), ignored);
    }
  }
}

}  // namespace scree
