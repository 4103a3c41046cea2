#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace scree {

enum class RowKind : unsigned char { normal, tangential, rolling, twisting };
constexpr int kRowKindCount = 4;
constexpr std::array<std::string_view, kRowKindCount> kRowKindNames = {"normal", "tangential", "rolling", "twisting"};

/// How far one sweep still moved the rows, as a velocity: D |λ_new - λ_old|, in m/s (rolling and twisting times r*).
/// Zero exactly at the solution, since the projection is then a fixed point.
struct SweepResidual {
  std::array<double, kRowKindCount> rms{};  ///< root mean square over the contacts
  std::array<double, kRowKindCount> largest{};

  double worstRms() const;
};

/// One entry a sweep.
using ResidualHistory = std::vector<SweepResidual>;

}  // namespace scree
