#pragma once

#include "engine/snapshot/matter/matter_reading.h"

namespace scree {

struct StepData;

/// Fills all of a reading but its events.
void fillMatter(const World& world, MatterReading& reading);

/// Fills the lists that are requested and empties the others. `particle`: a grain of which matter and bridges are
/// shown. Bridges are those of the last step, which `data` must hold. `origin` is the point from which places are
/// counted [m].
void fillMatterLists(const World& world, const StepData& data, const MatterRequest& request,
                     std::optional<ParticleId> particle, const Vec3& origin, MatterLists& lists);

}  // namespace scree
