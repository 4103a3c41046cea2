#include "engine/session/solver_asker.h"

#include <optional>

#include "engine/analysis/solving/solver_error.h"

namespace scree {

AskedSolver SolverQuestion::emptyAnswer(const World& world) { return {.step = world.step, .time = world.time}; }

void SolverQuestion::answer(const World& world, const std::atomic<int>& interrupt, AskedSolver& answer) {
  const std::optional<SolverError> error = solverErrorNow(world, nullptr, &interrupt);
  if (!error) {
    answer.trouble = "a grain of the copy became non-finite";
    return;
  }
  answer.compared = error->time;
  answer.ids = world.particles.id;
  answer.speeds.assign(error->speeds.begin(), error->speeds.end());
  answer.creep = error->creep;
  answer.sinking = error->sinking;
  answer.angle = error->angle;
  answer.kinetic = error->kinetic;
  answer.force = error->force;
}

}  // namespace scree
