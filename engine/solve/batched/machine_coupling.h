#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/world.h"

// Contacts of particles with dynamic bodies, with members that ride on them and with floating aggregates, which are
// bodies here (METHOD.md 11.7). In a sweep each contact has a copy of its body, as light as if all the body's contacts
// pushed at once. After the sweep the body takes all their impulses, its joints are solved for, and the copies follow.
// With n contacts a copy n times as light as the body answers at that contact never moves too little, so that the
// sweeps converge as those of mass splitting do (Tonge, Benevolenski and Voroshilov 2012).
namespace scree {

/// Lists the contacts with dynamic bodies among the packed ones, and clears their rows' lightness.
void listCoupled(const World& world, const ContactList& list, BatchedWork& batched);

/// Sets the inverse masses that the rows of coupled contacts get, from the machine's rows of this substep.
void setCoupledLightness(const World& world, const ContactList& list, BatchedWork& batched);

/// Finds the arms of the coupled contacts and the motion of their surfaces at the start of the substep, before its
/// forces. `carriers` are the motions of the aggregates then; sets those on dynamic bodies first.
void placeCoupled(const World& world, std::vector<CarrierMotion>& carriers, ContactList& list, BatchedWork& batched);

/// Gives the rows of coupled contacts the velocities that the machine's parts have.
void followMachine(BatchedWork& batched);

/// Sums the impulses of the coupled contacts on each part of the machine: CouplingData::impulses.
void collectCoupled(BatchedWork& batched);

}  // namespace scree
