#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/detection_work.h"
#include "engine/contacts/near_pairs.h"
#include "engine/contacts/pairs.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

// A particle that is hit within a step goes where nobody looked for it when the step began.
namespace scree {

/// The particles of a world by slot, as the step begins, with what DetectionWork holds of their reach and turns.
MovingSpheres movingSpheres(const World& world, const StepContext& context, const DetectionWork& detection);

/// Sets DetectionWork::turns of the free particles from the candidate pairs: by how much the hardest hit that may come
/// in the step changes a velocity, where that is more than gravity does and makes a way that matters. Enlarges
/// DetectionWork::reach to where such a hit may send a particle, of those that it lists in DetectionWork::turned.
void findTurns(const World& world, const Extremes& extremes, const StepContext& context, DetectionWork& detection,
               const ContactList& list);

}  // namespace scree
