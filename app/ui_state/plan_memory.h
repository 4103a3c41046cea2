#pragma once

#include <cstdint>
#include <optional>

#include "engine/planning/bed_plan.h"

namespace scree {

/// Numbers of the plan, and those of the run that it began with.
struct PlanMemory {
  PlanInput input;
  PlanInput taken;                     ///< numbers of the run when they were taken
  bool hasOwnWidth = false;            ///< the user has typed the width of the bed
  std::optional<std::uint64_t> world;  ///< version of the world that they were taken from; empty: from none
};

}  // namespace scree
