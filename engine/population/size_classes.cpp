#include "engine/population/size_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "engine/population/pivot_shares.h"

namespace scree {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

void throwUnlessEmpty(const std::string& problem) {
  if (!problem.empty()) {
    throw std::invalid_argument(problem);
  }
}

void checkHistogramInput(const SizeClasses& classes, double density) {
  throwUnlessEmpty(problemOf(classes));
  if (!(density > 0.0) || !std::isfinite(density)) {
    throw std::invalid_argument(fmt::format("the density is {} kg/m³; it must be above 0", density));
  }
}

/// Adds to a class, or to what lies outside.
void put(SizeHistogram& histogram, std::size_t at, double number, double mass) {
  if (at == kBelowClasses) {
    histogram.numberBelow += number;
    histogram.massBelow += mass;
  } else if (at == kAboveClasses) {
    histogram.numberAbove += number;
    histogram.massAbove += mass;
  } else {
    histogram.number[at] += number;
    histogram.mass[at] += mass;
  }
}

SizeHistogram emptyHistogram(const SizeClasses& classes) {
  SizeHistogram histogram;
  histogram.number.assign(classes.count(), 0.0);
  histogram.mass.assign(classes.count(), 0.0);
  return histogram;
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

std::string problemOf(const SizeClasses& classes) {
  const std::vector<double>& edges = classes.edges;
  if (edges.size() < 2) {
    return fmt::format("size classes need at least 2 edges; there are {}", edges.size());
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!std::isfinite(edges[i]) || edges[i] < 0.0) {
      return fmt::format("edge {} of the size classes is {} m; edges are numbers of 0 or more", i + 1, edges[i]);
    }
    if (i > 0 && edges[i] <= edges[i - 1]) {
      return fmt::format("edge {} of the size classes, {} m, is not above the one before, {} m; sort the edges", i + 1,
                         edges[i], edges[i - 1]);
    }
  }
  return {};
}

SizeClasses geometricClasses(double smallest, double largest, std::size_t count) {
  if (!(smallest > 0.0) || !(largest > smallest) || !std::isfinite(largest) || count == 0) {
    throw std::invalid_argument(
        fmt::format("{} size classes from {} m to {} m; needs 0 < smallest < largest and 1 class or more", count,
                    smallest, largest));
  }
  SizeClasses classes;
  const double ratio = std::log(largest / smallest);
  for (std::size_t i = 0; i < count; ++i) {
    classes.edges.push_back(smallest * std::exp(ratio * static_cast<double>(i) / static_cast<double>(count)));
  }
  classes.edges.push_back(largest);
  throwUnlessEmpty(problemOf(classes));
  return classes;
}

SizeClasses refinedClasses(const SizeClasses& classes, std::size_t parts) {
  throwUnlessEmpty(problemOf(classes));
  throwUnlessEmpty(parts == 0 ? "size classes cut into 0 parts; needs 1 or more" : "");
  SizeClasses fine;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    for (std::size_t k = 0; k < parts; ++k) {
      const double along = static_cast<double>(k) / static_cast<double>(parts);
      fine.edges.push_back(classes.edges[i] + along * (classes.edges[i + 1] - classes.edges[i]));
    }
  }
  fine.edges.push_back(classes.edges.back());
  throwUnlessEmpty(problemOf(fine));
  return fine;
}

std::vector<double> joinedNumbers(const std::vector<double>& numbers, std::size_t parts) {
  if (parts == 0 || numbers.size() % parts != 0) {
    throw std::invalid_argument(
        fmt::format("{} numbers cannot be joined by {}; needs a multiple", numbers.size(), parts));
  }
  std::vector<double> joined(numbers.size() / parts, 0.0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    joined[i / parts] += numbers[i];
  }
  return joined;
}

double volumeOfDiameter(double diameter) { return std::numbers::pi / 6.0 * diameter * diameter * diameter; }

double diameterOfVolume(double volume) { return std::cbrt(6.0 / std::numbers::pi * volume); }

std::vector<double> classVolumes(const SizeClasses& classes) {
  std::vector<double> volumes;
  volumes.reserve(classes.count());
  for (std::size_t i = 0; i < classes.count(); ++i) {
    const double a = classes.edges[i];
    const double b = classes.edges[i + 1];
    // (b⁴ - a⁴)/(4 (b - a)) without the difference of near numbers.
    volumes.push_back(std::numbers::pi / 24.0 * (a + b) * (a * a + b * b));
  }
  return volumes;
}

std::vector<double> classDiameters(const SizeClasses& classes) {
  std::vector<double> diameters = classVolumes(classes);
  std::ranges::transform(diameters, diameters.begin(), diameterOfVolume);
  return diameters;
}

std::size_t classOf(const SizeClasses& classes, double diameter) {
  const std::vector<double>& edges = classes.edges;
  if (diameter < edges.front()) {
    return kBelowClasses;
  }
  if (diameter >= edges.back()) {
    return kAboveClasses;
  }
  return static_cast<std::size_t>(std::ranges::upper_bound(edges, diameter) - edges.begin()) - 1;
}

