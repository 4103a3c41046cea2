#pragma once

#include <cstddef>
#include <vector>

#include "engine/population/size_classes.h"

namespace scree {

/// Two representative volumes that share a granule so that number and volume are kept: `first` gets 1 - `share` of it
/// and `second` gets `share`. Either may be outside the classes.
struct PivotShare {
  std::size_t first = 0;
  std::size_t second = 0;
  double share = 0.0;
};

/// Representative volumes of classes, with one more on each side for what lies outside.
class ClassPivots {
 public:
  /// Of usable classes.
  explicit ClassPivots(const SizeClasses& classes);

  const std::vector<double>& volumes() const { return volumes_; }
  /// Volume of a pivot [m³]; those outside continue the ratio of the edges of the last class.
  double volume(std::size_t pivot) const;
  /// Class of a volume [m³], or outside.
  std::size_t classOfVolume(double volume) const;
  /// Pivots that share granules of mean volume [m³] in this class.
  PivotShare shareOf(std::size_t inClass, double volume) const;

 private:
  std::vector<double> volumes_;
  std::vector<double> edges_;  ///< m³
  double below_ = 0.0;
  double above_ = 0.0;
};

}  // namespace scree
