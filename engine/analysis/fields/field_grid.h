#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/base/types.h"

namespace scree {

struct Particles;

/// Regular grid of nodes, a part of the lattice of all multiples of its spacing: grids of one spacing share their
/// nodes.
struct FieldGrid {
  double spacing = 0.0;                  ///< distance of neighbouring nodes, the width of the weight [m]
  std::array<int, 3> first = {0, 0, 0};  ///< first node along x, y, z, in spacings from the world's origin
  std::array<int, 3> size = {0, 0, 0};   ///< number of nodes along x, y, z; zero without particles

  bool operator==(const FieldGrid&) const = default;
  std::size_t nodes() const {
    return static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]) * static_cast<std::size_t>(size[2]);
  }
  /// Index of a node by its places along the axes, which must be in the grid; x is fastest.
  std::size_t indexOf(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(size[1]) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(size[0]) +
           static_cast<std::size_t>(i);
  }
  /// Places of a node along the axes.
  std::array<int, 3> placeOf(std::size_t node) const;
  /// Position of a node in the world [m].
  Vec3 positionOf(std::size_t node) const;
  /// Position of the first node [m].
  Vec3 origin() const { return spacing * Vec3(first[0], first[1], first[2]); }
  /// Volume that a node stands for [m³].
  double cell() const { return spacing * spacing * spacing; }
};

/// Spacing of nodes in mean diameters: the weight then has a standard deviation of 0.6 diameters along each axis, as
/// the weight of Lucy with a cut-off of two diameters. Much narrower ones show single grains, much wider ones blur
/// layers that are a few grains deep.
constexpr double kFieldWidth = 1.2;
constexpr double kLeastFieldWidth = 0.5;
constexpr double kMostFieldWidth = 20.0;
/// Largest number of nodes of the grids in the window.
constexpr std::size_t kMostShownNodes = 300000;

/// Grid around all particles that takes their weights whole. With more than `most` nodes it leaves out particles far
/// from the bulk (4 standard deviations), and if that is not enough the spacing [m] becomes larger.
FieldGrid gridAround(const Particles& particles, double spacing, std::size_t most);

/// Grid of the same spacing that holds both.
FieldGrid gridOfBoth(const FieldGrid& a, const FieldGrid& b);

}  // namespace scree
