#pragma once

#include <array>

namespace scree {

/// Unit of length of a mesh file.
struct UnitChoice {
  const char* name;
  double metres;  ///< length of the unit [m]; 0: the user types a factor
};
constexpr std::array<UnitChoice, 5> kUnits = {{{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1.0}, {"in", 0.0254}, {"other", 0.0}}};

}  // namespace scree
