#pragma once

#include <array>

namespace scree {

/// How long one unit of a mesh file is.
struct UnitChoice {
  const char* name;
  double metres;  ///< 0: a factor of one's own
};
constexpr std::array<UnitChoice, 5> kUnits = {{{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1.0}, {"in", 0.0254}, {"other", 0.0}}};

}  // namespace scree
