#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/ids.h"

// Bed of pellets on a wide belt below an outlet, made from the places where they land (METHOD.md 19.3; papers II and
// III).
namespace scree {

/// Landing of a pellet on a belt.
struct Landing {
  double time = 0.0;  ///< s
  ParticleId id = 0;
  double across = 0.0;  ///< place across the belt, from its edge at 0 to its width [m]
  double along = 0.0;   ///< place along the belt's motion, from its middle, fixed in the world [m]
  double moving = 0.0;  ///< place along the belt in coordinates that move with it: `along` less the way of the belt [m]
  double mass = 0.0;    ///< kg
  double diameter = 0.0;  ///< m
};

/// Numbers of the bed's automaton; those of paper II unless said.
struct BedSettings {
  double width = 1.0;   ///< width of the belt [m]
  double length = 1.0;  ///< length of the piece of belt, after which its landings repeat [m]
  double cell = 0.025;  ///< wanted side of a cell, 2.5 diameters [m]; whole cells share the width
  double slope = std::numbers::pi * 35 / 180;  ///< steepest slope of the bed [rad]
  double packing = 0.7;                        ///< share of the bed's volume that pellets fill
  double density = 2500.0;                     ///< density of the pellets [kg/m³]
};

/// Heights of a bed on a grid of cells, a piece of belt as long as the belt goes in the time of the recording.
struct BeltBed {
  int across = 0;                ///< number of cells across the belt
  int along = 0;                 ///< number of cells along it
  std::array<double, 2> cell{};  ///< sides of a cell across and along [m]
  std::vector<double> heights;   ///< m; those across are next to each other
  double beside = 0.0;           ///< mass that landed beside the belt [kg], not in the bed

  double at(int i, int j) const { return heights[static_cast<std::size_t>(j * across + i)]; }
  double volume() const;  ///< m³, voids included
};

/// Bed by a cellular automaton (II 3.4): each landing raises the cell that it hits by its volume over the packing, and
/// where a cell stands higher over one of its eight neighbours than the slope allows, half of the excess goes to the
/// neighbour to which it is steepest, until no slope is steeper. The belt's edges are walls. Along the belt the bed
/// repeats after `length`: so it has no ends, and all of a recording of a steady flow counts. Volume is kept to
/// round-off. The order of landings is that of the list. Sizes must be above 0.
BeltBed bedOf(std::span<const Landing> landings, const BedSettings& settings);

/// The same landing by landing, for those who must not wait for all of it.
class BedBuilder {
 public:
  /// Begins with an empty belt. Sizes must be above 0.
  explicit BedBuilder(const BedSettings& settings);
  void add(const Landing& landing);
  const BeltBed& bed() const { return bed_; }
  /// The bed, for one who needs the builder no more.
  BeltBed take() { return std::move(bed_); }

 private:
  /// A neighbour of a cell.
  struct Way {
    int across = 0;
    int along = 0;
    double most = 0.0;  ///< largest difference of heights [m]
  };

  std::size_t indexOf(int i, int j) const { return static_cast<std::size_t>(j * bed_.across + i); }
  int around(int j) const { return (j + bed_.along) % bed_.along; }
  void raise(int i, int j, double height);
  void push(int i, int j);
  void relax(int i, int j);
  void pushHigher(int i, int j);

  BedSettings settings_;
  BeltBed bed_;
  double tolerance_ = 0.0;  ///< excess over the steepest slope that stays [m]
  std::vector<Way> ways_;
  std::vector<std::size_t> queue_;  ///< cells that may stand too steep
  std::vector<char> waits_;         ///< by cell: it is in the queue
};

/// Number of cells of a bed by its settings.
double cellsOf(const BedSettings& settings);

/// Height over the width of the belt, mean along it (II eq. 2, III eq. 13).
struct BedProfile {
  double width = 0.0;              ///< of the belt [m]
  std::vector<double> heights;     ///< at the middles of equal parts of the width [m]
  std::vector<double> deviations;  ///< standard deviation along the belt of each [m]

  double placeOf(std::size_t i) const {
    return (static_cast<double>(i) + 0.5) * width / static_cast<double>(heights.size());
  }
};
BedProfile profileOf(const BeltBed& bed);

/// Mean height of a profile [m].
double meanHeight(std::span<const double> heights);
/// Coefficient of variation σ_h of a profile of equal parts (III eq. 14); 0 of an empty belt.
double variation(std::span<const double> heights);
/// Relative variation σ_(h-h̄) of two profiles of as many parts (III eq. 15); 0 where both are empty.
double relativeVariation(std::span<const double> heights, std::span<const double> others);

/// Number of modes of the objective (II 4.1).
constexpr int kBedModes = 20;
/// Magnitudes |a_n|/N of the modes n = 0 .. `modes` of a profile (II 4.1): its discrete Fourier transform over the
/// number of parts, so that mode 0 is the mean height. Modes beyond half of the parts are 0.
std::vector<double> modesOf(std::span<const double> heights, int modes = kBedModes);
/// Objective f [m] of paper II, eq. 3: Σ w_n (|a_-n| + |a_n|)/N over n = 1 .. 20. Its weights fall, w_n = 2^(1-n), as
/// the paper's text says; its formula prints 2^(n-1), which grows.
double unevenness(std::span<const double> heights);

}  // namespace scree
