#include "engine/analysis/drums/belt_bed.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>

namespace scree {

namespace {

/// Excess over the steepest slope [cells] that stays: a hundredth of a pellet's share of a cell.
constexpr double kTolerance = 1e-3;

}  // namespace

double BeltBed::volume() const { return cell[0] * cell[1] * std::accumulate(heights.begin(), heights.end(), 0.0); }

BedBuilder::BedBuilder(const BedSettings& settings) : settings_(settings) {
  bed_.across = std::max(1, static_cast<int>(std::lround(settings.width / settings.cell)));
  bed_.along = std::max(1, static_cast<int>(std::lround(settings.length / settings.cell)));
  bed_.cell = {settings.width / bed_.across, settings.length / bed_.along};
  bed_.heights.assign(static_cast<std::size_t>(bed_.across) * static_cast<std::size_t>(bed_.along), 0.0);
  waits_.assign(bed_.heights.size(), 0);
  for (int dj = -1; dj <= 1; ++dj) {
    for (int di = -1; di <= 1; ++di) {
      if (di != 0 || dj != 0) {
        ways_.push_back({di, dj, std::tan(settings.slope) * std::hypot(di * bed_.cell[0], dj * bed_.cell[1])});
      }
    }
  }
  tolerance_ = kTolerance * std::min(bed_.cell[0], bed_.cell[1]);
}

void BedBuilder::add(const Landing& landing) {
  if (!(landing.across >= 0.0 && landing.across < settings_.width)) {
    bed_.beside += landing.mass;
    return;
  }
  const int i = std::min(bed_.across - 1, static_cast<int>(landing.across / bed_.cell[0]));
  const double turns = landing.moving / settings_.length;
  const int j = std::min(bed_.along - 1, static_cast<int>((turns - std::floor(turns)) * bed_.along));
  raise(i, j, landing.mass / (settings_.density * settings_.packing * bed_.cell[0] * bed_.cell[1]));
}

void BedBuilder::raise(int i, int j, double height) {
  bed_.heights[indexOf(i, j)] += height;
  push(i, j);
  while (!queue_.empty()) {
    const std::size_t cell = queue_.back();
    queue_.pop_back();
    waits_[cell] = 0;
    relax(static_cast<int>(cell % static_cast<std::size_t>(bed_.across)),
          static_cast<int>(cell / static_cast<std::size_t>(bed_.across)));
  }
}

void BedBuilder::push(int i, int j) {
  const std::size_t cell = indexOf(i, j);
  if (waits_[cell] == 0) {
    waits_[cell] = 1;
    queue_.push_back(cell);
  }
}

/// Gives half of the largest excess over a neighbour to it, as long as there is any.
void BedBuilder::relax(int i, int j) {
  for (;;) {
    double most = tolerance_;
    const Way* steepest = nullptr;
    for (const Way& way : ways_) {
      const int to = i + way.across;
      if (to < 0 || to >= bed_.across) {
        continue;
      }
      const double excess = bed_.at(i, j) - bed_.at(to, around(j + way.along)) - way.most;
      if (excess > most) {
        most = excess;
        steepest = &way;
      }
    }
    if (steepest == nullptr) {
      return;
    }
    const int to = i + steepest->across;
    const int along = around(j + steepest->along);
    bed_.heights[indexOf(i, j)] -= 0.5 * most;
    bed_.heights[indexOf(to, along)] += 0.5 * most;
    push(to, along);
    pushHigher(i, j);
  }
}

/// A cell that sank may leave its neighbours too steep.
void BedBuilder::pushHigher(int i, int j) {
  for (const Way& way : ways_) {
    const int to = i + way.across;
    if (to >= 0 && to < bed_.across && bed_.at(to, around(j + way.along)) > bed_.at(i, j)) {
      push(to, around(j + way.along));
    }
  }
}

BeltBed bedOf(std::span<const Landing> landings, const BedSettings& settings) {
  BedBuilder builder(settings);
  for (const Landing& landing : landings) {
    builder.add(landing);
  }
  return builder.take();
}

double cellsOf(const BedSettings& settings) {
  return settings.width / settings.cell * (settings.length / settings.cell);
}

BedProfile profileOf(const BeltBed& bed) {
  BedProfile profile{.width = bed.across * bed.cell[0]};
  for (int i = 0; i < bed.across; ++i) {
    double sum = 0.0;
    double squares = 0.0;
    for (int j = 0; j < bed.along; ++j) {
      sum += bed.at(i, j);
      squares += bed.at(i, j) * bed.at(i, j);
    }
    const double mean = sum / bed.along;
    profile.heights.push_back(mean);
    profile.deviations.push_back(std::sqrt(std::max(0.0, squares / bed.along - mean * mean)));
  }
  return profile;
}

double meanHeight(std::span<const double> heights) {
  return heights.empty() ? 0.0
                         : std::accumulate(heights.begin(), heights.end(), 0.0) / static_cast<double>(heights.size());
}

double variation(std::span<const double> heights) {
  const double mean = meanHeight(heights);
  if (!(mean > 0.0)) {
    return 0.0;
  }
  double sum = 0.0;
  for (const double height : heights) {
    sum += (height / mean - 1.0) * (height / mean - 1.0);
  }
  return std::sqrt(sum / static_cast<double>(heights.size()));
}

double relativeVariation(std::span<const double> heights, std::span<const double> others) {
  const double means = meanHeight(heights) + meanHeight(others);
  const std::size_t count = std::min(heights.size(), others.size());
  if (!(means > 0.0) || count == 0) {
    return 0.0;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = (heights[i] - others[i]) / means;
    sum += difference * difference;
  }
  return std::sqrt(4.0 * sum / static_cast<double>(count));
}

std::vector<double> modesOf(std::span<const double> heights, int modes) {
  std::vector<double> magnitudes(static_cast<std::size_t>(modes) + 1, 0.0);
  const std::size_t count = heights.size();
  for (std::size_t n = 0; n < magnitudes.size() && 2 * n <= count && count > 0; ++n) {
    std::complex<double> sum = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
      // The phase by whole numbers, so that it stays exact.
      const double turn = static_cast<double>(n * j % count) / static_cast<double>(count);
      sum += heights[j] * std::polar(1.0, -2.0 * std::numbers::pi * turn);
    }
    magnitudes[n] = std::abs(sum) / static_cast<double>(count);
  }
  return magnitudes;
}

double unevenness(std::span<const double> heights) {
  const std::vector<double> modes = modesOf(heights);
  double sum = 0.0;
  for (std::size_t n = 1; n < modes.size(); ++n) {
    // The transform of real numbers: |a_-n| = |a_n|.
    sum += std::ldexp(2.0 * modes[n], 1 - static_cast<int>(n));
  }
  return sum;
}

}  // namespace scree
