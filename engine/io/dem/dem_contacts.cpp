#include "engine/io/dem/dem_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/io/dem/dem_constants.h"
#include "engine/settings/rayleigh_time.h"
#include "engine/world/earth.h"
#include "engine/world/pair_laws.h"

namespace scree {

namespace {

std::string partnerName(const World& world, const DemPair& pair) {
  const std::string names = pairName(world.materials, pair.grain, pair.other);
  return pair.partner == DemPartner::grain ? "grains, " + names : "walls, " + names;
}

}  // namespace

DemContacts::DemContacts(const World& world, const std::vector<DemSurface>& surfaces, const DemCurvature& curvature)
    : world_(world), curvature_(curvature), means_(world.materials.list.size()) {
  const Particles& p = world.particles;
  smallest_ = p.radius.front();
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    MeanGrain& mean = means_[p.material[i]];
    mean.radius += p.radius[i];
    mean.mass += p.mass[i];
    ++mean.count;
    sum += 2.0 * p.radius[i];
    smallest_ = std::min(smallest_, p.radius[i]);
    largest_ = std::max(largest_, p.radius[i]);
  }
  for (std::size_t i = 0; i < means_.size(); ++i) {
    if (means_[i].count > 0) {
      means_[i].radius /= static_cast<double>(means_[i].count);
      means_[i].mass /= static_cast<double>(means_[i].count);
      grains_.push_back(static_cast<MaterialIndex>(i));
    }
  }
  std::ranges::stable_sort(grains_, std::greater<>(), [this](MaterialIndex m) { return means_[m].count; });
  speed_ = std::sqrt(gravityOfHands(world.parameters.gravity.norm()) * sum / static_cast<double>(p.size()));
  const auto add = [this](const DemPair& pair) {
    const bool isKnown = std::ranges::any_of(pairs_, [&](const DemPair& other) {
      return other.grain == pair.grain && other.other == pair.other && other.partner == pair.partner;
    });
    if (!isKnown) {
      pairs_.push_back(pair);
      isHertz_ = isHertz_ || world_.materials.pair(pair.grain, pair.other).law == StiffnessLaw::hertz;
    }
  };
  for (std::size_t a = 0; a < grains_.size(); ++a) {
    for (std::size_t b = a; b < grains_.size(); ++b) {
      add({grains_[a], grains_[b], DemPartner::grain});
    }
    for (const DemSurface& surface : surfaces) {
      add({grains_[a], surface.material, surface.isPlane ? DemPartner::plane : DemPartner::mesh});
    }
  }
}

double DemContacts::effectiveRadius(const DemPair& pair) const {
  const double a = means_[pair.grain].radius;
  const double b = means_[pair.other].radius;
  return pair.partner == DemPartner::grain ? a * b / (a + b) : a;
}

double DemContacts::effectiveMass(const DemPair& pair) const {
  const double a = means_[pair.grain].mass;
  const double b = means_[pair.other].mass;
  return pair.partner == DemPartner::grain ? a * b / (a + b) : a;
}

double DemContacts::wantedModulus(const DemPair& pair) const {
  const PairLaw& law = world_.materials.pair(pair.grain, pair.other);
  if (law.law == StiffnessLaw::hertz) {
    return law.effectiveModulus;
  }
  return 0.9375 * std::pow(law.stiffness, 1.25) /
         (std::sqrt(effectiveRadius(pair)) * std::pow(effectiveMass(pair) * speed_ * speed_, 0.25));
}

double DemContacts::poisson(MaterialIndex material) const {
  return std::clamp(world_.materials.list[material].poissonRatio, 0.0, dem::kLargestPoisson);
}

double DemContacts::modulus(MaterialIndex material, DemPartner role) const {
  const Material& own = world_.materials.list[material];
  const double share = 1.0 - poisson(material) * poisson(material);
  const double curvature = curvature_[static_cast<std::size_t>(role)];
  const bool isGrain = means_[material].count > 0;
  if (own.youngsModulus > 0.0 && usesModulus(world_.materials, material) && curvature == 1.0) {
    return own.youngsModulus;
  }
  if (role == DemPartner::grain && isGrain) {
    return own.youngsModulus > 0.0 && usesModulus(world_.materials, material)
               ? own.youngsModulus
               : 2.0 * share * wantedModulus({material, material, DemPartner::grain});
  }
  // Of the most frequent grains on this surface: 1/E* is the sum of both sides'.
  const MaterialIndex grain = grains_.front();
  const double softness = (1.0 - poisson(grain) * poisson(grain)) / modulus(grain, DemPartner::grain);
  const DemPartner partner = role == DemPartner::grain ? DemPartner::mesh : role;
  const double rest = std::sqrt(curvature) / wantedModulus({grain, material, partner}) - softness;
  return share / std::max(rest, softness / dem::kStiffSurface);
}

double DemContacts::restitution(MaterialIndex a, MaterialIndex b) const {
  return std::max(world_.materials.pair(a, b).restitution, dem::kLeastRestitution);
}

