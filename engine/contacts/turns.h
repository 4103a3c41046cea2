#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/detection_work.h"
#include "engine/contacts/near_pairs.h"
#include "engine/contacts/pairs.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

// Hits within a step: a particle that is hit leaves the reach in which it was looked for when the step began (METHOD.md
// 9.4).
namespace scree {

/// Particles of a world by slot as the step begins, with reach and turns of DetectionWork.
MovingSpheres movingSpheres(const World& world, const StepContext& context, const DetectionWork& detection);

/// Sets DetectionWork::turns of the free particles from the candidate pairs: the change of velocity by the hardest hit
/// that may come in the step, where it exceeds that of gravity and makes a way that counts. Enlarges
/// DetectionWork::reach by the way after such a hit; the particles whose reach grew are listed in
/// DetectionWork::turned.
void findTurns(const World& world, const Extremes& extremes, const StepContext& context, DetectionWork& detection,
               const ContactList& list);

}  // namespace scree
