#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace scree {

/// For each set of up to eight lanes: the lanes in it, then zeros.
using LanePlaces = std::array<std::array<std::uint8_t, 8>, 256>;

constexpr LanePlaces allLanePlaces() {
  LanePlaces places{};
  for (std::size_t set = 0; set < places.size(); ++set) {
    std::size_t count = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1U) != 0) {
        places[set][count++] = lane;
      }
    }
  }
  return places;
}

/// To move the chosen lanes of a vector to its front. Highway's own way reads a table that GCC copies to the stack each
/// time, save where the processor has an instruction for it, which some take long for.
inline constexpr LanePlaces kLanePlaces = allLanePlaces();

}  // namespace scree
