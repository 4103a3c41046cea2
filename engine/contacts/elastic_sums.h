#pragma once

#include <span>

#include "engine/aggregates/carriers.h"
#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Energy stored in a contact after the position update, its gap carried forward by the new normal velocity, and its
/// stiffness there: elastic, touching and stiffness of ContactSums. A contact between members adds nothing: their
/// aggregate counts it. `carriers` is how the aggregates move in the last substep, by index; used where the solver has
/// summed up the contacts (ContactList::sums). `given` is its stiffness in ContactHistory::given.
ContactSums elasticSums(const World& world, const StepContext& context, const ContactList& list,
                        std::span<const CarrierMotion> carriers, const Contact& contact, double given = 0.0);

/// Sum of the above over the contacts at `places`.
ContactSums elasticSums(const World& world, const StepContext& context, const ContactList& list,
                        std::span<const CarrierMotion> carriers, std::span<const std::size_t> places);

}  // namespace scree
