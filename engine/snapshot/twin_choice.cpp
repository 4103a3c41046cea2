#include "engine/snapshot/twin_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

namespace {

std::string presetName(Preset preset) {
  const auto table = presetTable();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const PresetInfo& one) { return one.preset == preset; });
  return fmt::format("preset {}", found->name);
}

}  // namespace

void applyTwin(Parameters& parameters, const TwinChoice& choice) {
  switch (choice.difference) {
    case TwinDifference::merging:
      parameters.reduction.merging = Switch::off;
      break;
    case TwinDifference::warmStart:
      parameters.warmStart = WarmStart::off;
      break;
    case TwinDifference::preset:
      applyPreset(parameters, choice.preset);
      break;
  }
}

std::string twinName(const TwinChoice& choice) {
  switch (choice.difference) {
    case TwinDifference::merging:
      return "in full";
    case TwinDifference::warmStart:
      return "warm start off";
    case TwinDifference::preset:
      break;
  }
  return presetName(choice.preset);
}

std::string firstName(const TwinChoice& choice, const Parameters& parameters) {
  switch (choice.difference) {
    case TwinDifference::merging:
      return parameters.reduction.merging == Switch::on ? "with merging" : "merging is off here too";
    case TwinDifference::warmStart:
      return fmt::format("warm start {}", nameOf(parameters.warmStart));
    case TwinDifference::preset:
      break;
  }
  const std::optional<Preset> preset = presetOf(parameters);
  return preset ? presetName(*preset) : "custom settings";
}

}  // namespace scree
