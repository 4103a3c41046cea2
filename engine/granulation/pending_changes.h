#pragma once

#include <cstdint>
#include <vector>

#include "engine/granulation/granulation_events.h"
#include "engine/world/world.h"

namespace scree {

/// Slots that the pending changes of grains have taken out of the world, and the number they have added at its end.
struct ChangedSlots {
  std::vector<std::size_t> gone;  ///< ascending, as they were before
  std::size_t added = 0;
};

/// Makes the pending changes whose grains are free; the others wait for theirs to be split off, for a few steps
/// (METHOD.md 21.4 to 21.6). Grains that swell grow. Mass, momentum, angular momentum and water are kept; the budget
/// books the energy. Adds the changes made to the events.
ChangedSlots makeChanges(World& world, GranulationEvents& events);

/// Slots of members that pending changes need free.
std::vector<std::uint32_t> membersToFree(const World& world);

}  // namespace scree
