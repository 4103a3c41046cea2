#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/world/parameters.h"

namespace scree {

/// Settings of the solver that belong together. A preset says how a step is solved, not how long it is: the published
/// settings are meant for steps of 5 ms.
enum class Preset : std::uint8_t { paper, paperWarm, fast, accurate };

struct PresetInfo {
  Preset preset;
  std::string_view name;  ///< in scene files and --set
  std::string_view meaning;
};

std::span<const PresetInfo> presetTable();
/// What scenes that say nothing are solved with.
constexpr Preset kDefaultPreset = Preset::fast;

/// Sets method, substeps, sweeps, tolerance, warm start and impacts; leaves everything else.
void applyPreset(Parameters& parameters, Preset preset);
/// Defaults with the settings of a preset.
Parameters presetParameters(Preset preset);
/// The preset whose settings these are, if they are those of one.
std::optional<Preset> presetOf(const Parameters& parameters);

}  // namespace scree
