#pragma once

#include <fmt/format.h>

#include <string>

#include "engine/matter/granulation_table.h"
#include "engine/world/pair_laws.h"

namespace scree {

/// Name of the row of a value of a pair law, for probes and pending values.
inline std::string lawRowName(const Materials& materials, MaterialIndex a, MaterialIndex b, PairLawKey key) {
  return fmt::format("law.{}.{}.{}", materials.list[a].name, materials.list[b].name, infoOf(key).name);
}

/// Name of the row of a material's Young's modulus.
inline std::string modulusRowName(const Materials& materials, MaterialIndex material) {
  return fmt::format("modulus.{}", materials.list[material].name);
}

/// Name of the row of a law of granulation.
inline std::string granulationRowName(GranulationKey key) { return fmt::format("granulation.{}", infoOf(key).name); }

/// Name of the row of the rate of a box of fines or of a spray.
inline std::string feedRowName(bool isSpray, std::uint32_t zone) {
  return fmt::format("granulation.{}.{}", isSpray ? "spray" : "fines", zone);
}

}  // namespace scree
