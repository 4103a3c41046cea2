#include "engine/scene/law_advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

constexpr std::size_t kMostNamed = 3;

/// Smallest damping time that makes a difference to a law: the exponent times what errors take to die out at least,
/// stabilisation_steps substeps (spookNormal()) [s].
double leastDampingTime(const Parameters& p, const PairLaw& law) {
  const double exponent = law.law == StiffnessLaw::hertz ? 1.25 : 1.0;
  return exponent * p.stabilisationSteps * p.timeStep / p.substeps;
}

void adviseDamping(const World& world, std::vector<std::string>& notes) {
  const Materials& materials = world.materials;
  std::string names;
  std::size_t count = 0;
  double least = 0.0;
  for (MaterialIndex a = 0; a < materials.list.size(); ++a) {
    for (MaterialIndex b = a; b < materials.list.size(); ++b) {
      const PairLaw& law = materials.pair(a, b);
      const double held = leastDampingTime(world.parameters, law);
      if (law.dampingTime >= (1.0 - 1e-9) * held) {
        continue;
      }
      least = std::max(least, held);
      if (++count <= kMostNamed) {
        names += fmt::format("{}{} / {}", count == 1 ? "" : ", ", materials.list[a].name, materials.list[b].name);
      }
    }
  }
  if (count == 0) {
    return;
  }
  const std::string more = count > kMostNamed ? fmt::format(" and {} more", count - kMostNamed) : "";
  notes.push_back(
      fmt::format("Damping: overlaps die out over {:g} substeps of {:.3g} ms at least, so that a damping_time below "
                  "{:.3g} ms changes nothing: of {}{}. Restitution is not concerned.",
                  world.parameters.stabilisationSteps, 1e3 * world.parameters.timeStep / world.parameters.substeps,
                  1e3 * least, names, more));
}

}  // namespace

void adviseLaws(const World& world, std::vector<std::string>& notes, std::vector<std::string>& warnings) {
  adviseDamping(world, notes);
  const Materials& materials = world.materials;
  for (MaterialIndex a = 0; a < materials.list.size(); ++a) {
    bool isUsed = materials.list[a].youngsModulus == 0.0;
    for (MaterialIndex b = 0; b < materials.list.size(); ++b) {
      isUsed = isUsed || materials.pair(a, b).law == StiffnessLaw::hertz;
    }
    if (!isUsed) {
      warnings.push_back(
          fmt::format("Material '{}' has a youngs_modulus that nothing uses: its pairs give a stiffness in "
                      "N/m. Give them 'stiffness: hertz', or leave the modulus out.",
                      materials.list[a].name));
    }
  }
}

}  // namespace scree
