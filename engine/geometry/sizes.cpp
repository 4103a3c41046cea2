#include "engine/geometry/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// Share of the particles that have the size: fractions by mass are divided by d³, since all have one density.
double numberWeight(const ListedSizes& sizes, std::size_t i) {
  const double d = sizes.diameters[i];
  return sizes.byMass ? sizes.fractions[i] / (d * d * d) : sizes.fractions[i];
}

double totalWeight(const ListedSizes& sizes) {
  double total = 0.0;
  for (std::size_t i = 0; i < sizes.diameters.size(); ++i) {
    total += numberWeight(sizes, i);
  }
  return total;
}

double draw(const ListedSizes& sizes, Random& random) {
  double left = random.uniform() * totalWeight(sizes);
  for (std::size_t i = 0; i + 1 < sizes.diameters.size(); ++i) {
    left -= numberWeight(sizes, i);
    if (left < 0.0) {
      return sizes.diameters[i];
    }
  }
  return sizes.diameters.back();
}

double draw(const NormalSizes& sizes, Random& random) {
  if (sizes.deviation <= 0.0) {
    return sizes.mean;
  }
  for (;;) {
    const double d = sizes.mean + sizes.deviation * random.normal();
    if (d >= sizes.smallest && d <= sizes.largest) {
      return d;
    }
  }
}

/// Share of the normal distribution inside the cut.
double keptShare(const NormalSizes& sizes) {
  const double scale = sizes.deviation * std::numbers::sqrt2;
  return 0.5 * (std::erf((sizes.largest - sizes.mean) / scale) - std::erf((sizes.smallest - sizes.mean) / scale));
}

bool usable(double diameter) { return std::isfinite(diameter) && diameter > 0.0; }

std::string problem(const ListedSizes& sizes) {
  if (sizes.diameters.empty() || sizes.diameters.size() != sizes.fractions.size()) {
    return fmt::format("{} diameters with {} fractions; needs one fraction for each diameter", sizes.diameters.size(),
                       sizes.fractions.size());
  }
  if (!std::all_of(sizes.diameters.begin(), sizes.diameters.end(), usable)) {
    return "every diameter must be positive";
  }
  const bool weighable = std::all_of(sizes.fractions.begin(), sizes.fractions.end(),
                                     [](double f) { return std::isfinite(f) && f >= 0.0; });
  if (!weighable || !usable(totalWeight(sizes))) {
    return "fractions must be zero or positive, and not all zero";
  }
  return {};
}

std::string problem(const NormalSizes& sizes) {
  if (!usable(sizes.smallest) || !usable(sizes.largest) || !(sizes.smallest <= sizes.mean) ||
      !(sizes.mean <= sizes.largest)) {
    return "needs 0 < smallest <= mean <= largest";
  }
  if (!std::isfinite(sizes.deviation) || sizes.deviation < 0.0) {
    return "the deviation must be zero or positive";
  }
  // Drawing again until a diameter falls inside the cut must not take for ever.
  if (sizes.deviation > 0.0 && keptShare(sizes) < 0.01) {
    return "less than 1 % of this normal distribution lies between smallest and largest; use a uniform one";
  }
  return {};
}

}  // namespace

double drawDiameter(const SizeDistribution& sizes, Random& random) {
  return std::visit(
      Overloaded{[](const SingleSize& s) { return s.diameter; }, [&](const ListedSizes& s) { return draw(s, random); },
                 [&](const UniformSizes& s) { return random.uniform(s.smallest, s.largest); },
                 [&](const NormalSizes& s) { return draw(s, random); }},
      sizes);
}

double smallestDiameter(const SizeDistribution& sizes) {
  return std::visit(
      Overloaded{[](const SingleSize& s) { return s.diameter; },
                 [](const ListedSizes& s) { return *std::min_element(s.diameters.begin(), s.diameters.end()); },
                 [](const UniformSizes& s) { return s.smallest; }, [](const NormalSizes& s) { return s.smallest; }},
      sizes);
}

double largestDiameter(const SizeDistribution& sizes) {
  return std::visit(
      Overloaded{[](const SingleSize& s) { return s.diameter; },
                 [](const ListedSizes& s) { return *std::max_element(s.diameters.begin(), s.diameters.end()); },
                 [](const UniformSizes& s) { return s.largest; }, [](const NormalSizes& s) { return s.largest; }},
      sizes);
}

double meanDiameter(const SizeDistribution& sizes) {
  return std::visit(Overloaded{[](const SingleSize& s) { return s.diameter; },
                               [](const ListedSizes& s) {
                                 double sum = 0.0;
                                 for (std::size_t i = 0; i < s.diameters.size(); ++i) {
                                   sum += numberWeight(s, i) * s.diameters[i];
                                 }
                                 return sum / totalWeight(s);
                               },
                               [](const UniformSizes& s) { return 0.5 * (s.smallest + s.largest); },
                               [](const NormalSizes& s) { return s.mean; }},
                    sizes);
}

std::string problemOf(const SizeDistribution& sizes) {
  return std::visit(Overloaded{[](const SingleSize& s) -> std::string {
                                 return usable(s.diameter) ? "" : "the diameter must be positive";
                               },
                               [](const ListedSizes& s) { return problem(s); },
                               [](const UniformSizes& s) -> std::string {
                                 const bool fine = usable(s.smallest) && usable(s.largest) && s.smallest <= s.largest;
                                 return fine ? "" : "needs 0 < smallest <= largest";
                               },
                               [](const NormalSizes& s) { return problem(s); }},
                    sizes);
}

}  // namespace scree
