#pragma once

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

  bool operator==(const Material&) const = default;
};

enum class StiffnessLaw : std::uint8_t { linear, hertz };

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

  bool operator==(const Materials&) const = default;
};

/// E* of two materials [Pa] (METHOD.md 3.2); 0 when either modulus is 0.
double effectiveModulus(const Material& a, const Material& b);

}  // namespace scree
