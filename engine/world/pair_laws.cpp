#include "engine/world/pair_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr PairLawInfo kPairLawTable[] = {
    {PairLawKey::friction, "friction", "friction", "Friction", "", "Coulomb friction coefficient.", 0.0, 100.0},
    {PairLawKey::rollingResistance, "rolling_resistance", "rolling_resistance", "Rolling resistance", "",
     "Largest rolling torque over normal force, as a number that is multiplied by the effective radius.", 0.0, 100.0},
    {PairLawKey::rollingLength, "rolling_length", "rolling_resistance", "Rolling resistance", "m",
     "Largest rolling torque over normal force, as a length.", 0.0, 100.0},
    {PairLawKey::twisting, "twisting", "twisting", "Twisting", "",
     "Twisting resistance as a share of friction times effective radius; 0 for ideal spheres.", 0.0, 1.0},
    {PairLawKey::restitution, "restitution", "restitution", "Restitution", "", "Rebound speed over impact speed.", 0.0,
     1.0},
    {PairLawKey::stiffness, "stiffness", "stiffness", "Stiffness", "N/m", "Stiffness of the linear law.", 1e-6, 1e15},
    {PairLawKey::dampingTime, "damping_time", "damping_time", "Damping time", "s",
     "Time constant of the viscous damping of lasting contacts.", 0.0, 1e3},
    {PairLawKey::surfaceTension, "surface_tension", "surface_tension", "Surface tension", "N/m",
     "Surface tension of the liquid of bridges, 0.072 N/m of water; 0: dry.", 0.0, 10.0},
    {PairLawKey::contactAngle, "contact_angle", "contact_angle", "Contact angle", "rad",
     "Angle at which the liquid meets the surfaces; 0 where it wets them.", 0.0, 1.5},
    {PairLawKey::bridgeVolume, "bridge_volume", "bridge_volume", "Bridge volume", "m³",
     "Volume of liquid in each bridge; 0: dry.", 0.0, 1.0},
    {PairLawKey::pullOff, "pull_off", "pull_off", "Pull-off force", "N", "Adhesion of surfaces that touch, as a force.",
     0.0, 1e12},
    {PairLawKey::adhesionEnergy, "adhesion_energy", "adhesion_energy", "Adhesion energy", "N/m",
     "Adhesion of surfaces that touch, as a work per area w: the pull-off force is 3/2 π w r*.", 0.0, 1e9},
};

std::string outOfRange(std::string_view key, double least, double most, std::string_view unit) {
  return fmt::format("{} must be a number from {:g} to {:g}{}{}", key, least, most, unit.empty() ? "" : " ", unit);
}

void setMember(PairLaw& law, PairLawKey key, double value) {
  switch (key) {
    case PairLawKey::friction:
      law.friction = value;
      return;
    case PairLawKey::rollingResistance:
    case PairLawKey::rollingLength:
      law.rollingResistance = value;
      law.rollingIsLength = key == PairLawKey::rollingLength;
      return;
    case PairLawKey::twisting:
      law.twisting = value;
      return;
    case PairLawKey::restitution:
      law.restitution = value;
      return;
    case PairLawKey::stiffness:
      law.stiffness = value;
      return;
    case PairLawKey::dampingTime:
      law.dampingTime = value;
      return;
    case PairLawKey::surfaceTension:
      law.cohesion.surfaceTension = value;
      return;
    case PairLawKey::contactAngle:
      law.cohesion.contactAngle = value;
      return;
    case PairLawKey::bridgeVolume:
      law.cohesion.bridgeVolume = value;
      return;
    case PairLawKey::pullOff:
      law.cohesion.pullOff = value;
      return;
    case PairLawKey::adhesionEnergy:
      law.cohesion.energy = value;
      return;
  }
}

}  // namespace

std::span<const PairLawInfo> pairLawTable() { return kPairLawTable; }

