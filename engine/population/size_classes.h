#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Classes of granule size, and distributions over them (METHOD.md 20.1). Granules are spheres.
namespace scree {

/// Classes of diameter: class i holds edges[i] <= D < edges[i + 1].
struct SizeClasses {
  std::vector<double> edges;  ///< diameters [m], ascending; one more than classes

  std::size_t count() const { return edges.empty() ? 0 : edges.size() - 1; }
  bool operator==(const SizeClasses&) const = default;
};

/// Empty when usable, else what is wrong: fewer than two edges, an edge that is negative or no number, or no ascent.
std::string problemOf(const SizeClasses& classes);

/// `count` classes with a constant ratio of their edges, from `smallest` to `largest` [m]. Throws std::invalid_argument
/// unless 0 < smallest < largest and count >= 1.
SizeClasses geometricClasses(double smallest, double largest, std::size_t count);
/// The same classes, each cut into `parts` of equal width: the balance smears less on finer classes. Throws
/// std::invalid_argument for classes that are not usable and for no parts.
SizeClasses refinedClasses(const SizeClasses& classes, std::size_t parts);
/// Sums over each `parts` neighbours: numbers of the classes that refinedClasses() cut. The list's length must be a
/// multiple of `parts`, or std::invalid_argument is thrown.
std::vector<double> joinedNumbers(const std::vector<double>& numbers, std::size_t parts);

/// Volume of a sphere [m³] of the diameter [m], and its inverse.
double volumeOfDiameter(double diameter);
double diameterOfVolume(double volume);
/// Representative volume of each class [m³]: the mean of granules that are spread evenly over its diameters. Between
/// those of the edges for classes that are usable.
std::vector<double> classVolumes(const SizeClasses& classes);
/// Diameters of spheres of the representative volumes [m].
std::vector<double> classDiameters(const SizeClasses& classes);

/// Class of a diameter [m]; kBelowClasses or kAboveClasses outside the edges.
inline constexpr std::size_t kBelowClasses = std::numeric_limits<std::size_t>::max() - 1;
inline constexpr std::size_t kAboveClasses = std::numeric_limits<std::size_t>::max();
std::size_t classOf(const SizeClasses& classes, double diameter);

/// Granules in classes; those outside the edges are counted, too.
struct SizeHistogram {
  std::vector<double> number;  ///< granules of each class
  std::vector<double> mass;    ///< their mass [kg]
  double numberBelow = 0.0;    ///< granules smaller than the first edge
  double massBelow = 0.0;      ///< kg
  double numberAbove = 0.0;    ///< granules of the last edge's diameter and larger
  double massAbove = 0.0;      ///< kg
};

/// Empty when each is positive and finite, else what is wrong with the first other one.
std::string problemOfDiameters(const std::vector<double>& diameters);
/// Histogram of diameters [m] of granules of one density [kg/m³]: each granule in its class, masses as they are. Zero
/// everywhere for an empty list. Throws std::invalid_argument for classes, diameters or densities that are not usable.
SizeHistogram histogramOf(const SizeClasses& classes, const std::vector<double>& diameters, double density);
/// The same granules with each class's representative volume: each granule is shared by the two classes with volumes
/// around its own, so that number and mass are both kept. Start and feed of a population balance. Below the first and
/// above the last representative volume it is shared with what lies outside the edges.
SizeHistogram sharedHistogramOf(const SizeClasses& classes, const std::vector<double>& diameters, double density);
/// Histogram of numbers in classes with their representative volumes; nothing outside. Throws std::invalid_argument
/// where sizes differ.
SizeHistogram histogramOfNumbers(const SizeClasses& classes, const std::vector<double>& numbers, double density);

/// Measure of a share: granules or their mass.
enum class SizeShare : std::uint8_t { byNumber, byMass };

/// Shares of all granules that are smaller than each edge, those below the first one included. All zero where there are
/// no granules.
std::vector<double> sharesBelow(const SizeHistogram& histogram, SizeShare by);
/// Diameter [m] that the share (0 to 1) of granules is smaller than, such as d50; linear in a class. Not a number
/// without granules, and where it lies outside the edges.
double quantileOf(const SizeClasses& classes, const SizeHistogram& histogram, double share, SizeShare by);
/// The same of a list, without classes: the smallest diameter up to which at least the share lies. Not a number for an
/// empty list.
double quantileOf(std::vector<double> diameters, double share, SizeShare by);

/// Sum of D^order over the list [m^order], 0 for an empty one; with numbers in classes by diameters of their
/// representative volumes, so that order 3 is the volume times 6/pi.
double momentOf(const std::vector<double>& diameters, double order);
double momentOf(const SizeClasses& classes, const std::vector<double>& numbers, double order);
/// Sauter mean diameter D32, sum of D³ over sum of D² [m]; not a number without granules.
double sauterDiameterOf(const std::vector<double>& diameters);
double sauterDiameterOf(const SizeClasses& classes, const std::vector<double>& numbers);

}  // namespace scree
