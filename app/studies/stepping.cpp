#include "app/studies/stepping.h"

#include "app/console/signals.h"
#include "engine/step/step.h"
#include "engine/step/watch.h"

namespace scree {

SteppingEnd stepWhile(World& world, const std::function<bool(const StepReport&)>& goesOn) {
  return watchSteps(world, [&](const StepData& data) { return goesOn(data.report); });
}

SteppingEnd watchSteps(World& world, const std::function<bool(const StepData&)>& goesOn) {
  StepData data;
  while (goesOn(data)) {
    if (signalReceived() != 0) {
      return SteppingEnd::signal;
    }
    const std::size_t findings = world.guard.findings.size();
    step(world, data);
    if (guardStops(world, findings)) {
      goesOn(data);
      return SteppingEnd::guard;
    }
  }
  return SteppingEnd::done;
}

const StepReport& reportOf(const StepData& data) { return data.report; }

std::string failureOf(const World& world, SteppingEnd end) {
  switch (end) {
    case SteppingEnd::guard:
      return world.guard.findings.back().text();
    case SteppingEnd::signal:
      return "it was stopped";
    case SteppingEnd::done:
      break;
  }
  return {};
}

}  // namespace scree
