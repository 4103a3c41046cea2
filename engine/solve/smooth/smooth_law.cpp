#include "engine/solve/smooth/smooth_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/contacts/stretched_spring.h"

namespace scree {

double dampingRatio(double restitution, StiffnessLaw law) {
  const double factor = law == StiffnessLaw::hertz ? std::sqrt(5.0 / 6.0) : 1.0;
  if (restitution <= 0.0) {
    return factor;
  }
  const double log = std::log(std::min(restitution, 1.0));
  return factor * -log / std::sqrt(std::numbers::pi * std::numbers::pi + log * log);
}

double tangentialShare(const Material& a, const Material& b) {
  const bool hasModuli = a.youngsModulus > 0.0 && b.youngsModulus > 0.0;
  double normal = 0.0;
  double shear = 0.0;
  for (const Material* one : {&a, &b}) {
    const double weight = hasModuli ? 1.0 / one->youngsModulus : 1.0;
    const double nu = one->poissonRatio;
    normal += weight * (1.0 - nu * nu);
    shear += weight * (2.0 - nu) * (1.0 + nu);
  }
  return 2.0 * normal / shear;
}

SmoothPair smoothPair(const World& world, std::uint32_t law) {
  const Materials& materials = world.materials;
  const std::size_t count = materials.list.size();
  SmoothPair pair{.law = materials.pairs[law]};
  pair.damping = dampingRatio(pair.law.restitution, pair.law.law);
  pair.tangentialShare = tangentialShare(materials.list[law / count], materials.list[law % count]);
  pair.stretched = stretchedLawOf(world.parameters, pair.law);
  return pair;
}

}  // namespace scree
