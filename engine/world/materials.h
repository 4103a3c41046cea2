#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"

namespace scree {

struct Material {
  std::string name;
  double density = 2500.0;     ///< kg/m³
  double youngsModulus = 0.0;  ///< Pa; 0 when the pairs give a stiffness
  double poissonRatio = 0.25;
  double moisture = 0.0;  ///< water over dry mass of new grains

  bool operator==(const Material&) const = default;
};

/// Water in a new grain of a mass [kg].
inline double waterOf(const Material& material, double mass) {
  return mass * material.moisture / (1.0 + material.moisture);
}

enum class StiffnessLaw : std::uint8_t { linear, hertz };

/// Attraction between two materials: bridges of liquid, adhesion of dry surfaces, or both (METHOD.md 3.9).
struct Cohesion {
  double surfaceTension = 0.0;  ///< γ [N/m]; 0: no liquid
  double contactAngle = 0.0;    ///< θ [rad]
  double bridgeVolume = 0.0;    ///< V of each bridge [m³]; 0: no liquid
  bool fromFilms = false;       ///< bridges take their liquid from the films of grains, in place of that volume
  bool isSimple = false;        ///< force of a bridge by the simple form in place of the full fit
  double pullOff = 0.0;         ///< force of adhesion while surfaces touch [N]
  double energy = 0.0;          ///< work of adhesion w [J/m²]: pull-off 3/2 π w r* while surfaces touch
  bool inFriction = true;       ///< friction and rolling resistance see the attraction

  bool hasBridges() const { return surfaceTension > 0.0 && (bridgeVolume > 0.0 || fromFilms); }
  bool isAny() const { return hasBridges() || pullOff > 0.0 || energy > 0.0; }
  bool operator==(const Cohesion&) const = default;
};

/// Contact law of two materials. Rolling resistance is a number (times the effective radius r*) or a length.
struct PairLaw {
  double restitution = 0.0;
  double friction = 0.5;
  double rollingResistance = 0.0;  ///< dimensionless, or metres when rollingIsLength
  bool rollingIsLength = false;
  double twisting = 0.0;  ///< α in METHOD.md 3.5, in [0, 1]
  StiffnessLaw law = StiffnessLaw::linear;
  double stiffness = 3000.0;      ///< linear law: k [N/m]
  double effectiveModulus = 0.0;  ///< Hertz: E* [Pa], 1/E* = (1-ν_a²)/E_a + (1-ν_b²)/E_b
  double dampingTime = 1e-3;      ///< c [s]
  Cohesion cohesion;

  bool operator==(const PairLaw&) const = default;
};

/// Materials and the symmetric table of pair laws.
struct Materials {
  std::vector<Material> list;
  std::vector<PairLaw> pairs;  ///< list.size()² entries, row by row, symmetric

  std::uint32_t pairIndex(MaterialIndex a, MaterialIndex b) const {
    return static_cast<std::uint32_t>(std::size_t{a} * list.size() + b);
  }
  const PairLaw& pair(MaterialIndex a, MaterialIndex b) const { return pairs[pairIndex(a, b)]; }
  void setPair(MaterialIndex a, MaterialIndex b, const PairLaw& law);
  /// Adds a material and its row and column of default laws.
  MaterialIndex add(Material material);
  /// Whether any two of them attract each other.
  bool areCohesive() const {
    return std::ranges::any_of(pairs, [](const PairLaw& law) { return law.cohesion.isAny(); });
  }

  bool operator==(const Materials&) const = default;
};

/// E* of two materials [Pa] (METHOD.md 3.2); 0 when either modulus is 0.
double effectiveModulus(const Material& a, const Material& b);

}  // namespace scree
