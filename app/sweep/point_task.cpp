#include "app/sweep/point_task.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "engine/base/version.h"
#include "engine/io/output_file.h"
#include "engine/state/state.h"

namespace scree {

namespace {

using PointJson = nlohmann::ordered_json;

constexpr int kPointVersion = 2;

std::string hexOf(std::string_view bytes) { return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size())); }

PointJson numberOrNull(const std::optional<double>& number) { return number ? PointJson(*number) : PointJson(); }

std::optional<double> optionalNumber(const PointJson& in) {
  return in.is_null() ? std::nullopt : std::optional(in.get<double>());
}

/// Points that were written before mixing was measured have none of it.
void readMixing(const PointJson& in, SweepRun& run) {
  run.mixingEvery = optionalNumber(in.at("mixing_every_s"));
  in.at("mixing_from_s").get_to(run.mixingFrom);
  const auto by = std::ranges::find(kMixingNames, in.at("mixing_by").get<std::string>());
  if (by == kMixingNames.end()) {
    throw std::runtime_error("mixing of unknown populations");
  }
  run.mixing.by = static_cast<MixingBy>(by - kMixingNames.begin());
  run.mixing.cell = optionalNumber(in.at("mixing_cell_m"));
  in.at("mixing_least").get_to(run.mixing.least);
}

}  // namespace

const std::string& FileHashes::of(const std::filesystem::path& file) {
  const auto [place, isNew] = known_.try_emplace(file, "missing");
  if (isNew) {
    try {
      place->second = hexOf(readFile(file));
    } catch (const std::runtime_error&) {
      // stays missing
    }
  }
  return place->second;
}

std::string identityOf(const PointTask& task, const SceneKeys& keys, FileHashes& hashes) {
  std::string text =
      fmt::format("ndem {}, states of format {}\nscene {}\n", version(), stateVersion(), hashes.of(task.scene));
  const std::filesystem::path folder = task.scene.parent_path();
  for (const std::filesystem::path& file : keys.filesOf(task.overrides)) {
    text += fmt::format("file {} {}\n", file.lexically_relative(folder.lexically_normal()).generic_string(),
                        hashes.of(file));
  }
  for (const SceneOverride& override : task.overrides) {
    text += fmt::format("set {}={}\n", override.key, override.value);
  }
  if (!task.start.empty()) {
    text += fmt::format("start {}\n", task.start);
  }
  const SweepRun& run = task.run;
  if (run.until) {
    text += fmt::format("until {}\n", *run.until);
  }
  if (run.beltFrom) {
    text += fmt::format("belt from {}\n", *run.beltFrom);
  }
  if (run.angleEvery) {
    text += fmt::format("angle every {} from {}\n", *run.angleEvery, run.angleFrom);
  }
  if (run.flowEvery) {
    text += fmt::format("flow every {} from {}\n", *run.flowEvery, run.flowFrom);
  }
  if (run.mixingEvery) {
    text += fmt::format("mixing every {} from {} by {} least {}{}\n", *run.mixingEvery, run.mixingFrom,
                        kMixingNames.at(static_cast<std::size_t>(run.mixing.by)), run.mixing.least,
                        run.mixing.cell ? fmt::format(" cell {}", *run.mixing.cell) : "");
  }
  return text;
}

std::string hashOf(const std::string& identity) { return hexOf(identity); }

std::string pointJson(const PointTask& task, const std::string& identity) {
  PointJson overrides = PointJson::array();
  for (const SceneOverride& override : task.overrides) {
    overrides.push_back({{"key", override.key}, {"value", override.value}});
  }
  PointJson lines = PointJson::array();
  std::istringstream text(identity);
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
  }
  const SweepRun& run = task.run;
  const PointJson out = {{"format", {{"name", "scree sweep point"}, {"version", kPointVersion}}},
                         {"scene", task.scene.string()},
                         {"overrides", overrides},
                         {"start", task.start},
                         {"until_s", numberOrNull(run.until)},
                         {"belt_from_s", numberOrNull(run.beltFrom)},
                         {"angle_every_s", numberOrNull(run.angleEvery)},
                         {"angle_from_s", run.angleFrom},
                         {"flow_every_s", numberOrNull(run.flowEvery)},
                         {"flow_from_s", run.flowFrom},
                         {"mixing_every_s", numberOrNull(run.mixingEvery)},
                         {"mixing_from_s", run.mixingFrom},
                         {"mixing_by", kMixingNames.at(static_cast<std::size_t>(run.mixing.by))},
                         {"mixing_cell_m", numberOrNull(run.mixing.cell)},
                         {"mixing_least", run.mixing.least},
                         {"threads", run.threads},
                         {"save_every_s", run.saveEvery},
                         {"keep_state", run.keepsState},
                         {"depends_on", lines}};
  return out.dump(2, ' ', false, PointJson::error_handler_t::replace) + "\n";
}

ReadPoint readPoint(const std::string& text) {
  ReadPoint point;
  try {
    const PointJson in = PointJson::parse(text);
    if (in.at("format").at("version") != kPointVersion) {
      throw std::runtime_error("written by another version");
    }
    point.task.scene = in.at("scene").get<std::string>();
    for (const PointJson& override : in.at("overrides")) {
      point.task.overrides.push_back({override.at("key"), override.at("value")});
    }
    in.at("start").get_to(point.task.start);
    SweepRun& run = point.task.run;
    run.until = optionalNumber(in.at("until_s"));
    run.beltFrom = optionalNumber(in.at("belt_from_s"));
    run.angleEvery = optionalNumber(in.at("angle_every_s"));
    in.at("angle_from_s").get_to(run.angleFrom);
    run.flowEvery = optionalNumber(in.at("flow_every_s"));
    in.at("flow_from_s").get_to(run.flowFrom);
    if (in.contains("mixing_every_s")) {
      readMixing(in, run);
    }
    in.at("threads").get_to(run.threads);
    in.at("save_every_s").get_to(run.saveEvery);
    in.at("keep_state").get_to(run.keepsState);
    for (const PointJson& line : in.at("depends_on")) {
      point.identity += line.get<std::string>() + "\n";
    }
  } catch (const PointJson::exception& error) {
    throw std::runtime_error(error.what());
  }
  return point;
}

}  // namespace scree
