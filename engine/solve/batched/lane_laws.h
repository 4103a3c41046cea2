#pragma once

#include <array>
#include <cstdint>

#include "engine/solver/batch.h"
#include "engine/solver/spook.h"
#include "engine/world/materials.h"

namespace scree {

/// The contacts of a batch, as far as their laws go: the first `count` lanes.
struct LawLanes {
  std::size_t count = 0;
  std::array<std::uint32_t, kLanes> law{};   ///< pair laws
  std::array<double, kLanes> radius{};       ///< r_a [m]
  std::array<double, kLanes> otherRadius{};  ///< r_b [m], or 0 against a surface
};

/// Gives all lanes what of a contact's law stays the same as long as it exists (METHOD.md 3.2 to 3.5); those behind the
/// first `count` get what never acts. `laws` and `factors` are by pair law, the compliance of a Hertz law's factors is
/// that of a stiffness of 1.
void setLaws(const std::vector<PairLaw>& laws, const std::vector<SpookFactors>& factors, const LawLanes& lanes,
             Batch& batch, BatchSource& source);

}  // namespace scree