std::string problemOfDiameters(const std::vector<double>& diameters) {
  for (std::size_t i = 0; i < diameters.size(); ++i) {
    if (!std::isfinite(diameters[i]) || diameters[i] <= 0.0) {
      return fmt::format("diameter {} of {} is {} m; diameters are above 0", i + 1, diameters.size(), diameters[i]);
    }
  }
  return {};
}

SizeHistogram histogramOf(const SizeClasses& classes, const std::vector<double>& diameters, double density) {
  checkHistogramInput(classes, density);
  throwUnlessEmpty(problemOfDiameters(diameters));
  SizeHistogram histogram = emptyHistogram(classes);
  for (const double diameter : diameters) {
    put(histogram, classOf(classes, diameter), 1.0, density * volumeOfDiameter(diameter));
  }
  return histogram;
}

SizeHistogram sharedHistogramOf(const SizeClasses& classes, const std::vector<double>& diameters, double density) {
  checkHistogramInput(classes, density);
  throwUnlessEmpty(problemOfDiameters(diameters));
  const ClassPivots pivots(classes);
  SizeHistogram histogram = emptyHistogram(classes);
  for (const double diameter : diameters) {
    const double volume = volumeOfDiameter(diameter);
    const std::size_t in = classOf(classes, diameter);
    if (in == kBelowClasses || in == kAboveClasses) {
      put(histogram, in, 1.0, density * volume);
      continue;
    }
    const PivotShare shared = pivots.shareOf(in, volume);
    put(histogram, shared.first, 1.0 - shared.share, density * (1.0 - shared.share) * pivots.volume(shared.first));
    put(histogram, shared.second, shared.share, density * shared.share * pivots.volume(shared.second));
  }
  return histogram;
}

SizeHistogram histogramOfNumbers(const SizeClasses& classes, const std::vector<double>& numbers, double density) {
  checkHistogramInput(classes, density);
  if (numbers.size() != classes.count()) {
    throw std::invalid_argument(fmt::format("{} numbers for {} size classes", numbers.size(), classes.count()));
  }
  const std::vector<double> volumes = classVolumes(classes);
  SizeHistogram histogram = emptyHistogram(classes);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    put(histogram, i, numbers[i], density * numbers[i] * volumes[i]);
  }
  return histogram;
}

std::vector<double> sharesBelow(const SizeHistogram& histogram, SizeShare by) {
  const bool isMass = by == SizeShare::byMass;
  const std::vector<double>& amounts = isMass ? histogram.mass : histogram.number;
  const double below = isMass ? histogram.massBelow : histogram.numberBelow;
  const double all = below + sum(amounts) + (isMass ? histogram.massAbove : histogram.numberAbove);
  std::vector<double> shares(amounts.size() + 1, 0.0);
  if (!(all > 0.0)) {
    return shares;
  }
  double reached = below;
  shares[0] = reached / all;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    reached += amounts[i];
    shares[i + 1] = std::min(1.0, reached / all);
  }
  return shares;
}

double quantileOf(const SizeClasses& classes, const SizeHistogram& histogram, double share, SizeShare by) {
  const std::vector<double> shares = sharesBelow(histogram, by);
  if (!(share >= shares.front()) || !(share <= shares.back()) || !(shares.back() > 0.0)) {
    return kNoNumber;
  }
  for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
    if (share <= shares[i + 1] && shares[i + 1] > shares[i]) {
      const double along = (share - shares[i]) / (shares[i + 1] - shares[i]);
      return classes.edges[i] + along * (classes.edges[i + 1] - classes.edges[i]);
    }
  }
  return kNoNumber;
}

double quantileOf(std::vector<double> diameters, double share, SizeShare by) {
  if (diameters.empty() || !(share >= 0.0) || !(share <= 1.0)) {
    return kNoNumber;
  }
  std::ranges::sort(diameters);
  const double order = by == SizeShare::byMass ? 3.0 : 0.0;
  const double wanted = share * momentOf(diameters, order);
  double reached = 0.0;
  for (const double diameter : diameters) {
    reached += std::pow(diameter, order);
    if (reached >= wanted) {
      return diameter;
    }
  }
  return diameters.back();
}

double momentOf(const std::vector<double>& diameters, double order) {
  double total = 0.0;
  for (const double diameter : diameters) {
    total += std::pow(diameter, order);
  }
  return total;
}

double momentOf(const SizeClasses& classes, const std::vector<double>& numbers, double order) {
  const std::vector<double> diameters = classDiameters(classes);
  double total = 0.0;
  for (std::size_t i = 0; i < std::min(numbers.size(), diameters.size()); ++i) {
    total += numbers[i] * std::pow(diameters[i], order);
  }
  return total;
}

double sauterDiameterOf(const std::vector<double>& diameters) {
  return diameters.empty() ? kNoNumber : momentOf(diameters, 3.0) / momentOf(diameters, 2.0);
}

double sauterDiameterOf(const SizeClasses& classes, const std::vector<double>& numbers) {
  const double area = momentOf(classes, numbers, 2.0);
  return area > 0.0 ? momentOf(classes, numbers, 3.0) / area : kNoNumber;
}

}  // namespace scree
