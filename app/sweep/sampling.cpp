#include "app/sweep/sampling.h"

#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "engine/base/random.h"

namespace scree {

namespace {

constexpr int kBits = 32;

/// Primitive polynomial of a dimension beyond the first: its degree, its inner coefficients as bits, and the first odd
/// numbers m. From the table new-joe-kuo-6 of Joe and Kuo, SIAM J. Sci. Comput. 30 (2008), 2635.
struct Polynomial {
  int degree;
  unsigned coefficients;
  std::array<std::uint32_t, 7> m;
};
constexpr std::array<Polynomial, kMostSobolDimensions - 1> kPolynomials = {{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
}};

/// Direction numbers of a dimension, most significant bit first.
std::array<std::uint32_t, kBits> directionsOf(std::size_t dimension) {
  std::array<std::uint32_t, kBits> v{};
  if (dimension == 0) {
    for (int i = 0; i < kBits; ++i) {
      v[static_cast<std::size_t>(i)] = 1U << (kBits - 1 - i);
    }
    return v;
  }
  const Polynomial& p = kPolynomials[dimension - 1];
  const auto degree = static_cast<std::size_t>(p.degree);
  for (std::size_t i = 0; i < kBits; ++i) {
    if (i < degree) {
      v[i] = p.m[i] << (kBits - 1 - i);
      continue;
    }
    v[i] = v[i - degree] ^ (v[i - degree] >> degree);
    for (std::size_t k = 1; k < degree; ++k) {
      v[i] ^= ((p.coefficients >> (degree - 1 - k)) & 1U) * v[i - k];
    }
  }
  return v;
}

using UnitPoints = std::vector<std::vector<double>>;

void fillSobol(UnitPoints& points, std::size_t dimension, std::uint32_t shift) {
  const std::array<std::uint32_t, kBits> v = directionsOf(dimension);
  std::uint32_t x = 0;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    points[i][dimension] = static_cast<double>(x ^ shift) * 0x1p-32;
    x ^= v[static_cast<std::size_t>(std::countr_one(i))];  // in the order of the Gray code
  }
}

void fillStrata(UnitPoints& points, std::size_t dimension, Random& random) {
  std::vector<std::size_t> strata(points.size());
  std::iota(strata.begin(), strata.end(), std::size_t{0});
  for (std::size_t i = strata.size(); i > 1; --i) {
    std::swap(strata[i - 1], strata[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i][dimension] = (static_cast<double>(strata[i]) + random.uniform()) / static_cast<double>(points.size());
  }
}

}  // namespace

std::vector<std::vector<double>> sampleUnit(SampleMethod method, int count, std::size_t dimensions,
                                            std::optional<std::uint64_t> seed) {
  UnitPoints points(static_cast<std::size_t>(count), std::vector<double>(dimensions));
  Random random(seed.value_or(1));
  for (std::size_t d = 0; d < dimensions; ++d) {
    switch (method) {
      case SampleMethod::lhs:
        fillStrata(points, d, random);
        break;
      case SampleMethod::sobol:
        fillSobol(points, d, seed ? static_cast<std::uint32_t>(random.next() >> 32) : 0U);
        break;
      case SampleMethod::random:
        for (std::vector<double>& point : points) {
          point[d] = random.uniform();
        }
        break;
    }
  }
  return points;
}

}  // namespace scree
