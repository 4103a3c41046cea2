#include "engine/population/recycle_line.h"

#include <algorithm>
#include <utility>

namespace scree {

void RecycleLine::add(double begin, double end, Eigen::VectorXd flowAtBegin, Eigen::VectorXd slopeAtBegin,
                      Eigen::VectorXd flowAtEnd, Eigen::VectorXd slopeAtEnd) {
  pieces_.push_back(
      {begin, end, {std::move(flowAtBegin), std::move(flowAtEnd)}, {std::move(slopeAtBegin), std::move(slopeAtEnd)}});
  // Later times ask for no flow that left before.
  while (pieces_.size() > 1 && pieces_.front().end < end - delay_) {
    pieces_.pop_front();
  }
}

Eigen::VectorXd RecycleLine::returningAt(double time, bool isBefore) const {
  // The step that ends at the first return has rounded times.
  const double sinceFirst = time - (start_ + delay_);
  if (sinceFirst < 0.0 || (sinceFirst == 0.0 && isBefore) || pieces_.empty()) {
    return first_;
  }
  const double left = time - delay_;
  auto piece = std::ranges::upper_bound(pieces_, left, {}, &Piece::begin);
  piece = piece == pieces_.begin() ? piece : std::prev(piece);
  const double length = piece->end - piece->begin;
  const double u = std::clamp((left - piece->begin) / length, 0.0, 1.0);
  const double v = 1.0 - u;
  const Eigen::VectorXd flow = v * v * (1.0 + 2.0 * u) * piece->flow[0] + u * u * (1.0 + 2.0 * v) * piece->flow[1] +
                               length * u * v * (v * piece->slope[0] - u * piece->slope[1]);
  return flow.cwiseMax(0.0);
}

}  // namespace scree
