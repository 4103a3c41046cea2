#pragma once

#include <array>
#include <string_view>

#include "app/video/film_settings.h"
#include "app/view/view_options.h"
#include "engine/settings/presets.h"
#include "engine/world/sensor_shape_names.h"

// Names of choices in settings and session files. Files hold names instead of numbers because new choices are inserted
// in the middle of the lists.
namespace scree {

inline std::array<std::string_view, kColourByCount> colourByNames() {
  std::array<std::string_view, kColourByCount> names;
  for (int i = 0; i < kColourByCount; ++i) {
    names[static_cast<std::size_t>(i)] = infoOf(static_cast<ColourBy>(i)).name;
  }
  return names;
}

constexpr std::array<std::string_view, kSizePresets.size()> kSizeNames = [] {
  std::array<std::string_view, kSizePresets.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = kSizePresets[i].name;
  }
  return names;
}();

constexpr std::array<std::string_view, 3> kBedMapNames = {"never", "automatic", "always"};
constexpr std::array<std::string_view, 3> kOutlineNames = {"never", "automatic", "always"};
constexpr std::array<std::string_view, 3> kTrailNames = {"none", "picked", "free"};
constexpr std::array<std::string_view, kFieldScalarCount> kFieldScalarNames = {
    "solid fraction", "flow speed", "pressure", "shear rate", "inertial number", "coordination"};
constexpr std::array<std::string_view, 3> kClipShapeNames = {"plane", "slab", "box"};
constexpr std::array<std::string_view, kTwinModeCount> kTwinModeNames = {"side by side", "wipe", "this run", "twin"};
constexpr std::array<std::string_view, 3> kTwinDifferenceNames = {"in full", "no warm start", "preset"};

inline std::vector<std::string_view> presetNames() {
  std::vector<std::string_view> names;
  for (const PresetInfo& info : presetTable()) {
    names.push_back(info.name);
  }
  return names;
}

}  // namespace scree
