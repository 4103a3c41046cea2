#pragma once

#include <vector>

#include "app/studies/experiment.h"
#include "app/studies/silo/silo_case.h"

namespace scree {

/// Discharges of all fillings, orifices and ways, with their scenes in the folder. Those that a signal prevented are
/// left out. Throws OutputError where the folder cannot be written.
std::vector<SiloRun> siloRuns(const SiloOptions& options);

}  // namespace scree
