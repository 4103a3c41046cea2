#pragma once

#include "engine/base/parallel.h"
#include "engine/contacts/contact_list.h"
#include "engine/solve/smooth/smooth_work.h"
#include "engine/world/world.h"

// The springs of smooth DEM as the history of contacts.
namespace scree {

/// Sets SmoothWork::springs from the history: tangential, rolling and twisting ones have its forces, and the normal one
/// is at rest at the overlap that gives it its force now. That is none where the law gives it, as in a run of this
/// method; another method may have pressed a contact deeper, or less deep.
void takeSprings(const World& world, const ContactList& list, SmoothWork& work);

/// Writes the springs of the packed contacts that touched in the last substep, `time` long [s], where the history and
/// the measures look for them. SmoothWork::shapes are those at the end of the step.
void keepSprings(const World& world, ThreadPool* threads, double time, ContactList& list, const SmoothWork& work);

}  // namespace scree
