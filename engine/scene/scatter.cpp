#include "engine/scene/scatter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace scree {

namespace {

constexpr int kMostTries = 20000;
constexpr double kMostScatterCells = 4e6;
/// Largest share of a region that random places can fill.
constexpr double kMostFilled = 0.6;

/// Grid of cells at least as large as the largest sphere with its distance, so that spheres too near lie in
/// neighbouring cells.
class Cells {
 public:
  Cells(const Vec3& lower, const Vec3& upper, double reach) : lower_(lower) {
    const Vec3 size = (upper - lower).cwiseMax(reach);
    size_ = std::max(reach, std::cbrt(size.prod() / kMostScatterCells));
    for (std::size_t i = 0; i < 3; ++i) {
      counts_[i] = static_cast<std::size_t>(size[static_cast<int>(i)] / size_) + 1;
    }
    members_.resize(counts_[0] * counts_[1] * counts_[2]);
  }

  void add(const PlacedSphere& sphere) { members_[indexOf(cellOf(sphere.position))].push_back(sphere); }

  bool hasRoom(const Vec3& position, double diameter, double spacing) const {
    const Cell cell = cellOf(position);
    Cell first{};
    Cell last{};
    for (std::size_t i = 0; i < 3; ++i) {
      first[i] = cell[i] - (cell[i] > 0 ? 1 : 0);
      last[i] = std::min(cell[i] + 1, counts_[i] - 1);
    }
    for (std::size_t z = first[2]; z <= last[2]; ++z) {
      for (std::size_t y = first[1]; y <= last[1]; ++y) {
        for (std::size_t x = first[0]; x <= last[0]; ++x) {
          for (const PlacedSphere& other : members_[indexOf({x, y, z})]) {
            const double least = 0.5 * spacing * (diameter + other.diameter);
            if ((position - other.position).squaredNorm() < least * least) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  /// All spheres, layer by layer from below.
  std::vector<PlacedSphere> take() const {
    std::vector<PlacedSphere> all;
    for (const std::vector<PlacedSphere>& members : members_) {
      all.insert(all.end(), members.begin(), members.end());
    }
    return all;
  }

 private:
  using Cell = std::array<std::size_t, 3>;

  Cell cellOf(const Vec3& position) const {
    Cell cell{};
    for (std::size_t i = 0; i < 3; ++i) {
      const double at = (position[static_cast<int>(i)] - lower_[static_cast<int>(i)]) / size_;
      cell[i] = std::min(static_cast<std::size_t>(std::max(0.0, at)), counts_[i] - 1);
    }
    return cell;
  }
  std::size_t indexOf(const Cell& cell) const { return (cell[2] * counts_[1] + cell[1]) * counts_[0] + cell[0]; }

  Vec3 lower_;
  double size_ = 0.0;
  Cell counts_{};
  std::vector<std::vector<PlacedSphere>> members_;
};

bool mayFit(const Region& region, const std::vector<double>& diameters, double spacing) {
  double volume = 0.0;
  for (const double diameter : diameters) {
    volume += sphereVolume(0.5 * spacing * diameter);
  }
  return volume <= kMostFilled * volumeOf(region);
}

}  // namespace

std::vector<PlacedSphere> scattered(const Region& region, std::vector<double> diameters, double spacing, Random& random,
                                    WorkWatch* watch) {
  if (diameters.empty() || !mayFit(region, diameters, spacing)) {
    return {};
  }
  std::sort(diameters.begin(), diameters.end(), std::greater<>());
  const auto [lower, upper] = boxAround(region);
  Cells cells(lower, upper, spacing * diameters.front());
  std::size_t tried = 0;
  constexpr std::size_t kTellEvery = 64;  // spheres
  for (const double diameter : diameters) {
    if (tried++ % kTellEvery == 0) {
      tell(watch, "placing grains", static_cast<double>(tried) / static_cast<double>(diameters.size()));
    }
    const Vec3 margin = Vec3::Constant(0.5 * diameter);
    const Vec3 from = lower + margin;
    const Vec3 to = upper - margin;
    bool found = false;
    for (int i = 0; i < kMostTries && !found && (from.array() <= to.array()).all(); ++i) {
      Vec3 position;
      for (int axis = 0; axis < 3; ++axis) {
        position[axis] = random.uniform(from[axis], to[axis]);
      }
      // Rounding may put a place on the border of a box slightly outside: boxes need no test.
      const bool inside = std::holds_alternative<BoxRegion>(region) || holds(region, position, 0.5 * diameter);
      if (inside && cells.hasRoom(position, diameter, spacing)) {
        cells.add({position, diameter});
        found = true;
      }
    }
    if (!found) {
      break;
    }
  }
  return cells.take();
}

}  // namespace scree
