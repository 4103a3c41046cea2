#include "engine/scene/law_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "engine/base/base_constants.h"

namespace scree {
namespace {

constexpr std::size_t kMostNamed = 3;

/// Smallest damping time that makes a difference to a law [s]: the exponent times the shortest decay of errors,
/// stabilisation_steps substeps (spookNormal()).
double leastDampingTime(const Parameters& p, const PairLaw& law) {
  const double exponent = law.law == StiffnessLaw::hertz ? kHertzExponent : 1.0;
  return exponent * p.stabilisationSteps * p.timeStep / p.substeps;
}

void adviseDamping(const World& world, std::vector<std::string>& notes) {
  const Materials& materials = world.materials;
  const std::size_t n = materials.list.size();
  std::string names;
  std::size_t count = 0;
  double least = 0.0;
  for (std::size_t at = 0; at < materials.pairs.size(); ++at) {
    const PairLaw& law = materials.pairs[at];
    const double held = leastDampingTime(world.parameters, law);
    // The table is symmetric: takes each pair once.
    if (at / n > at % n || law.dampingTime >= (1.0 - 1e-9) * held) {
      continue;
    }
    least = std::max(least, held);
    if (++count <= kMostNamed) {
      names +=
          fmt::format("{}{} / {}", count == 1 ? "" : ", ", materials.list[at / n].name, materials.list[at % n].name);
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
  const std::vector<Material>& list = world.materials.list;
  const auto isHertz = [](const PairLaw& law) { return law.law == StiffnessLaw::hertz; };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto row = std::span(world.materials.pairs).subspan(i * list.size(), list.size());
    if (list[i].youngsModulus > 0.0 && std::ranges::none_of(row, isHertz)) {
      warnings.push_back(
          fmt::format("Material '{}' has a youngs_modulus that nothing uses: its pairs give a stiffness in "
                      "N/m. Give them 'stiffness: hertz', or leave the modulus out.",
                      list[i].name));
    }
  }
}

}  // namespace scree
