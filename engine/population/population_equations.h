#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/population/pivot_shares.h"
#include "engine/population/population_balance.h"

namespace scree {

/// Right-hand side of the population balance (METHOD.md 20.2 to 20.5) over a vector that holds a state.
class PopulationEquations {
 public:
  /// Of a usable model.
  explicit PopulationEquations(const PopulationModel& model);

  std::size_t classes() const { return widths_.size(); }
  /// Index of the fines in the vector.
  Eigen::Index fines() const;
  Eigen::VectorXd vectorOf(const PopulationState& state) const;
  PopulationState stateOf(const Eigen::VectorXd& values, double time) const;
  /// Mass of granules and fines that are there or have left [kg].
  double massIn(const Eigen::VectorXd& values) const;

  /// Sets `change` to the derivative of `values`. `returning` [1/s] comes back from a sieve with a delay; no entries:
  /// none. Without `hasFines` layering takes no more fines than come. Returns the largest rate at which a class loses
  /// its granules [1/s]: numbers stay 0 or more in a step of Euler's no longer than its inverse.
  double change(const Eigen::VectorXd& values, const Eigen::VectorXd& returning, bool hasFines,
                Eigen::VectorXd& change);
  /// Granules of each class that start on their way back [1/s].
  Eigen::VectorXd leavingForRecycle(const Eigen::VectorXd& values) const;

  /// True: granules that the sieve gives back are on the way for some time.
  bool hasDelay() const;
  /// True: layering takes the fines of the state.
  bool takesFines() const { return model_.layering && model_.layering->isLimitedByFines; }

 private:
  void addFeed(Eigen::VectorXd& change) const;
  void addRemoval(const Eigen::VectorXd& values, const Eigen::VectorXd& returning, Eigen::VectorXd& change);
  void addBreakage(const Eigen::VectorXd& values, Eigen::VectorXd& change);
  void addAbrasion(const Eigen::VectorXd& values, Eigen::VectorXd& change);
  void addCoalescence(const Eigen::VectorXd& values, Eigen::VectorXd& change);
  void addBirths(Eigen::VectorXd& change) const;
  void addLayering(const Eigen::VectorXd& values, bool hasFines, Eigen::VectorXd& change);
  /// Adds granules of this volume [m³] to a class, or counts them outside.
  void put(std::size_t at, double number, double volume, Eigen::VectorXd& change) const;
  /// Granules of this volume [m³] that are born in a class: addBirths() shares their mean by the representative
  /// volumes.
  void bear(std::size_t inClass, double number, double volume, Eigen::VectorXd& change);

  PopulationModel model_;
  ClassPivots pivots_;
  std::vector<double> widths_;          ///< of classes [m]
  std::vector<double> growthOfFaces_;   ///< at the upper edge of each class [m/s]
  std::vector<double> lossOfFaces_;     ///< by abrasion at the lower edge of each class [m/s]
  Eigen::MatrixXd pairRates_;           ///< of coalescence [1/s]
  std::vector<std::size_t> pairClass_;  ///< class of the sum of two volumes, by rows
  // Of one call.
  std::vector<double> births_;        ///< of each class [1/s]
  std::vector<double> birthVolumes_;  ///< of each class [m³/s]
  std::vector<double> losses_;        ///< of a granule of each class [1/s]
  std::vector<double> fluxes_;        ///< granules through the edge of each class [1/s]
};

}  // namespace scree
