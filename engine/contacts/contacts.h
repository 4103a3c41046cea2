#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/detection_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Makes the contacts of this step from the pairs and from particles near shapes, with the data of their laws
/// (METHOD.md 4.8), in the order of their keys. With substeps the list also has pairs that may come to touch within the
/// step; their gaps are positive.
void makeContacts(const World& world, const StepContext& context, const DetectionWork& detection, ContactList& list);

/// Updates gaps, normals and surface velocities of the contacts for the present places of particles and bodies, `time`
/// [s] after the start of the step.
void followContacts(const World& world, double time, ContactList& list);

}  // namespace scree
