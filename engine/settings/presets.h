#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/settings/parameters.h"

namespace scree {

/// Settings of the solver that belong together. A preset says how a step is solved, not how long it is: the published
/// settings are meant for steps of 5 ms.
enum class Preset : std::uint8_t { paper, paperWarm, fast, standard, accurate };

struct PresetInfo {
  Preset preset;
  std::string_view name;  ///< in scene files and --set
  std::string_view meaning;
};

std::span<const PresetInfo> presetTable();
/// Preset of scenes that name none.
constexpr Preset kDefaultPreset = Preset::standard;

/// Sets method, substeps, sweeps, tolerances, warm start, impacts and regularisation; leaves everything else.
void applyPreset(Parameters& parameters, Preset preset);
/// Sets to those of `other` all settings that a preset sets.
void applySolver(Parameters& parameters, const Parameters& other);
/// Defaults with the settings of a preset.
Parameters presetParameters(Preset preset);
/// The preset with these settings; nothing if there is none.
std::optional<Preset> presetOf(const Parameters& parameters);

/// Settings of the reduction that belong together: what merges and what splits, not whether there is merging at all.
enum class ReductionPreset : std::uint8_t { local, careful, quick, paperCs, paperTrF, paperTrFv, paperCtr };

struct ReductionPresetInfo {
  ReductionPreset preset;
  std::string_view name;  ///< in scene files and --set
  std::string_view meaning;
};

std::span<const ReductionPresetInfo> reductionPresetTable();
constexpr ReductionPreset kDefaultReductionPreset = ReductionPreset::local;
/// Sets all of the reduction's parameters except `merging`.
void applyPreset(Parameters& parameters, ReductionPreset preset);
std::optional<ReductionPreset> reductionPresetOf(const Parameters& parameters);

}  // namespace scree
