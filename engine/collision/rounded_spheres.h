#pragma once

#include <cstdint>
#include <vector>

#include "engine/collision/partners.h"

namespace scree {

class ThreadPool;

/// Spheres with rounded numbers side by side, in slices along the longest axis, for a search of the partners of a few:
/// a grid would have to sort all spheres by cells first.
class RoundedSpheres {
 public:
  /// Takes the spheres over. `asked` is the number of searches that follow; it decides on the slices and changes no
  /// result.
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
  std::vector<std::uint32_t> slots_;   ///< slots of the spheres in this order
  std::vector<std::uint32_t> starts_;  ///< first sphere of each slice, then the end
  std::vector<std::uint32_t> slices_;  ///< by slot, where there are several
  int axis_ = 0;                       ///< axis of the slices
  float lower_ = 0.0F;                 ///< start of the first slice [m]
  float perLength_ = 0.0F;             ///< slices [1/m]
  float largestReach_ = 0.0F;          ///< m
};

}  // namespace scree
