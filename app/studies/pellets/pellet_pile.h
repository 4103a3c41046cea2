#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/studies/pellets/pellet_case.h"
#include "engine/analysis/heap_angle.h"
#include "engine/world/world.h"

// The long pile of the paper (III, 6.1): a source of 0.05 x 0.4 m drops 14.4 t/h on a plane that moves below it.
namespace scree {

/// The pile and the places where it is measured.
struct PelletPileSize {
  double from = 10.0;  ///< distance from the source's downstream edge [d], from which it is measured
  double to = 60.0;    ///< d
  int segments = 20;
  double seconds =
      12.0;           ///< simulated time of the feed, after which the last segment has passed below the whole source
  double rest = 0.0;  ///< simulated time that the pile rides on after that
  bool isAcross = false;  ///< the long side of the source is across the way of the plane
};
PelletPileSize pelletPileSize(bool quick);

/// One run of the pile.
struct PelletPileCase {
  PelletWay way;
  double rolling = 1.0;  ///< share of the measured rolling resistance
  int seed = 1;
  PelletPileSize size = {};
};

/// Piece of the pile.
struct PelletSegment {
  double distance = 0.0;  ///< of its middle from the source [d]
  HeapAngle angle;        ///< by the means of its grains
  double line = 0.0;      ///< slope of a line through its surface, the mean of both flanks [rad]
  std::size_t grains = 0;
};

/// What is measured of a pile.
struct PelletPileShape {
  std::vector<PelletSegment> segments;
  std::vector<std::pair<double, double>> profile;  ///< mean height of the surface over the place across [d]
  std::array<double, 2> lines{};                   ///< slope of a line through the mean profile, left and right [rad]

  double meanAngle() const;  ///< of the segments, by the means of their grains [rad]
};

/// Contacts by their normal speed and by their overlap, sampled in the second half of a run.
struct PelletContacts {
  static constexpr int kBinsOfDecade = 5;
  static constexpr int kFirstDecade = -5;  ///< the first bin begins at 1e-5 m/s, or 1e-5 of d
  static constexpr std::size_t kBins = 30;
  using Bins = std::array<std::uint64_t, kBins>;

  double impactSpeed = 0.0;  ///< m/s
  std::uint64_t contacts = 0;
  std::uint64_t impacts = 0;  ///< approach faster than the impact speed
  std::uint64_t fast = 0;     ///< faster than 1 m/s, together or apart
  std::uint64_t deep = 0;     ///< overlap by more than 2 % of d
  double deepest = 0.0;       ///< δ/d
  Bins speeds{};              ///< of contacts that are no impacts
  Bins impactSpeeds{};
  Bins overlaps{};
  Bins impactOverlaps{};

  /// Counts a contact with a normal speed [m/s], negative where it approaches, and an overlap δ/d.
  void add(double normalSpeed, double overlap);
};
/// Lower end of a bin.
double pelletBinStart(std::size_t bin);
/// Adds the contacts of pellets among themselves and with the plane z = 0, as they are between steps.
void countContacts(const Particles& particles, PelletContacts& contacts);

struct PelletPileRun {
  std::string way;
  std::string what;
  double rolling = 1.0;
  int seed = 1;
  bool isAcross = false;
  PelletPileShape shape;                          ///< at the end of the feed
  std::vector<std::pair<double, double>> course;  ///< mean angle of the same pellets [rad] over the time after it [s]
  PelletContacts contacts;
  double worstOverlap = 0.0;
  double processor = 0.0;  ///< s
  double seconds = 0.0;
  std::uint64_t faults = 0;
  std::string failure;  ///< reason of an early end; empty if the run is whole
};

std::string pelletPileScene(const PelletPileCase& one);
/// Segments, profile and lines of a pile that has moved on by a way since the end of its feed [m]; angles are 0 where
/// no grains lie.
PelletPileShape measurePelletPile(const Particles& particles, const PelletPileSize& size, double moved = 0.0);
/// Runs one pile and measures it at the end of its feed, and while it rides on.
PelletPileRun pelletPileRun(const PelletPileCase& one);

}  // namespace scree
