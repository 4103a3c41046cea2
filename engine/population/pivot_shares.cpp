#include "engine/population/pivot_shares.h"

#include <algorithm>

namespace scree {

ClassPivots::ClassPivots(const SizeClasses& classes) : volumes_(classVolumes(classes)) {
  for (const double edge : classes.edges) {
    edges_.push_back(volumeOfDiameter(edge));
  }
  const std::size_t n = volumes_.size();
  below_ = volumes_[0] * edges_[0] / edges_[1];
  above_ = edges_[n - 1] > 0.0 ? volumes_[n - 1] * edges_[n] / edges_[n - 1] : 2.0 * edges_[n];
}

double ClassPivots::volume(std::size_t pivot) const {
  if (pivot == kBelowClasses) {
    return below_;
  }
  return pivot == kAboveClasses ? above_ : volumes_[pivot];
}

std::size_t ClassPivots::classOfVolume(double volume) const {
  if (volume < edges_.front()) {
    return kBelowClasses;
  }
  if (volume >= edges_.back()) {
    return kAboveClasses;
  }
  return static_cast<std::size_t>(std::ranges::upper_bound(edges_, volume) - edges_.begin()) - 1;
}

PivotShare ClassPivots::shareOf(std::size_t inClass, double volume) const {
  PivotShare shared;
  shared.first = inClass;
  const double own = volumes_[inClass];
  if (volume >= own) {
    shared.second = inClass + 1 < volumes_.size() ? inClass + 1 : kAboveClasses;
  } else {
    shared.second = inClass > 0 ? inClass - 1 : kBelowClasses;
  }
  shared.share = (volume - own) / (this->volume(shared.second) - own);
  return shared;
}

}  // namespace scree
