#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// Case in full with a solver by its name: a preset, a preset with another number of sweeps in both stages ("fast-12",
/// "paper-500"), or with other substeps too ("paper-500x4"). Empty optional for other names.
std::optional<ReductionCase> fullCase(std::string_view name);

/// Message for the command line on a name that fullCase() does not know; otherwise empty.
std::string solverComplaint(const std::string& name);

}  // namespace scree
