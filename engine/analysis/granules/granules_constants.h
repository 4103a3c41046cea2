#pragma once

#include <cstddef>

// Constants of the room that measures populations of granules.
namespace scree::granules {

/// Looks at all grains in a window. More than the growth in a window needs, which crosses a class in many; a look costs
/// a search of classes a grain.
constexpr int kLooks = 16;

/// Ratio of neighbouring edges of the classes that a run gets by itself, and their most. Volumes double over two
/// classes of 1.12, so that the sum of two equal grains is two classes on.
constexpr double kClassRatio = 1.12;
constexpr std::size_t kMostClasses = 48;

/// Smallest and largest edge over the smallest and largest grain: room for halves of halves, and for granules of 64
/// times the volume.
constexpr double kRoomBelow = 0.5;
constexpr double kRoomAbove = 4.0;

/// Parts into which the balance cuts each class: what METHOD.md 20.2 measured for distributions as narrow as a class
/// falls with their square.
constexpr std::size_t kParts = 4;

/// Bins of residence times: about the square root of the departures, within these.
constexpr double kLeastBins = 8.0;
constexpr double kMostBins = 50.0;

}  // namespace scree::granules
