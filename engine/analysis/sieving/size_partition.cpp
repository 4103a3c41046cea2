#include "engine/analysis/sieving/size_partition.h"

#include <algorithm>

namespace scree {

namespace {

/// Diameters nearer than this share of one another are one size: they differ by rounding.
constexpr double kSameSize = 1e-9;

/// Lower and upper ends of the classes for these diameters, ascending and not empty [m].
std::vector<SizeClass> classesOf(const std::vector<double>& diameters, std::size_t most) {
  std::vector<SizeClass> classes;
  for (const double d : diameters) {
    if (!classes.empty() && d <= (1.0 + kSameSize) * classes.back().smallest) {
      classes.back().largest = d;
      continue;
    }
    if (classes.size() == most) {
      classes.clear();
      break;
    }
    classes.push_back({.smallest = d, .largest = d});
  }
  const double width = (diameters.back() - diameters.front()) / static_cast<double>(most);
  for (std::size_t i = classes.empty() ? 0 : most; i < most; ++i) {
    classes.push_back(
        {.smallest = diameters.front() + static_cast<double>(i) * width,
         .largest = i + 1 == most ? diameters.back() : diameters.front() + static_cast<double>(i + 1) * width});
  }
  return classes;
}

}  // namespace

std::vector<SizeClass> partitionBySize(const World& world, std::size_t most) {
  std::vector<double> diameters;
  for (const Sink& sink : world.sinks) {
    for (const Departure& gone : sink.departures) {
      diameters.push_back(gone.diameter);
    }
  }
  if (diameters.empty()) {
    return {};
  }
  std::sort(diameters.begin(), diameters.end());
  std::vector<SizeClass> classes = classesOf(diameters, most);
  for (SizeClass& one : classes) {
    one.mass.resize(world.sinks.size(), 0.0);
  }
  for (std::size_t s = 0; s < world.sinks.size(); ++s) {
    for (const Departure& gone : world.sinks[s].departures) {
      // The last class that begins at or below the diameter.
      const auto above = std::upper_bound(classes.begin(), classes.end(), gone.diameter,
                                          [](double d, const SizeClass& one) { return d < one.smallest; });
      SizeClass& one = above == classes.begin() ? classes.front() : *(above - 1);
      one.mass[s] += gone.mass;
      one.massInAll += gone.mass;
    }
  }
  return classes;
}

}  // namespace scree
