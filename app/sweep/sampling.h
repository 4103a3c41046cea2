#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace scree {

enum class SampleMethod : unsigned char { lhs, sobol, random };

/// Largest number of dimensions of a Sobol sequence here.
constexpr std::size_t kMostSobolDimensions = 21;

/// `count` points in the unit cube of `dimensions`, each in [0, 1).
/// lhs: Latin hypercube, in each dimension one point in each of `count` equal strata, at random within it (McKay,
/// Beckman and Conover 1979). sobol: the first points of the Sobol sequence with the direction numbers of Joe and Kuo
/// 2008, from the origin on; with a seed all are shifted by random digits (exclusive or), which keeps how evenly they
/// lie. random: independent. Without a seed lhs and random take 1. The same on every machine.
std::vector<std::vector<double>> sampleUnit(SampleMethod method, int count, std::size_t dimensions,
                                            std::optional<std::uint64_t> seed);

}  // namespace scree
