#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scree {

/// Point that is shared out among 27 nodes, and the numbers that it adds to a node of weight 1.
template <std::size_t kNumbers>
struct SharedPoint {
  std::size_t node = 0;                          ///< first of the nodes: the lowest along each axis
  std::array<std::array<double, 3>, 3> weights;  ///< along x, y, z
  alignas(64) std::array<double, kNumbers> numbers;
};

/// Adds the numbers of points to those of their nodes, in the order of the points. `row` and `plane` are the ways in
/// memory to the next node along y and z, in nodes. The same bits with all instruction sets.
void shareOut(std::span<const SharedPoint<8>> points, std::size_t row, std::size_t plane, double* sums);
void shareOut(std::span<const SharedPoint<16>> points, std::size_t row, std::size_t plane, double* sums);

}  // namespace scree
