#pragma once

#include <array>
#include <cstdint>

#include "engine/solver/batch.h"
#include "engine/solver/spook.h"
#include "engine/world/materials.h"

namespace scree {

/// Laws of the contacts of a batch; the first `count` lanes are valid.
struct LawLanes {
  std::size_t count = 0;
  std::array<std::uint32_t, kLanes> law{};   ///< pair laws
  std::array<double, kLanes> radius{};       ///< r_a [m]
  std::array<double, kLanes> otherRadius{};  ///< r_b [m], or 0 against a surface
};

/// Sets the coefficients of all lanes that stay the same as long as the contact exists (METHOD.md 3.2 to 3.5); lanes
/// behind the first `count` get coefficients that never act. `laws` and `factors` are by pair law, the compliance of a
/// Hertz law's factors is that of a stiffness of 1.
void setLaws(const std::vector<PairLaw>& laws, const std::vector<SpookFactors>& factors, const LawLanes& lanes,
             Batch& batch, BatchSource& source);

}  // namespace scree
