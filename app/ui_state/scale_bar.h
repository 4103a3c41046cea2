#pragma once

#include <string>

namespace scree {

/// Bar of a round length that tells the size of things in a picture.
struct ScaleBar {
  double length = 0.0;  ///< 1, 2 or 5 times a power of ten [m]
  std::string text;     ///< length with its unit: "5 mm", "20 cm", "1 m"
};

/// Longest bar of at most `longest` metres. Empty text if `longest` is not a positive finite number.
ScaleBar scaleBarWithin(double longest);

}  // namespace scree
