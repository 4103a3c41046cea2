#pragma once

#include <string>

#include "engine/formats/made_meshes.h"

namespace scree {

/// Remedy for widths of gaps that make no outlet; empty when they make one. `slotted` is the length of the gaps along
/// the axis [m].
std::string problemOfGaps(const OutletMesh& outlet, double slotted);

}  // namespace scree
