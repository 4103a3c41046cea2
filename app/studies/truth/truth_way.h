#pragma once

#include <span>
#include <string_view>

#include "engine/settings/presets.h"
#include "engine/world/world.h"

// Ways to solve that the study of the truth compares.
namespace scree {

/// Law of impacts.
enum class TruthImpacts : std::uint8_t {
  asPreset,  ///< as the preset says: in the rows of the continuous solve
  stage,     ///< in a solve of their own
  resolved   ///< not at all: spring and dashpot of the contact give the restitution, in steps that resolve it
};

struct TruthWay {
  std::string_view name;
  std::string_view meaning;
  Preset preset = Preset::standard;
  TruthImpacts impacts = TruthImpacts::asPreset;
  double timeStep = 0.0;  ///< s; 0: that of the scene
  int substeps = 0;       ///< 0: those of the preset
  int sweeps = 0;         ///< of a substep; 0: those of the preset
};

/// All ways in the order of tables.
std::span<const TruthWay> truthWays();
/// Way with this name; null if there is none.
const TruthWay* truthWayNamed(std::string_view name);

/// Makes a world be solved in this way from now on, without merging. `resolved` needs grains of one size, the linear
/// law, and walls of other materials than the grains.
void solveInWay(World& world, const TruthWay& way);

}  // namespace scree
