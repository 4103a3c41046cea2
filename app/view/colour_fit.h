#pragma once

#include <array>

#include "app/view/view_options.h"

namespace scree {

/// Colour range for a snapshot that a few fast or squeezed grains do not stretch: from zero to the value that 98 % of
/// the grains stay under, rounded up. The distance to a split has 0 to 100 %; the size, and colours of classes, have
/// the range of fitRange().
std::array<float, 2> fittedRange(const Snapshot& snapshot, ColourBy by);
/// The same for a field on a slice.
std::array<float, 2> fittedRange(const FieldMap& map);
/// The same for the heights of a bed on a belt [mm].
std::array<float, 2> fittedRange(const BedReading& bed);

}  // namespace scree
