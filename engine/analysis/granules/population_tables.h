#pragma once

#include <span>
#include <string>

#include "engine/analysis/granules/population_watch.h"

// Tables of a population (CSV), and its numbers in a line. Empty cells: no value.
namespace scree {

/// A row a window and class: grains, mass, growth, wear, of the run and of the balance.
std::string populationTable(const PopulationWatch& watch);
/// A row a window: rates of all that happens, sizes, of the run and of the balance, and how far both are apart.
std::string populationRatesTable(const PopulationWatch& watch);
/// A row a pair of classes: collisions and joins since the watch began, the share that joined, the rate of a pair.
std::string populationPairsTable(const PopulationWatch& watch);
/// A row a form of the kernel, the likeliest first: rate of a pair of mean grains, deviance.
std::string populationKernelsTable(const PopulationWatch& watch);

/// Distribution of the ages at which grains left.
struct ResidenceTimes {
  double width = 0.0;          ///< of a bin [s]
  double mean = 0.0;           ///< s
  double deviation = 0.0;      ///< s
  std::vector<double> number;  ///< grains of each bin
  std::vector<double> mass;    ///< kg

  /// Share of the grains per second in a bin, E(t) [1/s].
  double densityOf(std::size_t bin) const;
  /// E(t) at the middle of the bin, if all that is there were mixed at all times: exp(-t/mean)/mean [1/s].
  double mixedDensityOf(std::size_t bin) const;
};
/// Residence times in bins of equal width, of a round number of seconds. Empty lists without ages.
ResidenceTimes residenceTimesOf(std::span<const PopulationAge> ages);
/// A row a bin.
std::string residenceTable(const ResidenceTimes& times);

/// Numbers of the last window in a line, for the summary of a run; empty before the first.
std::string populationSummary(const PopulationWatch& watch);

}  // namespace scree
