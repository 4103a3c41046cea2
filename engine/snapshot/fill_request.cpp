#include "engine/snapshot/fill_request.h"

#include <algorithm>

#include "engine/analysis/carried_speed.h"
#include "engine/analysis/solving/row_residual.h"
#include "engine/analysis/split_distance.h"
#include "engine/snapshot/matter/fill_matter.h"
#include "engine/step/step_data.h"

namespace scree {

void fillRequest(const World& world, const StepData& data, const SnapshotRequest& request, Snapshot& snapshot) {
  snapshot.onRequest.request = request;
  snapshot.onRequest.forceContacts.clear();
  snapshot.onRequest.contactForce.clear();
  snapshot.onRequest.carriedSpeed.clear();
  snapshot.onRequest.splitDistance.clear();
  snapshot.onRequest.rowResidual.clear();
  snapshot.onRequest.trails.clear();
  snapshot.onRequest.whyFree.reset();
  snapshot.onRequest.network.reset();
  if (request.contacts || request.carriedSpeed || request.network) {
    findForceContacts(world, data, snapshot.onRequest.forceContacts, snapshot.scene.origin);
  }
  if (request.contacts) {
    largestForces(snapshot.onRequest.forceContacts, world.particles.size(), snapshot.onRequest.contactForce);
  }
  if (request.network) {
    snapshot.onRequest.network = std::make_shared<const ForceStatistics>(
        forceStatistics(snapshot.onRequest.forceContacts, world.particles.size()));
  }
  if (request.carriedSpeed) {
    carriedSpeeds(world, snapshot.onRequest.forceContacts, snapshot.onRequest.carriedSpeed);
  }
  if (request.splitDistance) {
    splitDistances(world, data.context.threads, snapshot.onRequest.splitDistance);
  }
  if (request.residual) {
    largestRowResiduals(world, data, snapshot.onRequest.rowResidual);
  }
  fillMatterLists(world, data, request.matter, request.particle, snapshot.scene.origin, snapshot.onRequest.matter);
  if (request.particle) {
    const std::vector<ParticleId>& id = world.particles.id;
    const auto at = std::lower_bound(id.begin(), id.end(), *request.particle);
    if (at != id.end() && *at == *request.particle) {
      snapshot.onRequest.whyFree = whyFree(world, data, static_cast<std::uint32_t>(at - id.begin()));
    }
  }
}

}  // namespace scree
