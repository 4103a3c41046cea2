#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "engine/session/recording.h"
#include "engine/state/archive_made.h"
#include "engine/state/archive_sensors.h"

// Fields of commands and marks in a recording. Parameters, choices and presets are stored by name, which outlives their
// place in an enumeration. A change here changes the version of recordings.
namespace scree {

/// Archives a value by its name in `table`; `member` is the field of an entry that holds the value. Returns the entry.
/// Throws StateError when the table has no such name.
template <class Ar, class Table, class Member>
auto& archiveByName(Ar& ar, const Table& table, Member member, auto& value) {
  std::string name;
  if constexpr (!Ar::kReading) {
    const auto entry = std::ranges::find(table, value, member);
    name = entry == std::ranges::end(table) ? std::string() : std::string(entry->name);
  }
  archive(ar, name);
  const auto entry = std::ranges::find_if(table, [&](const auto& one) { return one.name == name; });
  if (entry == std::ranges::end(table)) {
    throw StateError(fmt::format("there is no '{}' in this version", name));
  }
  value = (*entry).*member;
  return *entry;
}

template <class Ar>
void archive(Ar& ar, SetParameter& c) {
  archiveByName(ar, parameterTable(), &ParameterInfo::key, c.key);
  archive(ar, c.value);
}

template <class Ar>
void archive(Ar& ar, SetChoice& c) {
  const ChoiceInfo& info = archiveByName(ar, choiceTable(), &ChoiceInfo::key, c.key);
  std::string name;
  if constexpr (!Ar::kReading) {
    name = info.values[static_cast<std::size_t>(c.value)].name;
  }
  archive(ar, name);
  const auto value = std::ranges::find(info.values, name, &ChoiceValue::name);
  if (value == info.values.end()) {
    throw StateError(fmt::format("{} is never '{}' in this version", info.name, name));
  }
  c.value = static_cast<int>(value - info.values.begin());
}

template <class Ar>
void archive(Ar& ar, SetPreset& c) {
  archiveByName(ar, presetTable(), &PresetInfo::preset, c.preset);
}

template <class Ar>
void archive(Ar& ar, SetReductionPreset& c) {
  archiveByName(ar, reductionPresetTable(), &ReductionPresetInfo::preset, c.preset);
}

template <class Ar>
void archive(Ar& ar, SetPairLaw& c) {
  archive(ar, c.a, c.b);
  archiveByName(ar, pairLawTable(), &PairLawInfo::key, c.key);
  archive(ar, c.value);
}

template <class Ar>
void archive(Ar& ar, SetGranulationLaw& c) {
  archiveByName(ar, granulationTable(), &GranulationInfo::key, c.key);
  archive(ar, c.value);
}

template <class Ar>
void archive(Ar& ar, SetMadeMesh& c) {
  MadeMesh made = c.made ? *c.made : MadeMesh();
  archive(ar, c.body, c.shape, made);
  c = setMadeMesh(c.body, c.shape, std::move(made));
}

// clang-format off
template <class Ar> void archive(Ar& ar, SetYoungsModulus& c) { archive(ar, c.material, c.value); }
template <class Ar> void archive(Ar& ar, SetFeed& c) { archive(ar, c.isSpray, c.zone, c.rate); }
template <class Ar> void archive(Ar& ar, AddSensor& c) { archive(ar, c.sensor, c.place); }
template <class Ar> void archive(Ar& ar, ChangeSensor& c) { archive(ar, c.index, c.sensor); }
template <class Ar> void archive(Ar& ar, RemoveSensor& c) { archive(ar, c.index); }
template <class Ar> void archive(Ar&, SplitAll&) {}
template <class Ar> void archive(Ar& ar, SetDriveSpeed& c) { archive(ar, c.body, c.drive, c.value); }
template <class Ar> void archive(Ar& ar, SetMotor& c) { archive(ar, c.joint, c.value, c.byHand); }
template <class Ar> void archive(Ar& ar, StartPull& c) {
  archive(ar, c.particle, c.target, c.stiffness);
  bool isBody = c.grip.has_value();
  archive(ar, isBody);
  if (isBody) {
    Grip grip = c.grip.value_or(Grip{});
    archive(ar, grip.body, grip.place);
    c.grip = grip;
  }
}
template <class Ar> void archive(Ar& ar, MovePull& c) { archive(ar, c.target); }
template <class Ar> void archive(Ar&, EndPull&) {}
template <class Ar> void archive(Ar& ar, LoggedCommand& c) { archive(ar, c.step, c.time, c.command); }
template <class Ar> void archive(Ar& ar, StepMark& m) {
  archive(ar, m.step, m.time, m.hash, m.level, m.counts.merges, m.counts.splits);
}
// clang-format on

}  // namespace scree
