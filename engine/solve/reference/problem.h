#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/reach.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

// The particle system as the flat lists of the scalar solver, for the impact stage and the continuous stage.
namespace scree {

/// ReferenceWork::bodies: the particles with their velocities, then the ground (infinite mass, at rest).
void gatherBodies(const World& world, const ContactList& list, ReferenceWork& reference);
/// The solved velocities back into the particles.
void scatterVelocities(World& world, const ContactList& list, const ReferenceWork& reference);

/// Rows of a contact with its geometry and cones; the normal target and the normal compliance are left at zero.
ContactRows<double> rowsOf(const Contact& contact, const World& world, const StepContext& context,
                           const ContactList& list, const ReferenceWork& reference);

/// Normal component of the contact velocity with the velocities in ReferenceWork::bodies [m/s], negative when
/// approaching.
double normalVelocity(const ContactRows<double>& rows, const ReferenceWork& reference);
/// The whole contact velocity u [m/s] (METHOD.md 3.1).
Vec3 contactVelocity(const ContactRows<double>& rows, const ReferenceWork& reference);

/// The multipliers of all rows.
void collectMultipliers(const ReferenceWork& reference, std::vector<Multipliers>& multipliers);

}  // namespace scree
