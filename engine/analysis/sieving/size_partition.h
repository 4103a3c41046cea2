#pragma once

#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Class of sizes with the mass that left in it.
struct SizeClass {
  double smallest = 0.0;     ///< smallest diameter of the class [m]
  double largest = 0.0;      ///< largest diameter of the class [m]
  std::vector<double> mass;  ///< mass that left through each sink [kg]
  double massInAll = 0.0;    ///< sum over the sinks [kg]
};

/// Masses that left through the sinks of a world, by size: with several sinks the share of a sink in a class is its
/// partition number, and these over size are the partition curve (Tromp 1937). Up to `most` diameters are a class each;
/// more are put into `most` classes of equal width. Ascending; empty where nothing left. `most` is 1 or more.
std::vector<SizeClass> partitionBySize(const World& world, std::size_t most = 12);

}  // namespace scree
