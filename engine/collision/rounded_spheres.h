#pragma once

#include <cstdint>
#include <vector>

#include "engine/collision/partners.h"

namespace scree {

/// Spheres with rounded numbers side by side, for comparing one with all of them: worth it for a few, where a grid
/// would have to sort everything.
class RoundedSpheres {
 public:
  void set(const Spheres& spheres);
  /// Appends the slots of all others that the sphere of slot `one` meets, ascending: exact, `spheres` being those given
  /// to set(). Spheres that are not finite meet nobody.
  void findMeeting(const Spheres& spheres, std::uint32_t one, std::vector<std::uint32_t>& found) const;

 private:
  std::vector<float> x_, y_, z_, reach_;  ///< m, filled up with spheres that nothing meets
  float rounding_ = 0.0F;                 ///< that differences of places may be off by [m]
};

}  // namespace scree
