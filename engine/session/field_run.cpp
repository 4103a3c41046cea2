#include "engine/session/field_run.h"

#include <algorithm>

#include "engine/state/state.h"
#include "engine/step/step.h"
#include "engine/step/step_threads.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

/// Coarse-grains instants of a run on lattices of one spacing.
class FieldRun {
 public:
  FieldRun(World world, const FieldPlan& plan) : world_(std::move(world)), plan_(plan), next_(plan.from) {
    if (plan.threads) {
      setValue(world_.parameters, ParameterKey::threads, *plan.threads);
    }
  }

  /// Steps up to the end, or until plan.goOn() says no. `command` is called before each step.
  template <typename Command>
  RunFields run(Command command) {
    StepThreads threads;
    while (world_.time + half() <= plan_.to) {
      command(world_);
      data_.context.threads = threads.forStep(world_.parameters.threads, data_.list.contacts.size());
      step(world_, data_);
      if (world_.time + half() >= next_ && world_.particles.size() > 0) {
        take();
      }
      if (!plan_.goOn(world_)) {
        break;
      }
    }
    data_.context.threads = nullptr;
    return std::move(fields_);
  }

 private:
  /// Half a step: times are sums of steps.
  double half() const { return 0.5 * world_.parameters.timeStep; }

  void take() {
    placeMembers(world_);
    findForceContacts(world_, data_, contacts_);
    // One lattice for all instants, even if the mean diameter changes.
    if (spacing_ == 0.0) {
      spacing_ = plan_.width * meanDiameter(world_);
    }
    grainer_.grain(world_, contacts_, gridAround(world_.particles, spacing_, kMostFieldNodes), data_.context.threads,
                   sums_);
    fields_.average.add(sums_);
    if (fields_.average.sums().snapshots == 1.0) {
      fields_.first = world_.time;
    }
    fields_.last = world_.time;
    next_ = std::max(world_.time, next_ + plan_.every);
  }

  World world_;
  const FieldPlan& plan_;
  double next_;
  double spacing_ = 0.0;
  StepData data_;
  std::vector<ForceContact> contacts_;
  CoarseGrainer grainer_;
  FieldSums sums_;
  RunFields fields_;
};

}  // namespace

RunFields fieldsOfRun(World world, const FieldPlan& plan) {
  return FieldRun(std::move(world), plan).run([](World&) {});
}

RunFields fieldsOfRun(const Recording& recording, const FieldPlan& plan) {
  auto state = std::ranges::lower_bound(recording.states, plan.from, {}, &SavedState::time);
  if (state != recording.states.begin()) {
    --state;
  }
  World world = restoreState(*state->bytes);
  auto command = std::ranges::lower_bound(recording.commands, world.step, {}, &LoggedCommand::step);
  return FieldRun(std::move(world), plan).run([&](World& now) {
    for (; command != recording.commands.end() && command->step <= now.step; ++command) {
      applyCommand(now, command->command);
    }
  });
}

}  // namespace scree
