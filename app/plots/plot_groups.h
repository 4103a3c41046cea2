#pragma once

#include <span>

#include "engine/snapshot/run_samples.h"

namespace scree {

/// Names, axis and texts of a plot.
struct PlotGroupInfo {
  PlotGroup group;
  const char* id;       ///< name in settings and file names
  const char* title;    ///< title of the dock
  const char* axis;     ///< label of the vertical axis, "energy [J]"
  bool logarithmic;     ///< true: logarithmic vertical axis
  const char* meaning;  ///< tooltip of the menu entry
  const char* empty;    ///< text in the plot while it has no values
};

/// All plots in the order of the menu.
std::span<const PlotGroupInfo> plotGroups();

}  // namespace scree
