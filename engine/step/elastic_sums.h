#pragma once

#include <span>

#include "engine/step/batched_work.h"
#include "engine/step/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Energy stored in a contact after the position update, its gap carried forward by the new normal velocity, and its
/// stiffness there: elastic, touching and stiffness of ContactSums. Nothing of one between members, which is counted
/// with their aggregate.
ContactSums elasticSums(const World& world, const StepContext& context, const ContactList& list,
                        const BatchedWork& batched, const Contact& contact);

/// In all, of the contacts at these places.
ContactSums elasticSums(const World& world, const StepContext& context, const ContactList& list,
                        const BatchedWork& batched, std::span<const std::size_t> places);

}  // namespace scree
