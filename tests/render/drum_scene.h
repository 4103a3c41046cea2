#pragma once

#include <memory>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// A made-up rotating drum: about `count` spheres of two sizes on a sloping bed, faster near the surface, in a closed
/// translucent drum on two rollers over a ground, with an emitter and a sink. Not simulated.
std::shared_ptr<const Snapshot> drumScene(std::size_t count);

/// One of every other shape with a few hundred spheres on and in them: container, silo, box, post, moving belt, chute.
std::shared_ptr<const Snapshot> workshopScene();

}  // namespace scree
