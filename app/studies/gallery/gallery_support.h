#pragma once

#include <cstdint>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Slots of hanging members: members of aggregates with a carrier that no chain of contacts supports. A contact
/// supports a grain if its friction cone holds a force with a component upwards; a chain ends at a body. The contacts
/// are those of the geometry, within a hundredth of a diameter, and not the lists of the engine. A world without
/// gravity has none. Members must have their places.
std::vector<std::uint32_t> hangingMembers(const World& world);

}  // namespace scree
