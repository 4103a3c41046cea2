#pragma once

#include <string>
#include <vector>

#include "app/studies/warm_start_table.h"
#include "engine/world/world.h"

namespace scree {

/// Cost of a step with a preset.
struct PresetTime {
  Solver solver;
  double secondsPerStep = 0.0;    ///< processor time of a step, smallest of the rounds [s]
  double secondsDetecting = 0.0;  ///< its part for finding pairs and contacts [s]
  double secondsSweeping = 0.0;   ///< its part for the impact stage and the solve [s]
};

/// Steps copies of the world with every preset in turn, `rounds` times, so that all presets see the same load of the
/// machine. Uses one thread. Stops early after a signal.
std::vector<PresetTime> timePresets(const World& world, int rounds, int stepsARound);

/// Formats the times as rows of warm_start.csv.
std::vector<Measurement> timeRows(const std::string& part, const std::string& system,
                                  const std::vector<PresetTime>& times);
/// Formats the times as a table in Markdown with their ratio to the first preset (paper), and a sentence on sweeps and
/// detection in the fastest preset.
std::string timeTable(const std::vector<PresetTime>& times);

}  // namespace scree