const PairLawInfo& infoOf(PairLawKey key) { return kPairLawTable[static_cast<std::size_t>(key)]; }

bool hasValue(const PairLaw& law, PairLawKey key) {
  switch (key) {
    case PairLawKey::rollingResistance:
      return !law.rollingIsLength;
    case PairLawKey::rollingLength:
      return law.rollingIsLength;
    case PairLawKey::stiffness:
      return law.law == StiffnessLaw::linear;
    default:
      return !isOfCohesion(key) || law.cohesion != Cohesion{};
  }
}

double valueOf(const PairLaw& law, PairLawKey key) {
  switch (key) {
    case PairLawKey::friction:
      return law.friction;
    case PairLawKey::rollingResistance:
    case PairLawKey::rollingLength:
      return law.rollingResistance;
    case PairLawKey::twisting:
      return law.twisting;
    case PairLawKey::restitution:
      return law.restitution;
    case PairLawKey::stiffness:
      return law.stiffness;
    case PairLawKey::dampingTime:
      return law.dampingTime;
    case PairLawKey::surfaceTension:
      return law.cohesion.surfaceTension;
    case PairLawKey::contactAngle:
      return law.cohesion.contactAngle;
    case PairLawKey::bridgeVolume:
      return law.cohesion.bridgeVolume;
    case PairLawKey::pullOff:
      return law.cohesion.pullOff;
    case PairLawKey::adhesionEnergy:
      return law.cohesion.energy;
  }
  return 0.0;
}

bool isChanged(const PairLaw& before, const PairLaw& after, PairLawKey key) {
  const bool isSame = valueOf(before, key) == valueOf(after, key);
  return isOfCohesion(key) ? !isSame : hasValue(after, key) && !(hasValue(before, key) && isSame);
}

std::string setValue(PairLaw& law, PairLawKey key, double value) {
  const PairLawInfo& info = infoOf(key);
  if (key == PairLawKey::stiffness && !hasValue(law, key)) {
    return "stiffness follows from Young's moduli: set those";
  }
  if (!std::isfinite(value) || value < info.minimum || value > info.maximum) {
    return outOfRange(info.sceneKey, info.minimum, info.maximum, info.unit);
  }
  setMember(law, key, value);
  return {};
}

bool usesModulus(const Materials& materials, MaterialIndex material) {
  for (std::size_t other = 0; other < materials.list.size(); ++other) {
    const PairLaw& law = materials.pair(material, static_cast<MaterialIndex>(other));
    if (law.law == StiffnessLaw::hertz && law.effectiveModulus > 0.0) {
      return true;
    }
  }
  return false;
}

std::string setYoungsModulus(Materials& materials, MaterialIndex material, double value) {
  if (!std::isfinite(value) || value < kLeastModulus || value > kLargestModulus) {
    return outOfRange(kModulusName, kLeastModulus, kLargestModulus, "Pa");
  }
  Material& changed = materials.list[material];
  changed.youngsModulus = value;
  for (std::size_t i = 0; i < materials.list.size(); ++i) {
    const auto other = static_cast<MaterialIndex>(i);
    PairLaw law = materials.pair(material, other);
    if (law.law == StiffnessLaw::hertz) {
      law.effectiveModulus = effectiveModulus(changed, materials.list[other]);
      materials.setPair(material, other, law);
    }
  }
  return {};
}

bool mayMove(const PairLaw& before, const PairLaw& after) {
  return after.friction < before.friction || after.rollingIsLength != before.rollingIsLength ||
         after.rollingResistance < before.rollingResistance || after.twisting < before.twisting ||
         after.law != before.law || after.stiffness != before.stiffness ||
         after.effectiveModulus != before.effectiveModulus || after.cohesion != before.cohesion;
}

std::string pairName(const Materials& materials, MaterialIndex a, MaterialIndex b) {
  return fmt::format("{} on {}", materials.list[a].name, materials.list[b].name);
}

}  // namespace scree
