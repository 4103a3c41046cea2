#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/periodic_box.h"
#include "engine/collision/grid.h"
#include "engine/collision/partners.h"

namespace scree {

class ThreadPool;

/// Spheres in a periodic box, and the images of those that reach out of it (METHOD.md 9.9). All that meet are among
/// these, so that searches that know no sides find them.
class PeriodicImages {
 public:
  /// Takes spheres over, wherever they are; those that are not finite have no image.
  void set(const PeriodicBox& box, const Spheres& spheres);
  /// First the spheres themselves, in the box and by their slots, then the images.
  Spheres spheres() const { return {positions_, radii_, margins_}; }
  /// Slot of the sphere that a place in spheres() is of.
  std::uint32_t slotOf(std::uint32_t place) const { return place < count_ ? place : owners_[place - count_]; }
  /// Puts slots for the places found around the sphere of a slot: each once, ascending, without itself.
  void toSlots(std::uint32_t slot, std::vector<std::uint32_t>& found) const;
  /// The same for pairs of places: each pair of slots once, ascending.
  void toSlots(std::vector<ParticlePair>& pairs) const;

 private:
  std::size_t count_ = 0;  ///< spheres without images
  std::vector<Vec3> positions_;
  std::vector<double> radii_;
  std::vector<double> margins_;
  std::vector<std::uint32_t> owners_;  ///< by image
};

/// Grid::findPairs() between the nearest images of spheres in a box, wherever these are; a box that is off changes
/// nothing.
void findPeriodicPairs(const PeriodicBox& box, const Spheres& spheres, Grid& grid, ThreadPool* threads,
                       std::vector<ParticlePair>& pairs);

}  // namespace scree
