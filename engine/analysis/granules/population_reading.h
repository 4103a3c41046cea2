#pragma once

#include <memory>
#include <string>

#include "engine/analysis/granules/population_tables.h"
#include "engine/analysis/granules/population_watch.h"

namespace scree {

/// Population of granules of a run for its plots.
struct PopulationReading {
  double since = 0.0;     ///< time at which counting began, at the start of the run or after a jump in time [s]
  double window = 0.0;    ///< time over which is counted [s]
  SizeClasses classes;    ///< of the sizes
  PopulationSizes start;  ///< of the run when counting began
  std::shared_ptr<const PopulationWindow> last;  ///< null: no window is full yet
  ResidenceTimes residence;                      ///< of the granules that have left since
  std::size_t departures = 0;                    ///< number of them
  std::string problem;                           ///< failure of the balance; empty: none
};

/// Table (CSV) of the sizes of the last window and of the residence times: a row a class and a bin. Of none: its head.
std::string distributionTable(const PopulationReading* reading);

}  // namespace scree
