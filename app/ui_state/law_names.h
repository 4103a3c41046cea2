#pragma once

#include <fmt/format.h>

#include <string>

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

}  // namespace scree
