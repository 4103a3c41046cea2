#pragma once

#include <cstdint>

namespace scree {

/// Seeded random numbers that are the same on every platform (the standard library's distributions are not).
/// xoshiro256** by Blackman and Vigna, seeded by splitmix64. The state is plain data and part of the world's state.
class Random {
 public:
  Random() : Random(0) {}
  explicit Random(std::uint64_t seed);

  std::uint64_t next();
  /// Uniform in [0, 1), 53 bits.
  double uniform();
  double uniform(double lower, double upper) { return lower + (upper - lower) * uniform(); }
  /// Standard normal by the polar method of Marsaglia; draws a varying number of uniforms.
  double normal();

  std::uint64_t state[4];
};

/// Random number in [0, 1) that follows from a seed, a key and a count alone, 53 bits: the same whoever draws it and
/// when. The words go through the mixing function of splitmix64 one after the other.
double uniformOf(std::uint64_t seed, std::uint64_t key, std::uint64_t count);

}  // namespace scree
