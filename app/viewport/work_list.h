#pragma once

#include <vector>

#include "app/ui_state/long_work.h"
#include "app/ui_state/panel_context.h"

namespace scree {

class Simulation;

/// Long work of the run and of the film being made.
std::vector<LongWork> worksUnderWay(const Simulation& simulation, const RecordStatus& film);

}  // namespace scree
