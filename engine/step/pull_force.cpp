#include "engine/step/pull_force.h"

#include <algorithm>
#include <cmath>

#include "engine/multibody/hand.h"
#include "engine/step/step_constants.h"

namespace scree {

void beginPull(World& world, StepContext& context, BatchedWork& batched) {
  context.pulled = {};
  batched.coupling.machine.hand = {};
  if (world.pull && world.pull->grip && handOn(world)) {
    world.pull->force.setZero();
    return;
  }
  const std::optional<std::uint32_t> slot = pulledSlot(world.pull, world.particles.id);
  if (!slot || !world.reduction.isFree(*slot)) {
    world.pull.reset();
    return;
  }
  Pull& pull = *world.pull;
  const double dt = world.parameters.timeStep;
  const double mass = world.particles.mass[*slot];
  const double damping = 2.0 * std::sqrt(pull.stiffness * mass);
  const Vec3& place = world.particles.position[*slot];
  // m (v' - v*)/Δt = k (target - x - Δt v') - c v', with v* the velocity that gravity alone would give.
  const Vec3 falling = world.particles.velocity[*slot] + dt * world.parameters.gravity;
  const Vec3 spring = pull.stiffness * (world.periodic.nearest(pull.target - place) - dt * falling) - damping * falling;
  Vec3 after = falling + dt / (mass + dt * (damping + dt * pull.stiffness)) * spring;
  const double fastest = 2.0 * stepping::kPulledWay * world.particles.radius[*slot] / dt;
  if (const double speed = after.norm(); speed > fastest) {
    after *= fastest / speed;
  }
  context.pulled = {.slot = *slot, .acceleration = (after - falling) / dt, .velocity = world.particles.velocity[*slot]};
  pull.force = mass * context.pulled.acceleration;
}

}  // namespace scree
