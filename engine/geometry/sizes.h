#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/base/random.h"

// Size distributions of particles; all diameters in metres.
namespace scree {

struct SingleSize {
  double diameter = 0.01;
};

/// Discrete sizes; `fractions` need not sum to one. By number, or by mass (equal density assumed).
struct ListedSizes {
  std::vector<double> diameters;
  std::vector<double> fractions;
  bool byMass = false;
};

/// Uniform by number between two diameters.
struct UniformSizes {
  double smallest = 0.01;
  double largest = 0.01;
};

/// Normal by number, redrawn until inside [smallest, largest].
struct NormalSizes {
  double mean = 0.01;
  double deviation = 0.0;
  double smallest = 0.01;
  double largest = 0.01;
};

using SizeDistribution = std::variant<SingleSize, ListedSizes, UniformSizes, NormalSizes>;

/// Draws one diameter [m].
double drawDiameter(const SizeDistribution& sizes, Random& random);
/// Bounds and the mean by number of the distribution [m]; the mean of a cut normal ignores the cut's asymmetry.
double smallestDiameter(const SizeDistribution& sizes);
double largestDiameter(const SizeDistribution& sizes);
double meanDiameter(const SizeDistribution& sizes);
/// Empty when usable, else what is wrong with it.
std::string problemOf(const SizeDistribution& sizes);

}  // namespace scree
