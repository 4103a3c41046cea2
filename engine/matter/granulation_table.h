#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/matter/granulation_laws.h"

// Laws of granulation by name, for commands, recordings and panels.
namespace scree {

/// Values of the laws of granulation that can be set. Switches and choices are numbers too: 0 and 1, or a place in
/// GranulationInfo::choices.
enum class GranulationKey : std::uint8_t {
  finesDensity,
  liquidDensity,
  heldMoisture,
  exchangeRate,
  largest,
  layering,
  layeringBy,
  uptake,
  leastMoisture,
  coalescence,
  sticking,
  viscosity,
  asperity,
  yieldStress,
  largestStokes,
  wetEnough,
  probability,
  breakage,
  breakEnergy,
  finesShare,
  smallest,
  abrasion,
  abrasionRate
};

struct GranulationInfo {
  GranulationKey key;
  std::string_view name;   ///< name in recordings and sessions
  std::string_view path;   ///< keys of the scene's section, joined by dots
  std::string_view label;  ///< in panels
  std::string_view unit;   ///< SI, empty for a number
  std::string_view meaning;
  double minimum = 0.0;
  double maximum = 1.0;
  std::span<const std::string_view> choices = {};  ///< names of a choice or switch; empty for a number
};

std::span<const GranulationInfo> granulationTable();
const GranulationInfo& infoOf(GranulationKey key);

/// Value of a law, in SI units. No limit of the diameter is 0.
double valueOf(const GranulationLaws& laws, GranulationKey key);
/// Sets one value. Returns an empty string, or the reason of a refusal, which leaves the laws unchanged: not finite,
/// out of range, no choice, or a breakage without an energy and a smallest diameter.
std::string setValue(GranulationLaws& laws, GranulationKey key, double value);
/// Text of a value with its unit: "0.02 kg/m²", "on".
std::string valueText(const GranulationLaws& laws, GranulationKey key);
/// Unit of a value: that of the uptake depends on the measure of layering.
std::string_view unitOf(const GranulationLaws& laws, GranulationKey key);

constexpr double kMostFeed = 1e6;  ///< largest rate of a box of fines or water [kg/s]

}  // namespace scree
