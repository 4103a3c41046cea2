#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// Form of the openings of a sieve.
enum class Openings : std::uint8_t {
  slots,   ///< between rollers or bars
  squares  ///< between wires that cross
};

/// Law of a sink that takes particles by their size (METHOD.md 13.2). Rows of openings follow each other along an axis
/// of the sink's box and share its length. A particle presents itself to each row once: the row lets it pass or not,
/// however long it stays there.
struct Sieve {
  std::vector<double> gaps;   ///< width of the openings of each row, from the beginning of the box [m]; at least one
  int axis = 0;               ///< axis of the box along which the rows follow each other, 0 to 2
  bool isBackwards = false;   ///< true: the first row is at the upper end of that axis
  std::optional<double> bar;  ///< width of bars, or diameter of rollers, between openings [m]; without one all that is
                              ///< smaller than the gap passes
  Openings openings = Openings::slots;
  std::uint64_t seed = 0;  ///< seed of what chance decides
};

/// Part of the axis that a row has, in the frame of the box [m].
struct SieveRow {
  std::size_t number = 0;
  double lower = 0.0;
  double upper = 0.0;
};

/// Row at the place `along` [m] of the axis, in the frame of a box of half the length `half` [m]. Places beyond an end
/// have the row there.
SieveRow rowAt(const Sieve& sieve, double half, double along);

/// Probability that a particle of this diameter [m] passes the row in a presentation: with a gap a, a diameter d and
/// bars w it is (a - d)/(a + w) for slots and the square of that for squares (Gaudin 1939); 0 for d >= a.
double passageOf(const Sieve& sieve, std::size_t row, double diameter);

/// True if the row lets this particle pass: what chance decides follows from seed, particle and row alone.
bool passes(const Sieve& sieve, std::size_t row, std::uint64_t particle, double diameter);

/// Largest gap [m].
double widestGap(const Sieve& sieve);

/// Text for users, such as "takes grains below 9 mm in 20 rows of slots between bars of 30 mm".
std::string sieveText(const Sieve& sieve);

/// True for numbers that can be a sieve: gaps above 0, bars of 0 or more, all of them finite, and an axis.
bool isSound(const Sieve& sieve);

}  // namespace scree
