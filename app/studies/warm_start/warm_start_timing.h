#pragma once

#include <string>
#include <vector>

#include "app/studies/warm_start_table.h"
#include "engine/world/world.h"

namespace scree {

/// What a step costs with a preset.
struct PresetTime {
  Solver solver;
  double secondsPerStep = 0.0;    ///< of processor, the least of the rounds
  double secondsDetecting = 0.0;  ///< of that: finding pairs and contacts
  double secondsSweeping = 0.0;   ///< and the sweeps of both solves
};

/// Steps copies of the world with every preset in turn, `rounds` times, so that all meet the same load of the machine.
/// One thread. Stops early after a signal.
std::vector<PresetTime> timePresets(const World& world, int rounds, int stepsARound);

/// The times as rows of the table.
std::vector<Measurement> timeRows(const std::string& part, const std::string& system,
                                  const std::vector<PresetTime>& times);
/// The times as a table in Markdown, with their ratio to the first preset (paper), and a sentence on what bounds it.
std::string timeTable(const std::vector<PresetTime>& times);

}  // namespace scree
