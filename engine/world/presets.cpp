#include "engine/world/presets.h"

#include <array>
#include <tuple>

namespace scree {

namespace {

constexpr std::array<PresetInfo, 4> kPresets = {{
    {Preset::paper, "paper", "As published: 150 sweeps from zero, impacts in a stage of their own."},
    {Preset::paperWarm, "paper-warm", "As published with warm starting: 150 sweeps, 0.85 of the last multipliers."},
    {Preset::fast, "fast", "4 substeps of 6 sweeps, adaptive warm start: for playing and for most work."},
    {Preset::accurate, "accurate", "8 substeps of 12 sweeps, adaptive warm start: smaller errors in flows."},
}};

/// What a preset decides.
auto settingsOf(Parameters& p) {
  return std::tie(p.method, p.substeps, p.sweeps, p.impactSweeps, p.tolerance, p.warmStart, p.warmStartFactor,
                  p.warmStartFloor, p.impacts);
}

Parameters madeFor(Preset preset) {
  Parameters p;
  p.tolerance = 0.0;
  p.warmStartFactor = 0.85;
  p.warmStartFloor = 0.5;
  p.impactSweeps = 150;
  p.method = Method::pgs;
  const bool published = preset == Preset::paper || preset == Preset::paperWarm;
  p.impacts = published ? Impacts::stage : Impacts::joined;
  p.warmStart = WarmStart::adaptive;
  switch (preset) {
    case Preset::paper:
      p.warmStart = WarmStart::off;
      p.substeps = 1;
      p.sweeps = 150;
      break;
    case Preset::paperWarm:
      p.warmStart = WarmStart::history;
      p.substeps = 1;
      p.sweeps = 150;
      break;
    case Preset::fast:
      p.substeps = 4;
      p.sweeps = 6;
      break;
    case Preset::accurate:
      p.substeps = 8;
      p.sweeps = 12;
      break;
  }
  return p;
}

}  // namespace

std::span<const PresetInfo> presetTable() { return kPresets; }

void applyPreset(Parameters& parameters, Preset preset) {
  Parameters made = madeFor(preset);
  settingsOf(parameters) = settingsOf(made);
}

Parameters presetParameters(Preset preset) {
  Parameters parameters;
  applyPreset(parameters, preset);
  return parameters;
}

std::optional<Preset> presetOf(const Parameters& parameters) {
  Parameters mine = parameters;
  for (const PresetInfo& info : kPresets) {
    Parameters made = madeFor(info.preset);
    if (settingsOf(mine) == settingsOf(made)) {
      return info.preset;
    }
  }
  return std::nullopt;
}

}  // namespace scree
