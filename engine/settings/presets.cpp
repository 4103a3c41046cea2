#include "engine/settings/presets.h"

#include <array>
#include <tuple>

#include "engine/settings/settings_constants.h"

namespace scree {

namespace {

constexpr std::array<PresetInfo, 5> kPresets = {{
    {Preset::paper, "paper", "As published: 150 sweeps from zero, impacts in a stage of their own."},
    {Preset::paperWarm, "paper-warm", "As published with warm starting: 150 sweeps, 0.85 of the last multipliers."},
    {Preset::fast, "fast",
     "4 substeps of 4 sweeps, more where contacts are stiff and fewer where nothing moves, adaptive warm start: for "
     "playing. Slow regions creep about twice as fast as with default."},
    {Preset::standard, "default",
     "4 substeps of 8 sweeps, more where contacts are stiff and fewer where nothing moves, adaptive warm start: for "
     "work. A step costs about a fifth more than with fast."},
    {Preset::accurate, "accurate", "8 substeps of 12 sweeps, adaptive warm start: smaller errors in flows."},
}};

/// Settings of a preset.
auto settingsOf(Parameters& p) {
  return std::tie(p.method, p.substeps, p.mostSubsteps, p.sweeps, p.impactSweeps, p.tolerance, p.restTolerance,
                  p.warmStart, p.warmStartFactor, p.warmStartFloor, p.overRelaxation, p.impacts, p.impactSpeed,
                  p.regularisation);
}

Parameters madeFor(Preset preset) {
  Parameters p;
  p.tolerance = 0.0;
  p.restTolerance = 0.0;
  p.warmStartFactor = 0.85;
  p.warmStartFloor = 0.5;
  p.overRelaxation = 1.0;
  p.impactSweeps = 150;
  p.method = Method::pgs;
  const bool published = preset == Preset::paper || preset == Preset::paperWarm;
  p.impacts = published ? Impacts::stage : Impacts::joined;
  p.impactSpeed = published ? Parameters{}.impactSpeed : 0.0;
  p.regularisation = published ? Parameters{}.regularisation : 0.0;
  p.warmStart = WarmStart::adaptive;
  p.overRelaxation = published ? 1.0 : settings::kOverRelaxation;
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
    case Preset::standard:
      p.substeps = 4;
      p.mostSubsteps = 16;
      p.sweeps = preset == Preset::fast ? 4 : 8;
      p.restTolerance = 8.4e-6;
      break;
    case Preset::accurate:
      p.substeps = 8;
      p.mostSubsteps = 16;
      p.sweeps = 12;
      break;
  }
  return p;
}

constexpr std::array<ReductionPresetInfo, 7> kReductionPresets = {{
    {ReductionPreset::local, "local",
     "Splits where something moves or contacts cannot carry what a member bears, and opens patches near surfaces from "
     "time to time."},
    {ReductionPreset::careful, "careful",
     "As local, but grains merge after twice as long a rest and wait three times as long after a split: fewer of them "
     "would move if asked, fewer are merged."},
    {ReductionPreset::quick, "quick",
     "As local, but members bear a load four times as far out of balance, their contacts bear up to twice as much as "
     "when they merged, and splits are at twice the speed: more are merged, and in flows more of them would move if "
     "asked."},
    {ReductionPreset::paperCs, "paper-cs", "As published: contact splits two grains deep, and split sensors."},
    {ReductionPreset::paperTrF, "paper-tr-f", "As published: trial solve of 50 sweeps, test of forces."},
    {ReductionPreset::paperTrFv, "paper-tr-fv",
     "As published: trial solve of 50 sweeps, tests of forces and velocities."},
    {ReductionPreset::paperCtr, "paper-ctr", "As published: contact splits and a trial solve with a test of forces."},
}};

/// R, tables 2 to 4 (METHOD.md 10.19).
ReductionParameters published() {
  ReductionParameters r;
  r.merge.normalIn = r.merge.normalOut = r.merge.tangential = 2.5e-3;
  r.merge.rolling = 0.5;
  r.merge.normalAcceleration = r.merge.tangentialAcceleration = 5.0;
  r.merge.time = r.merge.wait = 0.0;
  r.front.split = r.audit.split = Switch::off;
  return r;
}

ReductionParameters ownPreset(ReductionPreset preset) {
  ReductionParameters r;
  if (preset == ReductionPreset::careful) {
    r.merge.time = 2.0;
    r.merge.wait = 5.0;
  }
  if (preset == ReductionPreset::quick) {
    r.front.speed = 0.045;
    r.load.balance = 0.2;
    r.load.bearing = 1.0;
  }
  return r;
}

ReductionParameters madeFor(ReductionPreset preset) {
  if (preset < ReductionPreset::paperCs) {
    return ownPreset(preset);
  }
  ReductionParameters r = published();
  r.contact.split =
      preset == ReductionPreset::paperCs || preset == ReductionPreset::paperCtr ? Switch::on : Switch::off;
  r.trial.split = preset == ReductionPreset::paperCs ? Switch::off : Switch::on;
  if (preset == ReductionPreset::paperTrFv) {
    r.trial.normalIn = r.trial.normalOut = r.trial.tangential = 0.26;
    r.trial.force = 0.25;
  }
  return r;
}

}  // namespace

std::span<const ReductionPresetInfo> reductionPresetTable() { return kReductionPresets; }

void applyPreset(Parameters& parameters, ReductionPreset preset) {
  const Switch merging = parameters.reduction.merging;
  parameters.reduction = madeFor(preset);
  parameters.reduction.merging = merging;
}

std::optional<ReductionPreset> reductionPresetOf(const Parameters& parameters) {
  for (const ReductionPresetInfo& info : kReductionPresets) {
    ReductionParameters made = madeFor(info.preset);
    made.merging = parameters.reduction.merging;
    if (made == parameters.reduction) {
      return info.preset;
    }
  }
  return std::nullopt;
}

std::span<const PresetInfo> presetTable() { return kPresets; }

void applyPreset(Parameters& parameters, Preset preset) { applySolver(parameters, madeFor(preset)); }

void applySolver(Parameters& parameters, const Parameters& other) {
  Parameters from = other;
  settingsOf(parameters) = settingsOf(from);
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
