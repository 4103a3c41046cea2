#pragma once

#include <span>
#include <string>

#include "engine/analysis/drums/belt_landings.h"

// Tables (CSV, RFC 4180, units in the names) of landings on a belt and of the bed made from them.
namespace scree {

/// A row for each landing, in their order.
std::string landingTable(std::span<const Landing> landings);
/// Height map: a row for each cell, with its place across and along the belt.
std::string bedTable(const BeltBed& bed);
/// Profile over the width: place, mean height, standard deviation along the belt.
std::string profileTable(const BedProfile& profile);

/// Settings for a recording of `seconds` on a belt with the way `way` [m] in that time: cells of 2.5 mean diameters,
/// and the mean density of the pellets. There must be a landing, and a way.
BedSettings bedSettingsOf(std::span<const Landing> landings, const BeltFrame& belt, double way);
/// Numbers of a bed in a few lines: landings, mean height, σ_h, objective f and the first modes.
std::string bedSummary(std::span<const Landing> landings, const BeltBed& bed);

}  // namespace scree
