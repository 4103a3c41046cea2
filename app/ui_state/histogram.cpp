#include "app/ui_state/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

std::string Histogram::csv() const {
  std::string table = "from,to,grains\n";
  const double width = (static_cast<double>(high) - static_cast<double>(low)) / kBins;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double from = static_cast<double>(low) + width * static_cast<double>(i);
    table += fmt::format("{:.6g},{:.6g},{}\n", from, from + width, counts[i]);
  }
  return table;
}

Histogram histogramOf(const Snapshot& snapshot, ColourBy by, std::array<float, 2> range, std::size_t most) {
  Histogram histogram;
  histogram.low = range[0];
  histogram.high = range[1] > range[0] ? range[1] : range[0] + 1.0f;
  const float scale = static_cast<float>(Histogram::kBins) / (histogram.high - histogram.low);
  const std::size_t stride = (snapshot.particles() + most - 1) / std::max<std::size_t>(most, 1);
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < snapshot.particles(); i += std::max<std::size_t>(stride, 1)) {
    const float value = colourValue(snapshot, i, by);
    if (!std::isfinite(value) || value == kNoValue) {
      ++histogram.unknown;
      continue;
    }
    ++histogram.known;
    sum += static_cast<double>(value);
    squares += static_cast<double>(value) * static_cast<double>(value);
    const float place = (value - histogram.low) * scale;
    if (place < 0.0f) {
      ++histogram.below;
    } else if (value > histogram.high) {
      ++histogram.above;
    } else {
      ++histogram.counts[std::min(static_cast<std::size_t>(place), Histogram::kBins - 1)];
    }
  }
  if (histogram.known > 0) {
    const auto count = static_cast<double>(histogram.known);
    histogram.mean = sum / count;
    histogram.deviation = std::sqrt(std::max(0.0, squares / count - histogram.mean * histogram.mean));
  }
  return histogram;
}

}  // namespace scree
