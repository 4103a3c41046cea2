#pragma once

#include <Eigen/Core>
#include <deque>

namespace scree {

/// Flow of granules on their way back from a sieve: what left at a time returns after the delay. Between steps the flow
/// is a cubic with its values and derivatives there.
class RecycleLine {
 public:
  /// Granules that are on the way at the start come back evenly over the delay [s], which is above 0.
  RecycleLine(double start, double delay, const Eigen::VectorXd& onTheWay)
      : start_(start), delay_(delay), first_(onTheWay.cwiseMax(0.0) / delay) {}

  /// Adds a step: flow [1/s] and its derivative [1/s²] at its beginning and at its end, which is the next beginning.
  void add(double begin, double end, Eigen::VectorXd flowAtBegin, Eigen::VectorXd slopeAtBegin,
           Eigen::VectorXd flowAtEnd, Eigen::VectorXd slopeAtEnd);
  /// Flow [1/s] that is back at a time of at most the delay after the last end. Where the flow jumps, at the first
  /// return, the one before it for `isBefore`.
  Eigen::VectorXd returningAt(double time, bool isBefore) const;

 private:
  struct Piece {
    double begin = 0.0;
    double end = 0.0;
    Eigen::VectorXd flow[2];
    Eigen::VectorXd slope[2];
  };

  double start_;
  double delay_;
  Eigen::VectorXd first_;  ///< flow before the first return
  std::deque<Piece> pieces_;
};

}  // namespace scree
