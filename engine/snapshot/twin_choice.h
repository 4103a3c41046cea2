#pragma once

#include <string>

#include "engine/settings/parameters.h"
#include "engine/settings/presets.h"

namespace scree {

/// What a twin does differently from the run beside which it is stepped.
enum class TwinDifference : std::uint8_t {
  merging,    ///< it merges nothing: every grain is solved for
  warmStart,  ///< its solves start from nothing
  preset      ///< it is solved with the settings of a preset
};

struct TwinChoice {
  TwinDifference difference = TwinDifference::merging;
  Preset preset = Preset::paper;  ///< for TwinDifference::preset

  bool operator==(const TwinChoice&) const = default;
};

/// Makes parameters those of the twin: only what it differs in changes.
void applyTwin(Parameters& parameters, const TwinChoice& choice);

/// How the twin is run, in a few words: "in full".
std::string twinName(const TwinChoice& choice);
/// How the run beside it is, by its own parameters: "with merging".
std::string firstName(const TwinChoice& choice, const Parameters& parameters);

}  // namespace scree
