#pragma once

#include <algorithm>
#include <limits>

namespace scree {

/// A view that has only a part of the picture: some columns, in which the camera's line of sight need not be in the
/// middle of the whole picture.
struct ViewPart {
  float middle = 0.0f;  ///< where the line of sight is, in half widths to the right of the picture's middle
  int left = 0;         ///< first column drawn [device px]
  int right = std::numeric_limits<int>::max();  ///< the one after the last

  bool isWhole(int width) const { return left <= 0 && right >= width; }
};

}  // namespace scree
