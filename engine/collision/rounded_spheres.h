#pragma once

#include <cstdint>
#include <vector>

#include "engine/collision/partners.h"

namespace scree {

class ThreadPool;

/// Spheres with rounded numbers side by side, in slices along the longest axis, for comparing one with all that may be
/// near: worth it for some, where a grid would have to sort everything by cells and look around each.
class RoundedSpheres {
 public:
  /// `asked`: how many will be searched for, which only tells what pays off.
  void set(const Spheres& spheres, std::size_t asked, ThreadPool* threads);
  /// Appends the slots of all others that the sphere of slot `one` meets, ascending: exact, `spheres` being those given
  /// to set(). Spheres that are not finite meet nobody.
  void findMeeting(const Spheres& spheres, std::uint32_t one, std::vector<std::uint32_t>& found) const;

 private:
  void chooseSlices(const Spheres& spheres);
  void put(const Spheres& spheres, std::size_t slot, std::size_t at);
  std::size_t sliceOf(float along) const;

  /// m, slice by slice, then spheres that nothing meets. The reach has in it what rounding may do to the place.
  std::vector<float> x_, y_, z_, reach_;
  std::vector<std::uint32_t> slots_;   ///< of the same
  std::vector<std::uint32_t> starts_;  ///< of the slices, then the end
  std::vector<std::uint32_t> slices_;  ///< by slot, where there are several
  int axis_ = 0;                       ///< that the slices follow each other along
  float lower_ = 0.0F;                 ///< where the first begins [m]
  float perLength_ = 0.0F;             ///< slices [1/m]
  float largestReach_ = 0.0F;          ///< m
};

}  // namespace scree
