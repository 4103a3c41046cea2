#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/view/view_options.h"

namespace scree {

/// Numbers of grains by a quantity that can colour them.
struct Histogram {
  static constexpr std::size_t kBins = 24;
  float low = 0.0f;   ///< lower end of the first bin, in the unit of the quantity
  float high = 1.0f;  ///< upper end of the last bin
  std::array<std::uint64_t, kBins> counts{};
  std::uint64_t below = 0;
  std::uint64_t above = 0;
  std::uint64_t unknown = 0;  ///< grains without a value
  std::uint64_t known = 0;    ///< grains with a value
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation

  /// Table with a line a bin: its ends and its count.
  std::string csv() const;
};

/// Counts the grains of a snapshot by a quantity of a range, between the ends `range`. Above `most` grains it counts
/// every second, third, ... of them.
Histogram histogramOf(const Snapshot& snapshot, ColourBy by, std::array<float, 2> range, std::size_t most = 50000);

}  // namespace scree