double DemContacts::rolling(MaterialIndex a, MaterialIndex b) const {
  const PairLaw& law = world_.materials.pair(a, b);
  if (!law.rollingIsLength) {
    return law.rollingResistance;
  }
  const bool isGrainA = means_[a].count > 0;
  const bool isGrainB = means_[b].count > 0;
  const MaterialIndex grain = isGrainA ? a : isGrainB ? b : grains_.front();
  const DemPair pair{grain, isGrainA ? b : a, isGrainA && isGrainB ? DemPartner::grain : DemPartner::mesh};
  return law.rollingResistance / effectiveRadius(pair);
}

bool DemContacts::hasRolling() const {
  return std::ranges::any_of(pairs_, [this](const DemPair& pair) { return rolling(pair.grain, pair.other) > 0.0; });
}

double DemContacts::stiffness(const DemPair& pair) const {
  const double a = 16.0 / 15.0 * std::sqrt(effectiveRadius(pair)) * wantedModulus(pair);
  return std::pow(a, 0.8) * std::pow(effectiveMass(pair) * speed_ * speed_, 0.2);
}

double DemContacts::timeStep(bool isLinear) const {
  std::vector<double> smallest(means_.size(), 0.0);
  std::vector<double> lightest(means_.size(), 0.0);
  std::vector<double> densest(means_.size(), 0.0);
  const Particles& p = world_.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const MaterialIndex m = p.material[i];
    smallest[m] = smallest[m] > 0.0 ? std::min(smallest[m], p.radius[i]) : p.radius[i];
    lightest[m] = lightest[m] > 0.0 ? std::min(lightest[m], p.mass[i]) : p.mass[i];
    densest[m] = std::max(densest[m], p.mass[i] / sphereVolume(p.radius[i]));
  }
  double step = 1e300;
  for (const MaterialIndex m : grains_) {
    const double ratio = rayleighRatio(modulus(m, DemPartner::grain), poisson(m), densest[m]);
    step = std::min(step, dem::kRayleighShare * smallest[m] * ratio);
  }
  for (const DemPair& pair : pairs_) {
    if (!isLinear) {
      break;
    }
    // The stiffness of the model hooke goes with the radius, and the mass with its cube.
    const double share = smallest[pair.grain] / means_[pair.grain].radius;
    const double mass = lightest[pair.grain];
    const double reduced =
        pair.partner == DemPartner::grain ? mass * lightest[pair.other] / (mass + lightest[pair.other]) : mass;
    const double collision = std::numbers::pi * std::sqrt(reduced / (share * stiffness(pair)));
    step = std::min(step, dem::kCollisionShare * collision);
  }
  return step;
}

std::vector<std::string> DemContacts::remarks(bool isLinear) const {
  std::vector<std::string> said;
  const Materials& materials = world_.materials;
  bool hasTwisting = false;
  bool hasLinear = false;
  double leastRestitution = 1.0;
  for (const DemPair& pair : pairs_) {
    const PairLaw& law = materials.pair(pair.grain, pair.other);
    hasLinear = hasLinear || law.law == StiffnessLaw::linear;
    hasTwisting = hasTwisting || law.twisting > 0.0;
    leastRestitution = std::min(leastRestitution, law.restitution);
    if (law.rollingIsLength && law.rollingResistance > 0.0) {
      said.push_back(
          fmt::format("the rolling resistance of {} is a length here and a number there: {:.4g} for the "
                      "mean grain",
                      pairName(materials, pair.grain, pair.other), rolling(pair.grain, pair.other)));
    }
    const double theirs =
        1.0 / ((1.0 - poisson(pair.grain) * poisson(pair.grain)) / modulus(pair.grain, DemPartner::grain) +
               (1.0 - poisson(pair.other) * poisson(pair.other)) / modulus(pair.other, pair.partner));
    const double curvature = curvature_[static_cast<std::size_t>(pair.partner)];
    const double ratio = theirs * std::sqrt(curvature) / wantedModulus(pair);
    const double stiffer = law.law == StiffnessLaw::linear ? std::pow(ratio, 0.8) : ratio;
    if (std::abs(stiffer - 1.0) > dem::kToldMisfit) {
      said.push_back(
          fmt::format("contacts of {} have {:.3g} times the stiffness that they have here: moduli are of "
                      "materials, not of pairs",
                      partnerName(world_, pair), stiffer));
    }
  }
  if (hasLinear && isLinear) {
    said.push_back(
        fmt::format("linear stiffnesses are those of mean grains: the model hooke, whose stiffness is in "
                    "proportion to the radius, takes Young's moduli and a characteristic velocity of "
                    "{:.4g} m/s",
                    speed_));
  } else if (hasLinear) {
    said.push_back(
        fmt::format("linear stiffnesses become Hertz's law with the same largest overlap in an impact of "
                    "two mean grains at {:.4g} m/s: the moduli below follow from that, and a bed at rest is not "
                    "in balance at once",
                    speed_));
  }
  if (hasLinear && largest_ > dem::kToldSpread * smallest_) {
    said.emplace_back("grains smaller than the mean are softer there, larger ones stiffer");
  }
  if (leastRestitution < dem::kLeastRestitution) {
    said.push_back(fmt::format("restitutions below {} are {} there", dem::kLeastRestitution, dem::kLeastRestitution));
  }
  said.push_back(
      "restitution acts in all impacts there, here in those faster than 'impact_speed'; the damping time has no "
      "counterpart");
  if (hasTwisting) {
    said.emplace_back("twisting resistance is left out");
  }
  return said;
}

}  // namespace scree
