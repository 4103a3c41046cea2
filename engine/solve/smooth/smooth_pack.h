#pragma once

#include "engine/base/parallel.h"
#include "engine/contacts/contact_list.h"
#include "engine/solve/smooth/smooth_work.h"
#include "engine/world/world.h"

namespace scree {

/// Sets the laws of all pairs of materials.
void setSmoothLaws(const World& world, SmoothWork& work);
/// Orders the free grains in space, copies them and cuts the order into pieces. The order follows from the state of the
/// world alone. Returns their largest speed [m/s].
double placeGrains(const World& world, const ContactList& list, SmoothWork& work);
/// Packs the contacts whose gap in SmoothWork::gaps is less than `reach` [m] for the substeps.
void packContacts(const World& world, const ContactList& list, double reach, SmoothWork& work);
/// Takes the springs of the packed contacts back into SmoothWork::springs.
void unpackSprings(SmoothWork& work);
/// Place of the grain of a slot in the substep at hand [m].
inline Vec3 placeOf(const SmoothWork& work, std::uint32_t slot) {
  return Eigen::Map<const Vec3>(work.grains[work.places[slot]].position.data());
}
/// Stiffness that the contact of a lane was given [N/m^1.5].
inline double givenIn(const SmoothWork& work, std::size_t lane) {
  return work.given.empty() ? 0.0 : work.given[lane / kSmoothWidth].stiffness[lane % kSmoothWidth];
}
/// Copies position, orientation and velocities of the grains back.
void putGrainsBack(const SmoothWork& work, ThreadPool* threads, Particles& particles);

}  // namespace scree
