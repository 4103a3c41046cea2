#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/granules/population_counts.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Choices of a PopulationWatch.
struct PopulationChoice {
  SizeClasses classes;        ///< empty: usualClasses()
  double window = 1.0;        ///< time over which is counted [s]
  double balanceFrom = -1.0;  ///< see PopulationWatch [s]; below 0: from the start
  bool isRestrictedInSpace = true;
};

/// Sizes of a population: those of the run's grains, or of the balance.
struct PopulationSizes {
  SizeHistogram histogram;
  double number = 0.0;  ///< all granules
  double mass = 0.0;    ///< of them [kg]
  double d10 = 0.0;     ///< by volume [m]; not a number without granules, and outside the classes
  double d50 = 0.0;
  double d90 = 0.0;
};

/// Counts of one window, and the populations at its end.
struct PopulationWindow {
  double from = 0.0;        ///< s
  double to = 0.0;          ///< s
  PopulationCounts counts;  ///< without the tables of pairs
  PopulationSizes run;
  std::optional<PopulationSizes> balance;  ///< of the same granules, in the same classes; empty before it begins
  double balanceJoins = 0.0;               ///< pairs that joined in the balance's window
  double difference = 0.0;                 ///< largest one of the cumulative distributions by volume, 0 to 1
};

/// Age of a grain that a sink took.
struct PopulationAge {
  double time = 0.0;  ///< of its departure [s]
  double age = 0.0;   ///< since it came to be [s]
  double mass = 0.0;  ///< kg
};

/// Classes for a world: of a constant ratio, with room for what its grains and those of its emitters may become. A
/// world that has neither gets classes from 1 mm to 100 mm.
SizeClasses usualClasses(const World& world);

/// Follows the population of granules of a run (METHOD.md 21.7): counts events by classes of size over windows of time,
/// and runs a population balance beside it. Changes nothing in the world.
///
/// With `balanceFrom` below 0 the balance begins with the grains of the start, and takes in each window the rates that
/// were counted in it: what then parts it from the run is what a balance of classes leaves out. From a later time on it
/// begins with the grains of that time, and keeps the mean rates of the run until then, with the kernel that fits its
/// joins best: it foretells.
class PopulationWatch {
 public:
  /// Begins with the world as it is, before its next step. Throws std::invalid_argument for classes that are not
  /// usable, and a window that is not above 0.
  PopulationWatch(const World& world, PopulationChoice choice);
  /// Counts the step just taken.
  void take(const World& world, const StepData& data);

  const PopulationChoice& choice() const { return choice_; }
  const SizeClasses& classes() const { return choice_.classes; }
  /// Windows that are full, in order of time.
  const std::vector<std::shared_ptr<const PopulationWindow>>& windows() const { return windows_; }
  /// Sums since the watch began, the window that is not full included.
  PopulationCounts counts() const;
  const std::vector<PopulationAge>& ages() const { return ages_; }
  /// Sizes of the grains as the watch began.
  const PopulationSizes& start() const { return start_; }
  /// State of the balance, over the classes cut into parts; empty before it begins.
  const std::optional<PopulationState>& balance() const { return balance_; }
  /// Density of its granules [kg/m³].
  double density() const { return density_; }
  /// Failure of the balance, which then has ended; empty: none.
  const std::string& problem() const { return problem_; }

 private:
  /// The run as it was seen last.
  struct Last {
    double step = 0.0;  ///< time of the last step [s]
    double look = 0.0;  ///< time of the last look at the grains [s]
    ParticleId nextId = 0;
    std::vector<std::size_t> departures;  ///< number already seen, by sink
    std::vector<double> grains;           ///< of each class at the last look
    double all = 0.0;                     ///< grains at the last look
  };

  /// Counts the grains by class, and adds their time since the last look.
  void look(const World& world);
  void countArrivals(const World& world, const StepData& data);
  void countDepartures(const World& world);
  void finishWindow(const World& world);
  BalanceForm formOf(bool fitsKernel) const;
  void beginBalance(const World& world);
  void runBalance(PopulationWindow& window);
  PopulationSizes sizesOf(const World& world) const;
  PopulationSizes balanceSizes() const;

  PopulationChoice choice_;
  double density_ = 0.0;  ///< of the balance's granules [kg/m³]
  PopulationCounts sums_;
  PopulationCounts now_;
  double begun_ = 0.0;  ///< s
  double from_ = 0.0;   ///< start of the window [s]
  Last last_;
  std::vector<std::shared_ptr<const PopulationWindow>> windows_;
  std::vector<PopulationAge> ages_;
  PopulationSizes start_;
  std::optional<PopulationState> balance_;
  std::optional<PopulationModel> kept_;  ///< rates that stay
  std::string problem_;
};

}  // namespace scree
