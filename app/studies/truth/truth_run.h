#pragma once

#include <optional>
#include <vector>

#include "app/studies/truth/truth_system.h"
#include "app/studies/truth/truth_way.h"

namespace scree {

/// State that all runs of a seed begin with. Empty optional after a signal or if the scene does not load; the errors
/// are printed.
std::optional<World> truthStart(const TruthSystem& system, int seed);

/// Runs a copy of a start in one way on one thread, and returns its measures in their order. Empty after a signal, and
/// with a message if the engine refuses the run.
std::vector<double> runTruth(const TruthSystem& system, const World& start, const TruthWay& way, int seed);

}  // namespace scree
