#include "engine/snapshot/fill_wishes.h"

#include <algorithm>

#include "engine/analysis/carried_speed.h"
#include "engine/analysis/row_residual.h"
#include "engine/analysis/split_distance.h"
#include "engine/step/step_data.h"

namespace scree {

void fillWishes(const World& world, const StepData& data, const Wishes& wishes, Snapshot& snapshot) {
  snapshot.onRequest.wishes = wishes;
  snapshot.onRequest.forceContacts.clear();
  snapshot.onRequest.contactForce.clear();
  snapshot.onRequest.carriedSpeed.clear();
  snapshot.onRequest.splitDistance.clear();
  snapshot.onRequest.rowResidual.clear();
  snapshot.onRequest.trails.clear();
  snapshot.onRequest.whyFree.reset();
  if (wishes.contacts || wishes.carriedSpeed) {
    findForceContacts(world, data, snapshot.onRequest.forceContacts);
  }
  if (wishes.contacts) {
    largestForces(snapshot.onRequest.forceContacts, world.particles.size(), snapshot.onRequest.contactForce);
  }
  if (wishes.carriedSpeed) {
    carriedSpeeds(world, snapshot.onRequest.forceContacts, snapshot.onRequest.carriedSpeed);
  }
  if (wishes.splitDistance) {
    splitDistances(world, data.context.threads, snapshot.onRequest.splitDistance);
  }
  if (wishes.residual) {
    largestRowResiduals(world, data, snapshot.onRequest.rowResidual);
  }
  if (wishes.particle) {
    const std::vector<ParticleId>& id = world.particles.id;
    const auto at = std::lower_bound(id.begin(), id.end(), *wishes.particle);
    if (at != id.end() && *at == *wishes.particle) {
      snapshot.onRequest.whyFree = whyFree(world, data, static_cast<std::uint32_t>(at - id.begin()));
    }
  }
}

}  // namespace scree
