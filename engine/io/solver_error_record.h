#pragma once

#include <cstddef>

#include "engine/analysis/solving/solver_error.h"

namespace scree {

/// Errors of the solver over a run that is measured every so often.
class SolverErrorRecord {
 public:
  /// The newest answer.
  struct Newest {
    double time = 0.0;     ///< simulated time asked about [s]
    double creep = 0.0;    ///< SolverError::creep [m/s]
    double sinking = 0.0;  ///< SolverError::sinking [m/s]
    double angle = 0.0;    ///< SolverError::angle [rad]
  };

  /// Adds an answer about a world at `time` [s].
  void add(double time, const SolverError& error);

  const Newest& newest() const { return newest_; }
  std::size_t answers() const { return answers_; }
  double meanCreep() const;                        ///< mean over the answers [m/s]
  double mostCreep() const { return mostCreep_; }  ///< largest of an answer [m/s]
  double meanSinking() const;                      ///< mean over the answers [m/s]
  double mostAngle() const { return mostAngle_; }  ///< largest magnitude of an answer [rad]

 private:
  double meanOf(double sum) const;

  Newest newest_;
  std::size_t answers_ = 0;
  double creepSum_ = 0.0;
  double mostCreep_ = 0.0;
  double sinkingSum_ = 0.0;
  double mostAngle_ = 0.0;
};

}  // namespace scree
