#pragma once

#include <string>

#include "engine/settings/parameters.h"
#include "engine/settings/presets.h"

namespace scree {

/// Difference of a twin from the run beside which it is stepped.
enum class TwinDifference : std::uint8_t {
  merging,    ///< the twin merges nothing: every grain is solved for
  warmStart,  ///< the solves of the twin start from zero
  preset      ///< the twin uses the settings of a preset
};

struct TwinChoice {
  TwinDifference difference = TwinDifference::merging;
  Preset preset = Preset::paper;  ///< preset of the twin for TwinDifference::preset

  bool operator==(const TwinChoice&) const = default;
};

/// Changes the parameters of a run to those of its twin.
void applyTwin(Parameters& parameters, const TwinChoice& choice);

/// Short description of the twin, as "in full".
std::string twinName(const TwinChoice& choice);
/// Short description of the run beside the twin from its own parameters, as "with merging".
std::string firstName(const TwinChoice& choice, const Parameters& parameters);

}  // namespace scree
