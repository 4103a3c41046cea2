#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/population/coalescence_rates.h"
#include "engine/population/size_classes.h"

// Population balance of granules: numbers in classes of size that grow, coalesce, break, are fed and removed (METHOD.md
// 20). Numbers are real; rates come from a form or from a run that measured them.
namespace scree {

/// Layering: granules grow by fines that they roll up.
struct LayeringTerm {
  /// dD/dt of each class [m/s], 0 or more. With `uptake` only the ratios count, and an empty list grows all diameters
  /// equally: each granule takes fines in proportion to its surface.
  std::vector<double> growth;
  std::optional<double> uptake;  ///< mass that all granules together take [kg/s]; empty: what `growth` needs
  /// True: the fines of the state are taken, and where there are none no more than is coming. False: the fines taken
  /// are fed from outside at the same moment.
  bool isLimitedByFines = true;
};

/// Abrasion: granules lose fines from their surface. Those that become smaller than the smallest class are fines.
struct AbrasionTerm {
  std::vector<double> loss;  ///< -dD/dt of each class [m/s], 0 or more
};

/// Breakage: a granule becomes two of equal volume and fines. Halves smaller than the smallest class are fines.
struct BreakageTerm {
  std::vector<double> rate;  ///< of a granule of each class [1/s]
  double finesShare = 0.0;   ///< share of the volume that becomes fines, 0 to 1
};

/// Removal through a sieve: each granule leaves at the rate 1/residenceTime.
struct RemovalTerm {
  double residenceTime = 0.0;        ///< mean time that granules stay, above 0 [s]
  std::vector<double> productShare;  ///< share of each class that is product, 0 to 1; the rest comes back; empty: all 1
  double recycleDelay = 0.0;         ///< time on the way back [s]; 0: back at once
};

/// Terms that change a population. Lists have one entry a class; each term is optional.
struct PopulationModel {
  SizeClasses classes;
  double density = 0.0;  ///< of granules, pores and moisture included [kg/m³]; fines have it once they are taken
  /// Granules fed to each class [1/s]; empty: none. Where they grow they do so from the lower edge of the class on.
  std::vector<double> feed;
  double finesFeed = 0.0;  ///< fines fed [kg/s]
  std::optional<LayeringTerm> layering;
  std::optional<AbrasionTerm> abrasion;
  std::optional<CoalescenceTerm> coalescence;
  std::optional<BreakageTerm> breakage;
  std::optional<RemovalTerm> removal;
};

/// Population at one time. All that came, went or changed is counted since the beginning.
struct PopulationState {
  double time = 0.0;              ///< s
  std::vector<double> number;     ///< granules of each class
  std::vector<double> recycling;  ///< granules of each class on the way back; errors of steps may leave less than none
  std::vector<double> product;    ///< granules of each class that left as product
  double fines = 0.0;             ///< fines that are there [kg]
  double fedNumber = 0.0;         ///< granules fed
  double fedMass = 0.0;           ///< granules and fines fed [kg]
  double aboveNumber = 0.0;       ///< granules that became larger than the largest class and are counted here only
  double aboveMass = 0.0;         ///< kg
  double belowNumber = 0.0;       ///< granules that became smaller than the smallest class: their mass is fines
  double coalescences = 0.0;      ///< each has made one granule of two
  double breakages = 0.0;         ///< each has made two of one
};

/// State with these numbers at time 0 and nothing else but fines [kg].
PopulationState startOf(const PopulationModel& model, std::vector<double> number, double fines = 0.0);

/// Empty when both are usable, else the first that is wrong: a list of another length than the classes, a number that
/// is negative or none, a share outside 0 to 1, an uptake without granules.
std::string problemOf(const PopulationModel& model, const PopulationState& state);

/// Mass of numbers in the classes [kg].
double massOf(const PopulationModel& model, const std::vector<double>& number);
/// Mass that is there or has left, less the fed one: constant to rounding [kg].
double massBalanceOf(const PopulationModel& model, const PopulationState& state);
/// Granules that are there or have left, less the fed ones, with each coalescence counted up and each breakage down:
/// constant to rounding.
double numberBalanceOf(const PopulationState& state);

/// Accuracy and length of a computation.
struct PopulationControl {
  double tolerance = 1e-5;         ///< error of a step over the numbers, 1e-12 to 0.1
  std::size_t mostSteps = 200000;  ///< steps after which it gives up
};

/// States of a population over time.
struct PopulationRun {
  std::string problem;                  ///< empty where all times were reached
  std::vector<PopulationState> states;  ///< at the times asked for, as far as they were reached
  std::size_t steps = 0;                ///< steps taken
  std::size_t rejected = 0;             ///< steps tried and taken back
};

/// Runs to each of the times [s], ascending from the start's. Numbers stay 0 or more. Deterministic. Granules that are
/// on the way back at the start come back evenly over the delay. Bad input, and rates that need more steps than
/// allowed, such as an uptake that next to no granules are left to take, are told in `problem`.
PopulationRun runPopulation(const PopulationModel& model, const PopulationState& start,
                            const std::vector<double>& times, const PopulationControl& control = {});

/// Search of a steady state.
struct SteadyControl {
  double window = 0.0;      ///< time between two states that are compared [s]: about the residence time
  double tolerance = 1e-6;  ///< sum of the changes of all classes in a window over the number of granules
  double longest = 0.0;     ///< longest time that is run [s]
  PopulationControl steps;
};

/// Result of a search.
struct SteadyPopulation {
  std::string problem;    ///< empty where the search could run
  bool isSteady = false;  ///< true: the last change is within the tolerance
  double change = 0.0;    ///< in the last window, in the same measure as the tolerance
  PopulationState state;  ///< the last one; its counts are those since the start
  std::size_t steps = 0;
};

/// Runs until the numbers there and on the way back change no more; with layering that the fines limit the fines must
/// change no more either, by the mass of all granules. Not steady after the longest time: isSteady is false, and the
/// state is that of then.
SteadyPopulation steadyPopulation(const PopulationModel& model, const PopulationState& start,
                                  const SteadyControl& control);

}  // namespace scree
