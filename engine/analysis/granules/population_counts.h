#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/population/population_balance.h"
#include "engine/population/size_classes.h"

// Counts of a granulation run by classes of size, and the rates that follow from them (METHOD.md 21.7).
namespace scree {

struct GranulationEvents;

/// Sums over a time of a run. Lists have one entry a class. Grains and events outside the classes count in the totals
/// only.
struct PopulationCounts {
  double time = 0.0;                 ///< s
  std::vector<double> grainSeconds;  ///< sum over the time of the grains of each class [s]
  /// Sum over the time of the pairs of grains of two classes, ½ N² within a class [s].
  Eigen::MatrixXd pairSeconds;
  /// The same over the number of all grains, for rates restricted in space [s].
  Eigen::MatrixXd pairSecondsOverAll;
  std::vector<double> growth;     ///< growth of diameters by layering [m]
  std::vector<double> wear;       ///< loss of diameters by wear, 0 or more [m]
  std::vector<double> came;       ///< grains that emitters or the user added
  std::vector<double> left;       ///< grains that sinks took
  std::vector<double> broke;      ///< grains that broke
  Eigen::MatrixXd collisions;     ///< of the grains of two classes, symmetric; on the diagonal within a class
  Eigen::MatrixXd joins;          ///< pairs that became one, likewise
  std::vector<double> cameSizes;  ///< diameters of the grains that came [m]
  double brokenVolume = 0.0;      ///< of grains that broke [m³]
  double halvesVolume = 0.0;      ///< of what became of them but for fines [m³]

  // Totals, with those outside the classes.
  double allGrainSeconds = 0.0;  ///< s
  double allGrowth = 0.0;        ///< m
  double allWear = 0.0;          ///< m
  double allCame = 0.0;
  double allLeft = 0.0;
  double allBroke = 0.0;
  double allCollisions = 0.0;
  double allJoins = 0.0;
  double ageOfLeft = 0.0;  ///< sum of the ages of grains that left [s]

  /// Mean number of grains over the time; 0 without any.
  double meanNumber() const { return time > 0.0 ? allGrainSeconds / time : 0.0; }
};

/// Counts of nothing.
PopulationCounts countsOf(const SizeClasses& classes);
/// Adds a time [s] in which there were these grains of each class, of all these.
void addGrains(PopulationCounts& counts, const std::vector<double>& numbers, double all, double time);
/// Adds another time of the same classes.
void addCounts(PopulationCounts& to, const PopulationCounts& more);
/// Adds the events of a step.
void addEvents(PopulationCounts& counts, const SizeClasses& classes, const GranulationEvents& events);

/// Rates at which pairs of two classes joined, over the sums of pairs [1/s]; those of classes that made no pairs have
/// the mean of all.
Eigen::MatrixXd joiningRates(const PopulationCounts& counts, bool isRestrictedInSpace);
/// Mean over the time of a list of sums by class, of a grain of the class: such as its growth [m/s]. Classes without
/// grains have 0.
std::vector<double> ratesOfGrains(const PopulationCounts& counts, const std::vector<double>& sums);

/// Choices of a balance that counts feed.
struct BalanceForm {
  double density = 0.0;             ///< of granules [kg/m³]
  std::size_t parts = 1;            ///< into which each class is cut
  bool isRestrictedInSpace = true;  ///< as CoalescenceTerm
  /// True: pairs join by the form that fits their table best (kernel_fit.h). False: by the table.
  bool fitsKernel = false;
};

/// Population balance with the rates of the counts, over the classes cut into parts. Each grain of a class grows,
/// wears, breaks and leaves at the mean rate of its class, between the middles of classes at rates between theirs;
/// classes that had no grains have those of the nearest one with any. Pairs join at the rates at which they did, pairs
/// of classes without grains at the mean of all. Counts without a time make a balance of nothing.
PopulationModel balanceOf(const PopulationCounts& counts, const SizeClasses& classes, const BalanceForm& form);

/// Largest difference of two cumulative distributions over the same edges, by mass; 0 to 1.
double largestDifference(const SizeHistogram& a, const SizeHistogram& b);

}  // namespace scree
