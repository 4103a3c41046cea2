#include "engine/snapshot/fill_wishes.h"

#include <algorithm>

#include "engine/analysis/carried_speed.h"
#include "engine/analysis/row_residual.h"
#include "engine/analysis/split_distance.h"
#include "engine/step/step_data.h"

namespace scree {

void fillWishes(const World& world, const StepData& data, const Wishes& wishes, Snapshot& snapshot) {
  snapshot.wishes = wishes;
  snapshot.forceContacts.clear();
  snapshot.contactForce.clear();
  snapshot.carriedSpeed.clear();
  snapshot.splitDistance.clear();
  snapshot.rowResidual.clear();
  snapshot.trails.clear();
  snapshot.whyFree.reset();
  if (wishes.contacts || wishes.carriedSpeed) {
    findForceContacts(world, data, snapshot.forceContacts);
  }
  if (wishes.contacts) {
    largestForces(snapshot.forceContacts, world.particles.size(), snapshot.contactForce);
  }
  if (wishes.carriedSpeed) {
    carriedSpeeds(world, snapshot.forceContacts, snapshot.carriedSpeed);
  }
  if (wishes.splitDistance) {
    splitDistances(world, data.context.threads, snapshot.splitDistance);
  }
  if (wishes.residual) {
    largestRowResiduals(world, data, snapshot.rowResidual);
  }
  if (wishes.particle) {
    const std::vector<ParticleId>& id = world.particles.id;
    const auto at = std::lower_bound(id.begin(), id.end(), *wishes.particle);
    if (at != id.end() && *at == *wishes.particle) {
      snapshot.whyFree = whyFree(world, data, static_cast<std::uint32_t>(at - id.begin()));
    }
  }
}

}  // namespace scree
