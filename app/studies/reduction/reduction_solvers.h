#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// A run in full with a solver: a preset, or one with other sweeps in both stages, "fast-12" or "paper-500", and other
/// substeps, "paper-500x4". Nothing for other names.
std::optional<ReductionCase> fullCase(std::string_view name);

/// Of the command line: empty for a name that fullCase() knows, else what is wrong with it.
std::string solverComplaint(const std::string& name);

}  // namespace scree
