#pragma once

#include <span>

#include "engine/snapshot/run_samples.h"

namespace scree {

/// How a plot is called and drawn.
struct PlotGroupInfo {
  PlotGroup group;
  const char* id;     ///< in settings and names of files
  const char* title;  ///< of its dock
  const char* axis;   ///< "energy [J]"
  bool logarithmic;
  const char* meaning;  ///< for the menu
  const char* empty;    ///< what is said where a scene has no such numbers
};

/// All plots in the order of the menu.
std::span<const PlotGroupInfo> plotGroups();

}  // namespace scree
