#pragma once

#include <array>

#include "app/view/view_options.h"

namespace scree {

/// A colour range for the snapshot that a few fast or squeezed grains do not stretch: from the smallest value (zero for
/// speed and overlap) to the value that 98 % of the grains stay under.
std::array<float, 2> fittedRange(const Snapshot& snapshot, ColourBy by);

}  // namespace scree
