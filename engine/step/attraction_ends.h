#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Gap of a contact at the end of a step [m]: of two particles from their places; of what something carries from the
/// gap at the start of the last substep and the speed since.
double gapAtEnd(const World& world, const StepContext& context, const ContactList& list, const Contact& contact);

/// Keeps the bridges that join contacts at the end of a step, and the energy of all attractions, from where the sides
/// are now. Before keepHistory(), which drops the contacts that do not touch.
void endAttractions(World& world, const StepContext& context, ContactList& list);

}  // namespace scree
