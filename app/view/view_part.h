#pragma once

#include <algorithm>
#include <limits>

namespace scree {

/// Part of the picture that a view has: a range of columns. The camera's line of sight need not be in the middle of the
/// picture.
struct ViewPart {
  float middle = 0.0f;  ///< place of the line of sight, in half widths to the right of the picture's middle
  int left = 0;         ///< first column drawn [device px]
  int right = std::numeric_limits<int>::max();  ///< column after the last one drawn [device px]

  bool isWhole(int width) const { return left <= 0 && right >= width; }
};

}  // namespace scree
