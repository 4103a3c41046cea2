#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/analysis/fields/field_sums.h"
#include "engine/session/recording.h"

// Fields of a run that is stepped for them.
namespace scree {

/// Instants of a run at which it is coarse-grained.
struct FieldPlan {
  double from = 0.0;           ///< simulated time of the first instant, at least one step after the start [s]
  double to = 0.0;             ///< simulated time of the last [s]
  double every = 0.0;          ///< simulated time between instants [s]; 0: each step
  double width = kFieldWidth;  ///< spacing of the nodes in mean diameters
  std::optional<int> threads;  ///< none: those of the scene
  std::function<bool(const World&)> goOn;  ///< called after each step; false ends the run
};

/// Mean fields of a run, with the instants that they are of.
struct RunFields {
  FieldAverage average;
  double first = 0.0;  ///< simulated time of the first instant [s]
  double last = 0.0;   ///< of the last [s]
};

/// Largest number of nodes of fields in files.
constexpr std::size_t kMostFieldNodes = 2'000'000;

/// Steps a world and coarse-grains it on the way. Where the grains come to need more nodes, the mean begins anew with a
/// larger spacing.
RunFields fieldsOfRun(World world, const FieldPlan& plan);
/// The same of a recording, from its last saved state before the first instant on.
RunFields fieldsOfRun(const Recording& recording, const FieldPlan& plan);

}  // namespace scree
