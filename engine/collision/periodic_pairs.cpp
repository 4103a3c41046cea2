#include "engine/collision/periodic_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

void PeriodicImages::set(const PeriodicBox& box, const Spheres& spheres) {
  count_ = spheres.positions.size();
  positions_.assign(spheres.positions.begin(), spheres.positions.end());
  radii_.assign(spheres.radii.begin(), spheres.radii.end());
  margins_.assign(spheres.margins.begin(), spheres.margins.end());
  margins_.resize(count_, 0.0);
  owners_.clear();
  double largest = 0.0;
  for (std::size_t i = 0; i < count_; ++i) {
    const double reach = spheres.reach(i);
    largest = std::isfinite(reach) ? std::max(largest, reach) : largest;
  }
  for (std::uint32_t i = 0; i < count_; ++i) {
    const double reach = spheres.reach(i);
    if (!positions_[i].allFinite() || !std::isfinite(reach)) {
      continue;
    }
    const Vec3 place = positions_[i] = box.wrapped(positions_[i]);
    // By axis: whole sides of the images that others may meet. No two spheres in the box are nearer by other images
    // than these, however far they reach.
    std::array<std::array<double, 3>, 3> sides{};
    std::array<std::size_t, 3> counts = {1, 1, 1};
    for (int axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<std::size_t>(axis);
      if (!box.isAlong(axis)) {
        continue;
      }
      if (place[axis] - box.lower[axis] <= reach + largest) {
        sides[k][counts[k]++] = box.length[axis];
      }
      if (box.upper(axis) - place[axis] <= reach + largest) {
        sides[k][counts[k]++] = -box.length[axis];
      }
    }
    for (std::size_t image = 1; image < counts[0] * counts[1] * counts[2]; ++image) {
      const Vec3 shift(sides[0][image % counts[0]], sides[1][image / counts[0] % counts[1]],
                       sides[2][image / (counts[0] * counts[1])]);
      positions_.emplace_back(place + shift);
      radii_.push_back(radii_[i]);
      margins_.push_back(margins_[i]);
      owners_.push_back(i);
    }
  }
}

void PeriodicImages::toSlots(std::uint32_t slot, std::vector<std::uint32_t>& found) const {
  std::ranges::transform(found, found.begin(), [&](std::uint32_t place) { return slotOf(place); });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase(found, slot);
}

void PeriodicImages::toSlots(std::vector<ParticlePair>& pairs) const {
  const auto count = static_cast<std::uint32_t>(count_);
  // Of two images nobody is in the box; of an image and its own sphere one would touch itself.
  std::erase_if(pairs,
                [&](const ParticlePair& pair) { return pair.first >= count || slotOf(pair.second) == pair.first; });
  bool isSorted = true;
  for (ParticlePair& pair : pairs) {
    if (pair.second >= count) {
      const std::uint32_t other = slotOf(pair.second);
      pair = {std::min(pair.first, other), std::max(pair.first, other)};
      isSorted = false;
    }
  }
  if (!isSorted) {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
}

void findPeriodicPairs(const PeriodicBox& box, const Spheres& spheres, Grid& grid, ThreadPool* threads,
                       std::vector<ParticlePair>& pairs) {
  if (!box.isOn()) {
    grid.findPairs(spheres.positions, spheres.radii, spheres.margins, threads, pairs);
    return;
  }
  PeriodicImages images;
  images.set(box, spheres);
  const Spheres all = images.spheres();
  grid.findPairs(all.positions, all.radii, all.margins, threads, pairs);
  images.toSlots(pairs);
}

}  // namespace scree
