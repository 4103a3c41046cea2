#pragma once

#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/granulation/granulation_events.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// A contact that comes to be in the step, as it is before the solve.
struct ComingContact {
  std::uint32_t contact = 0;  ///< place in the list of contacts
  double approach = 0.0;      ///< speed of the surfaces along the normal [m/s], above 0
};

/// Lists the contacts of the step that were none in the last one and whose sides approach. After matchContacts(),
/// before the solve. Nothing without granulation.
void beginCollisions(const World& world, const StepContext& context, const ContactList& list,
                     std::vector<ComingContact>& coming);

/// Decides after the solve which grains have hit each other and what follows: pairs that become one grain, grains that
/// break, and mass that friction wears off (METHOD.md 21.4 to 21.6). Adds the changes to the world's pending ones, and
/// all collisions of two grains to the events, also where no law asks for them.
void endCollisions(const StepContext& context, const ContactList& list, const std::vector<ComingContact>& coming,
                   World& world, GranulationEvents& events);

/// Whether two grains with films that meet at a speed of approach [m/s] stay together, by the criterion of Ennis,
/// Tardos and Pfeffer (Powder Technology 65, 1991, 257): St_v = 8 m u₀/(3 π μ D²) below (1 + 1/e) ln(h/h_a), u₀ half
/// the speed, m and D the harmonic means of masses [kg] and diameters [m], h the films' thickness [m].
bool staysByEnnis(const GranulationLaws& laws, double mass, double diameter, double speed, double film,
                  double restitution);

/// Thickness of the film of liquid on a grain: what it does not hold inside, over its surface [m].
double filmThickness(const World& world, std::uint32_t slot);

}  // namespace scree
