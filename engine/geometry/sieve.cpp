#include "engine/geometry/sieve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/random.h"

namespace scree {

SieveRow rowAt(const Sieve& sieve, double half, double along) {
  const auto count = static_cast<double>(sieve.gaps.size());
  const double length = 2.0 * half / count;
  const double place = std::clamp(std::floor((along + half) / length), 0.0, count - 1.0);
  const auto fromBelow = static_cast<std::size_t>(place);
  return {.number = sieve.isBackwards ? sieve.gaps.size() - 1 - fromBelow : fromBelow,
          .lower = place * length - half,
          .upper = (place + 1.0) * length - half};
}

double passageOf(const Sieve& sieve, std::size_t row, double diameter) {
  const double gap = sieve.gaps[row];
  if (diameter >= gap) {
    return 0.0;
  }
  if (!sieve.bar) {
    return 1.0;
  }
  const double once = (gap - diameter) / (gap + *sieve.bar);
  return sieve.openings == Openings::squares ? once * once : once;
}

bool passes(const Sieve& sieve, std::size_t row, std::uint64_t particle, double diameter) {
  return uniformOf(sieve.seed, particle, row) < passageOf(sieve, row, diameter);
}

double widestGap(const Sieve& sieve) { return *std::max_element(sieve.gaps.begin(), sieve.gaps.end()); }

std::string sieveText(const Sieve& sieve) {
  const auto [least, most] = std::minmax_element(sieve.gaps.begin(), sieve.gaps.end());
  const std::string below = *least == *most ? fmt::format("{:.4g} mm", 1e3 * *most)
                                            : fmt::format("{:.4g} to {:.4g} mm", 1e3 * *least, 1e3 * *most);
  if (!sieve.bar) {
    return fmt::format("takes grains below {}", below);
  }
  return fmt::format("takes grains below {} in {} row{} of {} between bars of {:.4g} mm", below, sieve.gaps.size(),
                     sieve.gaps.size() == 1 ? "" : "s", sieve.openings == Openings::squares ? "squares" : "slots",
                     1e3 * *sieve.bar);
}

bool isSound(const Sieve& sieve) {
  return !sieve.gaps.empty() &&
         std::all_of(sieve.gaps.begin(), sieve.gaps.end(),
                     [](double gap) { return gap > 0.0 && std::isfinite(gap); }) &&
         sieve.axis >= 0 && sieve.axis < 3 && (!sieve.bar || (*sieve.bar >= 0.0 && std::isfinite(*sieve.bar))) &&
         sieve.openings <= Openings::squares;
}

}  // namespace scree
