#include "engine/session/run_to.h"

#include <algorithm>

#include "engine/state/state.h"
#include "engine/step/step.h"
#include "engine/step/step_data.h"
#include "engine/step/step_threads.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

template <typename Command>
ReachedState stepTo(World world, double time, const std::function<bool(const World&)>& goOn, Command command) {
  ReachedState reached{std::move(world), std::make_shared<StepData>()};
  StepThreads threads;
  StepData& data = *reached.data;
  // Half a step: times are sums of steps.
  while (reached.world.time + 0.5 * reached.world.parameters.timeStep <= time && goOn(reached.world)) {
    command(reached.world);
    data.context.threads = threads.forStep(reached.world.parameters.threads, data.list.contacts.size());
    step(reached.world, data);
  }
  data.context.threads = nullptr;
  placeMembers(reached.world);
  return reached;
}

}  // namespace

ReachedState runTo(World world, double time, const std::function<bool(const World&)>& goOn) {
  return stepTo(std::move(world), time, goOn, [](World&) {});
}

ReachedState runTo(const Recording& recording, double time, const std::function<bool(const World&)>& goOn) {
  auto state = std::ranges::upper_bound(recording.states, time, {}, &SavedState::time);
  if (state != recording.states.begin()) {
    --state;
  }
  World world = restoreState(*state->bytes);
  auto command = std::ranges::lower_bound(recording.commands, world.step, {}, &LoggedCommand::step);
  return stepTo(std::move(world), time, goOn, [&](World& now) {
    for (; command != recording.commands.end() && command->step <= now.step; ++command) {
      applyCommand(now, command->command);
    }
  });
}

}  // namespace scree
