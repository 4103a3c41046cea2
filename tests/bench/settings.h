#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/settings/parameters.h"

namespace scree::bench {

/// Applies settings such as "paper", "fast threads=2" or "warm_start=history sweeps=30" in their order: names of
/// presets, and parameters by the names they have in scene files. Returns why they are refused, or an empty string.
std::string applySettings(Parameters& parameters, std::string_view settings);

/// Names of all presets of the solver.
std::vector<std::string> presetNames();

}  // namespace scree::bench
