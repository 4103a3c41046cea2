#include "engine/session/recording.h"

#include "engine/state/state.h"

namespace scree {

StepMark markOf(const World& world) {
  return {.step = world.step,
          .time = world.time,
          .hash = stateHash(world),
          .level = world.reduction.levelOf(world.particles.size()).level(),
          .counts = world.reduction.counts};
}

}  // namespace scree
